//! Views as apps of the Android framework and its support libraries show them: class names, ids,
//! flags, wrappers and looks.

pub(crate) use super::{
    choosers::{TAB, dropdown, menu_row, tab, tab_bar},
    dialogs::{alert, alert_choice, system_alert},
};
use crate::{
    android::Config,
    screen::{
        Align, Arrange, Color, Content, Edges, Field, Flags, Icon, InputType, Key, Length, Look,
        Role, Scroll, TextLook, Theme, View, Weight,
    },
};

/// A full-screen window: the decor's wrappers around `content`, which keeps clear of the bars.
pub(crate) fn activity(config: &Config, package: &str, content: View) -> View {
    activity_with(config, package, content, true)
}

/// `resizes`: the keyboard makes the content smaller instead of covering it.
pub(crate) fn activity_with(config: &Config, package: &str, content: View, resizes: bool) -> View {
    let clear = insets(config, resizes);
    let content = wrapper("android.widget.FrameLayout", "android:id/content", content);
    let bar_root =
        wrapper("android.widget.FrameLayout", &format!("{package}:id/action_bar_root"), content);
    let mut below_bar = wrapper("android.widget.FrameLayout", "", bar_root);
    below_bar.margin.top = clear.top;
    below_bar.height = Length::Weight(1.0);
    let mut column = wrapper("android.widget.LinearLayout", "", below_bar);
    column.margin.bottom = clear.bottom;
    let mut decor = wrapper("android.widget.FrameLayout", "", column);
    decor.look.background = Some(Theme::SURFACE);
    decor
}

/// Room to leave for the bars and the keyboard.
pub(crate) fn insets(config: &Config, resizes: bool) -> Edges {
    let insets = config.insets;
    let keyboard = if resizes { insets.keyboard } else { 0 };
    Edges {
        top: length_dp(insets.status_bar, config.density),
        bottom: length_dp(insets.navigation_bar.max(keyboard), config.density),
        ..Edges::default()
    }
}

pub(super) fn wrapper(class: &'static str, id: &str, child: View) -> View {
    View {
        class: class.into(),
        id: id.to_owned(),
        flags: Flags::UNIMPORTANT,
        width: Length::Fill,
        height: Length::Fill,
        children: vec![child],
        ..View::default()
    }
}

#[expect(clippy::cast_precision_loss, reason = "screen lengths are small")]
fn length_dp(pixels: i32, density: u32) -> f32 {
    pixels as f32 * 160.0 / density as f32
}

/// Children below each other.
pub(crate) fn column(children: Vec<View>) -> View {
    View {
        class: "android.widget.LinearLayout".into(),
        flags: Flags::UNIMPORTANT,
        width: Length::Fill,
        children,
        ..View::default()
    }
}

/// Children beside each other.
pub(crate) fn row(children: Vec<View>) -> View {
    View { arrange: Arrange::Row, align: Align::Center, ..column(children) }
}

pub(crate) fn card(children: Vec<View>) -> View {
    let look = Look { background: Some(Theme::CARD), radius: 12.0, ..Look::default() };
    View {
        class: "androidx.cardview.widget.CardView".into(),
        padding: Edges::all(16.0),
        look,
        ..column(children)
    }
}

/// A scroll view with one column in it.
pub(crate) fn scroll_view(key: Key, column: View) -> View {
    View {
        key,
        class: "android.widget.ScrollView".into(),
        flags: Flags::FOCUSABLE,
        width: Length::Fill,
        height: Length::Weight(1.0),
        scroll: Scroll::Vertical,
        children: vec![column],
        ..View::default()
    }
}

/// A list that holds only the rows in sight.
pub(crate) fn list(key: Key, id: String, rows: Vec<View>) -> View {
    View {
        key,
        id,
        class: "androidx.recyclerview.widget.RecyclerView".into(),
        flags: Flags::FOCUSABLE,
        width: Length::Fill,
        height: Length::Weight(1.0),
        scroll: Scroll::Recycling,
        children: rows,
        ..View::default()
    }
}

pub(crate) const BODY: TextLook = TextLook {
    size: 16.0,
    weight: Weight::Regular,
    color: Theme::TEXT,
    align: Align::Start,
    max_lines: 0,
};
pub(crate) const CAPTION: TextLook = TextLook { size: 14.0, color: Theme::MUTED, ..BODY };
pub(crate) const TITLE: TextLook = TextLook { size: 18.0, weight: Weight::Medium, ..BODY };
pub(crate) const HEADING: TextLook = TextLook { size: 28.0, ..BODY };
pub(crate) const ERROR: TextLook = TextLook { size: 14.0, color: Theme::ERROR, ..BODY };
const LABEL: TextLook = TextLook {
    size: 15.0,
    weight: Weight::Medium,
    color: Theme::ON_PRIMARY,
    align: Align::Center,
    max_lines: 1,
};

pub(crate) fn text(text: &str, look: TextLook) -> View {
    View {
        class: "android.widget.TextView".into(),
        text: text.to_owned(),
        look: Look { content: Content::Text(look), ..Look::default() },
        ..View::default()
    }
}

/// How a button stands out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Emphasis {
    #[default]
    Filled,
    Outlined,
    Text,
}

pub(crate) fn button(key: Key, label: &str, emphasis: Emphasis) -> View {
    let (background, border, color) = match emphasis {
        Emphasis::Filled => (Some(Theme::PRIMARY), None, Theme::ON_PRIMARY),
        Emphasis::Outlined => (None, Some((Theme::OUTLINE, 1.0)), Theme::PRIMARY),
        Emphasis::Text => (None, None, Theme::PRIMARY),
    };
    let content = Content::Text(TextLook { color, ..LABEL });
    View {
        key,
        class: "android.widget.Button".into(),
        text: label.to_owned(),
        flags: Flags::CLICKABLE | Flags::FOCUSABLE,
        min_height: 48.0,
        padding: Edges::sides(if emphasis == Emphasis::Text { 12.0 } else { 24.0 }, 10.0),
        look: Look { background, radius: 24.0, border, content },
        ..View::default()
    }
}

pub(crate) fn icon_button(key: Key, icon: Icon, desc: &str) -> View {
    View {
        key,
        class: "android.widget.ImageButton".into(),
        desc: desc.to_owned(),
        flags: Flags::CLICKABLE | Flags::FOCUSABLE,
        width: Length::Dp(48.0),
        height: Length::Dp(48.0),
        padding: Edges::all(12.0),
        look: Look { radius: 24.0, content: Content::Icon(icon, Theme::TEXT), ..Look::default() },
        ..View::default()
    }
}

pub(crate) fn image(icon: Icon, desc: &str, side: f32) -> View {
    let look = Look {
        background: Some(Theme::PRIMARY_CONTAINER),
        radius: 8.0,
        content: Content::Icon(icon, Theme::PRIMARY),
        ..Look::default()
    };
    View {
        class: "android.widget.ImageView".into(),
        desc: desc.to_owned(),
        flags: Flags::UNIMPORTANT,
        width: Length::Dp(side),
        height: Length::Dp(side),
        padding: Edges::all(side / 4.0),
        look,
        ..View::default()
    }
}

/// A text field. Empty, it reports its hint as its text, as the framework's does; a secret one
/// reports bullets.
pub(crate) fn field(key: Key, field: Field, hint: &str) -> View {
    let secret = field.input_type == InputType::Password;
    let (shown, color) = if field.value.is_empty() {
        (hint.to_owned(), Theme::MUTED)
    } else if secret {
        ("•".repeat(field.value.chars().count()), Theme::TEXT)
    } else {
        (field.value.clone(), Theme::TEXT)
    };
    let max_lines = usize::from(field.input_type != InputType::Multiline);

    View {
        key,
        class: "android.widget.EditText".into(),
        text: shown,
        hint: hint.to_owned(),
        flags: (Flags::CLICKABLE | Flags::FOCUSABLE | Flags::LONG_CLICKABLE)
            .with_if(secret, Flags::PASSWORD),
        role: Role::Field(field),
        width: Length::Fill,
        min_height: 56.0,
        padding: Edges::sides(16.0, 16.0),
        look: Look {
            radius: 4.0,
            border: Some((Theme::OUTLINE, 1.0)),
            content: Content::Text(TextLook { color, max_lines, ..BODY }),
            ..Look::default()
        },
        ..View::default()
    }
}

/// Something that is on or off.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Toggle {
    CheckBox,
    Switch,
    Radio,
}

pub(crate) fn toggle(key: Key, kind: Toggle, label: &str, on: bool) -> View {
    let (class, content) = match kind {
        Toggle::CheckBox => ("android.widget.CheckBox", Content::CheckBox(on, BODY)),
        Toggle::Switch => ("android.widget.Switch", Content::Switch(on, BODY)),
        Toggle::Radio => ("android.widget.RadioButton", Content::Radio(on, BODY)),
    };
    let flags = Flags::CLICKABLE | Flags::FOCUSABLE | Flags::CHECKABLE;
    View {
        key,
        class: class.into(),
        text: label.to_owned(),
        flags: flags.with_if(on, Flags::CHECKED),
        width: if kind == Toggle::Switch { Length::Fill } else { Length::Wrap },
        min_height: 48.0,
        look: Look { content, ..Look::default() },
        ..View::default()
    }
}

/// `part` is where it stands, 0 to 1. Its value is not in the tree, as on a phone.
pub(crate) fn slider(key: Key, part: f32, desc: &str) -> View {
    View {
        key,
        class: "android.widget.SeekBar".into(),
        desc: desc.to_owned(),
        flags: Flags::FOCUSABLE,
        role: Role::Slider(part),
        width: Length::Fill,
        height: Length::Dp(48.0),
        padding: Edges::sides(24.0, 0.0),
        look: Look { content: Content::Slider(part), ..Look::default() },
        ..View::default()
    }
}

pub(crate) fn spinner() -> View {
    View {
        class: "android.widget.ProgressBar".into(),
        look: Look { content: Content::Spinner, ..Look::default() },
        ..View::default()
    }
}

pub(crate) fn progress(part: f32) -> View {
    View {
        class: "android.widget.ProgressBar".into(),
        width: Length::Fill,
        look: Look { content: Content::Progress(part), ..Look::default() },
        ..View::default()
    }
}

pub(crate) fn divider() -> View {
    View {
        class: "android.view.View".into(),
        flags: Flags::UNIMPORTANT,
        width: Length::Fill,
        height: Length::Dp(1.0),
        look: Look { background: Some(Theme::DIVIDER), ..Look::default() },
        ..View::default()
    }
}

pub(crate) fn space() -> View {
    View {
        class: "android.widget.Space".into(),
        flags: Flags::UNIMPORTANT,
        height: Length::Weight(1.0),
        ..View::default()
    }
}

/// The bar at the top of an activity, with the key of its up button when it has one.
pub(crate) fn toolbar(package: &str, title: &str, up: Option<Key>, actions: Vec<View>) -> View {
    let mut children = Vec::new();
    if let Some(key) = up {
        children.push(icon_button(key, Icon::Back, "Navigate up"));
    }
    let mut label = text(title, TextLook { size: 20.0, max_lines: 1, ..BODY });
    label.width = Length::Weight(1.0);
    label.margin = Edges::sides(if up.is_some() { 8.0 } else { 16.0 }, 0.0);
    children.push(label);
    if !actions.is_empty() {
        let mut menu = row(actions);
        menu.class = "androidx.appcompat.widget.LinearLayoutCompat".into();
        menu.width = Length::Wrap;
        children.push(menu);
    }
    View {
        class: "android.view.ViewGroup".into(),
        id: format!("{package}:id/toolbar"),
        arrange: Arrange::Row,
        align: Align::Center,
        width: Length::Fill,
        height: Length::Dp(64.0),
        padding: Edges::sides(4.0, 0.0),
        children,
        ..View::default()
    }
}

/// The view under this resource id.
pub(crate) fn identified(view: View, id: &str) -> View {
    View { id: id.to_owned(), ..view }
}

/// Marks a view as not enabled, so that it shows and reports so.
pub(crate) fn disabled(mut view: View) -> View {
    view.flags = view.flags | Flags::DISABLED;
    view
}

/// White text, for dark backgrounds.
pub(crate) fn light(look: TextLook) -> TextLook {
    TextLook { color: Color::rgb(0x00ff_ffff), ..look }
}
