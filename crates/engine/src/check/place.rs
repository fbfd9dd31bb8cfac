//! Claims about which screen is shown.

use serde_json::{Value, json};

use super::verdict::{Denial, Seen};
use crate::{Error, Result, Screen};

/// The screen is this one. A fingerprint outranks a name.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PlaceCheck {
    /// The whole, or its beginning.
    pub fingerprint: Option<String>,
    /// What the app calls it, whole or its last part.
    pub screen: Option<String>,
    /// The claim is that it is another one.
    pub differs: bool,
}

/// Fewer characters of a fingerprint would fit too many screens.
const LEAST: usize = 6;

impl PlaceCheck {
    pub(super) fn make_sense(&self) -> Result<()> {
        match (&self.fingerprint, &self.screen) {
            (Some(print), _) if print.trim().len() < LEAST => Err(Error::invalid(
                "fingerprint",
                format!("give at least {LEAST} characters of it"),
            )),
            (None, None) => Err(Error::invalid("screen", "give fingerprint or screen")),
            _ => Ok(()),
        }
    }

    pub(super) fn claim(&self) -> Value {
        let mut claim = serde_json::Map::new();
        if let Some(fingerprint) = &self.fingerprint {
            claim.insert("fingerprint".to_owned(), json!(fingerprint));
        }
        if let Some(screen) = &self.screen {
            claim.insert("screen".to_owned(), json!(screen));
        }
        if self.differs {
            claim.insert("differs".to_owned(), json!(true));
        }
        Value::Object(claim)
    }

    pub(super) fn observe(&self, screen: &Screen) -> Seen {
        let same = match (&self.fingerprint, &self.screen) {
            (Some(print), _) => {
                screen.fingerprint.as_str().starts_with(print.trim().trim_start_matches('#'))
            }
            (None, Some(name)) => is_called(screen, name.trim()),
            (None, None) => false,
        };
        let observed = json!({
            "fingerprint": screen.fingerprint.as_str(),
            "screen": screen.place.screen,
        });
        let reason = match (same, self.differs) {
            (true, true) => Some("it is still this screen"),
            (false, false) => Some("another screen is shown"),
            (true, false) | (false, true) => None,
        };
        Seen {
            met: reason.is_none(),
            observed: Some(observed),
            against: reason.map(|reason| (Denial::VerificationFailed, reason.to_owned())),
            ..Seen::default()
        }
    }
}

/// An activity goes by its whole name, the name without the package, and its last part.
fn is_called(screen: &Screen, name: &str) -> bool {
    let Some(whole) = screen.place.screen.as_deref() else {
        return screen.place.app.as_deref() == Some(name);
    };
    let app = screen.place.app.as_deref().unwrap_or_default();
    let short = whole.rsplit('.').next().unwrap_or(whole);
    let in_app = whole.strip_prefix(app).unwrap_or(whole);
    let asked = name.rsplit('/').next().unwrap_or(name);
    [whole, short, in_app].contains(&asked)
}
