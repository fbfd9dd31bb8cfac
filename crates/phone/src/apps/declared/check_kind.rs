//! What a kind of widget takes and needs.

use super::{
    check::{Checked, fail},
    given::Given,
    kind::{EVERY, Kind},
    widget::{Props, Style, Widget},
};

/// What a button of a toolbar takes.
const TOOLBAR_ACTION: [&str; 6] = ["icon", "desc", "on_tap", "on_long_tap", "id", "visible"];

pub(super) fn check_kind(widget: &Widget) -> Checked {
    let (kind, given) = (widget.kind, widget.given());
    let (name, takes) = (kind.name(), kind.takes());
    for key in &given.keys {
        let known = key.value.as_str();
        if !takes.contains(&known) && !EVERY.contains(&known) {
            let own = if takes.is_empty() {
                format!("it takes only what every widget takes: {}", listed(&EVERY))
            } else {
                format!("it takes {}, and what every widget takes", listed(takes))
            };
            return fail(key.at, format!("`{name}` takes no `{known}`; {own}"));
        }
    }
    for needed in kind.needs() {
        if !has(&given.value, needed) {
            return fail(widget.at, format!("`{name}` needs `{needed}`"));
        }
    }
    check_values(kind, given)
}

/// A key without a value does not count.
fn has(props: &Props, needed: &str) -> bool {
    match needed {
        "bind" => props.bind.is_some(),
        "value" => props.value.is_some(),
        "of" => props.of.is_some(),
        "row" => props.row.is_some(),
        "pages" => !props.pages.is_empty(),
        "text" => props.text.is_some(),
        _ => false,
    }
}

pub(super) fn check_toolbar_action(given: &Given<Props>) -> Checked {
    match given.keys.iter().find(|key| !TOOLBAR_ACTION.contains(&key.value.as_str())) {
        Some(key) => {
            let takes = listed(&TOOLBAR_ACTION);
            let message =
                format!("an action of a toolbar takes no `{}`; it takes {takes}", key.value);
            fail(key.at, message)
        }
        None => Ok(()),
    }
}

fn check_values(kind: Kind, given: &Given<Props>) -> Checked {
    let props = &given.value;
    if kind == Kind::Slider
        && props.max.is_some_and(|max| max <= props.min)
        && let Some(at) = given.place("max")
    {
        return fail(at, "`max` must be above `min`".to_owned());
    }
    if let Some(format) = &props.format {
        let now = jiff::Zoned::default();
        if jiff::fmt::strtime::format(format.value.as_str(), &now).is_err() {
            return fail(format.at, "this is no format of a clock".to_owned());
        }
    }
    let Some(style) = &props.style else { return Ok(()) };
    let of_button = matches!(style.value, Style::Filled | Style::Outlined | Style::Plain);
    if of_button == (kind == Kind::Button) {
        return Ok(());
    }
    let styles: &[&str] = if kind == Kind::Button {
        &["filled", "outlined", "plain"]
    } else {
        &["body", "title", "heading", "caption", "error"]
    };
    fail(style.at, format!("`{}` has the styles {}", kind.name(), listed(styles)))
}

fn listed(names: &[&str]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    quoted.join(", ")
}
