//! One element as an iPhone reports it, and what of it goes where in a node.

use std::borrow::Cow;

use super::percent::{number, percent};
use crate::extra::{Extra, Range, Value};
use crate::parse::build::Builder;
use crate::parse::fields::yes_or_no;
use crate::parse::json::Value as Json;
use crate::role::apple_type;
use crate::tree::{Data, Said};
use crate::{Bounds, Flag, Role};

/// Who reports. They mean different things by a bare number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reporter {
    Idb,
    Wda,
}

/// What an element says of itself. Absent is unknown, never false.
#[derive(Debug, Default)]
pub(super) struct Element<'t> {
    pub(super) kind: Cow<'t, str>,
    pub(super) subrole: Cow<'t, str>,
    pub(super) role_description: Cow<'t, str>,
    pub(super) identifier: Cow<'t, str>,
    /// The identifier, or the label where there is none.
    pub(super) name: Cow<'t, str>,
    pub(super) label: Cow<'t, str>,
    pub(super) title: Cow<'t, str>,
    pub(super) help: Cow<'t, str>,
    pub(super) placeholder: Cow<'t, str>,
    pub(super) bundle: Cow<'t, str>,
    pub(super) value: Option<Value>,
    pub(super) min: Option<f64>,
    pub(super) max: Option<f64>,
    pub(super) traits: Option<Vec<Box<str>>>,
    pub(super) custom_actions: Vec<Box<str>>,
    pub(super) bounds: Bounds,
    pub(super) enabled: Option<bool>,
    pub(super) visible: Option<bool>,
    pub(super) focused: Option<bool>,
    pub(super) selected: Option<bool>,
    pub(super) expanded: Option<bool>,
    pub(super) accessible: Option<bool>,
}

impl Element<'_> {
    /// The type without the mark of its vocabulary.
    pub(super) fn kind(&self) -> &str {
        apple_type(&self.kind)
    }

    pub(super) fn has_trait(&self, name: &str) -> bool {
        self.traits.iter().flatten().any(|has| **has == *name)
    }

    pub(super) fn role(&self) -> Role {
        let traits = self.traits.as_deref().unwrap_or_default();
        Role::of_apple_type(&self.kind, &self.subrole, traits)
    }

    /// Writes everything down in `data`. The role may be narrower than the element alone would tell.
    pub(super) fn fill(
        mut self,
        builder: &mut Builder,
        data: &mut Data,
        role: Role,
        reporter: Reporter,
    ) {
        data.role = role;
        data.bounds = self.bounds;
        data.flags.apply(self.said(role, reporter));
        if role == Role::TextField {
            self.fill_field(builder, data);
        } else {
            self.fill_text(builder, data, role, reporter);
        }
        data.class = builder.class_name(self.kind());
        data.tooltip = builder.tree.intern(&self.help);
        data.resource_id = builder.tree.intern(self.resource_id());
        data.package = if self.bundle.is_empty() {
            builder.package_around()
        } else {
            builder.package(&self.bundle)
        };
        let range = self.range(role, reporter);
        let extra = Extra {
            range,
            role_description: self.telling_description(role),
            subrole: boxed(apple_type(&self.subrole)),
            value: self.value,
            traits: self.traits.unwrap_or_default(),
            custom_actions: self.custom_actions,
            ..Extra::default()
        };
        builder.extra(data, extra);
    }

    /// A field shows its value; its label stands beside it, its placeholder only while it is empty.
    fn fill_field(&mut self, builder: &mut Builder, data: &mut Data) {
        let value = match self.value.take() {
            _ if self.is_secure() => String::new(),
            Some(Value::Text(text)) => text.into(),
            Some(Value::Number(number)) => number.to_string(),
            None => String::new(),
        };
        let shows_hint = !self.placeholder.is_empty() && value == self.placeholder;
        if !self.placeholder.is_empty() && !self.is_secure() {
            data.flags.apply(Said::one(Flag::ShowsHint, shows_hint || value.is_empty()));
        }
        if !shows_hint {
            data.text = builder.tree.intern(&value);
        }
        data.description = builder.tree.intern(self.label());
        data.hint = builder.tree.intern(&self.placeholder);
    }

    fn fill_text(
        &mut self,
        builder: &mut Builder,
        data: &mut Data,
        role: Role,
        reporter: Reporter,
    ) {
        let value = self.value.as_ref().and_then(|value| match value {
            Value::Text(text) => Some(&**text),
            Value::Number(_) => None,
        });
        let label = match (self.label(), value) {
            ("", Some(value)) if role == Role::TextView => value,
            (label, _) => label,
        };
        data.text = builder.tree.intern(label);
        data.hint = builder.tree.intern(&self.placeholder);
        // What is said already, by the text or as a state, is no value beside it.
        let is_said = value.is_some_and(|value| value.is_empty() || value == label);
        if is_said || self.checked(role).is_some() || self.is_pressed(reporter) {
            self.value = None;
        }
    }

    fn label(&self) -> &str {
        if self.label.is_empty() { &self.title } else { &self.label }
    }

    fn resource_id(&self) -> &str {
        if !self.identifier.is_empty() {
            &self.identifier
        } else if self.name == self.label {
            ""
        } else {
            &self.name
        }
    }

    fn is_secure(&self) -> bool {
        self.kind() == "SecureTextField"
            || apple_type(&self.subrole) == "SecureTextField"
            || self.has_trait("SecureTextField")
    }

    fn said(&self, role: Role, reporter: Reporter) -> Said {
        let mut said = Said::default();
        let mut say = |flag: Flag, value: Option<bool>| {
            if let Some(value) = value {
                said = said.then(Said::one(flag, value));
            }
        };
        let lists_traits = self.traits.is_some();
        let kind = self.kind();
        say(Flag::Enabled, self.enabled);
        say(Flag::Enabled, self.has_trait("NotEnabled").then_some(false));
        say(Flag::Displayed, self.visible);
        say(Flag::Focused, self.focused);
        say(Flag::Focused, self.has_trait("IsEditing").then_some(true));
        say(Flag::Selected, lists_traits.then(|| self.has_trait("Selected")));
        say(Flag::Selected, self.is_pressed(reporter).then_some(true));
        say(Flag::Selected, self.selected);
        say(Flag::Expanded, self.expanded.or_else(|| self.expanded_by_value()));
        let is_heading = kind == "Heading" || self.has_trait("Header");
        say(Flag::Heading, (is_heading || lists_traits).then_some(is_heading));
        let is_multiline = matches!(kind, "TextView" | "TextArea") || self.has_trait("TextArea");
        say(Flag::Multiline, is_multiline.then_some(true));
        say(Flag::Password, self.is_secure().then_some(true));
        say(Flag::Clickable, Some(is_clickable(role)));
        let scrolls = matches!(role, Role::ScrollView | Role::List | Role::WebView);
        say(Flag::Scrollable, Some(scrolls || self.has_trait("Scrollable")));
        let is_checkable = matches!(role, Role::CheckBox | Role::Switch | Role::RadioButton);
        say(Flag::Checkable, Some(is_checkable));
        say(Flag::Checked, self.checked(role));
        said
    }

    /// WebDriverAgent writes a selected button's state as its value.
    fn is_pressed(&self, reporter: Reporter) -> bool {
        reporter == Reporter::Wda
            && self.kind() == "Button"
            && matches!(&self.value, Some(Value::Text(text)) if **text == *"1")
    }

    /// Only what is clearly one or the other: a mixed state stays a value.
    fn checked(&self, role: Role) -> Option<bool> {
        if !matches!(role, Role::CheckBox | Role::Switch | Role::RadioButton) {
            return None;
        }
        match self.value.as_ref()? {
            Value::Number(number) if *number == 0.0 => Some(false),
            Value::Number(number) => (*number - 1.0 == 0.0).then_some(true),
            Value::Text(text) => match text.to_ascii_lowercase().as_str() {
                "on" => Some(true),
                "off" => Some(false),
                word => yes_or_no(word),
            },
        }
    }

    fn expanded_by_value(&self) -> Option<bool> {
        match self.value.as_ref()? {
            Value::Text(text) if text.eq_ignore_ascii_case("expanded") => Some(true),
            Value::Text(text) if text.eq_ignore_ascii_case("collapsed") => Some(false),
            Value::Text(_) | Value::Number(_) => None,
        }
    }

    /// Where a slider or a progress bar stands. A wheel's row is no such number, nor is "is turning".
    fn range(&self, role: Role, reporter: Reporter) -> Option<Range> {
        let has_scale = matches!(role, Role::Slider | Role::ProgressBar | Role::Stepper);
        if !has_scale
            || matches!(self.kind(), "PickerWheel" | "ActivityIndicator" | "BusyIndicator")
        {
            return None;
        }
        let bounds = self.min.zip(self.max).filter(|(min, max)| min < max);
        let (percent, number) = match self.value.as_ref()? {
            Value::Number(number) => (None, Some(*number)),
            Value::Text(text) => (percent(text), number(text)),
        };
        if let Some(percent) = percent {
            let (min, max) = bounds.unwrap_or((0.0, 100.0));
            return Some(Range { min, max, current: min + percent * (max - min) / 100.0 });
        }
        let number = number?;
        if let Some((min, max)) = bounds {
            return Some(Range { min, max, current: number });
        }
        // Nought and one say little when it is not known whether they are parts of one.
        let is_fraction = match reporter {
            Reporter::Idb => (0.0..=1.0).contains(&number),
            Reporter::Wda => number > 0.0 && number < 1.0,
        };
        (is_fraction && role != Role::Stepper).then(|| Range {
            min: 0.0,
            max: 100.0,
            current: (number * 100.0).round(),
        })
    }

    /// Words that say more than the type does: `Nav bar` of a group.
    fn telling_description(&self, role: Role) -> Option<Box<str>> {
        let words = self.role_description.trim();
        let folded: String = words.chars().filter(|letter| *letter != ' ').collect();
        let is_vague = matches!(role, Role::Container | Role::Unknown);
        let repeats = self.kind().to_lowercase().contains(&folded.to_lowercase());
        if is_vague && !repeats { boxed(words) } else { None }
    }
}

/// Traits as a list of names, or as one text with commas.
pub(super) fn traits(builder: &mut Builder, value: Json<'_>) -> Option<Vec<Box<str>>> {
    if value.is_list() {
        let names = value.items().filter_map(|name| Some(trait_name(&name.text()?)));
        return Some(names.filter(|name| says_something(name)).collect());
    }
    let text = (!value.is_null()).then(|| builder.text("traits", value))?;
    Some(traits_of_text(&text))
}

pub(super) fn traits_of_text(text: &str) -> Vec<Box<str>> {
    text.split(',').map(trait_name).filter(|name| says_something(name)).collect()
}

fn says_something(name: &str) -> bool {
    !matches!(name, "" | "None")
}

fn trait_name(name: &str) -> Box<str> {
    let name = name.trim();
    name.strip_prefix("UIAccessibilityTrait").unwrap_or(name).into()
}

fn is_clickable(role: Role) -> bool {
    matches!(
        role,
        Role::Button
            | Role::ImageButton
            | Role::MenuItem
            | Role::ListItem
            | Role::Tab
            | Role::Switch
            | Role::CheckBox
            | Role::RadioButton
            | Role::Spinner
    )
}

fn boxed(text: &str) -> Option<Box<str>> {
    (!text.is_empty()).then(|| text.into())
}
