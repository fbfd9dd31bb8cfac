//! Telling formats by content. Strict: what is taken for a screen must then read as one.

use super::json::{Json, Value};
use super::{Format, decode, droidbot, helper, ios, json_start, maestro};

/// Which format these bytes are in, by their content; none when they are no screen.
pub fn recognise(bytes: &[u8]) -> Option<Format> {
    const ENOUGH: usize = 64 * 1024;
    let text = decode(&bytes[..bytes.len().min(ENOUGH)]);
    let json = json_start(&text).and_then(|start| of_json(&text, start));
    if json.is_some() || text.trim_start().starts_with(['{', '[']) {
        return json;
    }
    if is_wda_xml(&text) {
        return Some(Format::WdaXml);
    }
    is_hierarchy(&text).then_some(Format::UiautomatorXml)
}

fn of_json(text: &str, start: usize) -> Option<Format> {
    if matches!(ios::unwrapped(&text[start..]), document if is_wda_xml(&document)) {
        return Some(Format::WdaXml);
    }
    let json = Json::read(text, start);
    let root = json.root()?;
    let first = |key| root.get(key).and_then(|list: Value<'_>| list.items().next());
    if root.is_list() {
        return root
            .items()
            .next()
            .filter(|first| ios::is_idb_element(*first))
            .map(|_| Format::IdbJson);
    }
    if helper::screen(root).is_some() {
        Some(Format::HelperJson)
    } else if first("views").is_some_and(droidbot::is_view) {
        Some(Format::DroidbotJson)
    } else if maestro::is_node(root) {
        Some(Format::MaestroJson)
    } else if ios::is_idb_element(root)
        || root.get("backend").is_some() && first("elements").is_some_and(Value::is_object)
    {
        Some(Format::IdbJson)
    } else {
        is_wda_source(ios::wda_root(root)).then_some(Format::WdaJson)
    }
}

/// Children may stand before what their parent says of itself, and fill all that is looked at.
fn is_wda_source(root: Value<'_>) -> bool {
    let mut next = Some(root);
    while let Some(value) = next {
        if ios::is_wda_element(value) {
            return true;
        }
        next = value.get("children").and_then(|children| children.items().next());
    }
    false
}

/// A page source is a whole document: nothing but a prolog stands before it.
fn is_wda_xml(text: &str) -> bool {
    let mut rest = text.trim_start();
    while let Some(prolog) = rest.strip_prefix("<?").or_else(|| rest.strip_prefix("<!")) {
        let Some(end) = prolog.find('>') else { return false };
        rest = prolog[end + 1..].trim_start();
    }
    if let Some(inside) = rest.strip_prefix("<AppiumAUT") {
        let Some(end) = inside.find('>') else { return false };
        rest = inside[end + 1..].trim_start();
    }
    ["<XCUIElementType", "<UIAApplication", "<UIAWindow"].iter().any(|mark| rest.starts_with(mark))
}

/// A dump may have anything before it: stack traces, status lines. A word about dumps is no dump.
fn is_hierarchy(text: &str) -> bool {
    ["<hierarchy", "<displays"].iter().any(|mark| {
        memchr::memmem::find_iter(text.as_bytes(), mark).any(|at| {
            const LONGEST_TAG: usize = 1000;
            let rest = &text[at + mark.len()..];
            let end = rest.bytes().take(LONGEST_TAG).position(|byte| byte == b'>');
            let Some(end) = end else { return false };
            let attributes = &rest[..end];
            let is_tag = attributes.is_empty() || attributes.starts_with(char::is_whitespace);
            let inside = rest[end + 1..].trim_start();
            let opens = inside.strip_prefix('<').and_then(|tag| tag.chars().next());
            is_tag && !attributes.ends_with('/') && opens.is_some_and(char::is_alphabetic)
        })
    })
}
