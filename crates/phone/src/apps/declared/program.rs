//! A declared app at work: its variables, its activities, its timers.

use std::{
    collections::{BTreeMap, HashMap},
    sync::Arc,
    time::Duration,
};

use tokio::time::Instant;

use super::{
    Value,
    action::{Action, Actions},
    build::{Binding, Control},
    date_picker::DatePicker,
    definition::{Definition, Screen},
    network::Call,
    storage,
    style::Framework,
};
use crate::{
    android::{ActivityId, Config, Host, Intent},
    apps::toolkit::{Program, Scene, UiEvent},
    screen::Key,
};

pub(crate) struct Declared {
    pub(crate) definition: Arc<Definition>,
    pub(crate) host: Host,
    pub(crate) state: BTreeMap<String, Value>,
    pub(crate) live: BTreeMap<ActivityId, Live>,
    pub(crate) timers: Vec<Timer>,
    pub(crate) busy_until: Option<Instant>,
    /// Network calls so far.
    pub(crate) calls: u32,
}

/// One activity.
#[derive(Debug)]
pub(crate) struct Live {
    pub(crate) class: String,
    pub(crate) started: Instant,
    pub(crate) params: BTreeMap<String, Value>,
    /// Open dialogs by name, the topmost last, each with the names of the row it was opened from.
    pub(crate) dialogs: Vec<(String, Locals)>,
    pub(crate) picker: Option<Picker>,
    pub(crate) asked: Vec<Asked>,
    pub(crate) bindings: HashMap<Key, Binding>,
    /// Something on it moves by itself.
    pub(crate) animates: bool,
    /// When a clock on it shows another time.
    pub(crate) ticks: Option<Instant>,
}

/// What is open above everything else.
#[derive(Debug, Clone)]
pub(crate) enum Picker {
    /// The menu of the dropdown with this key.
    Menu {
        anchor: Key,
        options: Vec<String>,
        target: Target,
    },
    Date {
        picker: DatePicker,
        target: Target,
    },
}

/// The variable a picker sets, and what happens then.
#[derive(Debug, Clone)]
pub(crate) struct Target {
    pub(crate) name: String,
    pub(crate) change: Actions,
    pub(crate) locals: Locals,
}

/// A permission that the user is being asked for.
#[derive(Debug)]
pub(crate) struct Asked {
    pub(crate) permission: String,
    pub(crate) granted: Actions,
    pub(crate) denied: Actions,
    pub(crate) locals: Locals,
}

/// Names that only a row of a list knows.
pub(crate) type Locals = Arc<BTreeMap<String, Value>>;

#[derive(Debug, Clone)]
pub(crate) struct Timer {
    pub(crate) at: Instant,
    pub(crate) every: Option<Duration>,
    /// How often it still may come.
    pub(crate) left: Option<u32>,
    pub(crate) activity: ActivityId,
    pub(crate) due: Due,
}

#[derive(Debug, Clone)]
pub(crate) enum Due {
    Run(Actions, Locals),
    /// The answer to the call that the action in this place made then.
    Answer(Arc<[Action]>, usize, Call, Instant),
}

impl Declared {
    pub(crate) fn new(definition: Arc<Definition>, host: &Host) -> Self {
        let mut state = definition.state.clone();
        storage::load(&definition, host, &mut state);
        Self {
            definition,
            host: host.clone(),
            state,
            live: BTreeMap::new(),
            timers: Vec::new(),
            busy_until: None,
            calls: 0,
        }
    }

    pub(crate) fn screen_of(&self, activity: ActivityId) -> Option<&Screen> {
        self.definition.screen(&self.live.get(&activity)?.class)
    }

    pub(crate) fn framework(&self, activity: ActivityId) -> Framework {
        let own = self.screen_of(activity).and_then(|screen| screen.style);
        own.unwrap_or(self.definition.style)
    }

    fn fill_params(&mut self, activity: ActivityId, intent: &Intent) {
        let Some(mut params) = self.screen_of(activity).map(|screen| screen.params.clone()) else {
            return;
        };
        for (name, value) in &mut params {
            if let Some(extra) = intent.extras.get(name) {
                *value = value.parse_like(&extra.to_string());
            } else if name == "data"
                && let Some(data) = &intent.data
            {
                *value = Value::Text(data.clone());
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

    fn open(&mut self, activity: ActivityId, picker: Picker) {
        if let Some(live) = self.live.get_mut(&activity) {
            live.picker = Some(picker);
        }
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
        let mut set = |name: &str, value: Value| self.assign(activity, name, value);
        let actions = match (control, event) {
            (Control::Tap { tap, .. }, UiEvent::Click(_)) => tap,
            (Control::Tap { long_tap, .. }, UiEvent::LongClick(_)) => long_tap,
            (Control::Up, UiEvent::Click(_)) => {
                if !self.go_back(host, activity) {
                    host.finish(activity);
                }
                return;
            }
            (Control::Scrim, UiEvent::Click(_)) => return self.close_topmost(activity),
            (Control::Choice(actions), UiEvent::Click(_)) => {
                if let Some(live) = self.live.get_mut(&activity) {
                    live.dialogs.pop();
                }
                actions
            }
            (Control::Toggle { name, change }, UiEvent::Click(_)) => {
                let on = self.value(activity, &locals, &name).is_true();
                self.assign(activity, &name, Value::Bool(!on));
                change
            }
            (Control::Set { name, value, change }, UiEvent::Click(_)) => {
                set(&name, value);
                if let Some(live) = self.live.get_mut(&activity) {
                    live.picker = None;
                }
                change
            }
            (Control::Dropdown { name, options, change }, UiEvent::Click(key)) => {
                let target = Target { name, change, locals };
                return self.open(activity, Picker::Menu { anchor: *key, options, target });
            }
            (Control::Date { name, change }, UiEvent::Click(_)) => {
                let shown = self.value(activity, &locals, &name).to_string();
                let picker = DatePicker::showing(&shown, host.now().map(|now| now.date()));
                let target = Target { name, change, locals };
                return self.open(activity, Picker::Date { picker, target });
            }
            (Control::Picker(step), UiEvent::Click(_)) => {
                let live = self.live.get_mut(&activity);
                if let Some(Picker::Date { picker, .. }) =
                    live.and_then(|live| live.picker.as_mut())
                {
                    picker.step(step);
                }
                return;
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

    /// Back, or a touch beside it: a picker closes, a dialog if it may.
    fn close_topmost(&mut self, activity: ActivityId) {
        let Some(live) = self.live.get_mut(&activity) else { return };
        if live.picker.take().is_some() {
            return;
        }
        let dialog = live.dialogs.last().and_then(|(name, _)| self.definition.dialogs.get(name));
        if dialog.is_some_and(|dialog| dialog.cancelable) {
            live.dialogs.pop();
        }
    }
}

impl Program for Declared {
    fn start(&mut self, host: &Host, activity: ActivityId, class: &str, intent: &Intent) {
        let live = Live {
            class: class.to_owned(),
            started: Instant::now(),
            params: BTreeMap::new(),
            dialogs: Vec::new(),
            picker: None,
            asked: Vec::new(),
            bindings: HashMap::new(),
            animates: false,
            ticks: None,
        };
        self.live.insert(activity, live);
        self.new_intent(host, activity, intent);
    }

    fn new_intent(&mut self, host: &Host, activity: ActivityId, intent: &Intent) {
        self.fill_params(activity, intent);
        let actions = self.screen_of(activity).map(|screen| screen.on_start.clone());
        self.run(host, activity, &actions.unwrap_or_default(), &Locals::default());
    }

    fn resumed(&mut self, host: &Host, activity: ActivityId) {
        self.permissions_answered(host, activity);
        let actions = self.screen_of(activity).map(|screen| screen.on_resume.clone());
        self.run(host, activity, &actions.unwrap_or_default(), &Locals::default());
    }

    fn end(&mut self, activity: ActivityId) {
        self.live.remove(&activity);
        self.timers.retain(|timer| timer.activity != activity);
    }

    fn scenes(&mut self, _host: &Host, config: &Config, activity: ActivityId) -> Vec<Scene> {
        let built = self.build(config, activity);
        if let Some(live) = self.live.get_mut(&activity) {
            live.bindings = built.bindings;
            live.animates = built.animates;
            live.ticks = built.ticks;
        }
        built.scenes
    }

    fn handle(&mut self, host: &Host, activity: ActivityId, event: UiEvent) {
        if event == UiEvent::Outside {
            self.close_topmost(activity);
        } else {
            self.use_control(host, activity, &event);
        }
    }

    fn back(&mut self, host: &Host, activity: ActivityId, scene: usize) -> bool {
        let covered = self
            .live
            .get(&activity)
            .is_some_and(|live| live.picker.is_some() || !live.dialogs.is_empty());
        if scene > 0 || covered {
            self.close_topmost(activity);
            return true;
        }
        self.go_back(host, activity)
    }

    fn animates(&self, activity: ActivityId) -> bool {
        !self.definition.device.is_empty()
            || self.live.get(&activity).is_some_and(|live| live.animates)
    }

    fn sends_events(&self, activity: ActivityId) -> bool {
        self.framework(activity).sends_events()
    }

    fn busy_until(&self) -> Option<Instant> {
        self.busy_until
    }

    fn next_wake(&self) -> Option<Instant> {
        let timers = self.timers.iter().map(|timer| timer.at);
        timers.chain(self.live.values().filter_map(|live| live.ticks)).min()
    }

    fn wake(&mut self, host: &Host) {
        let now = Instant::now();
        let (mut due, waiting): (Vec<_>, Vec<_>) =
            self.timers.drain(..).partition(|timer| timer.at <= now);
        self.timers = waiting;
        due.sort_by_key(|timer| timer.at);
        for live in self.live.values_mut() {
            // Whoever shows it next works out when the clock goes on.
            live.ticks = live.ticks.filter(|at| *at > now);
        }
        for mut timer in due {
            timer.left = timer.left.map(|left| left.saturating_sub(1));
            if let Some(every) = timer.every.filter(|_| timer.left != Some(0)) {
                self.timers.push(Timer { at: now + every, ..timer.clone() });
            }
            match timer.due {
                Due::Run(actions, locals) => self.run(host, timer.activity, &actions, &locals),
                Due::Answer(actions, place, call, begun) => {
                    if let Some(Action::Fetch(fetch)) = actions.get(place) {
                        self.answer(host, timer.activity, fetch, &call, begun);
                    }
                }
            }
        }
    }
}
