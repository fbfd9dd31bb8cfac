//! `classify_action_outcome`: what the signals around an action amount to. Looks at no device.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Cx, Effect, Failure, Output as Answer, Tool};

pub(super) struct ClassifyActionOutcome;

/// Sums up what an action came to, from what was seen around it; networkRequests are {endpoint, status: success, failure or
/// retryable}. Never replaces an expect tool.
#[derive(Debug, Deserialize, JsonSchema, clap::Args)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(super) struct Input {
    /// Did the screen change.
    #[schemars(extend("x-brief" = "plain"))]
    #[arg(long, action = clap::ArgAction::Set)]
    ui_changed: bool,
    /// Is what was expected visible.
    #[schemars(extend("x-brief" = "plain"))]
    #[arg(long)]
    expected_element_visible: Option<bool>,
    /// The tool that acted.
    #[schemars(extend("x-brief" = "plain"))]
    #[arg(long)]
    action_type: Option<String>,
    /// What went over the network: endpoint, and status success, failure or retryable.
    #[schemars(extend("x-brief" = "plain"))]
    #[arg(long, value_name = "JSON", value_parser = parse_requests)]
    network_requests: Option<Requests>,
    /// Did the app log errors. A note only.
    #[schemars(extend("x-brief" = "plain"))]
    #[arg(long)]
    has_log_errors: Option<bool>,
}

/// A list of its own for the command line, where it is JSON.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(transparent)]
struct Requests(Vec<Request>);

#[derive(Debug, Clone, Deserialize, JsonSchema)]
struct Request {
    #[schemars(extend("x-aliases" = ["url"]))]
    endpoint: String,
    status: Status,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Status {
    Success,
    Failure,
    Retryable,
}

fn parse_requests(text: &str) -> Result<Requests, String> {
    serde_json::from_str(text).map_err(|error| error.to_string())
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema, strum::Display)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
enum Outcome {
    Success,
    NoOp,
    BackendFailure,
    UiFailure,
    Unknown,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Output {
    outcome: Outcome,
    reasoning: String,
    /// The app logged errors meanwhile.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    has_log_errors: bool,
}

impl Tool for ClassifyActionOutcome {
    const NAME: &'static str = "classify_action_outcome";
    const TITLE: &'static str = "Classify an outcome";
    const EFFECT: Effect = Effect::Reads;
    type Input = Input;
    type Output = Output;

    async fn run(_: &Cx, input: Input) -> Result<Output, Failure> {
        let (outcome, reasoning) = classify(&input);
        Ok(Output { outcome, reasoning, has_log_errors: input.has_log_errors == Some(true) })
    }
}

/// Actions whose effect is on the screen; every other one has effects elsewhere.
const LOCAL: &[&str] = &[
    "tap",
    "tap_element",
    "double_tap",
    "long_press",
    "swipe",
    "scroll_to_element",
    "type_text",
    "clear_text",
    "press_key",
    "press_back",
    "adjust_control",
];

/// The first rule that applies.
fn classify(input: &Input) -> (Outcome, String) {
    let requests = input.network_requests.as_ref().map(|requests| &requests.0);
    let failed =
        requests.and_then(|all| all.iter().find(|request| request.status != Status::Success));
    if input.ui_changed || input.expected_element_visible == Some(true) {
        return (Outcome::Success, "the screen shows an effect".to_owned());
    }
    let Some(action) = input.action_type.as_deref() else {
        return (Outcome::Unknown, "without actionType nothing tells what to look for".to_owned());
    };
    if let Some(request) = failed {
        let endpoint = ui::text::quote(&request.endpoint);
        return (Outcome::BackendFailure, format!("the request to {endpoint} did not succeed"));
    }
    if LOCAL.contains(&action) {
        let reasoning = "nothing changed on screen: verify with expect_state before trying again";
        return (Outcome::NoOp, reasoning.to_owned());
    }
    match requests.map(Vec::as_slice) {
        None => (Outcome::Unknown, "nothing is known of the network".to_owned()),
        Some([]) => (Outcome::NoOp, "no request was made and nothing changed".to_owned()),
        Some(_) => {
            let reasoning = "the requests succeeded, but the screen shows nothing of it";
            (Outcome::UiFailure, reasoning.to_owned())
        }
    }
}

impl Answer for Output {}

impl fmt::Display for Output {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.outcome, self.reasoning)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn check(given: &Value, outcome: Outcome) {
        let input: Input = serde_json::from_value(given.clone()).unwrap();
        assert_eq!(classify(&input).0, outcome, "{given}");
    }

    /// Holds classify_action_outcome.1, classify_action_outcome.2, classify_action_outcome.3,
    /// classify_action_outcome.4, classify_action_outcome.5.
    #[test]
    fn the_first_rule_that_applies_decides() {
        let failed = json!([{ "endpoint": "/pay", "status": "retryable" }]);
        let fine = json!([{ "endpoint": "/pay", "status": "success" }]);
        check(&json!({ "uiChanged": true, "networkRequests": failed }), Outcome::Success);
        check(&json!({ "uiChanged": false, "expectedElementVisible": true }), Outcome::Success);
        check(&json!({ "uiChanged": false, "networkRequests": failed }), Outcome::Unknown);
        let after = |action: &str, requests: Option<&Value>| json!({ "uiChanged": false, "actionType": action, "networkRequests": requests });
        check(&after("tap", Some(&failed)), Outcome::BackendFailure);
        check(&after("tap", Some(&fine)), Outcome::NoOp);
        check(&after("tap", None), Outcome::NoOp);
        check(&after("restart_app", None), Outcome::Unknown);
        check(&after("restart_app", Some(&json!([]))), Outcome::NoOp);
        check(&after("restart_app", Some(&fine)), Outcome::UiFailure);
        check(&after("no_such_tool", Some(&fine)), Outcome::UiFailure);
    }
}
