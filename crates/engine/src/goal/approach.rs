//! Where on a track to touch next, from what earlier touches came to.

/// The two ends of a scale.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Scale {
    pub min: f64,
    pub max: f64,
}

/// What is known of a track: its pixels along its axis, where values grow from `low` to `high`, which
/// lies below it on a vertical one.
#[derive(Debug, Clone)]
pub(super) struct Approach {
    low: f64,
    high: f64,
    scale: Option<Scale>,
    /// Pixel and value of each touch.
    seen: Vec<(f64, f64)>,
    /// Where a touch changed nothing.
    still: Option<f64>,
}

impl Approach {
    pub(super) fn new(low: i32, high: i32, scale: Option<Scale>) -> Self {
        Self { low: low.into(), high: high.into(), scale, seen: Vec::new(), still: None }
    }

    pub(super) fn note(&mut self, pixel: i32, value: f64) {
        self.seen.push((pixel.into(), value));
    }

    /// Nothing followed the finger there: it may have stood there before.
    pub(super) fn note_still(&mut self, pixel: i32) {
        self.still = Some(pixel.into());
    }

    /// The place of a value on a track whose scale is known.
    pub(super) fn place(&self, value: f64, scale: Scale) -> i32 {
        let (start, end) = self.inner();
        let part = (value - scale.min) / (scale.max - scale.min);
        pixel(start + part * (end - start))
    }

    /// The next pixel to touch; none where every place was tried that could help.
    pub(super) fn next(&self, goal: f64) -> Option<i32> {
        let nearest = |closer: fn(f64, f64) -> bool, keep: &dyn Fn(f64) -> bool| {
            let fitting = self.seen.iter().copied().filter(|(_, value)| keep(*value));
            // Of touches that came to the same the last is the furthest on.
            fitting.reduce(|best, one| if closer(best.1, one.1) { best } else { one })
        };
        let below = nearest(|one, best| one > best, &|value| value < goal);
        let above = nearest(|one, best| one < best, &|value| value > goal);
        match (below, above) {
            (None, None) => Some(self.first(goal)),
            (Some(below), Some(above)) => self.between(below, above, goal),
            (Some(only), None) | (None, Some(only)) => self.beyond(only, goal),
        }
    }

    fn first(&self, goal: f64) -> i32 {
        let (start, end) = self.inner();
        let middle = f64::midpoint(start, end);
        match (self.still, self.scale) {
            (Some(still), _) if (still - start).abs() < (still - end).abs() => {
                pixel(f64::midpoint(middle, end))
            }
            (Some(_), _) => pixel(f64::midpoint(start, middle)),
            (None, Some(scale)) => self.place(goal, scale),
            (None, None) => pixel(middle),
        }
    }

    fn between(&self, (x1, v1): (f64, f64), (x2, v2): (f64, f64), goal: f64) -> Option<i32> {
        let guess = pixel(x1 + (goal - v1) / (v2 - v1) * (x2 - x1));
        let inside = pixel(x1.min(x2)) + 1..pixel(x1.max(x2));
        let beside = [0, 1, -1, 2, -2].map(|step| guess + step);
        let beside = beside.into_iter().filter(|pixel| inside.contains(pixel));
        let middle = inside.clone().contains(&guess).then(|| pixel(f64::midpoint(x1, x2)));
        beside.chain(middle).find(|pixel| !self.is_tried(*pixel))
    }

    /// All touches lie on one side of the goal.
    fn beyond(&self, (x, value): (f64, f64), goal: f64) -> Option<i32> {
        let (start, end) = self.inner();
        let slope = self.slope().or_else(|| {
            let scale = self.scale?;
            Some((scale.max - scale.min) / (end - start))
        });
        // Most of the way to the end at which the goal should lie, where nothing says how far it is.
        let blind = 0.75 * (if goal > value { end } else { start } - x);
        let way = slope.map_or(blind, |slope| (goal - value) / slope);
        let step = if way < 0.0 { -1 } else { 1 };
        let (least, most) = (pixel(self.low.min(self.high)), pixel(self.low.max(self.high)));
        let guess = pixel(x + way).clamp(least, most);
        std::iter::successors(Some(guess), |pixel| Some(pixel + step))
            .take_while(|pixel| (least..=most).contains(pixel))
            .find(|pixel| !self.is_tried(*pixel))
    }

    /// Value per pixel, from the two touches that differ most.
    fn slope(&self) -> Option<f64> {
        let by_value = |one: &&(f64, f64), other: &&(f64, f64)| one.1.total_cmp(&other.1);
        let (x1, v1) = self.seen.iter().min_by(by_value)?;
        let (x2, v2) = self.seen.iter().max_by(by_value)?;
        (v1 < v2 && (x1 - x2).abs() >= 1.0).then(|| (v2 - v1) / (x2 - x1))
    }

    /// The track without the room that thumbs need at its ends.
    fn inner(&self) -> (f64, f64) {
        let length = self.high - self.low;
        let inset = (length.abs() * 0.08).max(8.0).min(length.abs() / 4.0) * length.signum();
        (self.low + inset, self.high - inset)
    }

    fn is_tried(&self, pixel: i32) -> bool {
        self.seen.iter().any(|(x, _)| (x - f64::from(pixel)).abs() < 0.5)
    }
}

#[expect(clippy::cast_possible_truncation, reason = "a place on a display")]
fn pixel(place: f64) -> i32 {
    place.round() as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Drives a track from 100 to 900 whose thumb keeps `pad` from its ends, and says after how many touches
    /// it stood at the goal.
    fn touches(goal: f64, scale: Scale, known: bool, pad: f64, turned: bool) -> Option<u32> {
        let mut approach = Approach::new(100, 900, known.then_some(scale));
        for touch in 1..=6 {
            let place = approach.next(goal)?;
            let part = ((f64::from(place) - 100.0 - pad) / (800.0 - 2.0 * pad)).clamp(0.0, 1.0);
            let part = if turned { 1.0 - part } else { part };
            let value = (scale.min + part * (scale.max - scale.min)).round();
            if (value - goal).abs() < 0.5 {
                return Some(touch);
            }
            approach.note(place, value);
        }
        None
    }

    #[test]
    fn every_value_of_usual_scales_is_reached() {
        for (min, max) in [(0.0, 100.0), (1.0, 10.0), (1.0, 255.0), (0.0, 15.0), (-50.0, 50.0)] {
            for pad in [0.0, 24.0, 63.0] {
                let mut goal: f64 = min;
                while goal <= max {
                    let scale = Scale { min, max };
                    for (known, turned) in [(true, false), (false, false), (false, true)] {
                        let touches = touches(goal, scale, known, pad, turned);
                        assert!(
                            touches.is_some(),
                            "{goal} of {min} to {max}, {pad} {known} {turned}"
                        );
                    }
                    goal += 1.0;
                }
            }
        }
    }

    #[test]
    fn what_lies_beyond_the_end_is_given_up_at_the_end() {
        assert_eq!(touches(11.0, Scale { min: 1.0, max: 10.0 }, false, 24.0, false), None);
        let mut approach = Approach::new(0, 100, None);
        approach.note(50, 5.0);
        approach.note(100, 10.0);
        assert_eq!(approach.next(20.0), None);
    }
}
