//! Foreign text inside a page.

use ui::text::quote;

/// Appends `text` so that a browser shows it as it is: no markup, and nothing unseen.
pub(crate) fn push(out: &mut String, text: &str) {
    for character in text.chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\n' | '\t' | ' '..='~' => out.push(character),
            _ => push_foreign(out, character),
        }
    }
}

pub(crate) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    push(&mut out, text);
    out
}

/// The function that guards the views knows which characters cannot be seen, or change their neighbours.
fn push_foreign(out: &mut String, character: char) {
    let alone = quote(&format!("a{character}a"));
    match alone.strip_prefix("\"a").and_then(|rest| rest.strip_suffix("a\"")) {
        Some(shown) => out.push_str(shown),
        None => out.push('\u{fffd}'),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_becomes_markup_or_unseen() {
        assert_eq!(
            escaped("<b a=\"1\" c='2'>&\n\té\u{202e}\u{0}"),
            "&lt;b a=&quot;1&quot; c=&#39;2&#39;&gt;&amp;\n\té\\u{202e}\\u{0}"
        );
    }
}
