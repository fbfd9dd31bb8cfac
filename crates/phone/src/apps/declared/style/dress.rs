//! What the toolkits' files share: telling views apart, naming them, and the wrappers around a screen.

use super::Frame;
use crate::{
    apps::toolkit::widgets,
    screen::{Content, Edges, Flags, Length, Look, Role, TextLook, View},
};

/// What a view of the framework is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Text,
    Button,
    IconButton,
    Image,
    Field,
    CheckBox,
    Radio,
    Switch,
    Slider,
    Spinner,
    Progress,
    Dropdown,
    Scroll,
    List,
    Card,
    Tabs,
    Tab,
    MenuRow,
    Toolbar,
    /// Only places other things.
    Layout,
    /// Only fills room.
    Filler,
    /// A web view, dressed already.
    Web,
    /// Somebody else's class: left as it is.
    Other,
}

pub(super) fn kind(view: &View) -> Kind {
    match view.class.as_ref() {
        "android.widget.TextView" => Kind::Text,
        "android.widget.Button" => Kind::Button,
        "android.widget.ImageButton" => Kind::IconButton,
        "android.widget.ImageView" => Kind::Image,
        "android.widget.EditText" => Kind::Field,
        "android.widget.CheckBox" => Kind::CheckBox,
        "android.widget.RadioButton" => Kind::Radio,
        "android.widget.Switch" => Kind::Switch,
        "android.widget.SeekBar" => Kind::Slider,
        "android.widget.ProgressBar" if view.look.content == Content::Spinner => Kind::Spinner,
        "android.widget.ProgressBar" => Kind::Progress,
        "android.widget.Spinner" => Kind::Dropdown,
        "android.widget.ScrollView" => Kind::Scroll,
        "androidx.recyclerview.widget.RecyclerView" => Kind::List,
        "androidx.cardview.widget.CardView" => Kind::Card,
        "android.widget.HorizontalScrollView" => Kind::Tabs,
        widgets::TAB => Kind::Tab,
        "android.widget.CheckedTextView" => Kind::MenuRow,
        "android.view.ViewGroup" if view.id.ends_with(":id/toolbar") => Kind::Toolbar,
        "android.widget.LinearLayout"
        | "android.widget.FrameLayout"
        | "android.widget.RadioGroup"
        | "androidx.appcompat.widget.LinearLayoutCompat" => Kind::Layout,
        "android.webkit.WebView" => Kind::Web,
        "android.widget.Space" => Kind::Filler,
        "android.view.View"
            if view.children.is_empty() && view.text.is_empty() && view.desc.is_empty() =>
        {
            Kind::Filler
        }
        _ => Kind::Other,
    }
}

/// The id without the app's package; one of the framework's own stays.
pub(super) fn bare_id(view: &mut View) {
    if let Some((package, name)) = view.id.split_once(":id/")
        && package != "android"
    {
        view.id = name.to_owned();
    }
}

/// The same where no view is the framework's.
pub(super) fn own_id(view: &mut View) {
    bare_id(view);
    if view.id.starts_with("android:id/") {
        view.id.clear();
    }
}

/// A field that shows its hint.
pub(super) fn is_empty_field(view: &View) -> bool {
    match &view.role {
        Role::Field(field) => field.value.is_empty(),
        Role::Plain | Role::Slider(_) => view.text == view.hint,
    }
}

pub(super) fn is_touched(view: &View) -> bool {
    view.flags.has(Flags::CLICKABLE) || view.flags.has(Flags::LONG_CLICKABLE)
}

/// Drawn, but not told.
pub(super) fn silent(view: View) -> View {
    view.with(Flags::SILENT)
}

/// Drawn with everything in it, and nothing of it told.
pub(super) fn mute(mut view: View) -> View {
    view.children = view.children.into_iter().map(mute).collect();
    silent(view)
}

/// The view with every child changed.
pub(super) fn each_child(mut view: View, change: impl Fn(View) -> View) -> View {
    view.children = view.children.into_iter().map(change).collect();
    view
}

/// A node that says something about its parent and shows nothing.
pub(super) fn over_parent(class: &'static str, vertical: f32) -> View {
    View {
        class: class.into(),
        overlay: true,
        margin: Edges::sides(0.0, vertical),
        ..View::default()
    }
}

/// The texts and descriptions in a view that stand for themselves, in reading order.
pub(super) fn words(view: &View, words: &mut Vec<String>) {
    if view.gone {
        return;
    }
    let own = if view.desc.is_empty() { &view.text } else { &view.desc };
    if !own.is_empty() {
        words.push(own.clone());
    }
    if view.desc.is_empty() {
        view.children.iter().for_each(|child| self::words(child, words));
    }
}

/// The text that a view draws itself, as a view of its own.
pub(super) fn label(view: &View) -> View {
    let look = match &view.look.content {
        Content::Text(look)
        | Content::CheckBox(_, look)
        | Content::Radio(_, look)
        | Content::Switch(_, look)
        | Content::AppIcon(_, look) => *look,
        Content::Nothing
        | Content::Icon(..)
        | Content::Slider(_)
        | Content::Spinner
        | Content::Progress(_) => widgets::BODY,
    };
    View { flags: disabled_of(view), ..widgets::text(&view.text, look) }
}

pub(super) fn disabled_of(view: &View) -> Flags {
    Flags::NONE.with_if(view.flags.has(Flags::DISABLED), Flags::DISABLED)
}

/// A control without its label: the box of a check box, the track of a switch.
pub(super) fn bare_control(mut view: View) -> View {
    view.text.clear();
    view.width = Length::Dp(if kind(&view) == Kind::Switch { 52.0 } else { 48.0 });
    view.height = Length::Dp(48.0);
    view
}

/// A control and its label beside each other, in a row that nobody is told of.
pub(super) fn labelled(control: View, label: View, margin: Edges, width: Length) -> View {
    let is_switch =
        kind(&control) == Kind::Switch || matches!(control.look.content, Content::Switch(..));
    let mut row = if is_switch {
        let label = View { width: Length::Weight(1.0), ..label };
        widgets::row(vec![label, control])
    } else {
        widgets::row(vec![control, label])
    };
    row.margin = margin;
    row.width = width;
    silent(row)
}

/// A look without what is written or drawn inside.
pub(super) fn empty_look(look: &Look) -> Look {
    Look { content: Content::Nothing, ..look.clone() }
}

/// Where a slider stands, in whole percent.
#[expect(clippy::cast_possible_truncation, reason = "0 to 100")]
pub(super) fn percent(view: &View) -> i32 {
    let part = match (&view.role, &view.look.content) {
        (Role::Slider(part), _) | (_, Content::Progress(part)) => *part,
        _ => 0.0,
    };
    (part * 100.0).round() as i32
}

/// Small text above a field that holds something.
pub(super) const FLOATING: TextLook = TextLook { size: 12.0, ..widgets::CAPTION };

/// Wrappers from the outside in, each filling the one before. The last holds the content and keeps it
/// clear of the bars.
pub(super) fn wrapped(frame: &Frame<'_>, wrappers: &[Wrapper], content: Vec<View>) -> View {
    let mut inner = View {
        width: Length::Fill,
        height: Length::Fill,
        padding: widgets::insets(frame.config, frame.resizes),
        children: content,
        ..View::default()
    };
    let mut wrappers = wrappers.iter().rev();
    if let Some(innermost) = wrappers.next() {
        name(&mut inner, innermost, frame.package);
    }
    let mut view = wrappers.fold(inner, |child, wrapper| {
        let mut view = View {
            width: Length::Fill,
            height: Length::Fill,
            children: vec![child],
            ..View::default()
        };
        name(&mut view, wrapper, frame.package);
        view
    });
    view.look.background = Some(crate::screen::Theme::SURFACE);
    view
}

/// Class, id (`*` stands for the package) and flags.
pub(super) type Wrapper = (&'static str, &'static str, Flags);

fn name(view: &mut View, (class, id, flags): &Wrapper, package: &str) {
    view.class = (*class).into();
    view.id = id.replace('*', package);
    view.flags = view.flags | *flags;
}
