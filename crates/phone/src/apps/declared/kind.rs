//! The kinds of widgets: what each is called, and which properties it takes and needs.

use serde::Deserialize;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(variant_identifier, rename_all = "snake_case")]
pub(crate) enum Kind {
    Column,
    Row,
    Stack,
    Card,
    Scroll,
    List,
    Text,
    Button,
    IconButton,
    Field,
    CheckBox,
    Switch,
    Radio,
    Slider,
    Spinner,
    Progress,
    Image,
    Divider,
    Space,
    Tabs,
    Dropdown,
    Date,
    Clock,
    Web,
}

/// What every widget takes.
pub(crate) const EVERY: [&str; 11] = [
    "id",
    "visible",
    "enabled",
    "desc",
    "weight",
    "width",
    "height",
    "class",
    "on_tap",
    "on_long_tap",
    "drift",
];

impl Kind {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Column => "column",
            Self::Row => "row",
            Self::Stack => "stack",
            Self::Card => "card",
            Self::Scroll => "scroll",
            Self::List => "list",
            Self::Text => "text",
            Self::Button => "button",
            Self::IconButton => "icon_button",
            Self::Field => "field",
            Self::CheckBox => "check_box",
            Self::Switch => "switch",
            Self::Radio => "radio",
            Self::Slider => "slider",
            Self::Spinner => "spinner",
            Self::Progress => "progress",
            Self::Image => "image",
            Self::Divider => "divider",
            Self::Space => "space",
            Self::Tabs => "tabs",
            Self::Dropdown => "dropdown",
            Self::Date => "date",
            Self::Clock => "clock",
            Self::Web => "web",
        }
    }

    /// Its own properties, besides what every widget takes.
    pub(crate) fn takes(self) -> &'static [&'static str] {
        match self {
            Self::Column | Self::Row | Self::Stack | Self::Card | Self::Scroll => {
                &["children", "gap", "padding", "align", "justify"]
            }
            Self::Web => &["text", "children", "gap", "padding", "align", "justify"],
            Self::List => &["of", "as", "row", "gap"],
            Self::Text => &["text", "style", "align", "max_lines"],
            Self::Button => &["text", "style"],
            Self::IconButton => &["icon"],
            Self::Image => &["icon", "size"],
            Self::Field => &["bind", "hint", "input", "on_change", "on_submit"],
            Self::CheckBox | Self::Switch => &["text", "bind", "on_change"],
            Self::Radio => &["text", "bind", "value", "on_change"],
            Self::Slider => &["bind", "min", "max", "step", "on_change"],
            Self::Dropdown => &["bind", "of", "hint", "on_change"],
            Self::Date => &["bind", "hint", "on_change"],
            Self::Tabs => &["bind", "pages", "on_change"],
            Self::Clock => &["format"],
            Self::Progress => &["value", "max"],
            Self::Spinner | Self::Divider | Self::Space => &[],
        }
    }

    pub(crate) fn needs(self) -> &'static [&'static str] {
        match self {
            Self::Field | Self::CheckBox | Self::Switch | Self::Slider | Self::Date => &["bind"],
            Self::Radio => &["bind", "value"],
            Self::List => &["of", "row"],
            Self::Tabs => &["bind", "pages"],
            Self::Dropdown => &["bind", "of"],
            Self::Text | Self::Button => &["text"],
            Self::Column
            | Self::Row
            | Self::Stack
            | Self::Card
            | Self::Scroll
            | Self::IconButton
            | Self::Spinner
            | Self::Progress
            | Self::Image
            | Self::Divider
            | Self::Space
            | Self::Clock
            | Self::Web => &[],
        }
    }
}
