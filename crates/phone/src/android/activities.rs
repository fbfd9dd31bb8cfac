//! Tasks and the back stack: which activities exist, which one is in front, what leaving one does.

use tokio::time::Instant;

use super::{
    Activity, Android, Buffer, Component, Intent, Level, WindowSpec,
    alerts::APP_FLAGS,
    exits::{Ending, FOREGROUND},
    handle::State,
    intent::{CATEGORY_HOME, CATEGORY_LAUNCHER},
    permission_requests::Asking,
    results::{Pending, RESULT_CANCELED, ResultTo},
    stack_trace,
};

/// Names one instance of an activity for as long as the phone runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ActivityId(pub u64);

/// Where an activity is in its life.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ActivityState {
    /// In the back stack, but no process holds it (yet, or any more).
    Destroyed,
    Resumed,
    /// Seen, but below something that has the focus.
    Paused,
    Stopped,
}

impl ActivityState {
    pub(crate) fn is_visible(self) -> bool {
        matches!(self, Self::Resumed | Self::Paused)
    }

    /// The word of `dumpsys activity`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Destroyed => "DESTROYED",
            Self::Resumed => "RESUMED",
            Self::Paused => "PAUSED",
            Self::Stopped => "STOPPED",
        }
    }
}

/// An activity in the back stack.
#[derive(Debug, Clone, PartialEq)]
pub struct ActivityRecord {
    pub id: ActivityId,
    pub component: Component,
    pub intent: Intent,
    pub task: u32,
    pub uid: u32,
    /// The uid that started it.
    pub caller: u32,
    pub pid: Option<u32>,
    pub state: ActivityState,
    /// When it was last started or brought to the front.
    pub launched: Instant,
    /// Its window has been shown since it was last started.
    pub displayed: bool,
    /// Its windows, lowest first, as the app last declared them.
    pub windows: Vec<WindowSpec>,
    /// Who waits for what it has to say.
    pub result_to: Option<ResultTo>,
    /// Results for it, which it has not taken yet.
    pub results: Vec<Pending>,
    /// The orientation that it asked for while it ran.
    pub orientation: Option<i32>,
    /// Permissions that the user is being asked for.
    pub(crate) asking: Option<Asking>,
}

impl ActivityRecord {
    /// The lower-case hex name that dumps give it.
    pub fn hash(&self) -> String {
        hash(self.id.0)
    }

    /// `ActivityRecord{5a6b7c8 u0 com.x/.Main t12}`.
    pub fn record(&self) -> String {
        format!("ActivityRecord{{{} u0 {} t{}}}", self.hash(), self.component.short(), self.task)
    }
}

/// A task: activities from the root to the top.
#[derive(Debug, Clone, PartialEq)]
pub struct Task {
    pub id: u32,
    pub package: String,
    pub home: bool,
    /// What the task was made for. It stays, also when the activity that it meant has finished.
    pub intent: Intent,
    /// The uid that had it made.
    pub caller: u32,
    /// By what name other activities find it.
    pub affinity: Option<String>,
    pub activities: Vec<ActivityRecord>,
}

impl Task {
    /// Does this start only bring the task to the front? So does the intent that the task was made
    /// for, and a launcher's start of another activity, which goes in by the front door.
    pub(crate) fn is_meant_by(&self, component: &Component, intent: &Intent) -> bool {
        if self.intent.component.as_ref() != Some(component) {
            return intent.has_flag(Intent::FLAG_RESET_TASK_IF_NEEDED);
        }
        let wanted = Intent { component: Some(component.clone()), ..intent.clone() };
        self.intent.same_filter(&wanted)
    }
}

/// A seven-digit hex name, as unlike its neighbours as an identity hash.
pub(crate) fn hash(id: u64) -> String {
    format!("{:07x}", (id.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 36) & 0x0fff_ffff)
}

impl Android {
    /// All tasks, back to front: the last one is what the user sees.
    pub fn tasks(&self) -> Vec<Task> {
        self.state().tasks.clone()
    }

    /// The activity in front.
    pub fn resumed_activity(&self) -> Option<ActivityRecord> {
        let state = self.state();
        state.top().filter(|top| top.state == ActivityState::Resumed).cloned()
    }

    /// Brings the home screen to the front, as the HOME key does.
    pub fn go_home(&self) {
        let mut state = self.state();
        state.go_home();
        drop(state);
        self.mark_changed();
    }

    /// Ends the package's process and removes its activities.
    pub fn force_stop(&self, package: &str) {
        let mut state = self.state();
        state.force_stop(package, "from pid 999");
        drop(state);
        self.mark_changed();
    }

    /// `am kill`: ends the process unless the user sees it. Activities stay in the back stack.
    pub fn kill_background(&self, package: &str) {
        let mut state = self.state();
        if state.top().is_none_or(|top| top.component.package != package) {
            state.kill_package(package, "kill background");
        }
        drop(state);
        self.mark_changed();
    }

    /// `pm clear`: stops the app and forgets what it saved. False when it is not installed.
    pub fn clear_data(&self, package: &str) -> bool {
        let mut state = self.state();
        if !state.packages.contains_key(package) {
            return false;
        }
        state.force_stop(package, "clear data");
        if let Some(package) = state.packages.get_mut(package) {
            package.data.clear();
            for permission in package.permissions.iter_mut().filter(|have| have.runtime) {
                (permission.granted, permission.refusals) = (false, 0);
                (permission.one_time, permission.user_set) = (false, false);
            }
        }
        drop(state);
        self.mark_changed();
        true
    }

    /// Whether an activity of the process can be seen.
    pub(crate) fn is_seen(&self, pid: u32) -> bool {
        self.state().seen().any(|record| record.pid == Some(pid))
    }

    /// Tells a process that memory is short.
    pub(crate) fn trim_memory(&self, pid: u32, level: i32) {
        if let Some(running) = self.state().processes.apps.get(&pid) {
            running.tell(move |app| Box::pin(async move { app.trim(level).await }));
        }
    }

    /// `am crash`: the app dies of an exception. False when it does not run.
    pub fn crash(&self, package: &str, exception: &str) -> bool {
        let mut state = self.state();
        let pid = state.processes.of_package(package).map(|running| running.info.pid);
        if let Some(pid) = pid {
            state.crash(pid, exception);
        }
        drop(state);
        self.mark_changed();
        pid.is_some()
    }
}

impl State {
    pub(crate) fn top(&self) -> Option<&ActivityRecord> {
        self.tasks.last()?.activities.last()
    }

    pub(crate) fn activity_mut(&mut self, id: ActivityId) -> Option<&mut ActivityRecord> {
        self.tasks.iter_mut().flat_map(|task| &mut task.activities).find(|have| have.id == id)
    }

    pub(crate) fn go_home(&mut self) {
        if let Some(home) = self.tasks.iter().position(|task| task.home) {
            let task = self.tasks.remove(home);
            self.tasks.push(task);
        } else {
            self.start_home();
        }
        self.settle_stack();
    }

    fn start_home(&mut self) {
        let intent = Intent {
            action: Some(super::intent::ACTION_MAIN.to_owned()),
            categories: vec![CATEGORY_HOME.to_owned()],
            flags: Intent::FLAG_NEW_TASK,
            ..Intent::default()
        };
        if let Some(component) = self.query(&intent).into_iter().next() {
            self.start_task(component, intent, true, super::processes::SYSTEM.uid);
        }
    }

    /// A new task in front, with the activity as its root.
    pub(crate) fn start_task(
        &mut self,
        component: Component,
        mut intent: Intent,
        home: bool,
        caller: u32,
    ) {
        self.next_task += 1;
        let id = self.next_task;
        intent.component = Some(component.clone());
        let package = self.packages.get(&component.package);
        let activity = package.and_then(|package| package.activity(&component.class));
        let affinity = activity.and_then(|activity| activity.affinity(&component.package));
        let affinity = affinity.map(str::to_owned);
        self.tasks.push(Task {
            id,
            affinity,
            package: component.package.clone(),
            home,
            intent: intent.clone(),
            caller,
            activities: Vec::new(),
        });
        self.push_activity(id, component, intent, caller);
    }

    pub(crate) fn push_activity(
        &mut self,
        task: u32,
        component: Component,
        mut intent: Intent,
        caller: u32,
    ) {
        let uid = self.packages.get(&component.package).map_or(0, |package| package.uid);
        intent.component = Some(component.clone());
        let id = ActivityId(self.next_id());
        if let Some(task) = self.tasks.iter_mut().find(|have| have.id == task) {
            task.activities.push(ActivityRecord {
                id,
                component,
                intent,
                task: task.id,
                uid,
                caller,
                pid: None,
                state: ActivityState::Destroyed,
                launched: Instant::now(),
                displayed: false,
                windows: Vec::new(),
                result_to: None,
                results: Vec::new(),
                orientation: None,
                asking: None,
            });
        }
    }

    /// Makes the stack true: the top activity runs and is resumed, the one before is stopped.
    /// Returns whether the top's process and its activity had to be created.
    pub(crate) fn settle_stack(&mut self) -> Launch {
        self.tasks.retain(|task| !task.activities.is_empty());
        if self.tasks.is_empty() {
            self.start_home();
        }
        let Some(top) = self.top().map(|top| top.id) else { return Launch::default() };
        // Whoever is left pauses, and stops only when the next one is there: who counts what is started never gets to none.
        self.pause_all_but(top);
        self.turn_for_front();
        let launch = self.resume(top);
        self.stop_all_but(top);
        self.forget_keyboard_unless(top);
        launch
    }

    fn pause_all_but(&mut self, top: ActivityId) {
        let mut left = Vec::new();
        for record in self.tasks.iter_mut().flat_map(|task| &mut task.activities) {
            if record.id != top && record.state == ActivityState::Resumed {
                record.state = ActivityState::Paused;
                left.push((record.pid, record.id));
            }
        }
        for (pid, id) in left {
            self.tell_state(pid, id, ActivityState::Paused);
        }
    }

    fn stop_all_but(&mut self, top: ActivityId) {
        let seen: Vec<_> = self.seen().map(|record| record.id).collect();
        let mut left = Vec::new();
        for record in self.tasks.iter_mut().flat_map(|task| &mut task.activities) {
            let state = if seen.contains(&record.id) {
                ActivityState::Paused
            } else {
                ActivityState::Stopped
            };
            if record.id != top && record.state.is_visible() && record.state != state {
                record.state = state;
                left.push((record.pid, record.id, state));
            }
        }
        for (pid, id, state) in left {
            self.tell_state(pid, id, state);
        }
        self.forget_history();
    }

    /// What wants to leave no trace is gone as soon as it is left.
    fn forget_history(&mut self) {
        let leaves_none = |record: &ActivityRecord| {
            let package = self.packages.get(&record.component.package);
            let activity = package.and_then(|package| package.activity(&record.component.class));
            record.state == ActivityState::Stopped
                && (record.intent.has_flag(Intent::FLAG_NO_HISTORY)
                    || activity.is_some_and(|activity| activity.no_history))
        };
        let records = self.tasks.iter().flat_map(|task| &task.activities);
        let gone: Vec<_> = records
            .filter(|record| leaves_none(record))
            .map(|record| (record.id, record.pid))
            .collect();
        for (id, pid) in gone {
            self.remove_activities(|record| record.id == id);
            self.tell_state(pid, id, ActivityState::Destroyed);
        }
    }

    /// The activities that can be seen, the top one first: below a translucent one the next shows.
    pub(crate) fn seen(&self) -> impl Iterator<Item = &ActivityRecord> {
        let activities = self.tasks.last().map_or(&[][..], |task| &task.activities);
        let covers = |record: &ActivityRecord| {
            let package = self.packages.get(&record.component.package);
            let activity = package.and_then(|package| package.activity(&record.component.class));
            activity.is_none_or(|activity| !activity.translucent)
        };
        let below = activities.iter().rev().position(covers).map_or(activities.len(), |at| at + 1);
        activities.iter().rev().take(below)
    }

    fn resume(&mut self, id: ActivityId) -> Launch {
        let Some(record) = self.activity_mut(id) else { return Launch::default() };
        if record.state == ActivityState::Resumed {
            return Launch::default();
        }
        let (component, intent) = (record.component.clone(), record.intent.clone());
        let package = self.packages.get(&component.package);
        let activity = package.and_then(|package| package.activity(&component.class));
        let class = activity.map_or(component.class.as_str(), Activity::runs).to_owned();
        let why = format!("next-top-activity {{{}}}", component.long());
        let Some((pid, started)) = self.ensure_process(&component.package, &why) else {
            return Launch::default();
        };
        let Some(record) = self.activity_mut(id) else { return Launch::default() };
        let created = record.state == ActivityState::Destroyed;
        record.state = ActivityState::Resumed;
        record.launched = Instant::now();
        record.pid = Some(pid);
        if created && let Some(running) = self.processes.apps.get(&pid) {
            running.tell(move |app| Box::pin(async move { app.start(id, &class, &intent).await }));
        }
        self.deliver_results(id);
        self.tell_state(Some(pid), id, ActivityState::Resumed);
        self.bump_quiet();
        Launch { process: started, activity: created, resumed: true }
    }

    pub(crate) fn tell_state(&self, pid: Option<u32>, id: ActivityId, state: ActivityState) {
        if let Some(running) = pid.and_then(|pid| self.processes.apps.get(&pid)) {
            running.tell(move |app| Box::pin(async move { app.set_state(id, state).await }));
        }
    }

    /// Takes an activity off the stack and goes on with what lies below.
    pub(crate) fn finish(&mut self, id: ActivityId) {
        self.finish_with(id, RESULT_CANCELED, None);
    }

    /// The same with what it has to say to whoever started it.
    pub(crate) fn finish_with(&mut self, id: ActivityId, code: i32, intent: Option<Intent>) {
        let Some(record) = self.activity_mut(id) else { return };
        let (pid, component) = (record.pid, record.component.clone());
        let result_to = record.result_to.take();
        for task in &mut self.tasks {
            task.activities.retain(|have| have.id != id);
        }
        if let Some(waits) = result_to {
            self.send_result(waits, code, intent);
        }
        self.tell_state(pid, id, ActivityState::Paused);
        self.event_log("wm_finish_activity", &format!("[0,{},app-request]", component.short()));
        self.settle_stack();
        self.tell_state(pid, id, ActivityState::Destroyed);
    }

    /// What lies below an activity in its task and has its affinity goes, as far down as that goes.
    pub(crate) fn finish_below(&mut self, id: ActivityId) {
        let place = |task: &Task| task.activities.iter().position(|have| have.id == id);
        let Some((task, at)) = self.tasks.iter().find_map(|task| Some((task, place(task)?))) else {
            return;
        };
        let affinity = |record: &ActivityRecord| {
            let package = self.packages.get(&record.component.package)?;
            let activity = package.activity(&record.component.class)?;
            activity.affinity(package.name()).map(str::to_owned)
        };
        let own = affinity(&task.activities[at]);
        let below = task.activities[..at].iter().rev();
        let gone: Vec<_> = below
            .take_while(|record| affinity(record) == own)
            .map(|record| (record.id, record.pid))
            .collect();
        for (id, pid) in gone {
            self.remove_activities(|record| record.id == id);
            self.tell_state(pid, id, ActivityState::Destroyed);
        }
    }

    /// Back that the app did not want: the root of a launched task moves to the back, any other
    /// activity is finished, home stays.
    pub(crate) fn leave(&mut self, id: ActivityId) {
        let Some(position) =
            self.tasks.iter().position(|task| task.activities.iter().any(|have| have.id == id))
        else {
            return;
        };
        let task = &self.tasks[position];
        if task.home {
            return;
        }
        let is_root = task.activities.first().is_some_and(|root| root.id == id);
        if is_root && task.activities[0].intent.is_main_of(CATEGORY_LAUNCHER) {
            self.move_to_back(id);
        } else {
            self.finish(id);
        }
    }

    /// The task of an activity goes behind all others; home stays.
    pub(crate) fn move_to_back(&mut self, id: ActivityId) {
        let holds = |task: &Task| task.activities.iter().any(|have| have.id == id);
        if let Some(position) = self.tasks.iter().position(|task| !task.home && holds(task)) {
            let task = self.tasks.remove(position);
            self.tasks.insert(0, task);
            self.settle_stack();
        }
    }

    pub(crate) fn force_stop(&mut self, package: &str, reason: &str) {
        let Some(uid) = self.packages.get(package).map(|package| package.uid) else { return };
        self.system_log(
            Level::Info,
            "ActivityManager",
            format!("Force stopping {package} appid={uid} user=0: {reason}"),
        );
        let front = self.top().and_then(|top| top.pid);
        self.remove_activities(|have| have.component.package == package);
        self.cancel_notifications_of(package);
        self.forget_alerts_of(package);
        self.kill_package(package, &format!("stop {package} due to {reason}"));
        // Its activities were gone before it was: it is remembered as what it was until then.
        if let Some(exit) = self.exits.back_mut().filter(|exit| Some(exit.process.pid) == front) {
            exit.importance = FOREGROUND;
        }
        self.settle_stack();
    }

    /// A process has left the table: its activities are no longer held by anyone.
    pub(crate) fn process_ended(&mut self, pid: u32) {
        let mut front_died = false;
        for task in &mut self.tasks {
            for record in &mut task.activities {
                if record.pid == Some(pid) {
                    front_died |= record.state == ActivityState::Resumed;
                    record.pid = None;
                    record.state = ActivityState::Destroyed;
                    record.displayed = false;
                    record.windows.clear();
                    record.asking = None;
                }
            }
        }
        self.input.forget(pid);
        self.forget_alerts(pid);
        front_died |= self.close_questions();
        if front_died {
            // As on a phone: what died in front of the user does not come back by itself.
            let died = self.tasks.last().filter(|task| !task.home);
            if let Some(id) = died.and_then(|task| task.activities.last()).map(|top| top.id) {
                self.remove_activities(|record| record.id == id);
            }
            self.settle_stack();
        }
    }

    pub(crate) fn crash(&mut self, pid: u32, exception: &str) {
        let mut records = self.tasks.iter().rev().flat_map(|task| task.activities.iter().rev());
        let thrower = records.find(|have| have.pid == Some(pid)).map(|have| &have.component);
        let exception = stack_trace::complete(exception, thrower, self.api);
        self.crash_with(pid, "main", &exception);
    }

    /// The same with a trace that is whole.
    pub(crate) fn crash_with(&mut self, pid: u32, thread: &str, trace: &str) {
        let Some(name) = self.die_of(pid, thread, trace) else { return };
        if self.crashed(&name, pid) {
            let message = format!("Process {name} has crashed too many times, killing!");
            self.system_log(Level::Warn, "ActivityManager", message);
            self.remove_activities(|have| have.component.package == name);
            self.settle_stack();
        }
    }

    /// The process of that name ends by an exception, and the log tells of it.
    pub(crate) fn die_of(&mut self, pid: u32, thread: &str, exception: &str) -> Option<String> {
        let running = self.processes.apps.get(&pid)?;
        let (name, uid) = (running.info.name.clone(), running.info.uid);
        let message =
            format!("FATAL EXCEPTION: {thread}\nProcess: {name}, PID: {pid}\n{exception}");
        let who = super::Writer { pid, tid: pid, uid };
        self.append_log(Buffer::Crash, Level::Error, who, "AndroidRuntime", message);
        let thrown = Thrown::read(exception);
        let Thrown { class, message, file, line } = thrown;
        self.event_log(
            "am_crash",
            &format!("[0,{pid},{name},{APP_FLAGS},{class},{message},{file},{line}]"),
        );
        let front = self.top().filter(|top| top.pid == Some(pid)).map(|top| top.component.short());
        if let Some(front) = front {
            self.system_log(
                Level::Warn,
                self.api.activity_log_tag(),
                format!("  Force finishing activity {front}"),
            );
        }
        self.append_log(
            Buffer::Main,
            Level::Info,
            who,
            "Process",
            format!("Sending signal. PID: {pid} SIG: 9"),
        );
        self.end_process(pid, &Ending::Crashed);
        Some(name)
    }
}

/// What the text of an exception says, for the event log.
struct Thrown<'a> {
    class: &'a str,
    message: &'a str,
    file: &'a str,
    line: &'a str,
}

impl<'a> Thrown<'a> {
    fn read(text: &'a str) -> Self {
        let mut lines = text.lines();
        let first = lines.next().unwrap_or_default();
        let (class, message) = first.split_once(": ").unwrap_or((first, ""));
        let place = lines.find_map(|line| line.trim_start().strip_prefix("at "));
        let place = place.and_then(|frame| frame.split_once('(')?.1.strip_suffix(')'));
        let (file, line) = place.and_then(|place| place.split_once(':')).unwrap_or(("", "0"));
        Self { class, message, file, line }
    }
}

/// What resuming the top activity took.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Launch {
    pub(crate) process: bool,
    pub(crate) activity: bool,
    pub(crate) resumed: bool,
}
