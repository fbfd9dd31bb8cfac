//! The layout parameters of a window: `mAttrs`.

use super::block::bounds;
use crate::android::{Android, Insets, Window, WindowKind};
use crate::screen::Rect;
use crate::userland::system::dumpsys::identity;
use crate::userland::system::dumpsys::lines::Lines;

pub(super) fn text(android: &Android, window: &Window) -> String {
    let insets = android.state().config().insets;
    let shape = Shape::of(window, insets);
    // Menus stand where they were put, everything else where its gravity draws it.
    let is_menu = window.kind == WindowKind::Popup;
    let (x, y) = if is_menu { (window.frame.left, window.frame.top) } else { (0, 0) };
    let mut lines = Lines::default();
    lines.add(format_args!(
        "    mAttrs={{({x},{y})({}){}{} layoutInDisplayCutoutMode=always ty={} fmt={} wanim=0x{}",
        shape.size,
        shape.gravity,
        shape.soft_input,
        window.kind.type_name(),
        shape.format,
        shape.animation,
    ));
    lines.add(format_args!("      fl={}", shape.flags));
    lines.add(format_args!("      pfl={}", shape.private_flags));
    let (mut more, provided) = (vec!["      bhv=DEFAULT".to_owned()], provided(window, insets));
    if window.kind == WindowKind::Activity {
        more.push("      fitSides=".to_owned());
    }
    if !provided.is_empty() {
        more.push("      providedInsets:".to_owned());
        more.extend(provided);
    }
    lines.add(format_args!("{}}}", more.join("\n")));
    lines.text()
}

struct Shape {
    size: String,
    gravity: &'static str,
    soft_input: &'static str,
    format: &'static str,
    animation: &'static str,
    flags: String,
    private_flags: &'static str,
}

impl Shape {
    fn of(window: &Window, insets: Insets) -> Self {
        let dim = if window.dim > 0.0 { "DIM_BEHIND " } else { "" };
        let bar = "NOT_FOCUSABLE TOUCHABLE_WHEN_WAKING WATCH_OUTSIDE_TOUCH SPLIT_TOUCH HARDWARE_ACCELERATED DRAWS_SYSTEM_BAR_BACKGROUNDS";
        let controlled = "COLOR_SPACE_AGNOSTIC FIT_INSETS_CONTROLLED";
        match window.kind {
            WindowKind::Activity => Self {
                size: "fillxfill".to_owned(),
                gravity: "",
                soft_input: " sim={adjust=resize forwardNavigation}",
                format: "TRANSPARENT",
                animation: "1030303",
                flags: "LAYOUT_IN_SCREEN LAYOUT_INSET_DECOR SPLIT_TOUCH HARDWARE_ACCELERATED DRAWS_SYSTEM_BAR_BACKGROUNDS".to_owned(),
                private_flags: "NO_MOVE_ANIMATION FORCE_DRAW_STATUS_BAR_BACKGROUND FIT_INSETS_CONTROLLED",
            },
            WindowKind::Dialog => Self {
                size: "wrapxwrap".to_owned(),
                gravity: " gr=CENTER",
                soft_input: " sim={adjust=pan forwardNavigation}",
                format: "TRANSLUCENT",
                animation: "1030309",
                flags: format!("{dim}SPLIT_TOUCH HARDWARE_ACCELERATED"),
                private_flags: "FIT_INSETS_CONTROLLED",
            },
            WindowKind::Popup => Self {
                size: format!("{}x{}", window.frame.width(), window.frame.height()),
                gravity: " gr=TOP START",
                soft_input: " sim={state=unchanged}",
                format: "TRANSLUCENT",
                animation: "10302f8",
                flags: "ALT_FOCUSABLE_IM WATCH_OUTSIDE_TOUCH SPLIT_TOUCH HARDWARE_ACCELERATED".to_owned(),
                private_flags: "WILL_NOT_REPLACE_ON_RELAUNCH LAYOUT_CHILD_WINDOW_IN_PARENT_FRAME FIT_INSETS_CONTROLLED",
            },
            WindowKind::SystemAlert => Self {
                size: "wrapxwrap".to_owned(),
                gravity: " gr=CENTER",
                soft_input: " sim={adjust=pan}",
                format: "TRANSLUCENT",
                animation: "1030309",
                flags: format!("{dim}ALT_FOCUSABLE_IM SPLIT_TOUCH HARDWARE_ACCELERATED"),
                private_flags: "SHOW_FOR_ALL_USERS SYSTEM_ERROR FIT_INSETS_CONTROLLED",
            },
            WindowKind::Keyboard => Self {
                size: "fillxwrap".to_owned(),
                gravity: " gr=BOTTOM CENTER_VERTICAL",
                soft_input: " sim={adjust=pan}",
                format: "TRANSPARENT",
                animation: "1030056",
                flags: "NOT_FOCUSABLE LAYOUT_IN_SCREEN SPLIT_TOUCH HARDWARE_ACCELERATED DRAWS_SYSTEM_BAR_BACKGROUNDS".to_owned(),
                private_flags: "FIT_INSETS_CONTROLLED",
            },
            WindowKind::Toast => Self {
                size: "wrapxwrap".to_owned(),
                gravity: " gr=BOTTOM CENTER_HORIZONTAL",
                soft_input: " sim={adjust=pan}",
                format: "TRANSLUCENT",
                animation: "1030004",
                flags: "NOT_FOCUSABLE NOT_TOUCHABLE KEEP_SCREEN_ON HARDWARE_ACCELERATED".to_owned(),
                private_flags: "SHOW_FOR_ALL_USERS FIT_INSETS_CONTROLLED",
            },
            WindowKind::StatusBar => Self {
                size: format!("fillx{}", insets.status_bar),
                gravity: " gr=TOP CENTER_VERTICAL",
                soft_input: " sim={adjust=pan}",
                format: "TRANSLUCENT",
                animation: "0",
                flags: bar.to_owned(),
                private_flags: controlled,
            },
            WindowKind::NavigationBar => Self {
                size: format!("fillx{}", insets.navigation_bar),
                gravity: " gr=BOTTOM CENTER_VERTICAL",
                soft_input: " sim={adjust=pan}",
                format: "TRANSLUCENT",
                animation: "0",
                flags: bar.to_owned(),
                private_flags: controlled,
            },
        }
    }
}

/// What a bar takes from the windows below it.
fn provided(window: &Window, insets: Insets) -> Vec<String> {
    let id = identity::of_text("insets", &window.title);
    let provider = |kind: &str, size: &str| {
        format!(
            "        InsetsFrameProvider: {{id=#{id}, index=0, type={kind}, source=FRAME, flags=[], insetsSize=Insets{{{size}}}}}"
        )
    };
    match window.kind {
        WindowKind::StatusBar => {
            let size = format!("left=0, top={}, right=0, bottom=0", insets.status_bar);
            ["statusBars", "tappableElement", "mandatorySystemGestures"]
                .map(|kind| provider(kind, &size))
                .to_vec()
        }
        WindowKind::NavigationBar => {
            let size = format!("left=0, top=0, right=0, bottom={}", insets.navigation_bar);
            ["navigationBars", "mandatorySystemGestures", "systemGestures"]
                .map(|kind| provider(kind, &size))
                .to_vec()
        }
        WindowKind::Activity
        | WindowKind::Dialog
        | WindowKind::Popup
        | WindowKind::SystemAlert
        | WindowKind::Keyboard
        | WindowKind::Toast => Vec::new(),
    }
}

/// What of the display a window leaves, for those that ask about insets.
pub(super) fn source(android: &Android, window: &Window, kind: &str, side: &str) -> String {
    if !android.api().since(34) {
        let kind = match kind {
            "statusBars" => "ITYPE_STATUS_BAR",
            "navigationBars" => "ITYPE_NAVIGATION_BAR",
            _ => "ITYPE_IME",
        };
        return format!("InsetsSource type={kind} frame={} visible=true", bounds(&window.frame));
    }
    let id = identity::of_text("insets", &window.title);
    let frame: &Rect = &window.frame;
    format!(
        "InsetsSource id={id} type={kind} frame={} visible=true flags= sideHint={side}",
        bounds(frame)
    )
}
