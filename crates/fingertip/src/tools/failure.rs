//! Why a tool could not do its job, in the one shape that every front end shows.

use std::{borrow::Cow, fmt};

use serde_json::{Map, Value, json};

/// A failed call. The message says what was seen, the hint what to do next.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[error("{code}: {message}")]
pub struct Failure {
    /// Stable, in upper snake case.
    pub code: Cow<'static, str>,
    pub message: String,
    pub hint: String,
    /// Whether the same call may succeed when it is simply made again.
    pub retryable: bool,
    /// An object. Boxed because failures travel through every `Result`.
    pub details: Option<Box<Value>>,
}

impl Failure {
    pub fn new(
        code: impl Into<Cow<'static, str>>,
        message: impl Into<String>,
        hint: impl Into<String>,
    ) -> Self {
        Self {
            code: code.into(),
            message: message.into(),
            hint: hint.into(),
            retryable: false,
            details: None,
        }
    }

    #[must_use]
    pub fn retryable(mut self) -> Self {
        self.retryable = true;
        self
    }

    #[must_use]
    pub fn with_details(mut self, details: Value) -> Self {
        self.details = Some(Box::new(details));
        self
    }

    /// Adds facts to the details.
    #[must_use]
    pub(super) fn knowing<const N: usize>(mut self, facts: [(&str, Value); N]) -> Self {
        let mut details = self.details.take().map_or_else(|| json!({}), |details| *details);
        for (name, fact) in facts {
            details[name] = fact;
        }
        self.with_details(details)
    }

    pub fn invalid_argument(message: impl Into<String>, hint: impl Into<String>) -> Self {
        Self::new("INVALID_ARGUMENT", message, hint)
    }

    /// A defect of ours; whoever reads it can only tell us.
    pub fn internal(message: impl Into<String>) -> Self {
        Self::new(
            "INTERNAL_ERROR",
            message,
            "this is a defect in Fingertip; other calls still work, please report this one",
        )
    }

    pub(super) fn cancelled() -> Self {
        engine::Error::Cancelled.into()
    }

    /// The inner object of [`Self::object`], for answers that carry it beside other things.
    pub fn body(&self, tool: &str) -> Value {
        self.object(tool).remove("error").unwrap_or_default()
    }

    /// `{"error":{…}}`, the same object for MCP and the command line.
    pub fn object(&self, tool: &str) -> Map<String, Value> {
        let mut error = Map::new();
        error.insert("tool".into(), json!(tool));
        error.insert("code".into(), json!(self.code));
        error.insert("message".into(), json!(self.message));
        error.insert("hint".into(), json!(self.hint));
        error.insert("retryable".into(), json!(self.retryable));
        if let Some(details) = &self.details {
            error.insert("details".into(), Value::clone(details));
        }
        Map::from_iter([("error".to_owned(), Value::Object(error))])
    }

    /// What `object` looks like, for clients that check answers.
    pub(super) fn schema() -> Value {
        json!({
            "type": "object",
            "properties": {
                "error": {
                    "type": "object",
                    "description": "Why the call failed.",
                    "properties": {
                        "tool": { "type": "string" },
                        "code": { "type": "string" },
                        "message": { "type": "string" },
                        "hint": { "type": "string" },
                        "retryable": { "type": "boolean" },
                        "details": { "type": "object" },
                    },
                    "required": ["tool", "code", "message", "hint", "retryable"],
                },
            },
            "required": ["error"],
        })
    }

    pub(super) fn show(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{self}")?;
        write!(f, "hint: {}", self.hint)
    }
}

impl From<engine::Error> for Failure {
    fn from(error: engine::Error) -> Self {
        Self {
            code: Cow::Borrowed(error.code()),
            hint: error.hint().to_owned(),
            retryable: error.retryable(),
            details: error.details().map(Box::new),
            message: error.to_string(),
        }
    }
}
