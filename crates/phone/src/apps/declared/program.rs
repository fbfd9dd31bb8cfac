//! A declared app at work: its variables, its activities, its timers.

use std::{
    collections::{BTreeMap, HashMap},
    sync::Arc,
    time::Duration,
};

use tokio::time::Instant;

use super::{
    Value,
    build::{Binding, Control},
    definition::{Actions, Definition, Screen},
};
use crate::{
    android::{ActivityId, Config, Host, Intent},
    apps::toolkit::{Program, Scene, UiEvent},
    screen::Key,
};

pub(crate) struct Declared {
    pub(crate) definition: Arc<Definition>,
    pub(crate) state: BTreeMap<String, Value>,
    pub(crate) live: BTreeMap<ActivityId, Live>,
    pub(crate) timers: Vec<Timer>,
}

/// One activity.
#[derive(Debug, Default)]
pub(crate) struct Live {
    pub(crate) class: String,
    pub(crate) params: BTreeMap<String, Value>,
    /// Open dialogs by name, the topmost last, each with the names of the row it was opened from.
    pub(crate) dialogs: Vec<(String, Locals)>,
    pub(crate) bindings: HashMap<Key, Binding>,
}

/// Names that only a row of a list knows.
pub(crate) type Locals = Arc<BTreeMap<String, Value>>;

#[derive(Debug, Clone)]
pub(crate) struct Timer {
    pub(crate) at: Instant,
    pub(crate) every: Option<Duration>,
    pub(crate) activity: ActivityId,
    pub(crate) locals: Locals,
    pub(crate) actions: Actions,
}

impl Declared {
    pub(crate) fn new(definition: Arc<Definition>, host: &Host) -> Self {
        let mut state = definition.state.clone();
        for name in &definition.saved {
            if let (Some(value), Some(saved)) =
                (state.get_mut(&name.value), host.saved(&name.value))
            {
                *value = value.parse_like(&saved);
            }
        }
        Self { definition, state, live: BTreeMap::new(), timers: Vec::new() }
    }

    /// What a name means: of the row, of the activity, of a `let`, of the app.
    pub(crate) fn value(&self, activity: ActivityId, locals: &Locals, name: &str) -> Value {
        if let Some(value) = locals.get(name) {
            return value.clone();
        }
        let live = self.live.get(&activity);
        if let Some(value) = live.and_then(|live| live.params.get(name)) {
            return value.clone();
        }
        if let Some(value) = self.state.get(name) {
            return value.clone();
        }
        let screen = live.and_then(|live| self.definition.screen(&live.class));
        match screen.and_then(|screen| screen.names.get(name)) {
            // A `let` sees everything but other `let`s, so that it cannot go round in circles.
            Some(expr) => expr.value.eval(&|inner| {
                let own = live.and_then(|live| live.params.get(inner));
                own.or_else(|| self.state.get(inner)).cloned().unwrap_or_else(Value::empty)
            }),
            None => Value::empty(),
        }
    }

    pub(crate) fn assign(&mut self, host: &Host, activity: ActivityId, name: &str, value: Value) {
        let own = self.live.get_mut(&activity).and_then(|live| live.params.get_mut(name));
        if let Some(own) = own {
            *own = value;
            return;
        }
        if self.definition.saved.iter().any(|saved| saved.value == name) {
            host.save(name, &value.to_string());
        }
        self.state.insert(name.to_owned(), value);
    }

    fn screen_of(&self, activity: ActivityId) -> Option<&Screen> {
        self.definition.screen(&self.live.get(&activity)?.class)
    }

    fn fill_params(&mut self, activity: ActivityId, intent: &Intent) {
        let Some(mut params) = self.screen_of(activity).map(|screen| screen.params.clone()) else {
            return;
        };
        for (name, value) in &mut params {
            if let Some(extra) = intent.extras.get(name) {
                *value = value.parse_like(&extra.to_string());
            }
        }
        if let Some(live) = self.live.get_mut(&activity) {
            live.params = params;
        }
    }

    /// What an arrow in the toolbar and Back do.
    fn go_back(&mut self, host: &Host, activity: ActivityId) -> bool {
        let actions = self.screen_of(activity).and_then(|screen| screen.on_back.clone());
        let wanted = actions.is_some();
        if let Some(actions) = actions {
            self.run(host, activity, &actions, &Locals::default());
        }
        wanted
    }

    fn use_control(&mut self, host: &Host, activity: ActivityId, event: &UiEvent) {
        let key = match event {
            UiEvent::Click(key)
            | UiEvent::LongClick(key)
            | UiEvent::Text(key, _)
            | UiEvent::Submit(key)
            | UiEvent::Slide(key, _) => key,
            UiEvent::Outside => return,
        };
        let Some(binding) = self.live.get(&activity).and_then(|live| live.bindings.get(key)) else {
            return;
        };
        let Binding { control, locals } = binding.clone();
        let mut set = |name: &str, value: Value| self.assign(host, activity, name, value);
        let actions = match (control, event) {
            (Control::Tap { tap, .. }, UiEvent::Click(_)) => tap,
            (Control::Tap { long_tap, .. }, UiEvent::LongClick(_)) => long_tap,
            (Control::Up, UiEvent::Click(_)) => {
                if !self.go_back(host, activity) {
                    host.finish(activity);
                }
                return;
            }
            (Control::Choice(actions), UiEvent::Click(_)) => {
                if let Some(live) = self.live.get_mut(&activity) {
                    live.dialogs.pop();
                }
                actions
            }
            (Control::Toggle { name, change }, UiEvent::Click(_)) => {
                let on = self.value(activity, &locals, &name).is_true();
                self.assign(host, activity, &name, Value::Bool(!on));
                change
            }
            (Control::Radio { name, value, change }, UiEvent::Click(_)) => {
                set(&name, value);
                change
            }
            (Control::Field { name, change, .. }, UiEvent::Text(_, text)) => {
                set(&name, Value::Text(text.clone()));
                change
            }
            (Control::Field { submit, .. }, UiEvent::Submit(_)) => submit,
            (Control::Slider { name, min, max, step, change }, UiEvent::Slide(_, part)) => {
                let raw = min + (max - min) * f64::from(*part);
                let stepped =
                    if step > 0.0 { min + ((raw - min) / step).round() * step } else { raw };
                set(&name, Value::Number(stepped.clamp(min, max)));
                change
            }
            _ => return,
        };
        self.run(host, activity, &actions, &locals);
    }
}

impl Program for Declared {
    fn start(&mut self, host: &Host, activity: ActivityId, class: &str, intent: &Intent) {
        let live = Live { class: class.to_owned(), ..Live::default() };
        self.live.insert(activity, live);
        self.fill_params(activity, intent);
        let actions = self.screen_of(activity).map(|screen| screen.on_start.clone());
        self.run(host, activity, &actions.unwrap_or_default(), &Locals::default());
    }

    fn new_intent(&mut self, host: &Host, activity: ActivityId, intent: &Intent) {
        self.fill_params(activity, intent);
        let actions = self.screen_of(activity).map(|screen| screen.on_start.clone());
        self.run(host, activity, &actions.unwrap_or_default(), &Locals::default());
    }

    fn end(&mut self, activity: ActivityId) {
        self.live.remove(&activity);
        self.timers.retain(|timer| timer.activity != activity);
    }

    fn scenes(&mut self, _host: &Host, config: &Config, activity: ActivityId) -> Vec<Scene> {
        let (scenes, bindings) = self.build(config, activity);
        if let Some(live) = self.live.get_mut(&activity) {
            live.bindings = bindings;
        }
        scenes
    }

    fn handle(&mut self, host: &Host, activity: ActivityId, event: UiEvent) {
        if event == UiEvent::Outside {
            self.cancel_dialog(activity);
        } else {
            self.use_control(host, activity, &event);
        }
    }

    fn back(&mut self, host: &Host, activity: ActivityId, scene: usize) -> bool {
        if scene > 0 {
            self.cancel_dialog(activity);
            return true;
        }
        self.go_back(host, activity)
    }

    fn next_wake(&self) -> Option<Instant> {
        self.timers.iter().map(|timer| timer.at).min()
    }

    fn wake(&mut self, host: &Host) {
        let now = Instant::now();
        let (due, waiting): (Vec<_>, Vec<_>) =
            self.timers.drain(..).partition(|timer| timer.at <= now);
        self.timers = waiting;
        for timer in due {
            if let Some(every) = timer.every {
                self.timers.push(Timer { at: now + every, ..timer.clone() });
            }
            self.run(host, timer.activity, &timer.actions, &timer.locals);
        }
    }
}

impl Declared {
    fn cancel_dialog(&mut self, activity: ActivityId) {
        let Some(live) = self.live.get_mut(&activity) else { return };
        let dialog = live.dialogs.last().and_then(|(name, _)| self.definition.dialogs.get(name));
        if dialog.is_some_and(|dialog| dialog.cancelable) {
            live.dialogs.pop();
        }
    }
}
