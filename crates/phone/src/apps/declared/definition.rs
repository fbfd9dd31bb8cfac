//! The shape of an app definition. Unknown keys are refused; names are checked in `check`.

use std::{collections::BTreeMap, sync::Arc};

use serde::Deserialize;

use super::{Value, expr::Expr, place::Located, template::Dynamic};
use crate::{
    android::{Activity, Component, Filter, Manifest},
    screen::{Icon, InputType},
};

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Definition {
    pub(crate) package: Located<String>,
    pub(crate) label: String,
    #[serde(default)]
    pub(crate) version: Version,
    /// Colour of the launcher icon: `"#RRGGBB"`.
    pub(crate) icon: Option<Located<String>>,
    #[serde(default)]
    pub(crate) permissions: Vec<String>,
    /// Variables of the process with their first values.
    #[serde(default)]
    pub(crate) state: BTreeMap<String, Value>,
    /// Variables that outlive the process.
    #[serde(default)]
    pub(crate) saved: Vec<Located<String>>,
    pub(crate) activities: BTreeMap<String, Located<Screen>>,
    #[serde(default)]
    pub(crate) dialogs: BTreeMap<String, Dialog>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Version {
    pub(crate) name: String,
    pub(crate) code: u32,
}

impl Default for Version {
    fn default() -> Self {
        Self { name: "1.0".to_owned(), code: 1 }
    }
}

/// An activity.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Screen {
    #[serde(default)]
    pub(crate) launcher: bool,
    /// May be started from outside the app.
    #[serde(default)]
    pub(crate) exported: bool,
    /// URI schemes that VIEW intents may have.
    #[serde(default)]
    pub(crate) schemes: Vec<String>,
    /// Variables of this activity, filled from the extras it is started with.
    #[serde(default)]
    pub(crate) params: BTreeMap<String, Value>,
    /// Names for expressions.
    #[serde(default, rename = "let")]
    pub(crate) names: BTreeMap<String, Located<Expr>>,
    pub(crate) toolbar: Option<Toolbar>,
    #[serde(default)]
    pub(crate) on_start: Actions,
    pub(crate) on_back: Option<Actions>,
    pub(crate) body: Widget,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Toolbar {
    pub(crate) title: Located<Dynamic>,
    /// Shows an arrow that goes back.
    #[serde(default)]
    pub(crate) up: bool,
    #[serde(default)]
    pub(crate) actions: Vec<Props>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Dialog {
    pub(crate) title: Located<Dynamic>,
    pub(crate) message: Option<Located<Dynamic>>,
    pub(crate) body: Option<Widget>,
    pub(crate) positive: Option<Choice>,
    pub(crate) negative: Option<Choice>,
    pub(crate) neutral: Option<Choice>,
    #[serde(default = "yes")]
    pub(crate) cancelable: bool,
}

fn yes() -> bool {
    true
}

/// A button of a dialog. The dialog closes before its actions run.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Choice {
    pub(crate) text: Located<Dynamic>,
    #[serde(default, rename = "do")]
    pub(crate) actions: Actions,
}

/// What is shown. All kinds share one set of properties; `check` says which kind takes which.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Widget {
    Column(Box<Props>),
    Row(Box<Props>),
    Stack(Box<Props>),
    Card(Box<Props>),
    Scroll(Box<Props>),
    List(Box<Props>),
    Text(Box<Props>),
    Button(Box<Props>),
    IconButton(Box<Props>),
    Field(Box<Props>),
    CheckBox(Box<Props>),
    Switch(Box<Props>),
    Radio(Box<Props>),
    Slider(Box<Props>),
    Spinner(Box<Props>),
    Progress(Box<Props>),
    Image(Box<Props>),
    Divider(Box<Props>),
    Space(Box<Props>),
}

impl Widget {
    pub(crate) fn props(&self) -> &Props {
        match self {
            Self::Column(props)
            | Self::Row(props)
            | Self::Stack(props)
            | Self::Card(props)
            | Self::Scroll(props)
            | Self::List(props)
            | Self::Text(props)
            | Self::Button(props)
            | Self::IconButton(props)
            | Self::Field(props)
            | Self::CheckBox(props)
            | Self::Switch(props)
            | Self::Radio(props)
            | Self::Slider(props)
            | Self::Spinner(props)
            | Self::Progress(props)
            | Self::Image(props)
            | Self::Divider(props)
            | Self::Space(props) => props,
        }
    }
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Props {
    /// Resource id without package.
    pub(crate) id: String,
    pub(crate) visible: Option<Located<Expr>>,
    pub(crate) enabled: Option<Located<Expr>>,
    pub(crate) text: Option<Located<Dynamic>>,
    /// Content description.
    pub(crate) desc: Option<Located<Dynamic>>,
    pub(crate) hint: Option<Located<Dynamic>>,
    pub(crate) style: Option<Located<Style>>,
    pub(crate) icon: Option<Icon>,
    /// Side of an image in dp.
    pub(crate) size: Option<f32>,
    pub(crate) input: Option<Input>,
    /// The variable that a control shows and changes.
    pub(crate) bind: Option<Located<String>>,
    pub(crate) value: Option<Located<Dynamic>>,
    pub(crate) min: f64,
    pub(crate) max: Option<f64>,
    pub(crate) step: Option<f64>,
    pub(crate) children: Vec<Widget>,
    /// The list that rows are made of.
    pub(crate) of: Option<Located<Expr>>,
    /// What a row is called in its expressions.
    #[serde(rename = "as")]
    pub(crate) row_name: Option<String>,
    pub(crate) row: Option<Box<Widget>>,
    pub(crate) gap: f32,
    pub(crate) padding: Option<f32>,
    pub(crate) align: Option<Align>,
    pub(crate) justify: Option<Align>,
    /// Share of the room that is left in the parent's direction.
    pub(crate) weight: Option<f32>,
    pub(crate) max_lines: usize,
    /// Another class name than the kind's own.
    pub(crate) class: Option<String>,
    pub(crate) on_tap: Actions,
    pub(crate) on_long_tap: Actions,
    pub(crate) on_change: Actions,
    pub(crate) on_submit: Actions,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Style {
    Body,
    Title,
    Heading,
    Caption,
    Error,
    Filled,
    Outlined,
    Plain,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Align {
    Start,
    Center,
    End,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Input {
    Text,
    Multiline,
    Email,
    Password,
    Number,
    Phone,
}

impl From<Input> for InputType {
    fn from(input: Input) -> Self {
        match input {
            Input::Text => Self::Text,
            Input::Multiline => Self::Multiline,
            Input::Email => Self::Email,
            Input::Password => Self::Password,
            Input::Number => Self::Number,
            Input::Phone => Self::Phone,
        }
    }
}

impl From<Align> for crate::screen::Align {
    fn from(align: Align) -> Self {
        match align {
            Align::Start => Self::Start,
            Align::Center => Self::Center,
            Align::End => Self::End,
        }
    }
}

/// Actions in order; shared, because controls and timers hold on to them.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(from = "Vec<Action>")]
pub(crate) struct Actions(pub(crate) Arc<[Action]>);

impl From<Vec<Action>> for Actions {
    fn from(actions: Vec<Action>) -> Self {
        Self(actions.into())
    }
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Action {
    /// Variables and their new values.
    Set(BTreeMap<String, Located<Dynamic>>),
    /// Turns a truth around.
    Toggle(Located<String>),
    /// Starts an activity.
    Go(Go),
    /// Leaves the activity.
    Back,
    /// Opens a dialog.
    Dialog(Located<String>),
    /// Closes the topmost dialog.
    Dismiss,
    If(Box<If>),
    After(Timed),
    /// Again and again, as long as the activity lives.
    Every(Timed),
    Log(LogLine),
    Toast(Located<Dynamic>),
    /// The app dies of this exception.
    Crash(String),
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Go {
    pub(crate) to: Located<String>,
    /// Extras.
    #[serde(default)]
    pub(crate) with: BTreeMap<String, Located<Dynamic>>,
    /// Leaves this activity behind it.
    #[serde(default)]
    pub(crate) replace: bool,
    /// Removes every activity of the task before.
    #[serde(default)]
    pub(crate) clear: bool,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct If {
    pub(crate) when: Located<Expr>,
    #[serde(default)]
    pub(crate) then: Actions,
    #[serde(default, rename = "else")]
    pub(crate) otherwise: Actions,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Timed {
    pub(crate) ms: Located<u64>,
    #[serde(rename = "do")]
    pub(crate) actions: Actions,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct LogLine {
    #[serde(default)]
    pub(crate) level: LogLevel,
    pub(crate) tag: String,
    pub(crate) message: Located<Dynamic>,
}

#[derive(Debug, Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum LogLevel {
    Verbose,
    Debug,
    #[default]
    Info,
    Warn,
    Error,
}

impl Definition {
    pub(crate) fn manifest(&self) -> Manifest {
        let package = &self.package.value;
        let activities = self.activities.iter().map(|(name, screen)| {
            let screen = &screen.value;
            Activity {
                class: Component::new(package, name).class,
                label: self.label.clone(),
                exported: screen.launcher || screen.exported || !screen.schemes.is_empty(),
                single_top: false,
                filters: screen.filters(),
            }
        });
        Manifest {
            package: package.clone(),
            label: self.label.clone(),
            version_code: self.version.code,
            version_name: self.version.name.clone(),
            min_sdk: 24,
            target_sdk: 34,
            activities: activities.collect(),
            permissions: self.permissions.clone(),
            system: false,
            uid: None,
            debuggable: true,
            icon: self.icon_color().unwrap_or(0x0047_6584),
        }
    }

    pub(crate) fn icon_color(&self) -> Option<u32> {
        let hex = self.icon.as_ref()?.value.strip_prefix('#').filter(|hex| hex.len() == 6)?;
        u32::from_str_radix(hex, 16).ok()
    }

    /// The screen of an activity by its full class name.
    pub(crate) fn screen(&self, class: &str) -> Option<&Screen> {
        let package = &self.package.value;
        let found = self
            .activities
            .iter()
            .find(|(name, _)| Component::new(package, name).class == class)?;
        Some(&found.1.value)
    }
}

impl Screen {
    fn filters(&self) -> Vec<Filter> {
        let mut filters = Vec::new();
        if self.launcher {
            filters.push(Filter {
                actions: vec!["android.intent.action.MAIN".to_owned()],
                categories: vec!["android.intent.category.LAUNCHER".to_owned()],
                ..Filter::default()
            });
        }
        if !self.schemes.is_empty() {
            filters.push(Filter {
                actions: vec!["android.intent.action.VIEW".to_owned()],
                categories: vec!["android.intent.category.BROWSABLE".to_owned()],
                schemes: self.schemes.clone(),
                ..Filter::default()
            });
        }
        filters
    }
}
