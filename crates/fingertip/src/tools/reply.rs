//! The outcome of a call before a front end has chosen how to show it.

use std::{borrow::Cow, fmt};

use bytes::Bytes;
use engine::Secrets;
use serde_json::{Map, Value};

use super::{Failure, Image, Output};

/// What a call came to.
pub struct Reply {
    tool: &'static str,
    outcome: Result<Box<dyn Answer>, Failure>,
    /// What must not be told.
    secrets: Secrets,
}

/// A reply as an agent reads it.
#[derive(Debug, Clone, PartialEq)]
pub struct Told {
    pub blocks: Vec<Block>,
    /// The call could not do its job.
    pub is_error: bool,
    /// The answer for programs, when it was asked for.
    pub structured: Option<Map<String, Value>>,
}

/// One piece of an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Block {
    Text(String),
    Image(Image),
    Audio {
        mime: &'static str,
        bytes: Bytes,
    },
    Resource {
        uri: String,
        mime: &'static str,
        body: Body,
    },
    /// Something to be read by its address.
    Link {
        uri: String,
        name: String,
        mime: &'static str,
        bytes: usize,
    },
}

/// What a resource holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Body {
    Text(String),
    Bytes(Bytes),
}

impl Reply {
    pub(super) fn new<O: Output + 'static>(
        tool: &'static str,
        outcome: Result<O, Failure>,
    ) -> Self {
        let outcome = outcome.map(|output| Box::new(output) as Box<dyn Answer>);
        Self { tool, outcome, secrets: Secrets::default() }
    }

    pub(super) fn failed(tool: &'static str, failure: Failure) -> Self {
        Self { tool, outcome: Err(failure), secrets: Secrets::default() }
    }

    /// The same, told without any of these.
    pub(super) fn without(self, secrets: &Secrets) -> Self {
        Self { secrets: secrets.clone(), ..self }
    }

    /// Whether the call could not do its job.
    pub fn is_error(&self) -> bool {
        self.outcome.as_ref().map_or(true, |answer| answer.is_failed())
    }

    pub fn failure(&self) -> Option<&Failure> {
        self.outcome.as_ref().err()
    }

    /// The answer for programs, on one line.
    pub fn json(&self) -> String {
        let told = match self.outcome.as_ref().map(|answer| answer.json()) {
            Ok(Ok(line)) => line,
            Ok(Err(failure)) => line(&failure.object(self.tool)),
            Err(failure) => line(&failure.object(self.tool)),
        };
        masked_line(&self.secrets, told)
    }

    /// The answer for agents. JSON that nobody asked for is not made: a screen can be large.
    pub fn tell(&self, structured: bool) -> Told {
        let mut told = self
            .outcome
            .as_ref()
            .map_err(Clone::clone)
            .and_then(|answer| tell_answer(answer.as_ref(), structured))
            .unwrap_or_else(|failure| tell_failure(&failure.object(self.tool), structured));
        for block in &mut told.blocks {
            match block {
                Block::Text(text) | Block::Resource { body: Body::Text(text), .. } => {
                    *text = masked_line(&self.secrets, std::mem::take(text));
                }
                Block::Image(_)
                | Block::Audio { .. }
                | Block::Resource { .. }
                | Block::Link { .. } => {}
            }
        }
        for value in told.structured.iter_mut().flat_map(|object| object.values_mut()) {
            mask_value(&self.secrets, value);
        }
        told
    }
}

fn tell_answer(answer: &dyn Answer, structured: bool) -> Result<Told, Failure> {
    let mut blocks = Vec::new();
    if !answer.is_text_only() {
        blocks.push(Block::Text(answer.json()?));
    }
    blocks.extend(answer.screen_text().map(|screen| Block::Text(screen.to_owned())));
    blocks.extend(answer.attached());
    let structured = structured.then(|| answer.object()).transpose()?;
    Ok(Told { blocks, is_error: answer.is_failed(), structured })
}

fn tell_failure(object: &Map<String, Value>, structured: bool) -> Told {
    let structured = structured.then(|| object.clone());
    Told { blocks: vec![Block::Text(line(object))], is_error: true, structured }
}

/// In JSON only texts are masked: a number stays one, whatever its digits.
fn masked_line(secrets: &Secrets, line: String) -> String {
    if !secrets.are_used()
        || (!has_escapes(&line) && matches!(secrets.mask(&line), Cow::Borrowed(_)))
    {
        return line;
    }
    match serde_json::from_str::<Value>(&line) {
        Ok(mut value @ Value::Object(_)) => {
            let before = value.clone();
            mask_value(secrets, &mut value);
            if value == before { line } else { value.to_string() }
        }
        _ => secrets.mask(&line).into_owned(),
    }
}

/// JSON may write a text in a way in which it cannot be searched.
fn has_escapes(line: &str) -> bool {
    line.starts_with('{') && line.contains('\\')
}

fn mask_value(secrets: &Secrets, value: &mut Value) {
    match value {
        Value::String(text) => {
            if let Cow::Owned(masked) = secrets.mask(text) {
                *text = masked;
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|item| mask_value(secrets, item)),
        Value::Object(object) => {
            object.values_mut().for_each(|value| mask_value(secrets, value));
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// The answer for people.
impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = fmt::from_fn(|f| match &self.outcome {
            Ok(answer) => answer.show(f),
            Err(failure) => failure.show(f),
        });
        f.write_str(&self.secrets.mask(&shown.to_string()))
    }
}

impl fmt::Debug for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Reply")
            .field("tool", &self.tool)
            .field("is_error", &self.is_error())
            .field("json", &self.json())
            .finish_non_exhaustive()
    }
}

/// `Output` without its type.
trait Answer: Send {
    fn json(&self) -> Result<String, Failure>;
    fn object(&self) -> Result<Map<String, Value>, Failure>;
    fn screen_text(&self) -> Option<&str>;
    fn is_text_only(&self) -> bool;
    fn attached(&self) -> Vec<Block>;
    fn is_failed(&self) -> bool;
    fn show(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

impl<O: Output> Answer for O {
    fn json(&self) -> Result<String, Failure> {
        let line = serde_json::to_string(self).map_err(|error| unwritable(&error))?;
        if line.starts_with('{') { Ok(line) } else { Err(not_an_object()) }
    }

    fn object(&self) -> Result<Map<String, Value>, Failure> {
        match serde_json::to_value(self) {
            Ok(Value::Object(mut object)) => {
                object.extend(self.old_names());
                Ok(object)
            }
            Ok(_) => Err(not_an_object()),
            Err(error) => Err(unwritable(&error)),
        }
    }

    fn screen_text(&self) -> Option<&str> {
        self.screen()
    }

    fn is_text_only(&self) -> bool {
        self.text_only()
    }

    fn attached(&self) -> Vec<Block> {
        self.attachments()
    }

    fn is_failed(&self) -> bool {
        self.failed()
    }

    fn show(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.fmt(f)
    }
}

fn unwritable(error: &serde_json::Error) -> Failure {
    Failure::internal(format!("the answer cannot be written as JSON: {error}"))
}

fn not_an_object() -> Failure {
    Failure::internal("the answer is not a JSON object")
}

fn line(object: &Map<String, Value>) -> String {
    Value::Object(object.clone()).to_string()
}
