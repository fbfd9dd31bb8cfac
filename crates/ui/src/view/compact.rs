//! The compact text: a header and one line an element, small enough for an agent to live on.

use std::fmt::Write as _;

use super::budget::most_tokens;
use super::names::{given_name, has_words, name, spoken};
use super::outline::{Element, Line, LineKind, Outline};
use super::states::States;
use crate::extra::{Range, Value};
use crate::refs::Bindings;
use crate::text::{push_escaped, push_quoted};
use crate::{Fingerprint, Loading, Node, NodeId, Size, Tree};

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
    let head = out.len();
    let (mut counted, mut tokens) = (0, 0);
    for line in &outline.lines {
        push_line(&mut out, tree, refs, line);
        // A token is a byte at least: below so many bytes there is nothing to count.
        if out.len() > budget {
            tokens += most_tokens(&out[counted..]);
            counted = out.len();
        }
        if tokens > budget {
            out.truncate(head);
            push_chosen(&mut out, tree, outline, refs, budget);
            break;
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

/// Elements first, then texts, both from the top, as many as fit; in the order of the screen.
fn push_chosen(out: &mut String, tree: &Tree, outline: &Outline, refs: &Bindings, budget: usize) {
    /// What the last line may cost.
    const FOOTER: usize = 60;
    let room = budget.saturating_sub(most_tokens(out) + FOOTER);
    let (mut used, mut texts) = (0, vec![None; outline.lines.len()]);
    'full: for wants_element in [true, false] {
        let lines = outline.lines.iter().enumerate();
        for (at, line) in lines.filter(|(_, line)| line.element().is_some() == wants_element) {
            let mut text = String::new();
            push_line(&mut text, tree, refs, line);
            used += most_tokens(&text);
            if used > room {
                break 'full;
            }
            texts[at] = Some(text);
        }
    }
    let mut left_out: Vec<(&str, usize)> = Vec::new();
    for (line, text) in outline.lines.iter().zip(&texts) {
        if let Some(text) = text {
            out.push_str(text);
            continue;
        }
        let word = line.element().map_or("text", |element| element.word);
        match left_out.iter_mut().find(|(known, _)| *known == word) {
            Some((_, count)) => *count += 1,
            None => left_out.push((word, 1)),
        }
    }
    out.push_str("\n  ... left out:");
    for (nth, (word, count)) in left_out.iter().enumerate() {
        let comma = if nth == 0 { "" } else { "," };
        let _infallible = write!(out, "{comma} {count} {word}");
    }
    out.push_str(" (a larger budget shows more)");
}

fn push_header(out: &mut String, header: Header<'_>) {
    let Size { width, height } = header.size;
    let _infallible = write!(out, "screen {width}x{height}");
    if !header.package.is_empty() {
        out.push(' ');
        // It comes from the device too; what is no name of an app is quoted like any foreign text.
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"._-".contains(&byte);
        if header.package.len() <= 120 && header.package.bytes().all(plain) {
            out.push_str(header.package);
        } else {
            push_quoted(out, header.package);
        }
    }
    let _infallible = write!(out, " #{} r{}", header.fingerprint.short(), header.revision);
    if let Some(loading) = header.loading {
        let _infallible = write!(out, " loading:{}", loading.signal);
    }
}

/// That something could not be read is said before what could.
fn push_gaps(out: &mut String, tree: &Tree) {
    if let Some(first) = tree.gaps().first() {
        let _infallible = write!(out, "\n  ... {} gaps: ", tree.gaps().len());
        push_escaped(out, &first.what, 120);
    }
}

fn push_line(out: &mut String, tree: &Tree, refs: &Bindings, line: &Line) {
    out.push('\n');
    // No app nests so deep that the rest of it would be blanks.
    for _ in 0..line.indent.min(40) {
        out.push_str("  ");
    }
    match &line.kind {
        LineKind::Element(element) => push_element(out, tree, refs, element, line.states),
        LineKind::Text { node } => {
            push_spoken(out, tree.node(*node));
            push_value(out, tree.node(*node));
            push_states(out, line.states);
        }
        LineKind::Pane { node } => {
            out.push_str("pane ");
            push_quoted(out, tree.node(*node).pane());
            push_states(out, line.states);
        }
        LineKind::Behind => out.push_str("behind:"),
        LineKind::Keyboard => out.push_str("keyboard shown"),
        LineKind::Beyond(beyond) => {
            let _infallible = write!(out, "{beyond}");
        }
        LineKind::Cut { interactive } => {
            let _infallible = write!(out, "... +{interactive} more interactive elements");
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
    push_value(out, control);
    push_states(out, states);
    let state = [control.state(), node.state()].into_iter().find(|state| !state.trim().is_empty());
    if let Some(state) = state {
        out.push_str(" state=");
        push_quoted(out, state);
    }
    if let Some(error) = control.extra().and_then(|extra| extra.error.as_deref()) {
        out.push_str(" error=");
        push_quoted(out, error);
    }
    if !element.beyond.is_nothing() {
        let _infallible = write!(out, " {}", element.beyond);
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
        push_spoken(out, node.tree.node(label.0));
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
    match &extra.value {
        Some(Value::Number(number)) if !node.is_checkable() => {
            let _infallible = write!(out, " = {number}");
        }
        Some(Value::Text(text))
            if !node.is_checkable() && node.own_label() != Some(text.trim()) =>
        {
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
