//! Every state shows on the line of its node, or on the line of the element that stands for it.

use ui::extra::Value;
use ui::{Node, Tree};

use crate::elements::Elements;
use crate::labels::escape;
use crate::{Loss, Scene, Subject, TextLine, TextLines, verdict};

/// The states that no line tells.
pub(crate) fn lost(scene: &Scene<'_>, lines: &TextLines, elements: &Elements<'_>) -> Vec<Loss> {
    let mut losses = Vec::new();
    for node in scene.visible() {
        let mut lose = |sort: &'static str, what: &str| {
            let node_text = verdict::describe(node);
            losses.push(Loss {
                subject: Subject::State,
                sort,
                node: Some(node.id()),
                what: format!("{what}{node_text}"),
            });
        };
        for (state, holds) in [
            ("checked", node.is_checked()),
            ("selected", node.is_selected()),
            ("disabled", !node.is_enabled()),
            ("focused", node.is_focused()),
        ] {
            if holds && !is_told(scene, node, lines, elements, &|line| line.says(state)) {
                lose(state, "");
            }
        }
        let state = escape(node.state());
        let told = |line: &TextLine| line.quotes.contains(&state);
        if !state.is_empty() && !is_told(scene, node, lines, elements, &told) {
            lose("state", &format!("\"{state}\" of "));
        }
        if let Some(value) = control_value(node) {
            let told = |line: &TextLine| line.says(&value) || line.quotes.contains(&value);
            if !is_told(scene, node, lines, elements, &told) {
                lose("value", &format!("{value} of "));
            }
        }
        let value = if node.is_password() { String::new() } else { escape(node.text()) };
        if node.is_editable() && !value.is_empty() {
            let shown = elements.line(node, lines).is_some_and(|line| line.quotes.contains(&value));
            if !shown {
                lose("value", &format!("\"{value}\" of "));
            }
        }
    }
    losses
}

/// Where a slider or another control stands. What is checked or not says so with a word.
fn control_value(node: Node<'_>) -> Option<String> {
    let extra = node.extra().filter(|_| !node.is_password() && !node.is_editable())?;
    if let Some(range) = extra.range {
        return Some(range.current.to_string());
    }
    match extra.value.as_ref().filter(|_| !node.is_checkable())? {
        Value::Number(number) => Some(number.to_string()),
        Value::Text(text) => Some(escape(text)).filter(|text| !text.is_empty()),
    }
}

fn is_told(
    scene: &Scene<'_>,
    node: Node<'_>,
    lines: &TextLines,
    elements: &Elements<'_>,
    tells: &dyn Fn(&TextLine) -> bool,
) -> bool {
    if let Some(own) = elements.line(node, lines) {
        return tells(own);
    }
    let mut stand_ins = StandIns { scene, lines, elements, any: false, told: false, tells };
    stand_ins.look_inside(node);
    stand_ins.look_around(node);
    // Where nothing stands for a node, it has nothing that a person could see.
    stand_ins.told || !stand_ins.any
}

/// The lines that may speak for a node without a line of its own.
struct StandIns<'a, 't> {
    scene: &'a Scene<'t>,
    lines: &'a TextLines,
    elements: &'a Elements<'t>,
    any: bool,
    told: bool,
    tells: &'a dyn Fn(&TextLine) -> bool,
}

impl StandIns<'_, '_> {
    fn hear(&mut self, line: &TextLine) {
        self.any = true;
        self.told |= (self.tells)(line);
    }

    /// Its own label, else the one thing inside it; of several, none is the node.
    fn look_inside(&mut self, node: Node<'_>) {
        if self.hear_label(node) {
            return;
        }
        let tree: &Tree = self.scene.tree;
        let inside: Vec<Node<'_>> = node
            .descendants()
            .filter(|below| self.scene.is_visible(below.id()))
            .filter(|below| self.elements.has_line(*below) || says(*below))
            .collect();
        let Some((first, rest)) = inside.split_first() else { return };
        if first.is_scrollable() || !rest.iter().all(|other| first.contains(other.id())) {
            return;
        }
        let first = tree.node(first.id());
        match self.elements.line(first, self.lines) {
            Some(line) => self.hear(line),
            None => {
                self.hear_label(first);
            }
        }
    }

    /// The nearest element around it, unless that is a mere frame to scroll in.
    fn look_around(&mut self, node: Node<'_>) {
        let around = node.ancestors().find(|above| self.elements.has_line(*above));
        let around = around.filter(|above| !above.is_scrollable());
        if let Some(line) = around.and_then(|above| self.elements.line(above, self.lines)) {
            self.hear(line);
        }
    }

    fn hear_label(&mut self, node: Node<'_>) -> bool {
        let labels = [escape(node.text()), escape(node.description())];
        let lines = self.lines;
        let mut heard = false;
        for line in &lines.lines {
            if labels.iter().any(|label| !label.is_empty() && line.quotes.contains(label)) {
                self.hear(line);
                heard = true;
            }
        }
        heard
    }
}

fn says(node: Node<'_>) -> bool {
    !(escape(node.text()).is_empty() && escape(node.description()).is_empty())
}
