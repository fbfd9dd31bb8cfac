//! Starting activities: which one an intent means, and whether it is created, brought to the front
//! or handed the intent. Follows the rules of Android's activity starter.

use std::time::Duration;

use tokio::{sync::watch, time::Instant};

use super::{
    ActivityId, Android, Component, Intent, LaunchMode, Level, Task,
    activities::Launch,
    handle::State,
    intent::CATEGORY_HOME,
    results::{RESULT_CANCELED, ResultTo},
};

const DISPLAY_LIMIT: Duration = Duration::from_secs(10);

/// How much had to be created.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LaunchState {
    /// A new process.
    Cold,
    /// A new activity in a running process.
    Warm,
    /// Nothing but bringing it to the front.
    Hot,
}

impl LaunchState {
    /// The word of `am start -W`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Cold => "COLD",
            Self::Warm => "WARM",
            Self::Hot => "HOT",
        }
    }
}

/// What a start did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    Started,
    BroughtToFront,
    DeliveredToTop,
}

/// A start that went through.
#[derive(Debug, Clone, PartialEq)]
pub struct Started {
    pub outcome: Outcome,
    /// The activity now in front of the task.
    pub activity: Component,
    /// `None` where `am` prints `UNKNOWN (0)`: nothing was launched.
    pub launch_state: Option<LaunchState>,
    /// From the start until the window was shown.
    pub total_time: Duration,
    /// False when the window did not appear in time (`Status: timeout`).
    pub displayed: bool,
}

/// Why nothing was started.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum StartError {
    #[error("Activity class {{{name}}} does not exist.", name = .0.long())]
    ClassNotFound(Component),
    #[error("unable to resolve {0}")]
    Unresolved(Box<Intent>),
    #[error("Permission Denial: starting {0} not exported from uid {1}")]
    NotExported(Box<Intent>, u32),
    #[error("Permission Denial: starting {0} from uid {1} requires {2}")]
    Permission(Box<Intent>, u32, String),
}

impl Android {
    /// Starts what the intent means, in the name of `caller` (a uid; 2000 is the shell), and waits
    /// until its window is shown, at most ten seconds.
    pub async fn start_activity(
        &self,
        intent: &Intent,
        caller: u32,
    ) -> Result<Started, StartError> {
        Ok(self.begin_activity(intent, caller)?.displayed().await)
    }

    /// The same without waiting for the window.
    pub fn begin_activity(&self, intent: &Intent, caller: u32) -> Result<Starting, StartError> {
        let begun = Instant::now();
        let changed = self.changed();
        let placed = {
            let mut state = self.state();
            let component = state.resolve(intent, caller)?;
            let mut intent = intent.clone();
            intent.flags |= Intent::FLAG_NEW_TASK;
            state.log_start(&intent, &component, caller);
            state.place(component, &intent, None, caller)
        };
        self.mark_changed();
        Ok(Starting { android: self.clone(), placed, begun, changed })
    }
}

/// An activity on its way to the screen.
pub struct Starting {
    android: Android,
    placed: Placed,
    begun: Instant,
    changed: watch::Receiver<u64>,
}

impl Starting {
    pub fn outcome(&self) -> Outcome {
        self.placed.outcome
    }

    /// Waits for its window, at most ten seconds.
    pub async fn displayed(mut self) -> Started {
        let shown = async {
            while !self.android.state().is_displayed(self.placed.id) {
                if self.changed.changed().await.is_err() {
                    return;
                }
            }
        };
        let displayed = tokio::time::timeout(DISPLAY_LIMIT, shown).await.is_ok();
        let launch_state = self.placed.launch_state();
        let total_time = if launch_state.is_some() { self.begun.elapsed() } else { Duration::ZERO };
        Started {
            outcome: self.placed.outcome,
            activity: self.placed.component,
            launch_state,
            total_time,
            displayed,
        }
    }
}

pub(crate) struct Placed {
    outcome: Outcome,
    component: Component,
    id: ActivityId,
    launch: Launch,
}

impl Placed {
    fn launch_state(&self) -> Option<LaunchState> {
        match self.launch {
            Launch { process: true, .. } => Some(LaunchState::Cold),
            Launch { activity: true, .. } => Some(LaunchState::Warm),
            Launch { resumed: true, .. } => Some(LaunchState::Hot),
            Launch { .. } => None,
        }
    }
}

impl State {
    /// The activity an intent means, if `caller` may start it.
    pub(crate) fn resolve(&self, intent: &Intent, caller: u32) -> Result<Component, StartError> {
        let Some(component) = self.choice(intent, caller) else {
            if let Some(component) = &intent.component {
                return Err(StartError::ClassNotFound(component.clone()));
            }
            let flags = intent.flags | Intent::FLAG_NEW_TASK;
            return Err(StartError::Unresolved(Box::new(Intent { flags, ..intent.clone() })));
        };
        let package = &self.packages[&component.package];
        let exported = package.activity(&component.class).is_some_and(|found| found.exported);
        if !exported && caller != package.uid && caller != 0 {
            return Err(StartError::NotExported(Box::new(intent.clone()), caller));
        }
        let needs = package.activity(&component.class).and_then(|found| found.permission.as_ref());
        if let Some(needs) = needs.filter(|needs| !self.may(caller, package.uid, needs)) {
            return Err(StartError::Permission(Box::new(intent.clone()), caller, needs.clone()));
        }
        Ok(component)
    }

    /// Does a caller hold the permission that an activity wants? The system and the shell hold what there is.
    pub(super) fn may(&self, caller: u32, owner: u32, permission: &str) -> bool {
        const FIRST_APP: u32 = 10_000;
        if caller < FIRST_APP || caller == owner {
            return true;
        }
        let mut held = self
            .packages
            .values()
            .filter(|package| package.uid == caller)
            .flat_map(|package| &package.permissions);
        held.any(|have| have.granted && have.name == permission)
    }

    pub(crate) fn log_start(&mut self, intent: &Intent, component: &Component, caller: u32) {
        let mut full = intent.clone();
        full.component = Some(component.clone());
        let message = format!("START u0 {{{}}} from uid {caller}", full.short());
        self.system_log(Level::Info, self.api.activity_log_tag(), message);
    }

    fn is_displayed(&self, id: ActivityId) -> bool {
        let records = self.tasks.iter().flat_map(|task| &task.activities);
        // An activity that is gone again (it finished itself) has nothing left to wait for.
        records.clone().find(|record| record.id == id).is_none_or(|record| record.displayed)
    }

    /// Puts the activity where it belongs. `source` is the activity that started it, whose task it
    /// joins unless the intent or its launch mode asks for another one.
    pub(crate) fn place(
        &mut self,
        component: Component,
        intent: &Intent,
        source: Option<ActivityId>,
        caller: u32,
    ) -> Placed {
        self.place_for(component, intent, source, None, caller)
    }

    /// The same, for somebody who waits for its result.
    pub(crate) fn place_for(
        &mut self,
        component: Component,
        intent: &Intent,
        source: Option<ActivityId>,
        mut result_to: Option<ResultTo>,
        caller: u32,
    ) -> Placed {
        if intent.is_main_of(CATEGORY_HOME) {
            let was_home = self.tasks.last().is_some_and(|task| task.home);
            self.go_home();
            let outcome = if was_home { Outcome::DeliveredToTop } else { Outcome::BroughtToFront };
            return self.placed(outcome, Launch { resumed: !was_home, ..Launch::default() });
        }
        if intent.has_flag(Intent::FLAG_NEW_TASK)
            && let Some(waiting) = result_to.take()
        {
            // Whoever asks for another task and a result gets no result, and learns that at once.
            self.send_result(waiting, RESULT_CANCELED, None);
        }
        if result_to.is_none()
            && intent.has_flag(Intent::FLAG_FORWARD_RESULT)
            && let Some(source) = source.and_then(|id| self.activity_mut(id))
        {
            result_to = source.result_to.take();
        }
        let (mode, affinity) = self.mode_and_affinity(&component);
        let alone = |id| self.launch_mode_of(id) == LaunchMode::SingleInstance;
        let new_task = intent.has_flag(Intent::FLAG_NEW_TASK)
            || mode.wants_own_task()
            || source.is_none_or(alone);
        let multiple = intent.has_flag(Intent::FLAG_MULTIPLE_TASK) && !mode.wants_own_task();
        let reused = if new_task && !multiple && result_to.is_none() {
            self.reusable_task(&component, mode, affinity.as_deref())
        } else {
            None
        };
        let own = source
            .filter(|_| !new_task || result_to.is_some())
            .and_then(|id| self.tasks.iter().position(|task| holds(task, id)));
        let Some(position) = reused.or(own) else {
            self.start_task(component, intent.clone(), false, caller);
            self.note_result(result_to);
            let launch = self.settle_stack();
            return self.placed(Outcome::Started, launch);
        };
        let was_front = position + 1 == self.tasks.len();
        let task = self.tasks.remove(position);
        self.tasks.push(task);
        let place = Place { mode, was_front, from_inside: reused.is_none(), result_to, caller };
        if new_task && intent.has_flag(Intent::FLAG_CLEAR_TASK) {
            self.clear_front_task(0);
        }
        self.place_in_front_task(component, intent, &place)
    }

    fn mode_and_affinity(&self, component: &Component) -> (LaunchMode, Option<String>) {
        let package = self.packages.get(&component.package);
        let activity = package.and_then(|package| package.activity(&component.class));
        activity.map_or((LaunchMode::Standard, None), |activity| {
            let affinity = activity.affinity(&component.package).map(str::to_owned);
            (activity.launch_mode, affinity)
        })
    }

    fn launch_mode_of(&self, id: ActivityId) -> LaunchMode {
        let mut records = self.tasks.iter().flat_map(|task| &task.activities);
        let found = records.find(|record| record.id == id);
        found.map_or(LaunchMode::Standard, |record| self.mode_and_affinity(&record.component).0)
    }

    /// The task that a start for a task of its own goes into: for the one instance of an activity where that is, else the
    /// latest that was made for this activity, else the latest of the same affinity.
    fn reusable_task(
        &self,
        component: &Component,
        mode: LaunchMode,
        affinity: Option<&str>,
    ) -> Option<usize> {
        let tasks = self.tasks.iter();
        if mode == LaunchMode::SingleInstance {
            let has = |task: &Task| task.activities.iter().any(|have| have.component == *component);
            return tasks.clone().rposition(has);
        }
        let shared = |task: &Task| {
            let root = task.activities.first();
            !task.home
                && root.is_none_or(|root| {
                    self.mode_and_affinity(&root.component).0 != LaunchMode::SingleInstance
                })
        };
        let made_for =
            |task: &Task| shared(task) && task.intent.component.as_ref() == Some(component);
        let of_affinity = |task: &Task| {
            shared(task) && affinity.is_some() && task.affinity.as_deref() == affinity
        };
        tasks.clone().rposition(made_for).or_else(|| tasks.clone().rposition(of_affinity))
    }

    fn place_in_front_task(
        &mut self,
        component: Component,
        intent: &Intent,
        place: &Place,
    ) -> Placed {
        let Place { mode, was_front, from_inside, result_to, caller } = *place;
        let reused = if was_front { Outcome::DeliveredToTop } else { Outcome::BroughtToFront };
        let flagged = intent.has_flag(Intent::FLAG_SINGLE_TOP);
        // One that was started for a result is started, whatever is there already.
        let may_reuse = result_to.is_none();
        let single_top = may_reuse && (flagged || mode == LaunchMode::SingleTop);
        let clears = Intent::FLAG_CLEAR_TOP | Intent::FLAG_CLEAR_TASK;
        let meant = !from_inside
            && !intent.has_flag(clears)
            && self.tasks.last().is_some_and(|task| task.is_meant_by(&component, intent));
        let activities = self.tasks.last().map_or(&[][..], |task| &task.activities);
        let found = activities.iter().rposition(|have| have.component == component);
        let on_top = found.is_some_and(|found| found + 1 == activities.len());
        if intent.has_flag(Intent::FLAG_CLEAR_TOP) || mode.wants_own_task() {
            if let Some(found) = found {
                // The instance itself stays only when it may be handed the intent.
                let stays = may_reuse && (flagged || mode != LaunchMode::Standard);
                self.clear_front_task(if stays { found + 1 } else { found });
                if stays {
                    return self.hand_to_top(intent, reused);
                }
            }
        } else if intent.has_flag(Intent::FLAG_REORDER_TO_FRONT)
            && may_reuse
            && let Some(found) = found
        {
            if let Some(task) = self.tasks.last_mut() {
                let record = task.activities.remove(found);
                task.activities.push(record);
            }
            return self.hand_to_top(intent, reused);
        } else if single_top && on_top {
            return self.hand_to_top(intent, reused);
        } else if meant {
            let launch = self.settle_stack();
            return self.placed(reused, launch);
        }
        let Some(task) = self.tasks.last().map(|task| task.id) else {
            return self.placed(reused, Launch::default());
        };
        self.push_activity(task, component, intent.clone(), caller);
        self.note_result(result_to);
        let launch = self.settle_stack();
        self.placed(Outcome::Started, launch)
    }

    /// The activity that was just put on top has somebody waiting for it.
    fn note_result(&mut self, result_to: Option<ResultTo>) {
        let top = self.tasks.last_mut().and_then(|task| task.activities.last_mut());
        if let Some(top) = top {
            top.result_to = result_to;
        }
    }

    fn hand_to_top(&mut self, intent: &Intent, outcome: Outcome) -> Placed {
        let launch = self.settle_stack();
        if let Some((id, pid)) = self.top().map(|top| (top.id, top.pid))
            && let Some(running) = pid.and_then(|pid| self.processes.apps.get(&pid))
        {
            let intent = intent.clone();
            running.tell(move |app| Box::pin(async move { app.new_intent(id, &intent).await }));
        }
        self.placed(outcome, launch)
    }

    fn clear_front_task(&mut self, keep: usize) {
        let doomed: Vec<_> = self.tasks.last_mut().map_or_else(Vec::new, |task| {
            task.activities.drain(keep.min(task.activities.len())..).collect()
        });
        for record in doomed {
            let id = record.id;
            self.cancel_result_of(&record);
            if let Some(running) = record.pid.and_then(|pid| self.processes.apps.get(&pid)) {
                running.tell(move |app| {
                    Box::pin(async move {
                        app.set_state(id, super::ActivityState::Destroyed).await;
                    })
                });
            }
        }
    }

    fn placed(&self, outcome: Outcome, launch: Launch) -> Placed {
        let (id, component) = self.top().map_or_else(
            || (ActivityId(0), Component::new("", "")),
            |top| (top.id, top.component.clone()),
        );
        Placed { outcome, component, id, launch }
    }
}

/// How an activity is to be put into the task in front.
struct Place {
    mode: LaunchMode,
    was_front: bool,
    /// It joins the task of whoever started it.
    from_inside: bool,
    result_to: Option<ResultTo>,
    caller: u32,
}

fn holds(task: &Task, id: ActivityId) -> bool {
    task.activities.iter().any(|have| have.id == id)
}
