//! Bars that say how far they are: they may as well show how full something is, and are waited for only while they move.

use ui::Loading;

/// What was seen at the last look.
#[derive(Default)]
pub(crate) struct Gauges(Vec<Loading>);

impl Gauges {
    /// The signs of loading on a screen, without bars that stand where they stood at the last look.
    pub(crate) fn moving<'a>(&mut self, now: &'a [Loading]) -> Vec<&'a Loading> {
        let last = std::mem::replace(&mut self.0, now.to_vec());
        let stands = |sign: &Loading| sign.determinate.is_some() && last.contains(sign);
        now.iter().filter(|sign| !stands(sign)).collect()
    }
}

#[cfg(test)]
mod tests {
    use ui::Bounds;

    use super::*;

    fn sign(determinate: Option<u16>) -> Loading {
        let (signal, name) = ("progress_indicator", "ProgressBar".to_owned());
        Loading { signal, name, bounds: Bounds::default(), determinate }
    }

    #[test]
    fn a_bar_that_stands_is_a_gauge_and_a_spinner_never_is() {
        let mut gauges = Gauges::default();
        let both = [sign(Some(400)), sign(None)];
        assert_eq!(gauges.moving(&both).len(), 2);
        assert_eq!(gauges.moving(&both), [&both[1]]);
        let further = [sign(Some(500))];
        assert_eq!(gauges.moving(&further), [&further[0]]);
        assert!(gauges.moving(&further).is_empty());
    }
}
