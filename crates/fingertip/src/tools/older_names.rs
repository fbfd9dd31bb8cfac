//! What answers were called by older servers. Only programs that asked for structured answers are told these, beside
//! our own names.

use serde_json::{Map, Value, json};

pub(super) fn names<const N: usize>(pairs: [(&str, Value); N]) -> Map<String, Value> {
    pairs.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

/// Of a wait or an expectation: whether it came true, and the code of a no, which a later call may turn into a yes.
pub(super) fn of_verdict(yes: bool, code: Option<&str>) -> Map<String, Value> {
    let mut told = names([("success", json!(yes))]);
    if let Some(code) = code {
        told.extend(names([("failure_code", json!(code)), ("retryable", json!(true))]));
    }
    told
}

/// Of an action that failed.
pub(super) fn of_failure(error: Option<&Value>) -> Map<String, Value> {
    let Some(error) = error else { return Map::new() };
    names([("failure_code", error["code"].clone()), ("retryable", error["retryable"].clone())])
}
