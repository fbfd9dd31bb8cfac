//! The compact text: a header and one line an element, small enough for an agent to live on.

use std::fmt::Write as _;

use super::budget::{most_tokens, within};
use super::names::{given_name, has_words, name, pane, spoken};
use super::outline::{Element, Line, LineKind, Outline};
use super::states::States;
use crate::extra::{Range, Value};
use crate::refs::Bindings;
use crate::text::{push_escaped, push_quoted};
use crate::{Fingerprint, Flag, Loading, Node, NodeId, Size, Tree};

/// What the first line says.
#[derive(Debug, Clone, Copy)]
pub struct Header<'a> {
    pub size: Size,
    pub package: &'a str,
    pub fingerprint: &'a Fingerprint,
    pub revision: u64,
    pub loading: Option<&'a Loading>,
}

/// The screen within `budget` tokens. What does not fit is counted and named in the last line.
pub fn compact(
    tree: &Tree,
    outline: &Outline,
    refs: &Bindings,
    header: Header<'_>,
    budget: usize,
) -> String {
    let mut out = String::with_capacity(64 + outline.lines.len().min(budget) * 32);
    push_header(&mut out, header);
    push_gaps(&mut out, tree);
    let (mut counted, mut tokens) = (0, 0);
    for line in &outline.lines {
        push_line(&mut out, tree, refs, line);
        // A token is a byte at least: below so many bytes there is nothing to count.
        if out.len() > budget {
            tokens += most_tokens(&out[counted..]);
            counted = out.len();
        }
        if tokens > budget {
            return within(tree, outline, refs, header, budget);
        }
    }
    out
}

/// One element in one line, as [`compact`] writes it; a node without a line of its own by its label.
pub fn element_line(tree: &Tree, outline: &Outline, refs: &Bindings, node: NodeId) -> String {
    let kind = outline.line_of(node).map_or(LineKind::Text { node }, |line| line.kind.clone());
    let states = outline.line_of(node).map_or(States::NONE, |line| line.states);
    let mut out = String::new();
    push_line(&mut out, tree, refs, &Line { indent: 0, kind, states });
    out.split_off(1)
}

pub(super) fn push_header(out: &mut String, header: Header<'_>) {
    let Size { width, height } = header.size;
    let _infallible = write!(out, "screen {width}x{height}");
    if !header.package.is_empty() {
        out.push(' ');
        // It comes from the device too; what is no name of an app is quoted like any foreign text.
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"._-".contains(&byte);
        if header.package.len() <= 120 && header.package.bytes().all(plain) {
            out.push_str(header.package);
        } else {
            out.push('"');
            push_escaped(out, header.package, 40);
            out.push('"');
        }
    }
    let _infallible = write!(out, " #{} r{}", header.fingerprint.short(), header.revision);
    if let Some(loading) = header.loading {
        let _infallible = write!(out, " loading:{}", loading.signal);
    }
}

/// That something could not be read is said before what could.
pub(super) fn push_gaps(out: &mut String, tree: &Tree) {
    if let Some(first) = tree.gaps().first() {
        let count = tree.gaps().len();
        let plural = if count == 1 { "" } else { "s" };
        let _infallible = write!(out, "\n  ... {count} gap{plural}: ");
        push_quoted(out, &first.what);
    }
}

pub(super) fn push_line(out: &mut String, tree: &Tree, refs: &Bindings, line: &Line) {
    out.push('\n');
    // No app nests so deep that the rest of it would be blanks.
    for _ in 0..line.indent.min(40) {
        out.push_str("  ");
    }
    match &line.kind {
        LineKind::Element(element) => push_element(out, tree, refs, element, line.states),
        LineKind::Text { node } => {
            push_spoken(out, tree.node(*node));
            push_standing(out, tree.node(*node), line.states);
        }
        LineKind::Pane { node } => {
            let node = tree.node(*node);
            out.push_str("pane ");
            push_quoted(out, node.pane());
            if let Some(label) = spoken(node).0.filter(|label| !has_words(node.pane(), label)) {
                out.push_str(" desc=");
                push_quoted(out, label);
            }
            push_standing(out, node, line.states);
        }
        LineKind::Fact { node, word } => {
            out.push_str(word);
            push_standing(out, tree.node(*node), line.states);
        }
        LineKind::Toast { nth } => {
            out.push_str("toast ");
            push_quoted(out, tree.toasts().get(*nth).map_or("", |toast| &toast.text));
        }
        LineKind::Behind => out.push_str("behind:"),
        LineKind::Keyboard => out.push_str("keyboard shown"),
        LineKind::Beyond(beyond) => {
            let _infallible = write!(out, "{beyond}");
        }
        LineKind::Cut { interactive, texts } => {
            out.push_str("...");
            if *interactive > 0 {
                let _infallible = write!(out, " +{interactive} more interactive elements");
            }
            if *texts > 0 {
                let comma = if *interactive > 0 { "," } else { "" };
                let _infallible = write!(out, "{comma} +{texts} texts");
            }
        }
    }
}

fn push_element(out: &mut String, tree: &Tree, refs: &Bindings, element: &Element, states: States) {
    let node = tree.node(element.node);
    let control = tree.node(element.control);
    if let Some(token) = refs.of(node.id()) {
        token.push_to(out);
        out.push(' ');
    }
    out.push_str(element.word);
    push_label(out, node, element);
    if element.control != element.node
        && let (Some(label), _) = spoken(control)
        && name(node, element.label) != Some(label)
    {
        out.push_str(" = ");
        push_quoted(out, label);
    }
    push_standing(out, control, states);
    if control.id() != node.id() {
        push_words(out, node);
    }
    if let Some(pane) = pane(node).filter(|pane| name(node, element.label) != Some(*pane)) {
        out.push_str(" pane=");
        push_quoted(out, pane);
    }
    if !element.beyond.is_nothing() {
        let _infallible = write!(out, " {}", element.beyond);
    }
}

/// How something stands: its value, its states, and what it says of them.
fn push_standing(out: &mut String, node: Node<'_>, states: States) {
    push_value(out, node);
    push_states(out, states);
    push_words(out, node);
}

fn push_words(out: &mut String, node: Node<'_>) {
    let error = node.extra().and_then(|extra| extra.error.as_deref()).unwrap_or_default();
    for (mark, words) in [(" state=", node.state()), (" error=", error)] {
        if !words.trim().is_empty() {
            out.push_str(mark);
            push_quoted(out, words);
        }
    }
}

fn push_label(out: &mut String, node: Node<'_>, element: &Element) {
    let Some(label) = element.label else { return };
    if node.is_editable() {
        // A field is called by its author's words where it has some, and its text is its value.
        let Some(name) = name(node, Some(label)) else { return };
        let is_value = label.0 == node.id() && given_name(node).is_none();
        if is_value && node.is_password() {
            return;
        }
        out.push(' ');
        push_quoted(out, name);
        let hint = node.hint().trim();
        if !hint.is_empty() && !has_words(name, hint) {
            out.push_str(" hint=");
            push_quoted(out, hint);
        }
        let value = node.text().trim();
        let holds = !value.is_empty() && value != name && !node.shows_hint();
        if holds && !node.is_password() {
            out.push_str(" = ");
            push_quoted(out, value);
        }
    } else if !node.is_password() || label.0 != node.id() {
        out.push(' ');
        let named_by = node.tree.node(label.0);
        match (spoken(named_by).0, pane(named_by)) {
            (None, Some(pane)) => push_quoted(out, pane),
            _ => push_spoken(out, named_by),
        }
    }
}

/// A label, and the description where it says something else.
fn push_spoken(out: &mut String, node: Node<'_>) {
    let (label, description) = spoken(node);
    push_quoted(out, label.unwrap_or_default());
    if let Some(description) = description {
        out.push_str(" desc=");
        push_quoted(out, description);
    }
}

/// Where a slider stands, or what else a control holds.
fn push_value(out: &mut String, node: Node<'_>) {
    let Some(extra) = node.extra() else { return };
    if node.is_password() || node.is_editable() {
        return;
    }
    if let Some(Range { min, max, current }) = extra.range {
        let _infallible = write!(out, " = {current} of {min}..{max}");
        return;
    }
    // Whether a box is checked is a state; that it is so in part, is not.
    let is_state = node.is_checkable() && node.flags().said(Flag::Checked).is_some();
    match &extra.value {
        Some(Value::Number(number)) if !is_state => {
            let _infallible = write!(out, " = {number}");
        }
        Some(Value::Text(text)) if !is_state && node.own_label() != Some(text.trim()) => {
            out.push_str(" = ");
            push_quoted(out, text);
        }
        _ => {}
    }
}

fn push_states(out: &mut String, states: States) {
    for word in states.words() {
        out.push(' ');
        out.push_str(word);
    }
}
