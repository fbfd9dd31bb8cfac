//! Refs drawn into a picture: around each element a dashed line, on the line a tag with its name.

use ui::{Bounds, Point, Size};

use super::glyphs::{self, dark};
use super::pixels::{Color, Pixels};
use crate::Screen;

/// More would hide what they are about.
const MOST: usize = 200;

/// Dark on light, each with the other around it: one of the two stands out from whatever lies below.
const LIGHT: Color = [255, 230, 0];
const DARK: Color = [0, 0, 0];

/// An element, in pixels of the picture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Mark {
    name: String,
    area: Bounds,
}

/// What has a ref and is in sight, smallest first, in a picture of this size.
pub(super) fn marks(screen: &Screen, picture: Size) -> Vec<Mark> {
    let mark = |node: ui::Node<'_>| {
        let name = screen.refs.of(node.id())?.to_string();
        let shown = screen.visibility.reachable(node)?;
        Some(Mark {
            name: name.trim_start_matches('@').to_owned(),
            area: scale(shown, screen.size, picture),
        })
    };
    let mut marks: Vec<Mark> = screen.tree.nodes().filter_map(mark).collect();
    marks.sort_by_key(|mark| i64::from(mark.area.width()) * i64::from(mark.area.height()));
    marks.truncate(MOST);
    marks
}

/// Draws them all.
pub(super) fn draw(pixels: &mut Pixels, marks: &[Mark]) {
    let size = pixels.size();
    // As large to the eye whatever the picture's size.
    let unit = (size.width.max(size.height) / 512).max(1);
    let frames = tags(marks, size, unit);
    for mark in marks {
        dash(pixels, mark.area, unit);
    }
    for (mark, frame) in marks.iter().zip(frames) {
        pixels.fill(frame, DARK);
        pixels.fill(inset(frame, unit), LIGHT);
        let mut left = frame.left + 2 * unit;
        for character in mark.name.chars() {
            for (x, y) in dark(character) {
                let (x, y) = (left + x * unit, frame.top + (y + 2) * unit);
                pixels.fill(Bounds::new(x, y, x + unit, y + unit), DARK);
            }
            left += (glyphs::WIDTH + 1) * unit;
        }
    }
}

/// Where each name goes: never over the middle of its own element, if possible over no other tag, no other middle.
fn tags(marks: &[Mark], picture: Size, unit: i32) -> Vec<Bounds> {
    let mut placed: Vec<Bounds> = Vec::new();
    for mark in marks {
        let length = i32::try_from(mark.name.chars().count()).unwrap_or(i32::MAX);
        let tag = Size {
            width: (length * (glyphs::WIDTH + 1) + 3) * unit,
            height: (glyphs::HEIGHT + 4) * unit,
        };
        let cost = |frame: &Bounds| {
            let over_tags: i64 = placed.iter().map(|other| shared(*frame, *other)).sum();
            let over_middles = marks.iter().filter(|other| frame.contains(other.area.center()));
            let own = frame.intersection(middle(mark.area, unit)).is_some();
            (own, over_tags, over_middles.count())
        };
        // The first of the best: the order is that of taste.
        let frame = places(mark.area, tag, picture).into_iter().min_by_key(cost);
        placed.push(frame.unwrap_or_default());
    }
    placed
}

/// On the upper edge, where labels rarely are, its end before its beginning; in the lower corners; beside it.
fn places(area: Bounds, tag: Size, picture: Size) -> [Bounds; 8] {
    let Bounds { left, top, right, bottom } = area;
    let Size { width, height } = tag;
    let places = [
        (right - width, top - height / 2),
        (left, top - height / 2),
        (right - width, bottom - height),
        (left, bottom - height),
        (right - width, top - height),
        (left, bottom),
        (right, top),
        (left - width, top),
    ];
    places.map(|(x, y)| {
        let x = x.clamp(0, (picture.width - width).max(0));
        let y = y.clamp(0, (picture.height - height).max(0));
        Bounds::new(x, y, x + width, y + height)
    })
}

/// What of an element is looked at most.
fn middle(area: Bounds, unit: i32) -> Bounds {
    let Point { x, y } = area.center();
    Bounds::new(x - 2 * unit, y - 2 * unit, x + 2 * unit, y + 2 * unit)
}

fn shared(one: Bounds, other: Bounds) -> i64 {
    let shared = one.intersection(other).unwrap_or_default();
    i64::from(shared.width()) * i64::from(shared.height())
}

/// A line of dark and light dashes along the inner edge of a box.
fn dash(pixels: &mut Pixels, area: Bounds, unit: i32) {
    let long = 4 * unit;
    let color = |at: i32| if at / long % 2 == 0 { LIGHT } else { DARK };
    let Bounds { left, top, right, bottom } = area;
    for x in (left..right).step_by(usize::try_from(long).unwrap_or(1)) {
        let end = (x + long).min(right);
        pixels.fill(Bounds::new(x, top, end, top + unit), color(x - left));
        pixels.fill(Bounds::new(x, bottom - unit, end, bottom), color(x - left));
    }
    for y in (top..bottom).step_by(usize::try_from(long).unwrap_or(1)) {
        let end = (y + long).min(bottom);
        pixels.fill(Bounds::new(left, y, left + unit, end), color(y - top));
        pixels.fill(Bounds::new(right - unit, y, right, end), color(y - top));
    }
}

fn inset(area: Bounds, by: i32) -> Bounds {
    Bounds::new(area.left + by, area.top + by, area.right - by, area.bottom - by)
}

/// A part of the screen as it lies in the picture. What is in sight is on the display, so nothing overflows.
fn scale(part: Bounds, screen: Size, picture: Size) -> Bounds {
    let along = |at: i32, from: i32, to: i32| {
        let scaled = i64::from(at) * i64::from(to) / i64::from(from.max(1));
        i32::try_from(scaled).unwrap_or(to)
    };
    let x = |at| along(at, screen.width, picture.width);
    let y = |at| along(at, screen.height, picture.height);
    Bounds::new(x(part.left), y(part.top), x(part.right), y(part.bottom))
}

#[cfg(test)]
mod tests {
    use super::*;

    const PICTURE: Size = Size { width: 460, height: 1024 };

    fn mark(name: &str, left: i32, top: i32, right: i32, bottom: i32) -> Mark {
        Mark { name: name.to_owned(), area: Bounds::new(left, top, right, bottom) }
    }

    /// Buttons of every size, side by side and in each other, in the corners too.
    fn crowd() -> Vec<Mark> {
        let mut marks = Vec::new();
        for row in 0..20 {
            for column in 0..6 {
                let (x, y) = (column * 76, row * 51);
                let (width, height) = (8 + column * 13, 8 + row * 2);
                marks.push(mark(&format!("b{}", marks.len()), x, y, x + width, y + height));
            }
        }
        marks.push(mark("s1", 0, 0, 460, 1024));
        marks
    }

    #[test]
    fn a_name_never_covers_the_middle_of_its_own_element() {
        let marks = crowd();
        for (mark, frame) in marks.iter().zip(tags(&marks, PICTURE, 2)) {
            assert!(!frame.contains(mark.area.center()), "{mark:?} {frame:?}");
            assert!(Bounds::of(PICTURE).encloses(frame), "{mark:?} {frame:?}");
        }
    }

    #[test]
    fn names_keep_clear_of_each_other_where_there_is_room() {
        let row = |at: i32| mark(&format!("b{at}"), 0, at * 60, 460, at * 60 + 60);
        let marks: Vec<Mark> = (0..17).map(row).collect();
        let frames = tags(&marks, PICTURE, 2);
        for (at, frame) in frames.iter().enumerate() {
            assert!(frames[at + 1..].iter().all(|other| shared(*frame, *other) == 0), "{frame:?}");
        }
    }

    #[test]
    fn marks_stand_out_from_light_and_dark() {
        for below in [[255, 255, 255], [0, 0, 0], [255, 230, 0]] {
            let mut pixels = Pixels::plain(Size { width: 200, height: 100 }, below);
            let marks = [mark("b10", 20, 20, 180, 80)];
            draw(&mut pixels, &marks);
            let frame = tags(&marks, pixels.size(), 1)[0];
            let inside = (frame.left..frame.right)
                .flat_map(|x| (frame.top..frame.bottom).map(move |y| (x, y)))
                .map(|(x, y)| pixels.at(x, y));
            let (light, dark): (Vec<_>, Vec<_>) = inside.partition(|color| *color == LIGHT);
            assert!(light.len() > 50 && dark.len() > 50 && dark.iter().all(|one| *one == DARK));
            let along: Vec<Color> = (20..100).map(|x| pixels.at(x, 79)).collect();
            assert!(along.contains(&LIGHT) && along.contains(&DARK), "a line of dashes");
            assert_eq!(pixels.at(100, 50), below, "the middle is as it was");
        }
    }

    #[test]
    fn what_is_out_of_the_picture_or_tiny_is_no_trouble() {
        let mut pixels = Pixels::plain(Size { width: 3, height: 2 }, [9; 3]);
        draw(&mut pixels, &[mark("b1", 0, 0, 3, 2), mark("b2", 2, 1, 2, 1), mark("x", 0, 0, 1, 1)]);
    }
}
