//! What speaks for a node being the one that is meant.

use super::Selector;
use super::names::Names;
use super::wanted::{Fit, Wanted};
use crate::extra::Value;
use crate::{Node, Role};

/// What a match rests on, weakest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Source {
    Class,
    Text,
    Description,
    Id,
}

impl Source {
    /// In hundredths: the one scale of confidence.
    pub(super) const fn score(self) -> i32 {
        match self {
            Self::Id => 100,
            Self::Description => 90,
            Self::Text => 60,
            Self::Class => 35,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Evidence {
    pub(super) source: Source,
    pub(super) fit: Fit,
}

impl Evidence {
    /// Weaker and more exact than any other.
    const NOTHING_ASKED: Self = Self { source: Source::Class, fit: Fit::Whole };

    /// What rests on both is as strong as the better and as exact as the worse.
    fn and(self, other: Self) -> Self {
        Self { source: self.source.max(other.source), fit: self.fit.min(other.fit) }
    }

    pub(super) const fn reason(self) -> &'static str {
        match (self.source, self.fit) {
            (Source::Id, Fit::Whole) => "resource_id",
            (Source::Id, Fit::Part) => "partial_resource_id",
            (Source::Description, Fit::Whole) => "content_description",
            (Source::Description, Fit::Part) => "partial_content_description",
            (Source::Text, Fit::Whole) => "text_match",
            (Source::Text, Fit::Part) => "partial_text_match",
            (Source::Class, Fit::Whole) => "class_match",
            (Source::Class, Fit::Part) => "partial_class_match",
        }
    }
}

/// A selector's fields, made ready for a walk over a tree.
pub(super) struct Fields {
    id: Option<Wanted>,
    text: Option<Wanted>,
    text_contains: Option<Wanted>,
    description: Option<Wanted>,
    class_name: Option<Wanted>,
    role: Option<Role>,
    parts: bool,
}

impl Fields {
    pub(super) fn of(selector: &Selector) -> Self {
        let wanted = |field: &Option<String>| Wanted::new(field.as_ref(), selector.ignore_case);
        Self {
            id: wanted(&selector.id),
            text: wanted(&selector.text),
            text_contains: wanted(&selector.text_contains),
            description: wanted(&selector.description),
            class_name: wanted(&selector.class_name),
            role: selector.role,
            parts: selector.contains,
        }
    }

    /// What speaks for this node, if every given field holds. A label has to be its own; its kind and id
    /// may also be those of what it is the label of, which `target` finds.
    pub(super) fn evidence<'t>(
        &self,
        node: Node<'t>,
        names: Names<'_>,
        target: impl FnOnce() -> Option<Node<'t>>,
    ) -> Option<Evidence> {
        let mut labels = Evidence::NOTHING_ASKED;
        if let Some(wanted) = &self.text {
            labels = labels.and(label(node, wanted, self.parts)?);
        }
        if let Some(wanted) = &self.text_contains {
            labels = labels.and(label(node, wanted, true)?);
        }
        if let Some(wanted) = &self.description {
            labels = labels.and(description(node, wanted, self.parts)?);
        }
        let alone = self.kind(&[node], names);
        // What the element itself says may fit wholly where its label fits in part.
        if alone.is_none_or(|kind| kind.fit == Fit::Part)
            && labels.source > Source::Class
            && let Some(together) = target().and_then(|target| self.kind(&[node, target], names))
        {
            return Some(labels.and(together));
        }
        Some(labels.and(alone?))
    }

    /// What speaks for these nodes together being of the wanted kind.
    fn kind(&self, nodes: &[Node<'_>], names: Names<'_>) -> Option<Evidence> {
        let mut kind = Evidence::NOTHING_ASKED;
        if let Some(role) = self.role
            && !nodes.iter().any(|node| names.has_role(*node, role))
        {
            return None;
        }
        let best = |fit: &dyn Fn(Node<'_>) -> Option<Evidence>| {
            nodes.iter().filter_map(|node| fit(*node)).max_by_key(|evidence| evidence.fit)
        };
        if let Some(wanted) = &self.class_name {
            kind = kind.and(best(&|node| class(node, wanted, self.parts))?);
        }
        if let Some(wanted) = &self.id {
            kind = kind.and(best(&|node| identifier(node, wanted, self.parts))?);
        }
        Some(kind)
    }
}

/// A whole id, or its part after the slash.
pub(super) fn identifier(node: Node<'_>, wanted: &Wanted, parts: bool) -> Option<Evidence> {
    let fit = if wanted.equals(node.short_id()) {
        Fit::Whole
    } else {
        wanted.fit(node.resource_id(), parts)?
    };
    Some(Evidence { source: Source::Id, fit })
}

/// A whole class name, or its last parts.
fn class(node: Node<'_>, wanted: &Wanted, parts: bool) -> Option<Evidence> {
    let whole = wanted.ends(node.class()).then_some(Fit::Whole);
    let fit = whole.or_else(|| wanted.fit(node.class(), parts))?;
    Some(Evidence { source: Source::Class, fit })
}

fn description(node: Node<'_>, wanted: &Wanted, parts: bool) -> Option<Evidence> {
    let fit = wanted.fit(node.description(), parts)?;
    Some(Evidence { source: Source::Description, fit })
}

/// A label is whatever of a node is shown as its words.
fn label(node: Node<'_>, wanted: &Wanted, parts: bool) -> Option<Evidence> {
    let shown = [
        (Source::Text, node.readable_text()),
        (Source::Description, node.description()),
        (Source::Text, node.hint()),
        (Source::Text, node.tooltip()),
        (Source::Text, node.pane()),
        (Source::Text, value(node)),
    ];
    let mut best: Option<Evidence> = None;
    for (source, label) in shown {
        if let Some(fit) = wanted.fit(label, parts)
            && best.is_none_or(|best| fit > best.fit)
        {
            best = Some(Evidence { source, fit });
        }
    }
    best
}

/// What a control holds, where the phone says it in words.
fn value(node: Node<'_>) -> &str {
    match node.extra().and_then(|extra| extra.value.as_ref()) {
        Some(Value::Text(value)) if !node.is_password() => value,
        _ => "",
    }
}
