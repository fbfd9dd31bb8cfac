//! How long things take on a kind of phone.

use super::chance::Chance;
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// Percent by which a delay may be longer or shorter.
const SPREAD: u64 = 20;

/// A kind of phone, by how slowly it answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Profile {
    /// As fast as the host is.
    #[default]
    Instant,
    /// An emulator on the same machine.
    Emulator,
    /// A phone on a cable.
    Usb,
    /// A phone on the network.
    Wifi,
}

/// No profile has that name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown profile {0:?}; profiles are instant, emulator, usb and wifi")]
pub struct UnknownProfile(String);

impl Profile {
    pub const ALL: [Self; 4] = [Self::Instant, Self::Emulator, Self::Usb, Self::Wifi];

    pub fn name(self) -> &'static str {
        match self {
            Self::Instant => "instant",
            Self::Emulator => "emulator",
            Self::Usb => "usb",
            Self::Wifi => "wifi",
        }
    }

    /// From the start of a shell command to its first deed, before the spread.
    pub(super) fn shell(self) -> Duration {
        Duration::from_millis(match self {
            Self::Instant => 0,
            Self::Emulator => 60,
            Self::Usb => 25,
            Self::Wifi => 45,
        })
    }

    /// A shell command with a dump in it, all in all, before the spread.
    pub(super) fn dump(self) -> Duration {
        Duration::from_millis(match self {
            Self::Instant => 0,
            Self::Emulator => 900,
            Self::Usb => 1100,
            Self::Wifi => 1200,
        })
    }
}

/// A delay between 80 and 120 percent of the usual one.
pub(super) fn spread(usual: Duration, chance: &mut Chance) -> Duration {
    let micros = u64::try_from(usual.as_micros()).unwrap_or(u64::MAX);
    let widest = micros.saturating_mul(SPREAD) / 100;
    let least = micros - widest;
    Duration::from_micros(least + chance.below(widest.saturating_mul(2).saturating_add(1)))
}

impl fmt::Display for Profile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Profile {
    type Err = UnknownProfile;

    fn from_str(text: &str) -> Result<Self, UnknownProfile> {
        let named = Self::ALL.into_iter().find(|profile| profile.name() == text);
        named.ok_or_else(|| UnknownProfile(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_back() {
        for profile in Profile::ALL {
            assert_eq!(profile.to_string().parse(), Ok(profile));
        }
        let error = "Wifi".parse::<Profile>().unwrap_err().to_string();
        assert_eq!(error, "unknown profile \"Wifi\"; profiles are instant, emulator, usb and wifi");
    }

    #[test]
    fn delays_stay_within_the_spread() {
        let mut chance = Chance::new(3);
        let usual = Profile::Wifi.dump();
        let delays: Vec<Duration> = (0..1000).map(|_| spread(usual, &mut chance)).collect();
        let (least, most) = (delays.iter().min().unwrap(), delays.iter().max().unwrap());
        assert!(*least >= Duration::from_millis(960) && *least < Duration::from_millis(970));
        assert!(*most <= Duration::from_millis(1440) && *most > Duration::from_millis(1430));
        assert_eq!(spread(Duration::ZERO, &mut chance), Duration::ZERO);
    }
}
