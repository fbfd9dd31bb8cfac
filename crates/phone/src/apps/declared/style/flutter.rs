//! Flutter: nodes without text, what they say is their description. A touchable swallows the words in
//! it, line by line; dialogs are drawn into the same window, and what lies below them is not told.

use super::{
    Alert, Frame,
    dress::{
        Kind, Wrapper, bare_control, each_child, is_empty_field, is_touched, kind, label, labelled,
        mute, own_id, percent, silent, words, wrapped,
    },
};
use crate::{
    apps::toolkit::widgets::{self, Emphasis},
    screen::{Align, Arrange, BLACK, Edges, Flags, Key, Length, Look, Role, Theme, View},
};

const VIEW: &str = "android.view.View";
const WRAPPERS: [Wrapper; 8] = [
    ("android.widget.FrameLayout", "", Flags::UNIMPORTANT),
    ("android.widget.LinearLayout", "", Flags::UNIMPORTANT),
    ("android.widget.FrameLayout", "android:id/content", Flags::UNIMPORTANT),
    ("android.widget.FrameLayout", "", Flags::FOCUSABLE),
    (VIEW, "", Flags::NONE),
    (VIEW, "", Flags::NONE),
    (VIEW, "", Flags::NONE),
    (VIEW, "", Flags::NONE),
];

pub(super) fn screen(frame: &Frame<'_>, toolbar: Option<View>, body: View) -> View {
    wrapped(frame, &WRAPPERS, toolbar.into_iter().chain([body]).map(dress).collect())
}

fn dress(view: View) -> View {
    if view.gone {
        return view;
    }
    let kind = kind(&view);
    let merges =
        matches!(kind, Kind::Layout | Kind::Card) && (is_touched(&view) || kind == Kind::Card);
    if merges && !view.children.iter().any(holds_touchable) {
        return merged(view);
    }
    let mut view = if kind == Kind::Tabs {
        tabs(view)
    } else if kind == Kind::Web {
        view
    } else {
        each_child(view, dress)
    };
    own_id(&mut view);
    match kind {
        Kind::Text | Kind::MenuRow => said(VIEW, view),
        Kind::Button => said("android.widget.Button", view),
        Kind::IconButton => {
            View { class: "android.widget.Button".into(), desc: back(&view), ..view }
        }
        Kind::Field => field(view),
        Kind::CheckBox | Kind::Radio | Kind::Switch => {
            let (label, margin, width) = (dress(label(&view)), view.margin, view.width);
            labelled(bare_control(view), label, margin, width)
        }
        Kind::Slider => View {
            desc: format!("{}%", percent(&view)),
            flags: view.flags | Flags::CLICKABLE,
            ..view
        },
        Kind::Progress => View { class: VIEW.into(), desc: format!("{}%", percent(&view)), ..view }
            .with(Flags::FOCUSABLE),
        Kind::Dropdown => View { class: "android.widget.Button".into(), ..merged(view) },
        Kind::Scroll | Kind::List => View { class: "android.widget.ScrollView".into(), ..view },
        Kind::Card => View { class: VIEW.into(), ..view },
        Kind::Layout if is_touched(&view) || !view.id.is_empty() => {
            View { class: VIEW.into(), ..view }
        }
        Kind::Layout | Kind::Toolbar | Kind::Filler | Kind::Spinner => silent(view),
        Kind::Image | Kind::Tabs | Kind::Tab | Kind::Web | Kind::Other => view,
    }
}

/// What a material app bar calls the way back.
fn back(view: &View) -> String {
    if view.desc == "Navigate up" { "Back".to_owned() } else { view.desc.clone() }
}

/// The text is drawn, but said as the description.
fn said(class: &'static str, mut view: View) -> View {
    let text = std::mem::take(&mut view.text);
    if view.desc.is_empty() {
        view.desc.clone_from(&text);
    }
    view.caption = Some(text);
    view.class = class.into();
    view.with(Flags::FOCUSABLE)
}

fn holds_touchable(view: &View) -> bool {
    is_touched(view) || view.role != Role::Plain || view.children.iter().any(holds_touchable)
}

/// One node that says every word in it.
fn merged(mut view: View) -> View {
    let mut all = Vec::new();
    words(&view, &mut all);
    view.desc = all.join("\n");
    view.class = VIEW.into();
    own_id(&mut view);
    each_child(view, mute).with(Flags::FOCUSABLE)
}

fn field(mut view: View) -> View {
    if is_empty_field(&view) {
        view.caption = Some(std::mem::take(&mut view.text));
    }
    view.flags = view.flags.without(Flags::LONG_CLICKABLE);
    view
}

/// `Home`, `Tab 1 of 4`.
fn tabs(mut view: View) -> View {
    view.children.iter_mut().for_each(number_tabs);
    silent(view)
}

fn number_tabs(row: &mut View) {
    let count = row.children.len();
    for (place, tab) in row.children.iter_mut().enumerate() {
        let mut all = Vec::new();
        words(tab, &mut all);
        all.push(format!("Tab {} of {count}", place + 1));
        tab.desc = all.join("\n");
        tab.class = "android.widget.Button".into();
        tab.flags = tab.flags | Flags::CLICKABLE | Flags::FOCUSABLE;
        tab.children = std::mem::take(&mut tab.children).into_iter().map(mute).collect();
    }
    row.flags = row.flags | Flags::SILENT;
}

pub(super) fn alert(alert: Alert) -> View {
    let mut children = Vec::new();
    if !alert.title.is_empty() {
        children.push(said(VIEW, widgets::text(&alert.title, widgets::HEADING)));
    }
    if !alert.message.is_empty() {
        children.push(said(VIEW, widgets::text(&alert.message, widgets::BODY)));
    }
    children.extend(alert.body.map(dress));
    let buttons = alert
        .buttons
        .into_iter()
        .map(|(_, key, label)| dress(widgets::button(key, &label, Emphasis::Text)));
    let mut row = silent(widgets::row(buttons.collect()));
    row.justify = Align::End;
    children.push(row);
    over(View { gap: 16.0, padding: Edges::all(24.0), ..widgets::column(children) })
}

pub(super) fn menu(rows: Vec<View>) -> View {
    over(widgets::column(rows.into_iter().map(dress).collect()))
}

fn over(column: View) -> View {
    View {
        class: VIEW.into(),
        flags: Flags::NONE,
        margin: Edges::sides(40.0, 0.0),
        look: Look { background: Some(Theme::DIALOG), radius: 28.0, ..Look::default() },
        ..column
    }
}

/// The innermost wrapper gets the scrim and the dialog; all that was in it falls silent.
pub(super) fn covered(screen: View, dialog: View, scrim: Key) -> View {
    covered_at(screen, WRAPPERS.len() - 1, dialog, scrim)
}

fn covered_at(mut view: View, depth: usize, dialog: View, scrim: Key) -> View {
    if depth > 0 {
        if let Some(child) = view.children.first_mut() {
            *child = covered_at(std::mem::take(child), depth - 1, dialog, scrim);
        }
        return view;
    }
    let mut below = widgets::column(std::mem::take(&mut view.children));
    below.height = Length::Fill;
    let scrim = View {
        key: scrim,
        class: VIEW.into(),
        desc: "Scrim".to_owned(),
        flags: Flags::CLICKABLE | Flags::FOCUSABLE | Flags::TOLD_LAST,
        width: Length::Fill,
        height: Length::Fill,
        look: Look { background: Some(BLACK.with_alpha(138)), ..Look::default() },
        ..View::default()
    };
    view.arrange = Arrange::Stack;
    (view.align, view.justify) = (Align::Center, Align::Center);
    view.children = vec![mute(below), scrim, dialog];
    view
}
