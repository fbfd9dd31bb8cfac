//! How slow the network is that apps make their calls over: without limits, unless an emulator's console sets some.

use std::time::Duration;

use super::{Android, Host};
use crate::faults::Chance;

/// No call takes longer because of the network.
const LONGEST: Duration = Duration::from_hours(1);

/// The limits of the connection.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Pace {
    /// Kilobits a second; 0 is without a limit.
    pub(crate) up: f64,
    pub(crate) down: f64,
    /// Milliseconds before anything comes back.
    pub(crate) least: u32,
    pub(crate) most: u32,
}

impl Pace {
    /// What the network adds to a call with bodies of so many bytes.
    fn time(self, sent: usize, received: usize, chance: &mut Chance) -> Duration {
        let spread = u64::from(self.most.saturating_sub(self.least));
        let latency = Duration::from_millis(u64::from(self.least) + chance.below(spread + 1));
        let all = [latency, transfer(sent, self.up), transfer(received, self.down)];
        all.into_iter().fold(Duration::ZERO, Duration::saturating_add).min(LONGEST)
    }
}

fn transfer(bytes: usize, kilobits: f64) -> Duration {
    if kilobits <= 0.0 {
        return Duration::ZERO;
    }
    let bytes = u32::try_from(bytes).unwrap_or(u32::MAX);
    Duration::try_from_secs_f64(f64::from(bytes) * 8.0 / (kilobits * 1000.0)).unwrap_or(LONGEST)
}

impl Android {
    pub(crate) fn pace(&self) -> Pace {
        self.state().pace
    }

    pub(crate) fn set_pace(&self, set: impl FnOnce(&mut Pace)) {
        set(&mut self.state().pace);
    }
}

impl Host {
    /// What the network adds to a call with bodies of so many bytes.
    pub(crate) fn network_time(&self, sent: usize, received: usize) -> Duration {
        let time = self.change(|state| state.pace.time(sent, received, &mut state.chance));
        time.unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn latency_is_between_its_limits_and_size_takes_time() {
        let chance = &mut Chance::new(1);
        assert_eq!(Pace::default().time(1 << 30, 1 << 30, chance), Duration::ZERO);
        let pace = Pace { up: 8.0, down: 80.0, least: 100, most: 200 };
        let times: Vec<u128> =
            (0..200).map(|_| pace.time(1000, 20_000, chance).as_millis()).collect();
        // A second for what is sent, two for what is received.
        assert!(times.iter().all(|time| (3100..=3200).contains(time)), "{times:?}");
        assert!(times.iter().any(|time| *time != times[0]));
        let still = Pace { up: f64::MIN_POSITIVE, least: u32::MAX, most: u32::MAX, ..pace };
        assert_eq!(still.time(1, 1, chance), LONGEST);
    }
}
