//! The same screen in the words of another toolkit. Screens are built as the Android framework shows
//! them; each file here turns such views into what Compose, React Native, Flutter or a web page
//! reports: other class names, labels in other places, no ids or bare ones, layout left out.
//!
//! Read off recordings of real screens, not off the toolkits' documentation.

mod compose;
mod dress;
mod flutter;
mod framework;
mod react_native;
mod web;

use serde::Deserialize;

pub(crate) use web::page as web_page;

use crate::{
    android::Config,
    screen::{Key, View},
};

/// The toolkit that an app's screens seem to be made with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Framework {
    #[default]
    #[serde(rename = "framework")]
    Views,
    Compose,
    ReactNative,
    Flutter,
}

/// A dialog's texts and controls.
pub(crate) struct Alert {
    pub(crate) title: String,
    pub(crate) message: String,
    pub(crate) body: Option<View>,
    /// The framework's id, the key and the label of each button.
    pub(crate) buttons: Vec<(&'static str, Key, String)>,
}

/// What surrounds the content of an activity.
pub(crate) struct Frame<'a> {
    pub(crate) config: &'a Config,
    pub(crate) package: &'a str,
    /// The keyboard makes the content smaller.
    pub(crate) resizes: bool,
}

impl Framework {
    /// A whole screen from its toolbar and its content.
    pub(crate) fn screen(self, frame: &Frame<'_>, toolbar: Option<View>, body: View) -> View {
        match self {
            Self::Views => framework::screen(frame, toolbar, body),
            Self::Compose => compose::screen(frame, toolbar, body),
            Self::ReactNative => react_native::screen(frame, toolbar, body),
            Self::Flutter => flutter::screen(frame, toolbar, body),
        }
    }

    /// A dialog's window. Flutter has no such thing: see [`Framework::draws_over`].
    pub(crate) fn alert(self, package: &str, alert: Alert) -> View {
        match self {
            Self::Views => framework::alert(alert),
            Self::Compose => compose::alert(alert),
            Self::ReactNative => react_native::alert(package, alert),
            Self::Flutter => flutter::alert(alert),
        }
    }

    /// The menu of a dropdown: its rows as the framework shows them.
    pub(crate) fn menu(self, rows: Vec<View>) -> View {
        match self {
            Self::Views | Self::ReactNative => framework::menu(rows),
            Self::Compose => compose::menu(rows),
            Self::Flutter => flutter::menu(rows),
        }
    }

    /// Dialogs and menus are drawn into the window of the activity.
    pub(crate) fn draws_over(self) -> bool {
        self == Self::Flutter
    }

    /// A screen with a dialog drawn over it; a touch on the scrim has this key.
    pub(crate) fn covered(screen: View, over: View, scrim: Key) -> View {
        flutter::covered(screen, over, scrim)
    }

    /// Compose tells nothing to an accessibility that consists of tests alone.
    pub(crate) fn sends_events(self) -> bool {
        self != Self::Compose
    }
}
