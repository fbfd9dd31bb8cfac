//! What an app process says on its own, done to the phone.

use std::{
    collections::BTreeMap,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};

use tokio::runtime::Handle;

use super::{
    events::{Event, Posted, WireWindow},
    process,
    questions::{Question, Resolved},
    wire::Broken,
};
use crate::{
    android::{
        ActivityId, Editor, Host, InputType, Level, Namespace, Received, WindowId, WindowKind,
        WindowSpec, app_process::Words,
    },
    screen::Rect,
};

/// As much of a line as the log of a phone takes.
const LONGEST_LINE: usize = 4068;
/// As much of a trace as anybody reads.
const LONGEST_TRACE: usize = 32 * 1024;
/// No app has more.
const MOST_WINDOWS: usize = 64;
/// The tag of what the runtime itself has to say.
pub(super) const TAG: &str = "AppRuntime";

/// What the app and its listener both know.
#[derive(Default)]
pub(super) struct Known {
    windows: Mutex<BTreeMap<WindowId, Shown>>,
    /// It asked to be woken, and has not been yet.
    pub(super) woken: AtomicBool,
}

#[derive(Clone, Copy)]
struct Shown {
    /// The runtime's own number.
    number: u64,
    activity: ActivityId,
}

impl Known {
    /// The runtime's number of a window.
    pub(super) fn number(&self, window: WindowId) -> Option<u64> {
        self.windows().get(&window).map(|shown| shown.number)
    }

    fn by_number(&self, number: u64) -> Option<(WindowId, ActivityId)> {
        let windows = self.windows();
        let found = windows.iter().find(|(_, shown)| shown.number == number);
        found.map(|(id, shown)| (*id, shown.activity))
    }

    fn windows(&self) -> MutexGuard<'_, BTreeMap<WindowId, Shown>> {
        self.windows.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

pub(super) struct Listener {
    pub(super) host: Host,
    pub(super) known: Arc<Known>,
    /// What changes the phone runs in its runtime, and on its clock.
    pub(super) runtime: Handle,
}

impl process::Listener for Listener {
    fn event(&mut self, event: Event) {
        let _inside = self.runtime.enter();
        // The last words of a process that the phone has ended reach nobody.
        if self.host.is_running() {
            self.told(event);
        }
    }

    fn question(&mut self, question: Question) -> Option<Resolved> {
        let _inside = self.runtime.enter();
        match question {
            Question::Resolve { intent } => Resolved::of(&self.host, &intent.into_intent()),
            Question::Unknown => None,
        }
    }

    fn ended(&mut self, why: Option<Broken>) {
        let _inside = self.runtime.enter();
        if let Some(why) = why.filter(|_| self.host.is_running()) {
            self.host.log(Level::Error, TAG, &format!("the app process said {why}"));
        }
        self.host.died(None);
    }
}

impl Listener {
    fn told(&self, event: Event) {
        let host = &self.host;
        match event {
            Event::Windows { activity, mut windows } => {
                windows.truncate(MOST_WINDOWS);
                self.windows(ActivityId(activity), windows);
            }
            Event::Log { level, tag, text, thread } => {
                let text = host.with_own_paths(cut(&text, LONGEST_LINE));
                host.log_on(thread.offset(), level_of(&level), &tag, &text);
            }
            Event::Changed {} => host.accessibility_event(),
            Event::Keyboard { shown, window, input_type, ime_options } => {
                self.keyboard(shown, window, (input_type, ime_options));
            }
            Event::Toast { text, long } => host.toast_for(cut(&text, LONGEST_LINE), long),
            Event::Start { activity, intent, request } => {
                let intent = intent.into_intent();
                let source = activity.map(ActivityId).filter(|id| host.owns(*id));
                if let Err(error) = host.start_for_result(source, &intent, request) {
                    host.log(Level::Warn, TAG, &format!("nothing was started: {error}"));
                }
            }
            // Of an activity that is another app's nothing is done.
            Event::Finish { activity, .. }
            | Event::Background { activity }
            | Event::Permissions { activity, .. }
            | Event::Orientation { activity, .. }
                if !host.owns(ActivityId(activity)) => {}
            Event::Finish { activity, code, intent, affinity } => {
                let intent = intent.map(super::intents::WireIntent::into_intent);
                if affinity {
                    host.finish_below(ActivityId(activity));
                }
                host.finish_with(ActivityId(activity), code, intent);
            }
            Event::Received { broadcast, code, data, extras, aborted } => {
                let short = |text: String| cut(&text, LONGEST_LINE).to_owned();
                let (data, extras) = (data.map(short), extras.map(short));
                host.received(broadcast, Received { code, data, extras, aborted });
            }
            Event::Background { activity } => host.move_to_back(ActivityId(activity)),
            Event::Permissions { activity, request, names } => {
                host.request_permissions(ActivityId(activity), request, names);
            }
            Event::Orientation { activity, value } => {
                host.request_orientation(ActivityId(activity), value);
            }
            Event::Notify(Posted { id, tag, channel, title, text, importance }) => {
                let short = |text: String| cut(&text, LONGEST_LINE).to_owned();
                let (channel, title, text) = (short(channel), short(title), short(text));
                host.post_notification(id, tag, Words { channel, title, text, importance });
            }
            Event::Cancel(Posted { id, tag, .. }) => host.cancel_notification(id, tag.as_deref()),
            Event::Clipboard { text } => host.set_clipboard(&text),
            Event::Setting { namespace, key, value } => {
                let Ok(namespace) = namespace.parse::<Namespace>() else { return };
                if !host.may_write_settings(namespace) {
                    host.log(Level::Warn, TAG, &format!("not allowed to write the setting {key}"));
                    return;
                }
                match value {
                    Some(value) => host.put_setting(namespace, &key, &value),
                    None => host.delete_setting(namespace, &key),
                }
            }
            Event::Loader { what } => {
                let text = serde_json::Value::Object(what).to_string();
                host.log(Level::Warn, TAG, cut(&text, LONGEST_LINE));
            }
            Event::Wake => {
                if !self.known.woken.swap(true, Ordering::AcqRel) {
                    host.wake_soon();
                }
            }
            Event::Crash { thread, trace } => {
                let trace = if trace.is_empty() { "java.lang.Error" } else { &trace };
                let trace = host.with_own_paths(cut(trace, LONGEST_TRACE));
                host.crash_with(&thread.name(), &trace);
            }
            Event::Exit { code } => host.died(Some(code)),
            Event::Unknown => {}
        }
    }

    fn windows(&self, activity: ActivityId, told: Vec<WireWindow>) {
        let mut specs = Vec::with_capacity(told.len());
        for window in told {
            let id = match self.known.by_number(window.id) {
                Some((id, _)) => id,
                None => self.host.new_window(),
            };
            self.known.windows().insert(id, Shown { number: window.id, activity });
            specs.push(spec(id, window));
        }
        self.known.windows().retain(|id, shown| {
            shown.activity != activity || specs.iter().any(|spec| spec.id == *id)
        });
        self.host.set_windows(activity, specs);
    }

    fn keyboard(&self, shown: bool, window: Option<u64>, (input_type, ime_options): (i64, i64)) {
        let place = window.and_then(|number| self.known.by_number(number));
        let Some((window, activity)) = place.filter(|_| shown) else {
            self.host.hide_keyboard();
            return;
        };
        self.host.show_keyboard(Editor {
            activity,
            window,
            package: self.host.package().to_owned(),
            input_type: InputType::Raw(bits(input_type)),
            ime_options: bits(ime_options),
            field_id: -1,
        });
    }
}

fn spec(id: WindowId, window: WireWindow) -> WindowSpec {
    let kind = match window.kind.as_str() {
        "dialog" => WindowKind::Dialog,
        "popup" => WindowKind::Popup,
        _ => WindowKind::Activity,
    };
    let [left, top, right, bottom] = window.frame;
    WindowSpec {
        dim: if window.dim.is_finite() { window.dim.clamp(0.0, 1.0) } else { 0.0 },
        // An activity's window is called after its activity.
        title: window.title.filter(|title| kind == WindowKind::Popup && !title.is_empty()),
        focusable: window.focusable,
        touch_modal: window.touch_modal && kind != WindowKind::Activity,
        secure: window.secure,
        ..WindowSpec::new(id, kind, Rect::new(left, top, right, bottom))
    }
}

/// A Java `int` that is a set of bits.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "they are bits")]
fn bits(number: i64) -> u32 {
    number as u32
}

fn level_of(letter: &str) -> Level {
    match letter {
        "V" => Level::Verbose,
        "D" => Level::Debug,
        "W" => Level::Warn,
        "E" => Level::Error,
        "F" | "A" => Level::Fatal,
        _ => Level::Info,
    }
}

/// The beginning of a text, whole characters only.
fn cut(text: &str, longest: usize) -> &str {
    &text[..text.floor_char_boundary(longest)]
}
