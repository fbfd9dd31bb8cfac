//! What an app process asks of the phone while one of its threads waits.

use serde::{Deserialize, Serialize};

use super::intents::WireIntent;
use crate::android::{Component, Host, Intent, StartError};

/// A question.
#[derive(Debug, Deserialize)]
#[serde(tag = "ask", rename_all = "lowercase")]
pub(crate) enum Question {
    /// What would become of an intent?
    Resolve {
        #[serde(default)]
        intent: WireIntent,
    },
    /// A runtime that is newer than this phone.
    #[serde(other)]
    Unknown,
}

/// What would become of an intent.
#[derive(Debug, Serialize)]
pub(crate) struct Resolved {
    problem: Option<Problem>,
    text: Option<String>,
    matches: Vec<Match>,
}

/// Why nothing would be started.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum Problem {
    Unresolved,
    Denied,
}

/// An activity that answers.
#[derive(Debug, Serialize)]
struct Match {
    package: String,
    class: String,
    label: String,
}

impl Resolved {
    /// `None` when the phone is gone, or the app as far as the phone knows.
    pub(super) fn of(host: &Host, intent: &Intent) -> Option<Self> {
        let resolution = host.resolve(intent)?;
        let problem = resolution.started.as_ref().err().map(|error| match error {
            StartError::ClassNotFound(_) | StartError::Unresolved(_) => Problem::Unresolved,
            StartError::NotExported(..) | StartError::Permission(..) => Problem::Denied,
        });
        let text = resolution.started.err().map(|error| error.to_string());
        let matches = resolution.matches.into_iter().map(|(component, label)| {
            let Component { package, class } = component;
            Match { package, class, label }
        });
        Some(Self { problem, text, matches: matches.collect() })
    }
}
