//! Starting activities: which one an intent means, and whether it is created, brought to the front
//! or handed the intent. Follows the rules of Android's activity starter for standard and singleTop.

use std::time::Duration;

use tokio::{sync::watch, time::Instant};

use super::{
    ActivityId, Android, Component, Intent, Level, activities::Launch, handle::State,
    intent::CATEGORY_HOME,
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
        let Some(component) = self.query(intent).into_iter().next() else {
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
        Ok(component)
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
    /// joins unless the intent asks for a new one.
    pub(crate) fn place(
        &mut self,
        component: Component,
        intent: &Intent,
        source: Option<ActivityId>,
        caller: u32,
    ) -> Placed {
        if intent.is_main_of(CATEGORY_HOME) {
            let was_home = self.tasks.last().is_some_and(|task| task.home);
            self.go_home();
            let outcome = if was_home { Outcome::DeliveredToTop } else { Outcome::BroughtToFront };
            return self.placed(outcome, Launch { resumed: !was_home, ..Launch::default() });
        }
        let own_task = source
            .filter(|_| !intent.has_flag(Intent::FLAG_NEW_TASK))
            .and_then(|id| self.tasks.iter().position(|task| holds(task, id)));
        let existing = own_task.or_else(|| {
            self.tasks.iter().position(|task| !task.home && task.package == component.package)
        });
        let Some(position) = existing else {
            self.start_task(component, intent.clone(), false, caller);
            let launch = self.settle_stack();
            return self.placed(Outcome::Started, launch);
        };
        let was_front = position + 1 == self.tasks.len();
        let task = self.tasks.remove(position);
        self.tasks.push(task);
        if intent.has_flag(Intent::FLAG_CLEAR_TASK) {
            self.clear_front_task(0);
        }
        let from_inside = own_task.is_some();
        self.place_in_front_task(component, intent, was_front, from_inside, caller)
    }

    fn place_in_front_task(
        &mut self,
        component: Component,
        intent: &Intent,
        was_front: bool,
        from_inside: bool,
        caller: u32,
    ) -> Placed {
        let reused = if was_front { Outcome::DeliveredToTop } else { Outcome::BroughtToFront };
        let single_top = intent.has_flag(Intent::FLAG_SINGLE_TOP)
            || self
                .packages
                .get(&component.package)
                .and_then(|package| package.activity(&component.class))
                .is_some_and(|activity| activity.single_top);
        let clears = Intent::FLAG_CLEAR_TOP | Intent::FLAG_CLEAR_TASK;
        let meant = !from_inside
            && !intent.has_flag(clears)
            && self.tasks.last().is_some_and(|task| task.is_meant_by(&component, intent));
        let activities = self.tasks.last().map_or(&[][..], |task| &task.activities);
        if intent.has_flag(Intent::FLAG_CLEAR_TOP)
            && let Some(found) = activities.iter().rposition(|have| have.component == component)
        {
            // The instance itself stays only when it may be handed the intent.
            self.clear_front_task(if single_top { found + 1 } else { found });
            if single_top {
                return self.hand_to_top(intent, reused);
            }
        } else if single_top && activities.last().is_some_and(|top| top.component == component) {
            return self.hand_to_top(intent, reused);
        } else if meant {
            let launch = self.settle_stack();
            return self.placed(reused, launch);
        }
        let Some(task) = self.tasks.last().map(|task| task.id) else {
            return self.placed(reused, Launch::default());
        };
        self.push_activity(task, component, intent.clone(), caller);
        let launch = self.settle_stack();
        self.placed(Outcome::Started, launch)
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

fn holds(task: &super::Task, id: ActivityId) -> bool {
    task.activities.iter().any(|have| have.id == id)
}
