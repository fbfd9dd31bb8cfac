//! Controls that offer a choice: dropdowns with their menus, tabs.

use super::widgets::{BODY, row, text};
use crate::screen::{
    Align, Content, Edges, Flags, Icon, Key, Length, Look, TextLook, Theme, View, Weight,
};

/// A closed dropdown: the chosen entry and an arrow.
pub(crate) fn dropdown(key: Key, chosen: &str) -> View {
    let arrow = View {
        class: "android.view.View".into(),
        flags: Flags::SILENT,
        overlay: true,
        margin: Edges { left: 260.0, right: 12.0, top: 16.0, bottom: 16.0 },
        look: Look { content: Content::Icon(Icon::Down, Theme::MUTED), ..Look::default() },
        ..View::default()
    };
    let mut text = text(chosen, TextLook { max_lines: 1, ..BODY });
    "android:id/text1".clone_into(&mut text.id);
    View {
        key,
        class: "android.widget.Spinner".into(),
        flags: Flags::CLICKABLE | Flags::FOCUSABLE,
        width: Length::Fill,
        min_height: 56.0,
        padding: Edges::sides(16.0, 16.0),
        look: Look { radius: 4.0, border: Some((Theme::OUTLINE, 1.0)), ..Look::default() },
        children: vec![text, arrow],
        ..View::default()
    }
}

/// A row of an open dropdown.
pub(crate) fn menu_row(key: Key, label: &str, chosen: bool) -> View {
    View {
        key,
        class: "android.widget.CheckedTextView".into(),
        id: "android:id/text1".to_owned(),
        text: label.to_owned(),
        flags: (Flags::CHECKABLE | Flags::CLICKABLE | Flags::FOCUSABLE)
            .with_if(chosen, Flags::CHECKED),
        width: Length::Fill,
        min_height: 48.0,
        padding: Edges::sides(16.0, 12.0),
        look: Look {
            background: chosen.then_some(Theme::PRIMARY_CONTAINER),
            content: Content::Text(TextLook { max_lines: 1, ..BODY }),
            ..Look::default()
        },
        ..View::default()
    }
}

/// What accessibility calls a tab of the material library.
pub(crate) const TAB: &str = "androidx.appcompat.app.ActionBar$Tab";

/// One tab. The chosen one cannot be clicked.
pub(crate) fn tab(key: Key, title: &str, icon: Option<Icon>, chosen: bool) -> View {
    let color = if chosen { Theme::PRIMARY } else { Theme::MUTED };
    let picture = icon.map(|icon| View {
        class: "android.widget.ImageView".into(),
        width: Length::Dp(24.0),
        height: Length::Dp(24.0),
        look: Look { content: Content::Icon(icon, color), ..Look::default() },
        ..View::default()
    });
    let selected = Flags::NONE.with_if(chosen, Flags::SELECTED);
    let label =
        text(title, TextLook { size: 14.0, weight: Weight::Medium, color, max_lines: 1, ..BODY });
    View {
        key,
        class: TAB.into(),
        desc: title.to_owned(),
        flags: (Flags::FOCUSABLE | selected).with_if(!chosen, Flags::CLICKABLE),
        width: Length::Weight(1.0),
        min_height: 48.0,
        padding: Edges::all(8.0),
        align: Align::Center,
        justify: Align::Center,
        children: picture.into_iter().chain([label]).map(|view| view.with(selected)).collect(),
        ..View::default()
    }
}

pub(crate) fn tab_bar(tabs: Vec<View>) -> View {
    View {
        class: "android.widget.HorizontalScrollView".into(),
        width: Length::Fill,
        look: Look { background: Some(Theme::CARD), ..Look::default() },
        children: vec![row(tabs)],
        ..View::default()
    }
}
