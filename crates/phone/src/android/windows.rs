//! Windows: what apps declare, plus the bars, the keyboard and toasts of the system, in z-order.

use super::{ActivityId, Android, activities::hash, handle::State, processes::SYSTEM};
use crate::screen::Rect;

/// Names one window for as long as the phone runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct WindowId(pub u64);

/// A window as its app declares it.
#[derive(Debug, Clone, PartialEq)]
pub struct WindowSpec {
    pub id: WindowId,
    pub kind: WindowKind,
    /// Where it sits on the display.
    pub frame: Rect,
    /// How much what lies below is darkened, 0 to 1.
    pub dim: f32,
    /// What it is called, where that is not after its activity.
    pub title: Option<String>,
    /// Keys go to it when it is on top.
    pub focusable: bool,
    /// Touches beside it are its own, too.
    pub touch_modal: bool,
    /// No picture may be taken of it.
    pub secure: bool,
}

impl WindowSpec {
    /// A window that takes keys, and dialogs and menus every touch.
    pub fn new(id: WindowId, kind: WindowKind, frame: Rect) -> Self {
        let touch_modal = matches!(kind, WindowKind::Dialog | WindowKind::Popup);
        let (dim, title, focusable, secure) = (0.0, None, true, false);
        Self { id, kind, frame, dim, title, focusable, touch_modal, secure }
    }
}

/// What a window is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WindowKind {
    /// An activity's own window.
    Activity,
    /// A dialog of an app: takes every touch, also beside it.
    Dialog,
    /// A menu of an app, beside what opened it: takes every touch, too.
    Popup,
    /// A dialog of the system, above every app.
    SystemAlert,
    Keyboard,
    Toast,
    StatusBar,
    NavigationBar,
}

impl WindowKind {
    /// The window type as `dumpsys window` names it.
    pub fn type_name(self) -> &'static str {
        match self {
            Self::Activity => "BASE_APPLICATION",
            Self::Dialog => "APPLICATION",
            Self::Popup => "APPLICATION_PANEL",
            Self::SystemAlert => "SYSTEM_ALERT",
            Self::Keyboard => "INPUT_METHOD",
            Self::Toast => "TOAST",
            Self::StatusBar => "STATUS_BAR",
            Self::NavigationBar => "NAVIGATION_BAR",
        }
    }
}

impl WindowKind {
    /// The number of its type.
    pub fn number(self) -> u32 {
        match self {
            Self::Activity => 1,
            Self::Dialog => 2,
            Self::Popup => 1000,
            Self::SystemAlert => 2003,
            Self::Keyboard => 2011,
            Self::Toast => 2005,
            Self::StatusBar => 2000,
            Self::NavigationBar => 2019,
        }
    }
}

/// A visible window.
#[derive(Debug, Clone, PartialEq)]
pub struct Window {
    pub id: WindowId,
    pub kind: WindowKind,
    /// `com.x/com.x.Main` for app windows, a plain name for the system's.
    pub title: String,
    pub package: String,
    pub uid: u32,
    pub pid: u32,
    pub activity: Option<ActivityId>,
    pub frame: Rect,
    pub dim: f32,
    pub focused: bool,
    pub touch_modal: bool,
    pub secure: bool,
}

impl Window {
    pub fn hash(&self) -> String {
        hash(self.id.0)
    }

    /// `Window{1f2e3d4 u0 com.x/com.x.Main}`.
    pub fn record(&self) -> String {
        format!("Window{{{} u0 {}}}", self.hash(), self.title)
    }
}

impl Android {
    /// The visible windows, top first.
    pub fn windows(&self) -> Vec<Window> {
        self.state().windows()
    }

    /// The window that keys go to and that `uiautomator dump` shows.
    pub fn focused_window(&self) -> Option<Window> {
        self.state().focused_window()
    }
}

const SYSTEM_UI: (&str, u32, u32) = ("com.android.systemui", 10_098, 801);
const SYSTEM_SERVER: (&str, u32, u32) = ("android", SYSTEM.uid, SYSTEM.pid);
const LATIN_IME: (&str, u32, u32) = ("com.android.inputmethod.latin", 10_077, 846);

impl State {
    pub(crate) fn windows(&self) -> Vec<Window> {
        let config = self.config();
        let display = config.display();
        let system = |id, kind, title: &str, owner: (&str, u32, u32), frame| Window {
            id: WindowId(id),
            kind,
            title: title.to_owned(),
            package: owner.0.to_owned(),
            uid: owner.1,
            pid: owner.2,
            activity: None,
            frame,
            dim: 0.0,
            focused: false,
            touch_modal: false,
            secure: false,
        };
        let mut windows = Vec::new();
        let insets = config.insets;
        let navigation = Rect { top: display.bottom - insets.navigation_bar, ..display };
        windows.push(system(1, WindowKind::NavigationBar, "NavigationBar0", SYSTEM_UI, navigation));
        let status = Rect { bottom: insets.status_bar, ..display };
        windows.push(system(2, WindowKind::StatusBar, "StatusBar", SYSTEM_UI, status));
        if self.toast().is_some() {
            windows.push(system(3, WindowKind::Toast, "Toast", SYSTEM_UI, self.toast_frame()));
        }
        if self.ime.shown {
            let keyboard = Rect { top: display.bottom - insets.keyboard, ..display };
            windows.push(system(4, WindowKind::Keyboard, "InputMethod", LATIN_IME, keyboard));
        }
        let focused = self.focused_id();
        windows.extend(self.alerts.iter().rev().map(|alert| Window {
            dim: 0.6,
            focused: focused == Some(alert.id),
            ..system(
                alert.id.0,
                WindowKind::SystemAlert,
                &alert.window_title(),
                SYSTEM_SERVER,
                alert.frame(&config),
            )
        }));
        for record in self.seen() {
            windows.extend(record.windows.iter().rev().map(|spec| Window {
                id: spec.id,
                kind: spec.kind,
                title: match &spec.title {
                    Some(title) => title.clone(),
                    None if spec.kind == WindowKind::Popup => {
                        format!("PopupWindow:{}", hash(spec.id.0))
                    }
                    None => record.component.long(),
                },
                package: record.component.package.clone(),
                uid: record.uid,
                pid: record.pid.unwrap_or(0),
                activity: Some(record.id),
                frame: spec.frame,
                dim: spec.dim,
                focused: focused == Some(spec.id),
                touch_modal: spec.touch_modal,
                secure: spec.secure,
            }));
        }
        windows
    }

    pub(crate) fn focused_window(&self) -> Option<Window> {
        self.windows().into_iter().find(|window| window.focused)
    }

    fn focused_id(&self) -> Option<WindowId> {
        if !self.power.awake {
            return None;
        }
        if let Some(alert) = self.alerts.last() {
            return Some(alert.id);
        }
        self.top()?.windows.iter().rev().find(|spec| spec.focusable).map(|spec| spec.id)
    }
}
