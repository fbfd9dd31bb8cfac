//! What a text lost of its screen, and what it should not have said.

use std::fmt;

use ui::{Node, NodeId};

use crate::{Scene, Shown, TextLines, elements, labels, lies, told};

#[derive(Debug, Default)]
pub struct Verdict {
    /// Visible labels, and elements that can be acted on.
    pub labels: usize,
    pub elements: usize,
    pub losses: Vec<Loss>,
    /// Elements that have a ref and are named by a label from elsewhere, or by none.
    pub hoisted: usize,
    pub unlabeled: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Subject {
    /// A visible label that the text does not have.
    Label,
    /// Something to act on without a ref.
    Element,
    /// A state that no line tells.
    State,
    /// A state on a line that holds for nothing that the line stands for.
    Lie,
    /// A password that the text should not have.
    Leak,
}

/// One thing that a text got wrong.
#[derive(Debug, Clone)]
pub struct Loss {
    pub subject: Subject,
    /// Which sort of it, in a word or two: `description`, `scrollable`, `selected`.
    pub sort: &'static str,
    pub node: Option<NodeId>,
    pub what: String,
}

impl Verdict {
    pub fn on(shown: &Shown) -> Self {
        let scene = Scene::of(&shown.reading.tree, shown.reading.size);
        let lines = TextLines::of(&shown.text);
        let elements = elements::Elements::of(&scene, &shown.refs, &lines);
        let labels = labels::visible_labels(&scene);
        let mut losses = labels::lost(&scene, &labels, &lines, &elements);
        losses.extend(labels::leaked(&scene, &lines));
        losses.extend(elements.lost());
        losses.extend(told::lost(&scene, &lines, &elements));
        losses.extend(lies::told(&scene, &lines, &elements));
        Self {
            labels: labels.len() + usize::from(scene.has_keyboard()),
            elements: elements.count(),
            hoisted: elements.hoisted(),
            unlabeled: elements.unlabeled(),
            losses,
        }
    }

    pub fn lost(&self, subject: Subject) -> impl Iterator<Item = &Loss> {
        self.losses.iter().filter(move |loss| loss.subject == subject)
    }
}

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let subject = match self.subject {
            Subject::Label => "label",
            Subject::Element => "element",
            Subject::State => "state",
            Subject::Lie => "lie",
            Subject::Leak => "leak",
        };
        write!(f, "{subject} ({}): {}", self.sort, self.what)
    }
}

/// A node in a few words, for a person who looks for it in the source.
pub(crate) fn describe(node: Node<'_>) -> String {
    let mut out = node.short_class().to_owned();
    let text = if node.is_password() { "" } else { node.text() };
    for (mark, text) in [("#", node.short_id()), (" text=", text), (" desc=", node.description())] {
        if !text.trim().is_empty() {
            out.push_str(mark);
            ui::text::push_escaped(&mut out, text, 60);
        }
    }
    format!("{out} {}", node.bounds())
}
