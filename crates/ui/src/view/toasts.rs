//! Messages that were on the display for a moment, as JSON.

use super::json::{Json, bounded};
use crate::Tree;
use crate::extra::Toast;

/// A JSON array on one line; none where there were no messages.
pub fn toasts(tree: &Tree) -> Option<String> {
    if tree.toasts().is_empty() {
        return None;
    }
    let mut json = Json::default();
    write_toasts(&mut json, tree.toasts());
    Some(json.into_string())
}

pub(super) fn write_toasts(json: &mut Json, toasts: &[Toast]) {
    json.raw("[");
    for (nth, toast) in toasts.iter().enumerate() {
        if nth > 0 {
            json.raw(",");
        }
        let mut fields = json.object();
        fields.put("text", &*bounded(&toast.text));
        fields.text("package", &toast.package);
        if let Some(age) = toast.age_ms {
            fields.put("age_ms", &age);
        }
        json.raw("}");
    }
    json.raw("]");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse_uiautomator;

    #[test]
    fn a_message_is_text_and_whatever_else_is_known() {
        let mut tree = parse_uiautomator(b"<hierarchy><node/></hierarchy>").unwrap();
        assert_eq!(toasts(&tree), None);
        let toast = |text: &str| Toast { text: text.into(), ..Toast::default() };
        tree.toasts.extend([toast("a\n\"b\""), Toast { age_ms: Some(7), ..toast("c") }]);
        let expected = r#"[{"text":"a\n\"b\""},{"text":"c","age_ms":7}]"#;
        assert_eq!(toasts(&tree).as_deref(), Some(expected));
    }
}
