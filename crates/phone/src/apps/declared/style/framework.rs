//! The Android framework and its support libraries: views are built this way to begin with.

use super::{Alert, Frame};
use crate::{
    apps::toolkit::widgets,
    screen::{Flags, Length, Look, Theme, View},
};

pub(super) fn screen(frame: &Frame<'_>, toolbar: Option<View>, body: View) -> View {
    let mut content = widgets::column(toolbar.into_iter().chain([body]).collect());
    content.height = Length::Fill;
    widgets::activity_with(frame.config, frame.package, content, frame.resizes)
}

pub(super) fn alert(alert: Alert) -> View {
    let buttons = alert.buttons.iter().map(|(id, key, text)| (*id, *key, text.as_str())).collect();
    widgets::alert(&alert.title, &alert.message, alert.body, buttons)
}

/// The list has the focus, never a row.
pub(super) fn menu(rows: Vec<View>) -> View {
    let rows = rows
        .into_iter()
        .map(|row| View { flags: row.flags.without(Flags::FOCUSABLE), ..row })
        .collect();
    let list = View {
        class: "android.widget.ListView".into(),
        flags: Flags::FOCUSABLE | Flags::FOCUSED,
        ..widgets::column(rows)
    };
    View {
        class: "android.widget.FrameLayout".into(),
        look: Look { background: Some(Theme::DIALOG), radius: 4.0, ..Look::default() },
        ..widgets::column(vec![list])
    }
}
