//! Replacing what a screen says before anyone reads it.

use crate::extra::Value;
use crate::tree::{Data, Span};
use crate::{Tree, tree};

type Slot = fn(&mut Data) -> &mut Span;

/// The texts of a node that anyone could read.
const TEXTS: [Slot; 6] = [
    |data| &mut data.text,
    |data| &mut data.description,
    |data| &mut data.hint,
    |data| &mut data.pane,
    |data| &mut data.tooltip,
    |data| &mut data.state,
];

impl Tree {
    /// Asks for every text whether another should stand in its place; `new` is told whether it is what a
    /// field holds.
    pub fn rewrite(&mut self, mut new: impl FnMut(&str, bool) -> Option<String>) {
        for index in 0..self.nodes.len() {
            let editable = self.node(tree::node_id(index)).is_editable();
            for (place, slot) in TEXTS.iter().enumerate() {
                let span = *slot(&mut self.nodes[index]);
                if let Some(text) = new(self.str(span), editable && place == 0) {
                    *slot(&mut self.nodes[index]) = self.intern(&text);
                }
            }
        }
        for extra in &mut self.extras {
            if let Some(Value::Text(text)) = &mut extra.value {
                replace(text, &mut new);
            }
            if let Some(error) = &mut extra.error {
                replace(error, &mut new);
            }
        }
        for toast in &mut self.toasts {
            replace(&mut toast.text, &mut new);
        }
        for window in &mut self.windows {
            replace(&mut window.title, &mut new);
        }
    }
}

fn replace(text: &mut Box<str>, new: &mut impl FnMut(&str, bool) -> Option<String>) {
    if let Some(other) = new(text, false) {
        *text = other.into();
    }
}

#[cfg(test)]
mod tests {
    use crate::parse_uiautomator;

    #[test]
    fn every_text_of_a_node_can_be_replaced() {
        let xml = r#"<hierarchy><node class="android.widget.EditText" text="abc" content-desc="xabcx" bounds="[0,0][9,9]"/></hierarchy>"#;
        let mut tree = parse_uiautomator(xml.as_bytes()).unwrap();
        tree.rewrite(|text, held| {
            text.contains("abc").then(|| if held { "held".into() } else { "said".into() })
        });
        let node = tree.nodes().next().unwrap();
        assert_eq!((node.text(), node.description(), node.hint()), ("held", "said", ""));
        assert_eq!(node.class(), "android.widget.EditText");
    }
}
