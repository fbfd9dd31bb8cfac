//! What kind of failure it was, and the call to make next.

use engine::{Denial, Error, Obstacle, Pattern, Refusal, Target};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value, json};

use super::Cx;

#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Recovery {
    failure_class: &'static str,
    /// The tool to call next, and its arguments.
    #[serde(skip_serializing_if = "Option::is_none")]
    suggested_next: Option<Value>,
}

impl Recovery {
    pub(super) fn of(cx: &Cx, tool: &str, error: &Error) -> Self {
        Self { failure_class: class(error.code()), suggested_next: next(cx, tool, error) }
    }

    pub(super) fn of_denial(denial: Denial) -> Self {
        let suggested_next = Some(json!({ "tool": "get_ui_tree", "arguments": {} }));
        Self { failure_class: class(denial.code()), suggested_next }
    }
}

fn class(code: &str) -> &'static str {
    match code {
        "ELEMENT_NOT_FOUND" | "AMBIGUOUS_TARGET" | "STALE_REFERENCE" => "TargetResolutionFailure",
        "VERIFICATION_FAILED" | "EXPECT_STATE_MISMATCH" | "STATE_UNAVAILABLE" | "APP_CRASHED" => {
            "VerificationFailure"
        }
        "CONTROL_CONVERGENCE_FAILED" => "ControlConvergenceFailure",
        "SEMANTIC_MISMATCH" => "SemanticMismatchFailure",
        _ => "ExecutionFailure",
    }
}

fn next(cx: &Cx, tool: &str, error: &Error) -> Option<Value> {
    let call = |tool: &str, arguments: Value| json!({ "tool": tool, "arguments": arguments });
    match error {
        Error::AmbiguousTarget { candidates, .. } => {
            // What was meant for a password is not said again.
            if candidates.iter().any(|line| line.ends_with(" password")) {
                return None;
            }
            let token = candidates.iter().find_map(|line| own_ref(line))?;
            Some(call(tool, again(&cx.unaimed, token)?))
        }
        Error::ElementNotInteractable { target, why } => {
            let aim = own_ref(target).map(|token| json!({ "ref": token }));
            let aimed = |mut aim: Value, name: &str, value: Value| {
                aim[name] = value;
                aim
            };
            match why {
                Obstacle::NotShown => Some(call("scroll_to_element", aim?)),
                Obstacle::UnderKeyboard => Some(call("press_back", json!({}))),
                Obstacle::Disabled => {
                    let arguments = aimed(aim?, "condition", json!("clickable"));
                    Some(call("wait_for_ui", arguments))
                }
                Obstacle::Covered { .. }
                | Obstacle::Moving
                | Obstacle::NotAField
                | Obstacle::NotAdjustable
                | Obstacle::NoFocus => Some(call("get_ui_tree", json!({}))),
            }
        }
        Error::InvalidArgument { .. } | Error::Cancelled | Error::InternalError { .. } => None,
        Error::ElementNotFound { .. }
        | Error::StaleReference { .. }
        | Error::NavigationNoChange { .. }
        | Error::ControlConvergenceFailed { .. } => Some(call("get_ui_tree", json!({}))),
        // Whoever may not act may look.
        Error::DeviceBusy { .. } | Error::GuardRefused(Refusal::ReadOnly) => {
            Some(call("get_ui_tree", json!({})))
        }
        Error::GuardRefused(Refusal::Front { allowed, .. } | Refusal::Launch { allowed, .. }) => {
            let patterns: Vec<Pattern> =
                allowed.iter().filter_map(|pattern| pattern.parse().ok()).collect();
            let app = patterns.iter().find_map(Pattern::name)?;
            Some(call("connect", json!({ "packageName": app })))
        }
        Error::NoDevice { .. }
        | Error::DeviceAmbiguous { .. }
        | Error::GuardRefused(Refusal::Device { .. }) => Some(call("list_devices", json!({}))),
        Error::Device(_) => match error.code() {
            "TREE_UNAVAILABLE" => Some(call("capture_screenshot", json!({}))),
            "INPUT_UNSUPPORTED" | "INVALID_ARGUMENT" => None,
            "TIMEOUT" | "BACKEND_FAILED" => Some(call("get_ui_tree", json!({}))),
            _ => Some(call("list_devices", json!({}))),
        },
    }
}

/// The ref that a line begins with. Behind it anything may stand that an app says.
fn own_ref(line: &str) -> Option<&str> {
    let word = line.split(' ').next().filter(|word| word.starts_with('@'))?;
    Target::parse_ref(word).is_ok().then_some(word)
}

/// The same call with a ref for its aim; nothing where that would say a long text again.
fn again(unaimed: &Map<String, Value>, token: &str) -> Option<Value> {
    const LONGEST: usize = 300;
    let mut arguments = json!({ "ref": token });
    for (name, value) in unaimed {
        arguments[name] = value.clone();
    }
    (arguments.to_string().len() <= LONGEST).then_some(arguments)
}
