//! The normalised state of a node: what it is set to, whichever way its phone says so. What was not said is
//! absent, never false.

use std::borrow::Cow;

use serde::{Serialize, Serializer};

use crate::actions::has_trait;
use crate::extra::{Extra, NodeAction, Range, Value};
use crate::view::bounded;
use crate::{Flag, Node, Role};

#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct State {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub checked: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub selected: Option<Selected>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub focused: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expanded: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub enabled: Option<bool>,
    /// What a field holds; empty while it shows its hint, absent for a password.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text_value: Option<String>,
    /// The value to compare with, in the units of `value_range`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<Amount>,
    /// The value as the phone gave it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub raw_value: Option<Amount>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub raw_value_unit: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value_range: Option<ValueRange>,
    /// Where `value` stands in `value_range`.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "optional_number")]
    pub percent: Option<f64>,
}

/// Whether something is selected, or which of its options is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Selected {
    Is(bool),
    Option(String),
}

#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Amount {
    #[serde(serialize_with = "number")]
    Number(f64),
    Text(String),
}

#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct ValueRange {
    #[serde(serialize_with = "number")]
    pub min: f64,
    #[serde(serialize_with = "number")]
    pub max: f64,
}

impl State {
    pub fn of(node: Node<'_>) -> Self {
        let said = |flag| node.flags().said(flag);
        let mut state = Self {
            checked: checked(node),
            selected: selected(node),
            focused: said(Flag::Focused).or_else(|| has_trait(node, "IsEditing").then_some(true)),
            expanded: expanded(node),
            enabled: said(Flag::Enabled).or_else(|| has_trait(node, "NotEnabled").then_some(false)),
            ..Self::default()
        };
        if !node.is_password() {
            state.text_value = node.is_editable().then(|| text_value(node));
            if let Some(extra) = node.extra() {
                state.take_value(node, extra);
            }
        }
        state
    }

    /// What would surprise: without `enabled: true`, `focused: false` and `selected: false`, which phones say
    /// of nearly every node.
    #[must_use]
    pub fn notable(mut self) -> Self {
        self.enabled = self.enabled.filter(|enabled| !enabled);
        self.focused = self.focused.filter(|focused| *focused);
        self.selected = self.selected.filter(|selected| *selected != Selected::Is(false));
        self
    }

    /// With texts no longer than JSON shows them.
    #[must_use]
    pub(crate) fn bounded(mut self) -> Self {
        let option = self.selected.as_mut().and_then(|selected| match selected {
            Selected::Option(option) => Some(option),
            Selected::Is(_) => None,
        });
        let amounts = [self.value.as_mut(), self.raw_value.as_mut()].into_iter().flatten();
        let amounts = amounts.filter_map(|amount| match amount {
            Amount::Text(text) => Some(text),
            Amount::Number(_) => None,
        });
        for text in option.into_iter().chain(self.text_value.as_mut()).chain(amounts) {
            if let Cow::Owned(cut) = bounded(text) {
                *text = cut;
            }
        }
        self
    }

    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// A property by its name in JSON; none where it is not known.
    pub fn get(&self, property: &str) -> Option<serde_json::Value> {
        serde_json::to_value(self).ok()?.get_mut(property).map(serde_json::Value::take)
    }

    fn take_value(&mut self, node: Node<'_>, extra: &Extra) {
        let raw = extra.value.as_ref().and_then(amount);
        let range = extra.range.filter(|range| is_range(*range));
        let measured = matches!(node.role(), Role::Slider | Role::ProgressBar);
        if let Some(Range { min, max, current }) = range {
            self.value_range = Some(ValueRange { min, max });
            self.value = Some(Amount::Number(current));
            // The range may be ours, made of a bare fraction.
            let same = |measure: &Measure| (measure.value - current).abs() < 1e-6;
            let unit = raw.as_ref().and_then(measure).filter(same);
            self.raw_value_unit = unit.and_then(|measure| measure.unit);
            self.raw_value = raw.or(Some(Amount::Number(current)));
        } else if let Some(measure) = raw.as_ref().filter(|_| measured).and_then(measure) {
            self.value = Some(Amount::Number(measure.value));
            self.value_range = measure.unit.map(|_| ValueRange { min: 0.0, max: 100.0 });
            self.raw_value_unit = measure.unit;
            self.raw_value = raw;
        } else if node.is_editable() {
            // What a field holds is said already.
        } else if is_checked_by_value(node) {
            self.raw_value = raw;
        } else {
            self.value.clone_from(&raw);
            self.raw_value = raw;
        }
        if let (Some(Amount::Number(value)), Some(range)) = (&self.value, self.value_range) {
            let share = (value - range.min) / (range.max - range.min) * 100.0;
            self.percent = Some((share * 100.0).round() / 100.0).filter(|share| share.is_finite());
        }
    }
}

fn checked(node: Node<'_>) -> Option<bool> {
    let checked = node.flags().said(Flag::Checked);
    let relevant = match node.flags().said(Flag::Checkable) {
        Some(checkable) => checkable || checked == Some(true),
        None => true,
    };
    let by_value = || {
        let raw = node.extra()?.value.as_ref().filter(|_| is_checked_by_value(node))?;
        match word(raw).as_str() {
            "1" | "true" | "on" => Some(true),
            "0" | "false" | "off" => Some(false),
            _ => None,
        }
    };
    checked.filter(|_| relevant).or_else(by_value)
}

/// A value as one word in lower case.
fn word(value: &Value) -> String {
    match value {
        Value::Number(number) => number.to_string(),
        Value::Text(text) => text.trim().to_ascii_lowercase(),
    }
}

fn is_checked_by_value(node: Node<'_>) -> bool {
    matches!(node.role(), Role::Switch | Role::CheckBox | Role::RadioButton)
}

fn selected(node: Node<'_>) -> Option<Selected> {
    let option = if matches!(node.role(), Role::Dropdown | Role::Spinner) && !node.is_password() {
        chosen(node).map(|label| Selected::Option(label.to_owned()))
    } else {
        None
    };
    let by_value = || {
        let button = matches!(node.role(), Role::Button | Role::ImageButton | Role::Tab);
        let raw = node.extra()?.value.as_ref().filter(|_| button)?;
        (word(raw) == "1").then_some(true)
    };
    let by_trait = || {
        let listed = node.extra().is_some_and(|extra| !extra.traits.is_empty());
        listed.then(|| has_trait(node, "Selected"))
    };
    let said = || node.flags().said(Flag::Selected).or_else(by_value).or_else(by_trait);
    option.or_else(|| said().map(Selected::Is))
}

/// The option that a closed dropdown shows: its own text, or the first one inside it.
fn chosen(node: Node<'_>) -> Option<&str> {
    const LOOK: usize = 16;
    let value = node.extra().and_then(|extra| match &extra.value {
        Some(Value::Text(text)) => Some(&**text),
        Some(Value::Number(_)) | None => None,
    });
    let texts = std::iter::once(node).chain(node.descendants().take(LOOK));
    let texts = texts.filter(|node| !node.is_password()).map(Node::text);
    value.into_iter().chain(texts).map(str::trim).find(|text| !text.is_empty())
}

fn expanded(node: Node<'_>) -> Option<bool> {
    let by_word = || match node.extra()?.value.as_ref()? {
        Value::Text(text) if text.eq_ignore_ascii_case("expanded") => Some(true),
        Value::Text(text) if text.eq_ignore_ascii_case("collapsed") => Some(false),
        Value::Text(_) | Value::Number(_) => None,
    };
    // What can be expanded is not; what offers both says nothing.
    let by_actions = || {
        let actions = node.extra()?.actions.as_deref()?;
        let lists = |action: NodeAction| actions.contains(&action);
        match (lists(NodeAction::Expand), lists(NodeAction::Collapse)) {
            (true, false) => Some(false),
            (false, true) => Some(true),
            _ => None,
        }
    };
    node.flags().said(Flag::Expanded).or_else(by_word).or_else(by_actions)
}

fn text_value(node: Node<'_>) -> String {
    if shows_hint(node) {
        return String::new();
    }
    match node.extra().and_then(|extra| extra.value.as_ref()) {
        Some(Value::Text(text)) if **text == *node.hint() && !text.is_empty() => String::new(),
        Some(Value::Text(text)) => text.to_string(),
        Some(Value::Number(number)) => number.to_string(),
        None => node.text().to_owned(),
    }
}

/// Whether the text of a field is its hint. An empty field repeats it; not every phone says that it does.
pub(crate) fn shows_hint(node: Node<'_>) -> bool {
    let repeats = || !node.hint().is_empty() && node.text() == node.hint();
    node.is_editable() && node.flags().said(Flag::ShowsHint).unwrap_or_else(repeats)
}

struct Measure {
    value: f64,
    unit: Option<&'static str>,
}

/// `0.75` and `75%` are both 75 of 100; another number has no known range, and nought and one may be either.
fn measure(raw: &Amount) -> Option<Measure> {
    let (number, is_percent) = match raw {
        Amount::Number(number) => (*number, false),
        Amount::Text(text) => read_number(text)?,
    };
    Some(if is_percent {
        Measure { value: number, unit: Some("percent") }
    } else if number > 0.0 && number < 1.0 {
        Measure { value: (number * 100.0).round(), unit: Some("fraction") }
    } else {
        Measure { value: number, unit: None }
    })
}

/// A number and whether a percent sign is with it, as any language writes them.
fn read_number(text: &str) -> Option<(f64, bool)> {
    let is_sign = |character: char| matches!(character, '%' | '٪' | '﹪' | '％');
    let is_percent = text.contains(is_sign);
    let mut digits = String::new();
    for character in text.trim().chars() {
        match character {
            '0'..='9' | '-' | '.' => digits.push(character),
            ',' | '٫' => digits.push('.'),
            '\u{2212}' => digits.push('-'),
            '\u{660}'..='\u{669}' => {
                digits.extend(char::from_digit(u32::from(character) - 0x660, 10));
            }
            '\u{6f0}'..='\u{6f9}' => {
                digits.extend(char::from_digit(u32::from(character) - 0x6f0, 10));
            }
            '\u{200e}' | '\u{200f}' | '\u{61c}' => {}
            _ if is_sign(character) || character.is_whitespace() => {}
            _ => return None,
        }
    }
    let number: f64 = digits.parse().ok()?;
    number.is_finite().then_some((number, is_percent))
}

fn amount(value: &Value) -> Option<Amount> {
    match value {
        Value::Number(number) => number.is_finite().then_some(Amount::Number(*number)),
        Value::Text(text) => Some(Amount::Text(text.to_string())),
    }
}

/// An indeterminate bar may report a range without extent.
pub(crate) fn is_range(range: Range) -> bool {
    let Range { min, max, current } = range;
    [min, max, current].into_iter().all(f64::is_finite) && max > min
}

#[expect(clippy::ref_option, reason = "serde passes fields by reference")]
fn optional_number<S: Serializer>(number: &Option<f64>, out: S) -> Result<S::Ok, S::Error> {
    match number {
        Some(value) => self::number(value, out),
        None => out.serialize_none(),
    }
}

/// Whole numbers without a fraction, as a person would write them.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes fields by reference")]
fn number<S: Serializer>(number: &f64, out: S) -> Result<S::Ok, S::Error> {
    const EXACT: f64 = 9_007_199_254_740_992.0;
    #[expect(clippy::cast_possible_truncation, reason = "whole, and small enough to be exact")]
    if number.fract() == 0.0 && number.abs() < EXACT {
        out.serialize_i64(*number as i64)
    } else {
        out.serialize_f64(*number)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::{Tree, parse_uiautomator};

    fn one(attributes: &str) -> Tree {
        let xml = format!(r#"<hierarchy><node {attributes} bounds="[0,0][9,9]"/></hierarchy>"#);
        parse_uiautomator(xml.as_bytes()).unwrap()
    }

    fn check(attributes: &str, extra: impl Into<Option<Extra>>, expected: &serde_json::Value) {
        let mut tree = one(attributes);
        if let Some(extra) = extra.into() {
            tree.extras.push(extra);
            tree.nodes[0].extra = 1;
        }
        let state = State::of(tree.nodes().next().unwrap());
        assert_eq!(serde_json::to_value(&state).unwrap(), *expected, "{attributes}");
    }

    fn text(value: &str) -> Extra {
        Extra { value: Some(Value::Text(value.into())), ..Extra::default() }
    }

    fn range(min: f64, max: f64, current: f64) -> Extra {
        Extra { range: Some(Range { min, max, current }), ..Extra::default() }
    }

    #[test]
    fn what_was_not_said_is_absent_and_what_was_said_false_is_false() {
        check(r#"class="android.view.View""#, None, &json!({}));
        check(
            r#"enabled="true" focused="false" selected="false" checkable="false" checked="false""#,
            None,
            &json!({"enabled": true, "focused": false, "selected": false}),
        );
        check(r#"checkable="true" checked="false""#, None, &json!({"checked": false}));
        check(r#"checkable="true""#, None, &json!({}));
        check(r#"checked="false""#, None, &json!({"checked": false}));
        check(r#"checked="true" checkable="false""#, None, &json!({"checked": true}));
    }

    #[test]
    fn a_field_says_what_it_holds_and_a_password_never() {
        let field = |rest: &str| format!(r#"class="android.widget.EditText" {rest}"#);
        check(&field(r#"text="me" hint="Email""#), None, &json!({"text_value": "me"}));
        check(&field(r#"text="Email" hint="Email""#), None, &json!({"text_value": ""}));
        check(&field(""), None, &json!({"text_value": ""}));
        check(&field(r#"text="hunter2" password="true""#), text("hunter2"), &json!({}));
        check(&field(r#"text="Email""#), text("me"), &json!({"text_value": "me"}));
        check(r#"class="android.widget.TextView" text="Hello""#, None, &json!({}));
    }

    #[test]
    fn a_slider_stands_somewhere_in_its_range() {
        let slider = r#"class="android.widget.SeekBar""#;
        check(
            slider,
            range(10.0, 50.0, 20.0),
            &json!({"value": 20, "raw_value": 20, "value_range": {"min": 10, "max": 50}, "percent": 25}),
        );
        check(slider, range(0.0, 0.0, 0.0), &json!({}));
        check(slider, range(0.0, f64::NAN, 0.0), &json!({}));
        let of_100 = json!({"min": 0, "max": 100});
        check(
            slider,
            Some(Extra { value: Some(Value::Number(0.75)), ..Extra::default() }),
            &json!({"value": 75, "raw_value": 0.75, "raw_value_unit": "fraction", "value_range": of_100, "percent": 75}),
        );
        for written in ["50%", "50 %", "٥٠٪", "50,0 %"] {
            check(
                slider,
                text(written),
                &json!({"value": 50, "raw_value": written, "raw_value_unit": "percent", "value_range": of_100, "percent": 50}),
            );
        }
        let fraction = Extra { value: Some(Value::Number(0.3)), ..range(0.0, 100.0, 30.0) };
        check(
            slider,
            fraction,
            &json!({"value": 30, "raw_value": 0.3, "raw_value_unit": "fraction", "value_range": of_100, "percent": 30}),
        );
        check(slider, text("1"), &json!({"value": 1, "raw_value": "1"}));
        check(slider, text("7"), &json!({"value": 7, "raw_value": "7"}));
        check(slider, text("March"), &json!({"value": "March", "raw_value": "March"}));
    }

    #[test]
    fn other_phones_say_states_by_value_trait_and_action() {
        let switch = r#"class="android.widget.Switch""#;
        check(switch, text("1"), &json!({"checked": true, "raw_value": "1"}));
        check(switch, text("Off"), &json!({"checked": false, "raw_value": "Off"}));
        check(switch, text("2"), &json!({"raw_value": "2"}));
        let traits = |names: &[&str]| {
            let traits = names.iter().map(|name| (*name).into()).collect();
            Some(Extra { traits, ..Extra::default() })
        };
        check("", traits(&["Button"]), &json!({"selected": false}));
        check(
            "",
            traits(&["Selected", "NotEnabled"]),
            &json!({"selected": true, "enabled": false}),
        );
        check(
            "",
            text("collapsed"),
            &json!({"expanded": false, "value": "collapsed", "raw_value": "collapsed"}),
        );
        let collapses = Extra { actions: Some(vec![NodeAction::Collapse]), ..Extra::default() };
        check("", Some(collapses), &json!({"expanded": true}));
        check(
            r#"class="android.widget.Spinner" text="Monthly" selected="false""#,
            None,
            &json!({"selected": "Monthly"}),
        );
    }

    #[test]
    fn properties_are_read_by_name() {
        let state =
            State { checked: Some(false), value: Some(Amount::Number(7.5)), ..State::default() };
        assert_eq!(state.get("checked"), Some(json!(false)));
        assert_eq!(state.get("value"), Some(json!(7.5)));
        assert_eq!(state.get("expanded"), None);
        assert_eq!(state.get("colour"), None);
    }

    #[test]
    fn what_nearly_every_node_says_is_not_notable() {
        let state = State {
            enabled: Some(true),
            focused: Some(false),
            selected: Some(Selected::Is(false)),
            ..State::default()
        };
        assert!(!state.is_empty() && state.notable().is_empty());
        let state = State { enabled: Some(false), checked: Some(false), ..State::default() };
        assert_eq!(state.clone().notable(), state);
    }
}
