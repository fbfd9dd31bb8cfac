//! What a guard did not let through.

use std::fmt;

use serde_json::{Value, json};

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refusal {
    /// Somebody else would have got the input.
    Front {
        /// Who, in words that are safe to show.
        seen: String,
        allowed: Vec<String>,
        /// Inputs of the same call that were made before.
        sent: usize,
    },
    Launch {
        app: String,
        allowed: Vec<String>,
    },
    Device {
        id: String,
        allowed: Vec<String>,
    },
    ReadOnly,
}

impl Default for Refusal {
    fn default() -> Self {
        Self::Front { seen: String::new(), allowed: Vec::new(), sent: 0 }
    }
}

impl Refusal {
    /// The option that sets the guard.
    pub const fn guard(&self) -> &'static str {
        match self {
            Self::Front { .. } | Self::Launch { .. } => "--allow-app",
            Self::Device { .. } => "--allow-device",
            Self::ReadOnly => "--read-only",
        }
    }

    pub(crate) const fn hint(&self) -> &'static str {
        match self {
            Self::Front { .. } => {
                "connect with packageName brings an allowed app to the front, then call again; a dialog of the system belongs to another package: answer it by hand, or allow that package too where the server is started"
            }
            Self::Launch { .. } => {
                "connect to an allowed app; whoever starts the server allows others with --allow-app"
            }
            Self::Device { .. } => {
                "list_devices shows the allowed devices; whoever starts the server allows others with --allow-device"
            }
            Self::ReadOnly => {
                "only look: get_ui_tree, capture_screenshot, the wait_for and expect tools, and connect without packageName work; whoever starts the server allows more without --read-only"
            }
        }
    }

    /// The same call may succeed later.
    pub(crate) const fn may_pass(&self) -> bool {
        matches!(self, Self::Front { .. })
    }

    pub(crate) fn details(&self) -> Value {
        let mut details = json!({ "guard": self.guard() });
        let mut add = |name: &str, value: Value| details[name] = value;
        match self {
            Self::Front { seen, allowed, sent } => {
                add("inFront", json!(seen));
                add("allowed", json!(allowed));
                if *sent > 0 {
                    add("inputsSent", json!(sent));
                }
            }
            Self::Launch { allowed, .. } | Self::Device { allowed, .. } => {
                add("allowed", json!(allowed));
            }
            Self::ReadOnly => {}
        }
        details
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let guard = self.guard();
        match self {
            Self::Front { seen, allowed, sent } => {
                write!(f, "{seen} is in front, and {guard} permits {} only", allowed.join(", "))?;
                match sent {
                    0 => Ok(()),
                    sent => write!(f, "; {sent} inputs of this call were made before"),
                }
            }
            Self::Launch { app: name, allowed } => {
                write!(f, "{guard} does not permit {name}, but {}", allowed.join(", "))
            }
            Self::Device { id, allowed } => {
                let id = ui::text::quote(id);
                write!(f, "{guard} does not permit {id}, but {}", allowed.join(", "))
            }
            Self::ReadOnly => write!(f, "{guard}: nothing may be done, only looked at"),
        }
    }
}
