//! Jetpack Compose: every node is virtual, layout tells nothing, a role may be an empty sibling of the
//! label, a switch has no name, a test tag is a bare id.

use super::{
    Alert, Frame,
    dress::{
        FLOATING, Kind, Wrapper, bare_control, disabled_of, each_child, empty_look, is_empty_field,
        is_touched, kind, label, labelled, over_parent, own_id, silent, wrapped,
    },
};
use crate::{
    apps::toolkit::widgets::{self, Emphasis},
    screen::{Align, Edges, Flags, Length, Look, Theme, View},
};

const VIEW: &str = "android.view.View";
const WRAPPERS: [Wrapper; 6] = [
    ("android.widget.FrameLayout", "", Flags::UNIMPORTANT),
    ("android.widget.LinearLayout", "", Flags::UNIMPORTANT),
    ("android.widget.FrameLayout", "android:id/content", Flags::UNIMPORTANT),
    ("androidx.compose.ui.platform.ComposeView", "", Flags::NONE),
    (VIEW, "", Flags::NONE),
    (VIEW, "", Flags::NONE),
];

pub(super) fn screen(frame: &Frame<'_>, toolbar: Option<View>, body: View) -> View {
    let children = toolbar.into_iter().map(|bar| dress(bar).with(Flags::TOLD_LAST));
    wrapped(frame, &WRAPPERS, children.chain([dress(body)]).collect())
}

fn dress(view: View) -> View {
    if view.gone {
        return view;
    }
    let kind = kind(&view);
    let finished = matches!(kind, Kind::Web | Kind::Field);
    let mut view = if finished { view } else { each_child(view, dress) };
    own_id(&mut view);
    match kind {
        Kind::Text if is_touched(&view) => touchable(view, None),
        Kind::Text => View { class: "android.widget.TextView".into(), ..view },
        Kind::Button => touchable(view, Some("android.widget.Button")),
        Kind::IconButton => icon_button(view),
        Kind::Image if view.desc.is_empty() && !is_touched(&view) => silent(view),
        Kind::Field => field(view),
        Kind::CheckBox | Kind::Radio | Kind::Switch => toggle(view),
        Kind::List | Kind::Card | Kind::Toolbar | Kind::Tabs => View {
            class: VIEW.into(),
            id: unless_toolbar(&view),
            flags: view.flags.without(Flags::FOCUSABLE),
            ..view
        },
        Kind::Scroll => View { flags: view.flags.without(Flags::FOCUSABLE), ..view },
        Kind::Tab => {
            let unselected =
                |child: View| View { flags: child.flags.without(Flags::SELECTED), ..child };
            touchable(each_child(view, unselected), None)
        }
        Kind::MenuRow => touchable(view, None),
        Kind::Layout if view.id.is_empty() && !is_touched(&view) => silent(view),
        Kind::Layout => View { class: VIEW.into(), ..view },
        Kind::Filler => silent(view),
        Kind::Image
        | Kind::Slider
        | Kind::Spinner
        | Kind::Progress
        | Kind::Dropdown
        | Kind::Web
        | Kind::Other => view,
    }
}

fn unless_toolbar(view: &View) -> String {
    if view.id == "toolbar" { String::new() } else { view.id.clone() }
}

/// A touchable view with its label as a child and its role, if it has one, as another.
fn touchable(mut view: View, role: Option<&'static str>) -> View {
    let shown = (!view.text.is_empty()).then(|| View { margin: Edges::default(), ..label(&view) });
    view.text.clear();
    if kind(&view) == Kind::Tab {
        view.desc.clear();
    }
    view.class = VIEW.into();
    view.look = empty_look(&view.look);
    view.align = Align::Center;
    view.justify = Align::Center;
    let role = role.map(|class| over_parent(class, 4.0));
    view.children = view.children.into_iter().chain(shown).chain(role).collect();
    view
}

fn icon_button(mut view: View) -> View {
    let look = Look { content: view.look.content.clone(), ..Look::default() };
    let icon = View {
        class: VIEW.into(),
        desc: std::mem::take(&mut view.desc),
        flags: disabled_of(&view),
        width: Length::Fill,
        height: Length::Fill,
        look,
        ..View::default()
    };
    // An icon without a description tells nothing.
    let icon = if icon.desc.is_empty() { silent(icon) } else { icon };
    view.look = empty_look(&view.look);
    view.class = VIEW.into();
    view.children = vec![icon, over_parent("android.widget.Button", 4.0)];
    view
}

/// The label is a child, in the middle while the field is empty and above the text otherwise.
fn field(mut view: View) -> View {
    let empty = is_empty_field(&view);
    let hint = std::mem::take(&mut view.hint);
    if empty {
        view.text.clear();
    }
    let look = if empty { widgets::CAPTION } else { FLOATING };
    let mut shown = widgets::text(&hint, look);
    if !empty {
        shown.margin = Edges { top: -14.0, ..Edges::default() };
    }
    let editor = View {
        class: VIEW.into(),
        overlay: true,
        margin: Edges::sides(16.0, 12.0),
        ..View::default()
    };
    view.justify = Align::Start;
    view.children = (!hint.is_empty()).then_some(shown).into_iter().chain([editor]).collect();
    view
}

/// The control has no name; its label stands beside it. A chosen radio button cannot be clicked.
fn toggle(view: View) -> View {
    let (label, margin, width) = (label(&view), view.margin, view.width);
    let chosen = kind(&view) == Kind::Radio && view.flags.has(Flags::CHECKED);
    let is_switch = kind(&view) == Kind::Switch;
    let mut control = bare_control(view);
    if is_switch {
        control.class = VIEW.into();
    }
    if chosen {
        control.flags = control.flags.without(Flags::CLICKABLE);
    }
    labelled(control, label, margin, width)
}

pub(super) fn alert(alert: Alert) -> View {
    let text = |text: &str, look| widgets::text(text, look);
    let mut children = Vec::new();
    if !alert.title.is_empty() {
        children.push(text(&alert.title, widgets::HEADING));
    }
    if !alert.message.is_empty() {
        children.push(text(&alert.message, widgets::BODY));
    }
    children.extend(alert.body.map(dress));
    let buttons = alert.buttons.into_iter().map(|(_, key, label)| {
        touchable(widgets::button(key, &label, Emphasis::Text), Some("android.widget.Button"))
    });
    let mut row = silent(widgets::row(buttons.collect()));
    row.justify = Align::End;
    row.gap = 8.0;
    children.push(row);
    let mut column = View { gap: 16.0, padding: Edges::all(24.0), ..widgets::column(children) };
    column.flags = Flags::NONE;
    column.class = VIEW.into();
    let column = (0..3).fold(column, |child, _| holding(VIEW, "", child));
    let group = holding("android.view.ViewGroup", "", column);
    let content = holding("android.widget.FrameLayout", "android:id/content", group);
    let inner = holding("android.widget.FrameLayout", "", content);
    let mut decor = holding("android.widget.FrameLayout", "", inner);
    decor.look = Look { background: Some(Theme::DIALOG), radius: 28.0, ..Look::default() };
    decor
}

pub(super) fn menu(rows: Vec<View>) -> View {
    let mut column = widgets::column(rows.into_iter().map(dress).collect());
    column.flags = Flags::NONE;
    column.class = VIEW.into();
    let mut popup = holding("android.view.ViewGroup", "", holding(VIEW, "", column));
    popup.look = Look { background: Some(Theme::DIALOG), radius: 4.0, ..Look::default() };
    popup
}

fn holding(class: &'static str, id: &str, child: View) -> View {
    View {
        class: class.into(),
        id: id.to_owned(),
        width: Length::Fill,
        children: vec![child],
        ..View::default()
    }
}
