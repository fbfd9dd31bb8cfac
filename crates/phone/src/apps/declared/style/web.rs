//! A web page in a web view: nodes with text but few flags, ids of HTML, hints instead of labels.

use super::dress::{
    Kind, bare_control, each_child, is_empty_field, kind, label, labelled, own_id, silent,
};
use crate::{
    apps::toolkit::widgets,
    screen::{Content, Flags, Key, Length, Look, Scroll, View, WHITE},
};

const VIEW: &str = "android.view.View";

/// A web view that shows a page of this title.
pub(crate) fn page(key: Key, title: &str, content: View) -> View {
    let mut root = dress(content);
    root.flags = root.flags.without(Flags::SILENT | Flags::UNIMPORTANT);
    root.class = VIEW.into();
    if root.id.is_empty() {
        "root".clone_into(&mut root.id);
    }
    let document = View {
        key,
        class: "android.webkit.WebView".into(),
        text: title.to_owned(),
        flags: Flags::FOCUSABLE,
        width: Length::Fill,
        height: Length::Fill,
        scroll: Scroll::Vertical,
        look: Look { background: Some(WHITE), ..Look::default() },
        children: vec![root],
        ..View::default()
    };
    View {
        class: "android.webkit.WebView".into(),
        width: Length::Fill,
        height: Length::Weight(1.0),
        children: vec![document],
        ..View::default()
    }
}

fn dress(view: View) -> View {
    if view.gone {
        return view;
    }
    let kind = kind(&view);
    let mut view = each_child(view, dress);
    own_id(&mut view);
    match kind {
        Kind::Button if is_link(&view) => View { class: VIEW.into(), ..view },
        Kind::IconButton => View { class: "android.widget.Button".into(), ..view },
        Kind::Image => {
            let text = std::mem::take(&mut view.desc);
            View { class: "android.widget.Image".into(), text, ..view }
        }
        Kind::Field => field(view),
        Kind::CheckBox | Kind::Radio | Kind::Switch => {
            let (label, margin, width) = (label(&view), view.margin, view.width);
            let mut control = bare_control(view);
            if kind == Kind::Switch {
                control.class = "android.widget.ToggleButton".into();
            }
            labelled(control, label, margin, width)
        }
        Kind::Dropdown => {
            view.text = view.children.first().map(|text| text.text.clone()).unwrap_or_default();
            each_child(view, silent)
        }
        Kind::List | Kind::Scroll | Kind::Card | Kind::Tabs | Kind::Tab => {
            View { class: VIEW.into(), ..view }
        }
        Kind::Layout if view.id.is_empty() && !view.flags.has(Flags::CLICKABLE) => silent(view),
        Kind::Layout => View { class: VIEW.into(), ..view },
        Kind::Filler => silent(view),
        Kind::Text
        | Kind::Button
        | Kind::Slider
        | Kind::Spinner
        | Kind::Progress
        | Kind::MenuRow
        | Kind::Toolbar
        | Kind::Web
        | Kind::Other => view,
    }
}

/// A plain button is a link.
fn is_link(view: &View) -> bool {
    view.look.background.is_none() && view.look.border.is_none()
}

fn field(mut view: View) -> View {
    if is_empty_field(&view) {
        view.caption = Some(std::mem::take(&mut view.text));
    }
    view.flags = view.flags.without(Flags::LONG_CLICKABLE);
    if let Content::Text(look) = &mut view.look.content
        && view.caption.is_some()
    {
        look.color = widgets::CAPTION.color;
    }
    view
}
