//! What a node is in or set to, and how a line would tell it.

use ui::extra::Value;
use ui::{Node, Role};

use crate::TextLine;
use crate::labels::escape;

/// Something that holds for a node.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Fact {
    pub(crate) sort: &'static str,
    pub(crate) tale: Tale,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Tale {
    /// A bare word of its own.
    Word(&'static str),
    /// In quotes.
    Quote(String),
    /// Either way.
    Value(String),
}

impl Fact {
    /// Everything that a line has to tell of this node.
    pub(crate) fn all(node: Node<'_>) -> Vec<Self> {
        let words = WORDS.iter().filter(|(_, _, holds)| holds(node));
        let words = words.map(|(word, _, _)| Self { sort: word, tale: Tale::Word(word) });
        let quotes = [("state", state(node)), ("error", error(node))];
        let quotes = quotes.map(|(sort, text)| Self { sort, tale: Tale::Quote(escape(text)) });
        let value = value(node).map(|value| Self { sort: "value", tale: Tale::Value(value) });
        let said = quotes.into_iter().filter(|fact| fact.tale != Tale::Quote(String::new()));
        words.chain(said).chain(value).collect()
    }

    pub(crate) fn is_told_by(&self, line: &TextLine) -> bool {
        match &self.tale {
            Tale::Word(word) => line.says(word),
            Tale::Quote(text) => line.quotes.contains(text),
            Tale::Value(value) => line.says(value) || line.quotes.contains(value),
        }
    }

    /// Whether it matters of something that shows nothing and can do nothing. What is said in words, or
    /// set, is shown; that a mere layer is switched off, chosen or has the focus is not.
    pub(crate) fn is_shown_by_itself(&self) -> bool {
        !matches!(self.tale, Tale::Word("disabled" | "focused" | "selected"))
    }

    pub(crate) fn what(&self) -> String {
        match &self.tale {
            Tale::Word(_) => String::new(),
            Tale::Quote(text) => format!("\"{text}\" of "),
            Tale::Value(value) => format!("{value} of "),
        }
    }
}

/// The words for states that a line has, each with when it may be told.
pub(crate) fn words_of(line: &TextLine) -> impl Iterator<Item = (&'static str, Holds)> {
    let told = |word: &str| line.says(word);
    let told = WORDS.iter().chain(SECRET).filter(move |(word, _, _)| told(word));
    told.map(|(word, may, _)| (*word, *may))
}

pub(crate) type Holds = fn(Node<'_>) -> bool;

/// A word, when it may be told, and when it must be.
type Word = (&'static str, Holds, Holds);

const WORDS: &[Word] = &[
    ("disabled", |node| !node.is_enabled(), |node| !node.is_enabled()),
    // A switch may say by its value what it is.
    ("checked", |node| node.is_checked() || is_on(node), |node| node.is_checked()),
    ("partly", is_partly, is_partly),
    ("focused", |node| node.is_focused(), |node| node.is_focused()),
    ("selected", |node| node.is_selected() || is_on(node), |node| node.is_selected()),
    ("expanded", |node| node.is_expanded(), |node| node.is_expanded()),
    ("invalid", |node| node.is_invalid(), |node| node.is_invalid()),
];

/// Every field says it of itself; nobody asks whether it is told.
const SECRET: &[Word] = &[("password", |node| node.is_password(), |_| false)];

fn is_on(node: Node<'_>) -> bool {
    match node.extra().and_then(|extra| extra.value.as_ref()) {
        Some(Value::Number(number)) => (number - 1.0).abs() < f64::EPSILON,
        Some(Value::Text(text)) => matches!(&*text.to_ascii_lowercase(), "1" | "true" | "on"),
        None => false,
    }
}

fn is_partly(node: Node<'_>) -> bool {
    let value = node.extra().and_then(|extra| extra.value.as_ref());
    node.is_checkable() && value == Some(&Value::Text("partial".into()))
}

/// A password may be read aloud as the state of its field.
fn state(node: Node<'_>) -> &str {
    if node.is_password() { "" } else { node.state() }
}

fn error(node: Node<'_>) -> &str {
    node.extra().and_then(|extra| extra.error.as_deref()).unwrap_or_default()
}

/// What a field holds, where a slider or a progress bar stands, and what else a control is set to. What is
/// checked or not says so with a word, and a bar that only turns stands nowhere.
fn value(node: Node<'_>) -> Option<String> {
    if node.is_password() {
        return None;
    }
    if node.is_editable() {
        return Some(escape(node.text())).filter(|text| !text.is_empty());
    }
    let extra = node.extra()?;
    if let Some(range) = extra.range {
        let stands = range.max > range.min && range.current.is_finite();
        return stands.then(|| range.current.to_string());
    }
    let is_switch = node.is_checkable()
        || matches!(node.role(), Role::Switch | Role::CheckBox | Role::RadioButton);
    match extra.value.as_ref().filter(|_| !is_switch)? {
        Value::Number(number) => Some(number.to_string()),
        Value::Text(text) => Some(escape(text)).filter(|text| !text.is_empty()),
    }
}
