//! The labels on the screen, from a dump that nobody but this bench reads.

use std::collections::BTreeSet;

use bench::Outcome;
use quick_xml::events::{BytesStart, Event};
use quick_xml::{Reader, XmlVersion};

/// Every text and description that a dump tells, but what a password field shows.
pub(crate) fn labels(dump: &[u8]) -> Outcome<BTreeSet<String>> {
    let mut reader = Reader::from_str(std::str::from_utf8(dump)?);
    let mut labels = BTreeSet::new();
    loop {
        let event = reader.read_event()?;
        if event == Event::Eof {
            return Ok(labels);
        }
        let (Event::Start(tag) | Event::Empty(tag)) = event else { continue };
        if attribute(&tag, "password")? == "true" {
            continue;
        }
        for name in ["text", "content-desc"] {
            let label = attribute(&tag, name)?;
            // Letters of a font of icons are no words.
            if label.chars().any(char::is_alphanumeric) {
                labels.insert(label);
            }
        }
    }
}

fn attribute(tag: &BytesStart<'_>, name: &str) -> Outcome<String> {
    let Some(attribute) = tag.try_get_attribute(name)? else { return Ok(String::new()) };
    Ok(attribute.normalized_value(XmlVersion::Explicit1_0)?.into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_count_and_secrets_do_not() {
        let dump = br#"<hierarchy><node text="A &amp; B" content-desc="" password="false"><node
            text="secret" password="true"/><node text="" content-desc="Send"/><node text="+"/></node></hierarchy>x"#;
        let labels = labels(dump).unwrap();
        assert_eq!(labels.into_iter().collect::<Vec<_>>(), ["A & B", "Send"]);
    }
}
