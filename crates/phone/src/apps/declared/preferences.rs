//! Shared preferences: the XML that Android keeps an app's small values in.

use std::collections::BTreeMap;

use super::Value;

/// The file as Android writes it.
pub(crate) fn to_xml(values: &BTreeMap<String, Value>) -> String {
    let mut xml = String::from("<?xml version='1.0' encoding='utf-8' standalone='yes' ?>\n<map>\n");
    for (name, value) in values {
        let name = escaped(name);
        let line = match value {
            Value::Bool(on) => format!("<boolean name=\"{name}\" value=\"{on}\" />"),
            Value::Number(number) => {
                let (kind, shown) = number_type(*number);
                format!("<{kind} name=\"{name}\" value=\"{shown}\" />")
            }
            Value::Text(_) | Value::List(_) | Value::Record(_) => {
                format!("<string name=\"{name}\">{}</string>", escaped(&value.to_string()))
            }
        };
        xml.push_str("    ");
        xml.push_str(&line);
        xml.push('\n');
    }
    xml.push_str("</map>\n");
    xml
}

fn number_type(number: f64) -> (&'static str, String) {
    let whole = number.fract() == 0.0;
    if whole && number.abs() <= f64::from(i32::MAX) {
        ("int", format!("{number:.0}"))
    } else if whole && number.abs() < 1.0e15 {
        ("long", format!("{number:.0}"))
    } else {
        ("float", number.to_string())
    }
}

/// What a file holds. Anything that is not a preference is passed over.
pub(crate) fn from_xml(xml: &str) -> BTreeMap<String, Value> {
    let mut values = BTreeMap::new();
    let mut rest = xml;
    while let Some((_, after)) = rest.split_once('<') {
        let Some((tag, content)) = after.split_once('>') else { break };
        rest = content;
        let kind = tag.split([' ', '\n', '\t', '/']).next().unwrap_or_default();
        let Some(name) = attribute(tag, "name") else { continue };
        let given = attribute(tag, "value");
        let value = match (kind, given) {
            ("boolean", Some(given)) => Value::Bool(given == "true"),
            ("int" | "long" | "float", Some(given)) => {
                Value::Number(given.parse().unwrap_or_default())
            }
            ("string", _) if tag.ends_with('/') => Value::empty(),
            ("string", _) => Value::Text(plain(content.split('<').next().unwrap_or_default())),
            _ => continue,
        };
        values.insert(name, value);
    }
    values
}

fn attribute(tag: &str, name: &str) -> Option<String> {
    let at = tag.find(&format!(" {name}="))?;
    let value = &tag[at + name.len() + 2..];
    let quote = value.chars().next().filter(|quote| matches!(quote, '"' | '\''))?;
    Some(plain(value[1..].split(quote).next()?))
}

fn escaped(text: &str) -> String {
    let mut xml = String::with_capacity(text.len());
    for char in text.chars() {
        match char {
            '&' => xml.push_str("&amp;"),
            '<' => xml.push_str("&lt;"),
            '>' => xml.push_str("&gt;"),
            '"' => xml.push_str("&quot;"),
            '\n' => xml.push_str("&#10;"),
            '\r' => xml.push_str("&#13;"),
            // XML cannot hold the other control characters.
            _ if char < ' ' && char != '\t' => {}
            _ => xml.push(char),
        }
    }
    xml
}

fn plain(xml: &str) -> String {
    let mut text = String::with_capacity(xml.len());
    let mut rest = xml;
    while let Some((before, entity)) = rest.split_once('&') {
        text.push_str(before);
        let known =
            entity.split_once(';').and_then(|(name, after)| Some((character(name)?, after)));
        if let Some((char, after)) = known {
            text.push(char);
            rest = after;
        } else {
            text.push('&');
            rest = entity;
        }
    }
    text + rest
}

fn character(name: &str) -> Option<char> {
    match name {
        "amp" => Some('&'),
        "lt" => Some('<'),
        "gt" => Some('>'),
        "quot" => Some('"'),
        "apos" => Some('\''),
        _ => {
            let number = name.strip_prefix('#')?;
            let code = match number.strip_prefix('x') {
                Some(hex) => u32::from_str_radix(hex, 16).ok()?,
                None => number.parse().ok()?,
            };
            char::from_u32(code)
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn looks_as_android_writes_it() {
        let values = [
            ("email".to_owned(), Value::Text("a&b@c.d".to_owned())),
            ("count".to_owned(), Value::Number(3.0)),
            ("at".to_owned(), Value::Number(1_760_897_409_571.0)),
            ("part".to_owned(), Value::Number(0.5)),
            ("on".to_owned(), Value::Bool(true)),
        ];
        insta::assert_snapshot!(to_xml(&values.into()), @r#"
        <?xml version='1.0' encoding='utf-8' standalone='yes' ?>
        <map>
            <long name="at" value="1760897409571" />
            <int name="count" value="3" />
            <string name="email">a&amp;b@c.d</string>
            <boolean name="on" value="true" />
            <float name="part" value="0.5" />
        </map>
        "#);
    }

    #[test]
    fn reads_what_others_write() {
        let xml = "\u{feff}<?xml version='1.0'?><map><string name='a b'>tr &amp; &#x41;</string>\
                   <set name=\"s\"><string>x</string></set><string name=\"empty\" /><int name=\"n\" value=\"-7\" /></map>";
        let values = from_xml(xml);
        assert_eq!(values["a b"], Value::Text("tr & A".to_owned()));
        assert_eq!(values["empty"], Value::empty());
        assert_eq!(values["n"], Value::Number(-7.0));
        assert_eq!(values.len(), 3);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(128))]
        #[test]
        fn values_come_back(name in "[ -~äö]{1,12}", text in "[ -~äö\n<>&'\"]{0,30}", number in any::<i32>()) {
            let values: BTreeMap<_, _> = [
                (name, Value::Text(text)),
                ("\u{1f600}".to_owned(), Value::Number(f64::from(number))),
            ]
            .into();
            prop_assert_eq!(from_xml(&to_xml(&values)), values);
        }

        #[test]
        fn nothing_is_worse_than_no_values(text in "[<>&;='\" /a-z\n]{0,80}") {
            let _any = from_xml(&text).len();
        }
    }
}
