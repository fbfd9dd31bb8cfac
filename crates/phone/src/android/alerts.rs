//! Dialogs of the system itself: an app keeps stopping, an app does not respond. They are windows of
//! the system server above every app, and stay until they are answered.

use std::{sync::Arc, time::Duration};

use tokio::time::Instant;

use super::{
    Android, Buffer, Component, Config, Intent, Level, Namespace, WindowId, Writer,
    exits::{Ending, ExitReason},
    handle::State,
    processes::SYSTEM,
};
use crate::{
    apps::toolkit::{self, widgets},
    screen::{self, Frame, Key, Layout, Marks, Rect, Tree},
};

/// A second crash within this time is one too many, and a dialog is shown at most this often.
const CRASH_INTERVAL: Duration = Duration::from_mins(2);
const SETTINGS: &str = "com.android.settings";
const APP_DETAILS: &str = "com.android.settings.applications.InstalledAppDetails";

/// One dialog.
#[derive(Debug, Clone)]
pub(crate) struct Alert {
    pub(crate) id: WindowId,
    kind: Kind,
    package: String,
    label: String,
    pid: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Stopped { repeatedly: bool },
    NotResponding,
}

/// What its buttons do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Choice {
    AppInfo,
    CloseApp,
    Wait,
}

impl Choice {
    const fn id(self) -> &'static str {
        match self {
            Self::AppInfo => "android:id/aerr_app_info",
            Self::CloseApp => "android:id/aerr_close",
            Self::Wait => "android:id/aerr_wait",
        }
    }

    const fn label(self) -> &'static str {
        match self {
            Self::AppInfo => "App info",
            Self::CloseApp => "Close app",
            Self::Wait => "Wait",
        }
    }
}

impl Alert {
    /// The title of its window, as `dumpsys window` shows it.
    pub(crate) fn window_title(&self) -> String {
        match self.kind {
            Kind::Stopped { .. } => format!("Application Error: {}", self.package),
            Kind::NotResponding => format!("Application Not Responding: {}", self.package),
        }
    }

    fn title(&self) -> String {
        match self.kind {
            Kind::Stopped { repeatedly: false } => format!("{} has stopped", self.label),
            Kind::Stopped { repeatedly: true } => format!("{} keeps stopping", self.label),
            Kind::NotResponding => format!("{} isn't responding", self.label),
        }
    }

    const fn choices(&self) -> [Choice; 2] {
        match self.kind {
            Kind::Stopped { .. } => [Choice::AppInfo, Choice::CloseApp],
            Kind::NotResponding => [Choice::CloseApp, Choice::Wait],
        }
    }

    fn key(&self, place: usize) -> Key {
        Key(self.id.0).child(place)
    }

    fn laid_out(&self, config: &Config) -> (Layout, Rect) {
        let choices = self.choices();
        let buttons = choices.iter().enumerate().map(|(place, choice)| {
            widgets::alert_choice(self.key(place), choice.id(), choice.label())
        });
        let view = widgets::system_alert(&self.title(), buttons.collect());
        toolkit::lay_out_dialog(&view, "android", config)
    }

    pub(crate) fn frame(&self, config: &Config) -> Rect {
        self.laid_out(config).1
    }

    pub(crate) fn tree(&self, config: &Config) -> Arc<Tree> {
        self.laid_out(config).0.tree
    }

    pub(crate) fn draw(&self, config: &Config) -> Frame {
        let (layout, frame) = self.laid_out(config);
        screen::draw(&layout, frame, toolkit::space(config), Marks::default())
    }

    fn choice_at(&self, config: &Config, x: f32, y: f32) -> Option<Choice> {
        #[expect(clippy::cast_possible_truncation, reason = "saturates: no button is out there")]
        let (x, y) = (x as i32, y as i32);
        let (layout, _) = self.laid_out(config);
        let key = layout.hit(x, y).map(|at| layout.drawn[at].key)?;
        let place = (0..2).find(|place| self.key(*place) == key)?;
        Some(self.choices()[place])
    }
}

impl Android {
    /// A finger left the glass over a dialog of the system.
    pub(crate) fn alert_tapped(&self, id: WindowId, x: f32, y: f32) {
        let mut state = self.state();
        let config = state.config();
        let found = state.alerts.iter().find(|alert| alert.id == id);
        let chosen = found.and_then(|alert| Some((alert.choice_at(&config, x, y)?, alert.clone())));
        if let Some((choice, alert)) = chosen {
            state.answer_alert(&alert, choice);
        }
        drop(state);
        self.mark_changed();
    }
}

impl State {
    fn answer_alert(&mut self, alert: &Alert, choice: Choice) {
        self.alerts.retain(|have| have.id != alert.id);
        self.bump_quiet();
        match choice {
            Choice::Wait => {}
            Choice::CloseApp => {
                if alert.kind == Kind::NotResponding {
                    let reason = "user request after error".to_owned();
                    self.end_process(alert.pid, &Ending::Killed(ExitReason::Anr, reason));
                }
            }
            Choice::AppInfo => {
                let mut intent = Intent::explicit(Component::new(SETTINGS, APP_DETAILS));
                intent.action = Some("android.settings.APPLICATION_DETAILS_SETTINGS".to_owned());
                intent.data = Some(format!("package:{}", alert.package));
                intent.flags |= Intent::FLAG_NEW_TASK;
                if let Ok(component) = self.resolve(&intent, SYSTEM.uid) {
                    self.log_start(&intent, &component, SYSTEM.uid);
                    self.place(component, &intent, None, SYSTEM.uid);
                }
            }
        }
    }

    fn show_alert(&mut self, kind: Kind, package: &str, pid: u32) {
        let manifest = self.packages.get(package).map(|package| &package.manifest);
        let label = manifest.map_or_else(|| package.to_owned(), |found| found.label.clone());
        let id = WindowId(self.next_id());
        self.alerts.push(Alert { id, kind, package: package.to_owned(), label, pid });
        self.bump_quiet();
    }

    fn may_show_errors(&self) -> bool {
        self.power.awake && self.settings.get(Namespace::Global, "hide_error_dialogs") != Some("1")
    }

    /// The dialog for a crash, when the system would show one: not for the first in a while unless
    /// the settings ask for it, and not again so soon. Returns whether it crashed too often.
    pub(crate) fn crashed(&mut self, package: &str, pid: u32) -> bool {
        let now = Instant::now();
        let recent = |last: Option<Instant>| last.is_some_and(|last| now < last + CRASH_INTERVAL);
        let repeatedly = recent(self.crashes.insert(package.to_owned(), now));
        let wanted = self.settings.get(Namespace::Global, "show_first_crash_dialog") == Some("1")
            || self.settings.get(Namespace::Secure, "show_first_crash_dialog_dev_option")
                == Some("1");
        let shown = recent(self.crash_dialogs.get(package).copied());
        if (repeatedly || wanted) && !shown && self.may_show_errors() {
            self.crash_dialogs.insert(package.to_owned(), now);
            let message = format!("Showing crash dialog for package {package} u0");
            self.system_log(Level::Info, "ActivityManager", message);
            self.show_alert(Kind::Stopped { repeatedly }, package, pid);
        }
        repeatedly
    }

    /// An app did not take an input event in time.
    pub(crate) fn not_responding(&mut self, pid: u32, event: &str, waited: Duration) {
        let shown = |alert: &Alert| alert.pid == pid && alert.kind == Kind::NotResponding;
        let Some(running) = self.processes.apps.get(&pid) else { return };
        let (name, uid) = (running.info.name.clone(), running.info.uid);
        if self.alerts.iter().any(shown) {
            let message = format!("Skipping duplicate ANR: ProcessRecord{{{pid}:{name}/{uid}}}");
            self.system_log(Level::Info, "ActivityManager", message);
            return;
        }
        let front = self.top().filter(|top| top.pid == Some(pid));
        let (component, title) = front.map_or_else(
            || (String::new(), name.clone()),
            |top| (top.component.short(), format!("{} {}", top.hash(), top.component.long())),
        );
        let waited = waited.as_millis();
        let reason = format!(
            "Input dispatching timed out ({title} (server) is not responding. Waited {waited}ms \
             for {event})"
        );
        let (within, parent) = if component.is_empty() {
            (String::new(), String::new())
        } else {
            (format!(" ({component})"), format!("\nParent: {component}"))
        };
        let window = format!(
            "ANR in Window{{{title}}}. Reason:{title} (server) is not responding. Waited {waited}ms for {event}"
        );
        self.system_log(Level::Info, "WindowManager", window);
        self.event_log("am_anr", &format!("[0,{pid},{name},{APP_FLAGS},{reason}]"));
        let error = self.error_id(pid);
        let message = format!(
            "ANR in {name}{within}\nPID: {pid}\nReason: {reason}{parent}\nErrorId: {error}\n\
             Frozen: false\nLoad: 0.0 / 0.0 / 0.0"
        );
        self.system_log(Level::Error, "ActivityManager", message);
        let who = Writer { pid, tid: pid, uid };
        let trace = format!(
            "Thread[2,tid={},WaitingInMainSignalCatcherLoop]: reacting to signal 3",
            pid + 6
        );
        self.append_log(Buffer::Main, Level::Info, who, &name, trace);
        if self.may_show_errors() {
            self.show_alert(Kind::NotResponding, &name, pid);
        }
    }

    /// It is being asked whether to wait for this process.
    pub(crate) fn is_not_responding(&self, pid: u32) -> bool {
        self.alerts.iter().any(|alert| alert.pid == pid && alert.kind == Kind::NotResponding)
    }

    /// A process is gone: nobody can wait for it any more.
    pub(crate) fn forget_alerts(&mut self, pid: u32) {
        self.alerts.retain(|alert| alert.pid != pid || alert.kind != Kind::NotResponding);
    }

    /// A package was stopped for good: nobody asks about it any more.
    pub(crate) fn forget_alerts_of(&mut self, package: &str) {
        self.alerts.retain(|alert| alert.package != package);
    }

    /// Looks like a random UUID and is the same in every run.
    fn error_id(&self, pid: u32) -> String {
        let mut bits = self.last_id ^ (u64::from(pid) << 32);
        let mut next = || {
            bits = bits
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            bits >> 16
        };
        let (high, low) = (next(), next());
        format!(
            "{:08x}-{:04x}-4{:03x}-a{:03x}-{:012x}",
            high & 0xffff_ffff,
            low & 0xffff,
            (low >> 16) & 0xfff,
            (low >> 28) & 0xfff,
            next() & 0xffff_ffff_ffff,
        )
    }
}

/// `ApplicationInfo.flags` of an ordinary debuggable app.
pub(crate) const APP_FLAGS: u32 = 0x2088_3e46;
