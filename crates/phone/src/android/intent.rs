//! Intents and component names, as `am` reads and prints them.

use std::{collections::BTreeMap, fmt, str::FromStr};

pub(crate) const ACTION_MAIN: &str = "android.intent.action.MAIN";
pub(crate) const ACTION_VIEW: &str = "android.intent.action.VIEW";
pub(crate) const CATEGORY_LAUNCHER: &str = "android.intent.category.LAUNCHER";
pub(crate) const CATEGORY_HOME: &str = "android.intent.category.HOME";
pub(crate) const CATEGORY_DEFAULT: &str = "android.intent.category.DEFAULT";
pub(crate) const CATEGORY_BROWSABLE: &str = "android.intent.category.BROWSABLE";

/// An activity of a package. The class is always the full name.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Component {
    pub package: String,
    pub class: String,
}

impl Component {
    /// `class` may be short: `.MainActivity` means `package.MainActivity`.
    pub fn new(package: &str, class: &str) -> Self {
        let class =
            if class.starts_with('.') { format!("{package}{class}") } else { class.to_owned() };
        Self { package: package.to_owned(), class }
    }

    /// `com.x/.Main`.
    pub fn short(&self) -> String {
        match self.class.strip_prefix(&self.package) {
            Some(rest) if rest.starts_with('.') => format!("{}/{rest}", self.package),
            _ => self.long(),
        }
    }

    /// `com.x/com.x.Main`.
    pub fn long(&self) -> String {
        format!("{}/{}", self.package, self.class)
    }
}

/// Not of the form `package/class`.
#[derive(Debug, thiserror::Error)]
#[error("bad component name: {0}")]
pub struct BadComponent(pub String);

impl FromStr for Component {
    type Err = BadComponent;

    fn from_str(text: &str) -> Result<Self, BadComponent> {
        match text.split_once('/') {
            Some((package, class)) if !package.is_empty() && !class.is_empty() => {
                Ok(Self::new(package, class))
            }
            _ => Err(BadComponent(text.to_owned())),
        }
    }
}

/// The value of an extra.
#[derive(Debug, Clone, PartialEq)]
pub enum Extra {
    Text(String),
    Bool(bool),
    Int(i32),
    Long(i64),
    Float(f32),
    Uri(String),
    Null,
    /// What somebody else is to start: what a chooser asks about.
    Intent(Box<Intent>),
    Intents(Vec<Intent>),
    /// What only its app can read, by the name of its kind: handed on unchanged.
    Opaque(String, serde_json::Value),
}

impl fmt::Display for Extra {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) | Self::Uri(text) => f.write_str(text),
            Self::Bool(value) => value.fmt(f),
            Self::Int(value) => value.fmt(f),
            Self::Long(value) => value.fmt(f),
            Self::Float(value) => value.fmt(f),
            Self::Null => f.write_str("null"),
            Self::Intent(intent) => intent.fmt(f),
            Self::Intents(intents) => write!(f, "{} intents", intents.len()),
            Self::Opaque(_, value) => value.fmt(f),
        }
    }
}

/// What is to be started or delivered.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Intent {
    pub action: Option<String>,
    pub data: Option<String>,
    pub mime: Option<String>,
    pub categories: Vec<String>,
    pub flags: u32,
    pub package: Option<String>,
    pub component: Option<Component>,
    pub extras: BTreeMap<String, Extra>,
    /// Its `ClipData`, which only apps can read: handed on unchanged.
    pub clip: Option<String>,
}

impl Intent {
    pub const FLAG_NEW_TASK: u32 = 0x1000_0000;
    pub const FLAG_SINGLE_TOP: u32 = 0x2000_0000;
    pub const FLAG_CLEAR_TOP: u32 = 0x0400_0000;
    pub const FLAG_CLEAR_TASK: u32 = 0x0000_8000;
    pub const FLAG_RESET_TASK_IF_NEEDED: u32 = 0x0020_0000;
    pub const FLAG_MULTIPLE_TASK: u32 = 0x0800_0000;
    pub const FLAG_REORDER_TO_FRONT: u32 = 0x0002_0000;
    pub const FLAG_FORWARD_RESULT: u32 = 0x0200_0000;
    pub const FLAG_PREVIOUS_IS_TOP: u32 = 0x0100_0000;
    pub const FLAG_NO_HISTORY: u32 = 0x4000_0000;

    /// The one package that it is meant for.
    pub(crate) fn addressee(&self) -> Option<&str> {
        let component = self.component.as_ref().map(|component| component.package.as_str());
        component.or(self.package.as_deref())
    }

    /// Starts exactly this activity.
    pub fn explicit(component: Component) -> Self {
        Self { component: Some(component), ..Self::default() }
    }

    /// What the launcher sends when an icon is tapped.
    pub fn launch(component: Component) -> Self {
        Self {
            action: Some(ACTION_MAIN.to_owned()),
            categories: vec![CATEGORY_LAUNCHER.to_owned()],
            flags: Self::FLAG_NEW_TASK | Self::FLAG_RESET_TASK_IF_NEEDED,
            component: Some(component),
            ..Self::default()
        }
    }

    pub fn has_flag(&self, flag: u32) -> bool {
        self.flags & flag != 0
    }

    pub(crate) fn is_main_of(&self, category: &str) -> bool {
        self.action.as_deref() == Some(ACTION_MAIN)
            && self.categories.iter().any(|have| have == category)
    }

    /// Same action, data, type, categories and component: the test by which a task is reused.
    pub(crate) fn same_filter(&self, other: &Self) -> bool {
        let sorted = |intent: &Self| {
            let mut categories = intent.categories.clone();
            categories.sort();
            categories
        };
        self.action == other.action
            && self.data == other.data
            && self.mime == other.mime
            && self.component == other.component
            && sorted(self) == sorted(other)
    }

    /// The inside of `Intent { … }`: `act=… cat=[…] dat=… flg=0x… cmp=…`.
    pub fn short(&self) -> String {
        let mut parts = Vec::new();
        if let Some(action) = &self.action {
            parts.push(format!("act={action}"));
        }
        if !self.categories.is_empty() {
            parts.push(format!("cat=[{}]", self.categories.join(",")));
        }
        if let Some(data) = &self.data {
            parts.push(format!("dat={data}"));
        }
        if let Some(mime) = &self.mime {
            parts.push(format!("typ={mime}"));
        }
        if self.flags != 0 {
            parts.push(format!("flg={:#x}", self.flags));
        }
        if let Some(package) = &self.package {
            parts.push(format!("pkg={package}"));
        }
        if let Some(component) = &self.component {
            parts.push(format!("cmp={}", component.short()));
        }
        if !self.extras.is_empty() {
            parts.push("(has extras)".to_owned());
        }
        parts.join(" ")
    }
}

impl fmt::Display for Intent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Intent {{ {} }}", self.short())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prints_like_am() {
        let component: Component = "com.example.shop/.MainActivity".parse().unwrap();
        assert_eq!(component.long(), "com.example.shop/com.example.shop.MainActivity");
        let mut intent = Intent::launch(component);
        intent.flags = 0;
        assert_eq!(
            intent.to_string(),
            "Intent { act=android.intent.action.MAIN cat=[android.intent.category.LAUNCHER] \
             cmp=com.example.shop/.MainActivity }"
        );
    }

    #[test]
    fn refuses_a_name_without_class() {
        for bad in ["com.x", "com.x/", "/.Main", ""] {
            assert!(bad.parse::<Component>().is_err(), "{bad}");
        }
    }
}
