//! The shape of an app definition. Unknown keys are refused; names are checked in `check`.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::{
    Value,
    action::Actions,
    expr::Expr,
    given::Given,
    place::Located,
    style::Framework,
    template::{Dynamic, optional_words, words},
    widget::{Props, Widget},
};
use crate::android::{Activity, Component, Filter, Manifest};

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Definition {
    pub(crate) package: Located<String>,
    pub(crate) label: String,
    #[serde(default)]
    pub(crate) version: Version,
    /// Colour of the launcher icon: `"#RRGGBB"`.
    pub(crate) icon: Option<Located<String>>,
    /// What its screens look like to accessibility.
    #[serde(default)]
    pub(crate) style: Framework,
    /// Part of the system image, with the uid it has there.
    pub(crate) system_uid: Option<u32>,
    #[serde(default)]
    pub(crate) permissions: Vec<String>,
    /// Variables of the process with their first values.
    #[serde(default)]
    pub(crate) state: BTreeMap<String, Value>,
    /// Variables that outlive the process.
    #[serde(default)]
    pub(crate) saved: Vec<Located<String>>,
    /// Tables whose rows are lists of the same name.
    pub(crate) database: Option<Schema>,
    /// Names for settings of the phone: `global/wifi_on`.
    #[serde(default)]
    pub(crate) device: BTreeMap<String, Located<String>>,
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

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Schema {
    /// The file in `databases/`.
    pub(crate) name: Located<String>,
    /// Columns of each table. Each has an `_id` besides.
    pub(crate) tables: BTreeMap<String, BTreeMap<String, ColumnType>>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ColumnType {
    Text,
    Integer,
    Real,
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
    /// Actions of implicit intents that start it.
    #[serde(default)]
    pub(crate) actions: Vec<String>,
    /// Instead of the app's.
    pub(crate) style: Option<Framework>,
    #[serde(default)]
    pub(crate) keyboard: Keyboard,
    /// Variables of this activity, filled from the extras it is started with.
    #[serde(default)]
    pub(crate) params: BTreeMap<String, Value>,
    /// Names for expressions.
    #[serde(default, rename = "let")]
    pub(crate) names: BTreeMap<String, Located<Expr>>,
    pub(crate) toolbar: Option<Toolbar>,
    #[serde(default)]
    pub(crate) on_start: Actions,
    #[serde(default)]
    pub(crate) on_resume: Actions,
    pub(crate) on_back: Option<Actions>,
    pub(crate) body: Widget,
}

/// What the keyboard does to the screen behind it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Keyboard {
    /// The screen gets smaller.
    #[default]
    Resize,
    /// It lies over the screen.
    Cover,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Toolbar {
    #[serde(deserialize_with = "words")]
    pub(crate) title: Located<Dynamic>,
    /// Shows an arrow that goes back.
    #[serde(default)]
    pub(crate) up: bool,
    #[serde(default)]
    pub(crate) actions: Vec<Given<Props>>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Dialog {
    #[serde(deserialize_with = "words")]
    pub(crate) title: Located<Dynamic>,
    #[serde(default, deserialize_with = "optional_words")]
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
    #[serde(deserialize_with = "words")]
    pub(crate) text: Located<Dynamic>,
    #[serde(default, rename = "do")]
    pub(crate) actions: Actions,
}

impl Definition {
    pub(crate) fn manifest(&self) -> Manifest {
        let package = &self.package.value;
        let activities = self.activities.iter().map(|(name, screen)| {
            let screen = &screen.value;
            Activity {
                class: Component::new(package, name).class,
                label: self.label.clone(),
                exported: screen.launcher
                    || screen.exported
                    || !screen.schemes.is_empty()
                    || !screen.actions.is_empty(),
                filters: screen.filters(),
                ..Activity::default()
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
            system: self.system_uid.is_some(),
            uid: self.system_uid,
            debuggable: self.system_uid.is_none(),
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
        if !self.actions.is_empty() {
            filters.push(Filter { actions: self.actions.clone(), ..Filter::default() });
        }
        filters
    }
}
