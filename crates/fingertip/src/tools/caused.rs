//! What an action caused beside the change of the screen, as callers read it: only what is unusual.

use std::fmt;

use engine::{Caused, Dialog, Moved, Place, Trouble};
use schemars::JsonSchema;
use serde::Serialize;

/// Each part is there only where something happened.
#[derive(Debug, Default, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct CausedTold {
    /// An app crashed; the lines are its log's.
    #[serde(skip_serializing_if = "Option::is_none")]
    crash: Option<TroubleTold>,
    /// An app does not respond.
    #[serde(skip_serializing_if = "Option::is_none")]
    not_responding: Option<TroubleTold>,
    /// The app whose process ended without a crash.
    #[serde(skip_serializing_if = "Option::is_none")]
    died: Option<String>,
    /// What the system asks.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    system_dialogs: Vec<DialogTold>,
    /// Another app came to the front.
    #[serde(skip_serializing_if = "Option::is_none")]
    foreground_changed: Option<Change>,
    /// Another part of the app came to the front.
    #[serde(skip_serializing_if = "Option::is_none")]
    activity: Option<String>,
    /// The keyboard is `shown` or `hidden` now.
    #[serde(skip_serializing_if = "Option::is_none")]
    keyboard: Option<&'static str>,
    /// New lines of the app's log that it calls errors.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    error_lines: Vec<String>,
    /// And so many more.
    #[serde(skip_serializing_if = "is_zero")]
    more_error_lines: usize,
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct TroubleTold {
    #[serde(skip_serializing_if = "Option::is_none")]
    package_name: Option<String>,
    lines: Vec<String>,
    /// Lines that were left out.
    #[serde(skip_serializing_if = "is_zero")]
    more: usize,
    /// It happened before this action.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    earlier: bool,
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct DialogTold {
    package_name: String,
    title: String,
    buttons: Vec<String>,
}

/// From one to another.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Change {
    #[serde(skip_serializing_if = "Option::is_none")]
    from: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    to: Option<String>,
}

impl Change {
    pub(super) fn new(from: Option<String>, to: Option<String>) -> Self {
        Self { from, to }
    }

    /// From one part of an app to another, named as their apps name them.
    pub(super) fn of_places(moved: &Moved) -> Self {
        Self::new(whole_name(&moved.from), whole_name(&moved.to))
    }
}

impl CausedTold {
    pub(super) fn of(caused: &Caused) -> Self {
        let earlier = caused.earlier;
        let trouble = |trouble: &Option<Trouble>| {
            trouble.clone().map(|Trouble { app, lines, more, .. }| TroubleTold {
                package_name: app,
                lines,
                more,
                earlier,
            })
        };
        let dialog = |Dialog { package, title, buttons }| DialogTold {
            package_name: package,
            title,
            buttons,
        };
        let asking = caused.dialog.as_ref().map(|dialog| dialog.package.as_str());
        let moved = caused.moved.as_ref();
        let other_app = moved.filter(|moved| moved.from.app != moved.to.app);
        // A dialog says for itself which app it is.
        let other_app = other_app.filter(|moved| moved.to.app.as_deref() != asking);
        let other_part = moved.filter(|moved| moved.from.app == moved.to.app);
        Self {
            crash: trouble(&caused.crash),
            not_responding: trouble(&caused.not_responding),
            died: caused.died.clone(),
            system_dialogs: caused.dialog.clone().map(dialog).into_iter().collect(),
            foreground_changed: other_app
                .map(|moved| Change::new(moved.from.app.clone(), moved.to.app.clone())),
            activity: other_part.and_then(|moved| short_name(&moved.to)),
            keyboard: caused.keyboard.map(|shown| if shown { "shown" } else { "hidden" }),
            error_lines: caused.errors.clone(),
            more_error_lines: caused.more_errors,
        }
    }
}

/// The part of the app, without what it shares with the app's own name.
fn short_name(place: &Place) -> Option<String> {
    let (app, screen) = (place.app.as_deref()?, place.screen.as_deref()?);
    let own = screen.strip_prefix(app).filter(|rest| rest.starts_with('.'));
    Some(own.unwrap_or(screen).to_owned())
}

fn whole_name(place: &Place) -> Option<String> {
    let app = place.app.as_ref()?;
    Some(match short_name(place) {
        Some(part) => format!("{app}/{part}"),
        None => app.clone(),
    })
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
fn is_zero(count: &usize) -> bool {
    *count == 0
}

impl fmt::Display for CausedTold {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |app: &Option<String>| app.clone().unwrap_or_else(|| "an app".to_owned());
        for (trouble, what) in
            [(&self.crash, "crashed"), (&self.not_responding, "does not respond")]
        {
            if let Some(trouble) = trouble {
                write!(f, "\n{} {what}", name(&trouble.package_name))?;
                trouble.lines.iter().try_for_each(|line| write!(f, "\n  {line}"))?;
            }
        }
        if let Some(app) = &self.died {
            write!(f, "\n{app} ended")?;
        }
        for dialog in &self.system_dialogs {
            write!(f, "\nthe system asks: {} [{}]", dialog.title, dialog.buttons.join("] ["))?;
        }
        if let Some(Change { to: Some(to), .. }) = &self.foreground_changed {
            write!(f, "\n{to} is in front now")?;
        }
        if let Some(keyboard) = self.keyboard {
            write!(f, "\nkeyboard {keyboard}")?;
        }
        self.error_lines.iter().try_for_each(|line| write!(f, "\nlog: {line}"))
    }
}
