//! React Native: real views with few class names of their own. What can be touched carries the words
//! in it as its description, ids are bare, icons are letters of a private font, layout is flattened.

use super::{
    Alert, Frame,
    dress::{
        Kind, Wrapper, bare_control, bare_id, disabled_of, each_child, empty_look, is_touched,
        kind, label, labelled, silent, words, wrapped,
    },
    framework,
};
use crate::{
    apps::toolkit::widgets,
    screen::{Align, Arrange, Content, Edges, Flags, Icon, Length, Look, Scroll, View},
};

const GROUP: &str = "android.view.ViewGroup";
const WRAPPERS: [Wrapper; 9] = [
    ("android.widget.FrameLayout", "", Flags::UNIMPORTANT),
    ("android.widget.LinearLayout", "", Flags::UNIMPORTANT),
    ("android.widget.FrameLayout", "", Flags::UNIMPORTANT),
    ("android.widget.LinearLayout", "*:id/action_bar_root", Flags::UNIMPORTANT),
    ("android.widget.FrameLayout", "android:id/content", Flags::UNIMPORTANT),
    ("android.widget.FrameLayout", "", Flags::UNIMPORTANT),
    (GROUP, "", Flags::UNIMPORTANT),
    (GROUP, "", Flags::UNIMPORTANT),
    (GROUP, "", Flags::UNIMPORTANT),
];

pub(super) fn screen(frame: &Frame<'_>, toolbar: Option<View>, body: View) -> View {
    wrapped(frame, &WRAPPERS, toolbar.into_iter().chain([body]).map(dress).collect())
}

fn dress(view: View) -> View {
    if view.gone {
        return view;
    }
    let kind = kind(&view);
    let mut view = if kind == Kind::Web { view } else { each_child(view, dress) };
    bare_id(&mut view);
    match kind {
        Kind::Button => button(view),
        Kind::IconButton => icon_button(view),
        Kind::CheckBox | Kind::Radio => choice(view),
        Kind::Switch => {
            let (label, margin, width) = (label(&view), view.margin, view.width);
            labelled(bare_control(view), label, margin, width)
        }
        Kind::Spinner => View {
            class: "android.widget.FrameLayout".into(),
            margin: std::mem::take(&mut view.margin),
            children: vec![view],
            ..View::default()
        },
        Kind::List => list(view),
        Kind::Scroll => each_child(view, |column| View {
            class: GROUP.into(),
            flags: column.flags.without(Flags::SILENT),
            ..column
        }),
        Kind::Tab => tab(view),
        Kind::Layout if view.id.is_empty() && !is_touched(&view) => silent(view),
        Kind::Layout | Kind::Card | Kind::Toolbar | Kind::Tabs => grouped(view),
        Kind::Filler if view.look.background.is_none() => silent(view),
        Kind::Filler => View { class: GROUP.into(), ..view },
        Kind::Text
        | Kind::Image
        | Kind::Field
        | Kind::Slider
        | Kind::Progress
        | Kind::Dropdown
        | Kind::MenuRow
        | Kind::Web
        | Kind::Other => view,
    }
}

/// A group; one that is touched says all the words in it.
fn grouped(mut view: View) -> View {
    view.class = GROUP.into();
    if view.id == "toolbar" {
        view.id.clear();
    }
    if is_touched(&view) && view.desc.is_empty() {
        view.desc = joined(&view);
    }
    view
}

fn joined(view: &View) -> String {
    let mut all = Vec::new();
    view.children.iter().for_each(|child| words(child, &mut all));
    all.join(", ")
}

fn button(mut view: View) -> View {
    let shown = label(&view);
    if view.desc.is_empty() {
        view.desc = std::mem::take(&mut view.text);
    }
    view.text.clear();
    view.look = empty_look(&view.look);
    (view.align, view.justify) = (Align::Center, Align::Center);
    view.children = vec![shown];
    view
}

/// The icon is a letter; without a label it is all there is to say.
fn icon_button(mut view: View) -> View {
    let letter = glyph(&view.look.content).to_string();
    let labelled = !view.desc.is_empty();
    view.class = if labelled { "android.widget.Button".into() } else { GROUP.into() };
    if !labelled {
        view.desc.clone_from(&letter);
    }
    let look = Look { content: view.look.content.clone(), ..Look::default() };
    view.look = empty_look(&view.look);
    view.children = vec![View {
        class: "android.widget.TextView".into(),
        text: letter,
        flags: disabled_of(&view),
        width: Length::Fill,
        height: Length::Fill,
        look,
        ..View::default()
    }];
    view
}

/// Where icon fonts keep their letters.
fn glyph(content: &Content) -> char {
    let Content::Icon(icon, _) = content else { return '\u{f111}' };
    match icon {
        Icon::Back => '\u{f104}',
        Icon::More => '\u{f141}',
        Icon::Search => '\u{f002}',
        Icon::Cart => '\u{f07a}',
        Icon::Heart => '\u{f004}',
        Icon::Person => '\u{f007}',
        Icon::Settings => '\u{f013}',
        Icon::Check => '\u{f00c}',
        Icon::Close => '\u{f00d}',
        Icon::Plus => '\u{f067}',
        Icon::Picture => '\u{f03e}',
        Icon::Send => '\u{f1d8}',
        Icon::Menu => '\u{f0c9}',
        Icon::Down => '\u{f107}',
        Icon::Bell => '\u{f0f3}',
    }
}

/// Its class is its role; the label is in it and is its description.
fn choice(mut view: View) -> View {
    let mut shown = label(&view);
    shown.margin = Edges { left: 32.0, ..Edges::default() };
    if view.desc.is_empty() {
        view.desc = std::mem::take(&mut view.text);
    }
    view.text.clear();
    view.arrange = Arrange::Row;
    view.align = Align::Center;
    view.children = vec![shown];
    view
}

fn tab(mut view: View) -> View {
    let selected = Flags::NONE.with_if(view.flags.has(Flags::SELECTED), Flags::SELECTED);
    view.class = "android.widget.Button".into();
    view.flags = view.flags | Flags::CLICKABLE;
    each_child(view, |child| child.with(selected))
}

/// A scroll view around a group of all rows.
fn list(mut view: View) -> View {
    let rows = View { gap: view.gap, ..widgets::column(std::mem::take(&mut view.children)) };
    view.gap = 0.0;
    view.class = "android.widget.ScrollView".into();
    view.scroll = Scroll::Vertical;
    view.children = vec![View { class: GROUP.into(), ..rows }];
    view
}

/// The support library's dialog, with its ids in the app's package.
pub(super) fn alert(package: &str, alert: Alert) -> View {
    let body = alert.body.map(dress);
    let mut view = framework::alert(Alert { body, ..alert });
    rename(&mut view, package);
    view
}

const OWN: [&str; 6] =
    ["parentPanel", "topPanel", "contentPanel", "scrollView", "buttonPanel", "customPanel"];

fn rename(view: &mut View, package: &str) {
    let name = view.id.strip_prefix("android:id/").unwrap_or_default();
    if OWN.contains(&name) {
        view.id = format!("{package}:id/{name}");
        if view.id.ends_with("/parentPanel") {
            view.class = "androidx.appcompat.widget.LinearLayoutCompat".into();
        }
    } else if name == "alertTitle" {
        view.id = format!("{package}:id/alert_title");
    } else if name == "title_template" {
        view.id.clear();
    }
    view.children.iter_mut().for_each(|child| rename(child, package));
}
