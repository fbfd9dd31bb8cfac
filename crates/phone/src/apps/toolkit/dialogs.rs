//! Dialogs as the framework's alert controller builds them.

use super::widgets::{BODY, Emphasis, button, column, identified, row, text, wrapper};
use crate::screen::{Align, Content, Edges, Key, Length, Look, TextLook, Theme, View};

/// A framework alert dialog. Buttons come as the ids' last part, the key and the label.
pub(crate) fn alert(
    title: &str,
    message: &str,
    body: Option<View>,
    buttons: Vec<(&str, Key, &str)>,
) -> View {
    let mut panels = Vec::new();
    if !title.is_empty() {
        let mut alert_title = text(title, TextLook { size: 22.0, ..BODY });
        "android:id/alertTitle".clone_into(&mut alert_title.id);
        let title_row = identified(row(vec![alert_title]), "android:id/title_template");
        panels.push(identified(column(vec![title_row]), "android:id/topPanel"));
    }
    if !message.is_empty() {
        let mut message = text(message, TextLook { size: 16.0, color: Theme::MUTED, ..BODY });
        "android:id/message".clone_into(&mut message.id);
        message.width = Length::Fill;
        let mut scroller = identified(column(vec![column(vec![message])]), "android:id/scrollView");
        scroller.class = "android.widget.ScrollView".into();
        let mut content = identified(column(vec![scroller]), "android:id/contentPanel");
        content.class = "android.widget.FrameLayout".into();
        content.margin.top = 16.0;
        panels.push(content);
    }
    if let Some(body) = body {
        let mut custom = identified(column(vec![body]), "android:id/customPanel");
        custom.class = "android.widget.FrameLayout".into();
        custom.margin.top = 16.0;
        panels.push(custom);
    }
    let buttons: Vec<_> = buttons
        .into_iter()
        .map(|(id, key, label)| {
            identified(button(key, label, Emphasis::Text), &format!("android:id/{id}"))
        })
        .collect();
    if !buttons.is_empty() {
        let mut bar = row(buttons);
        bar.justify = Align::End;
        let mut panel = identified(column(vec![bar]), "android:id/buttonPanel");
        panel.class = "android.widget.ScrollView".into();
        panel.margin.top = 24.0;
        panels.push(panel);
    }
    let mut panel = identified(column(panels), "android:id/parentPanel");
    panel.padding = Edges { left: 24.0, top: 24.0, right: 24.0, bottom: 16.0 };
    let wrap = |class: &'static str, id: &str, child: View| View {
        height: Length::Wrap,
        ..wrapper(class, id, child)
    };
    let content = wrap("android.widget.FrameLayout", "android:id/content", panel);
    let inner = wrap("android.widget.FrameLayout", "", content);
    let mut decor = wrap("android.widget.FrameLayout", "", inner);
    decor.look = Look { background: Some(Theme::DIALOG), radius: 28.0, ..Look::default() };
    decor
}

/// An error dialog of the system: a title and a column of choices.
pub(crate) fn system_alert(title: &str, choices: Vec<View>) -> View {
    let mut custom = identified(column(vec![column(choices)]), "android:id/custom");
    custom.class = "android.widget.FrameLayout".into();
    alert(title, "", Some(custom), Vec::new())
}

pub(crate) fn alert_choice(key: Key, id: &str, label: &str) -> View {
    let mut button = identified(button(key, label, Emphasis::Text), id);
    button.width = Length::Fill;
    if let Content::Text(look) = &mut button.look.content {
        look.align = Align::Start;
    }
    button
}
