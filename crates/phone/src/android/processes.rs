//! The process table: system processes, app processes with the queue that feeds them, and the
//! short-lived processes of shell commands.

use std::{collections::BTreeMap, pin::Pin, sync::Arc, time::Duration};

use tokio::{
    sync::{mpsc, oneshot},
    time::{Instant, error::Elapsed},
};
use tokio_util::task::AbortOnDropHandle;

use super::{
    Android, ExitReason, Host, Level, Writer, app_process::Body, exits::Ending, handle::State,
};
use crate::apps::{App, Factory};

/// How long an app may take to answer before the phone goes on without it.
const ANSWER_LIMIT: Duration = Duration::from_secs(5);
const SYSTEM_SERVER: u32 = 582;
const ZYGOTE: u32 = 341;
/// The system server writes most log lines.
pub(crate) const SYSTEM: Writer = Writer { pid: SYSTEM_SERVER, tid: 612, uid: 1000 };

/// One line of `ps`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Process {
    pub pid: u32,
    pub ppid: u32,
    pub uid: u32,
    pub name: String,
    pub vsz_kb: u64,
    pub rss_kb: u64,
    /// The package it runs, for app processes.
    pub package: Option<String>,
}

impl Process {
    /// The user as `ps` names it: `root`, `shell`, `u0_a123`.
    pub fn user(&self) -> String {
        match self.uid {
            0 => "root".to_owned(),
            1000 => "system".to_owned(),
            1036 => "logd".to_owned(),
            2000 => "shell".to_owned(),
            uid @ 10_000.. => format!("u0_a{}", uid - 10_000),
            uid => uid.to_string(),
        }
    }
}

pub(crate) type Answer<'a, R> = Pin<Box<dyn Future<Output = R> + Send + 'a>>;
pub(crate) type Job = Box<dyn for<'a> FnOnce(&'a mut (dyn App + 'static)) -> Answer<'a, ()> + Send>;

/// An app process: its line in the table and the way to it.
pub(crate) struct Running {
    pub(crate) info: Process,
    queue: mpsc::UnboundedSender<Job>,
    /// Asks for pictures: what was shown last can be seen also while the app hangs.
    pictures: mpsc::UnboundedSender<Job>,
    /// The process behind it, where there is one.
    pub(crate) body: Option<Arc<dyn Body>>,
    /// It is making its windows, which may take a while.
    pub(crate) settling: bool,
    _task: AbortOnDropHandle<()>,
}

impl Drop for Running {
    fn drop(&mut self) {
        // At once: its files may be about to be removed.
        if let Some(body) = &self.body {
            body.kill();
        }
    }
}

impl Running {
    /// Queues work for the app without waiting for it. Work for a dying app is dropped.
    pub(crate) fn tell(
        &self,
        job: impl for<'a> FnOnce(&'a mut (dyn App + 'static)) -> Answer<'a, ()> + Send + 'static,
    ) {
        let _gone = self.queue.send(Box::new(job));
    }
}

/// A shell command's place in the process table; it leaves with the guard.
pub struct ProcessGuard {
    android: Android,
    pid: u32,
}

impl ProcessGuard {
    pub fn pid(&self) -> u32 {
        self.pid
    }
}

impl Drop for ProcessGuard {
    fn drop(&mut self) {
        self.android.state().processes.others.remove(&self.pid);
    }
}

pub(crate) struct Processes {
    others: BTreeMap<u32, Process>,
    pub(crate) apps: BTreeMap<u32, Running>,
    next_pid: u32,
}

impl Processes {
    pub(crate) fn at_boot() -> Self {
        let others = SYSTEM_PROCESSES
            .iter()
            .map(|&(pid, ppid, uid, name, vsz_kb, rss_kb)| {
                let name = name.to_owned();
                (pid, Process { pid, ppid, uid, name, vsz_kb, rss_kb, package: None })
            })
            .collect();
        Self { others, apps: BTreeMap::new(), next_pid: 1187 }
    }

    fn take_pid(&mut self) -> u32 {
        loop {
            let pid = self.next_pid;
            // Real phones start other things in between; the step keeps thread ids apart, too.
            self.next_pid = if pid > 32_000 { 1187 } else { pid + 23 };
            if !self.others.contains_key(&pid) && !self.apps.contains_key(&pid) {
                return pid;
            }
            self.next_pid = pid + 1;
        }
    }

    pub(crate) fn of_package(&self, package: &str) -> Option<&Running> {
        self.apps.values().find(|running| running.info.package.as_deref() == Some(package))
    }
}

impl Android {
    /// Every process, by pid.
    pub fn processes(&self) -> Vec<Process> {
        let state = self.state();
        let apps = state.processes.apps.values().map(|running| running.info.clone());
        let mut all: Vec<_> = state.processes.others.values().cloned().chain(apps).collect();
        all.sort_by_key(|process| process.pid);
        all
    }

    /// A shell command has become another one, as `exec` does it.
    pub(crate) fn rename_process(&self, pid: u32, name: &str) {
        if let Some(process) = self.state().processes.others.get_mut(&pid) {
            name.clone_into(&mut process.name);
        }
    }

    /// Enters a shell command into the process table until the guard is dropped.
    pub fn register_process(&self, uid: u32, ppid: u32, name: &str) -> ProcessGuard {
        let mut state = self.state();
        let pid = state.processes.take_pid();
        let name = name.to_owned();
        let process =
            Process { pid, ppid, uid, name, vsz_kb: 10_832, rss_kb: 3_204, package: None };
        state.processes.others.insert(pid, process);
        drop(state);
        ProcessGuard { android: self.clone(), pid }
    }

    /// The process of the app in front.
    pub(crate) fn front_pid(&self) -> Option<u32> {
        self.state().top()?.pid
    }

    /// The process of a package, when it runs.
    pub(crate) fn pid_of(&self, package: &str) -> Option<u32> {
        self.state().processes.of_package(package).map(|running| running.info.pid)
    }

    /// A daemon ends and is started again: its new pid.
    pub(crate) fn restart_daemon(&self, pid: u32) -> Option<u32> {
        let mut state = self.state();
        let daemon = state.processes.others.remove(&pid)?;
        let pid = state.processes.take_pid();
        state.processes.others.insert(pid, Process { pid, ..daemon });
        Some(pid)
    }

    /// Kills an app process by signal; false when there is no such app process.
    pub fn kill(&self, pid: u32) -> bool {
        let killed = self.state().end_process(pid, &Ending::Signaled);
        self.mark_changed();
        killed
    }

    /// Has the app process do something and waits for its answer; `None` when it is gone or hangs.
    pub(crate) async fn ask<R: Send + 'static>(
        &self,
        pid: u32,
        job: impl for<'a> FnOnce(&'a mut (dyn App + 'static)) -> Answer<'a, R> + Send + 'static,
    ) -> Option<R> {
        self.answered(pid, job).await.ok().flatten()
    }

    /// The same for what may take longer, such as a process that has to be started first.
    pub(crate) async fn ask_within<R: Send + 'static>(
        &self,
        pid: u32,
        limit: Duration,
        job: impl for<'a> FnOnce(&'a mut (dyn App + 'static)) -> Answer<'a, R> + Send + 'static,
    ) -> Option<R> {
        self.answered_within(pid, limit, job).await.ok().flatten()
    }

    /// Has the app draw, which it does from what it showed last while it hangs.
    pub(crate) async fn picture<R: Send + 'static>(
        &self,
        pid: u32,
        draw: impl for<'a> FnOnce(&'a mut (dyn App + 'static)) -> Answer<'a, R> + Send + 'static,
    ) -> Option<R> {
        let (send, answer) = oneshot::channel();
        {
            let state = self.state();
            let running = state.processes.apps.get(&pid)?;
            let job: Job = Box::new(move |app| {
                Box::pin(async move {
                    let _caller_gone = send.send(draw(app).await);
                })
            });
            let _gone = running.pictures.send(job);
        }
        tokio::time::timeout(ANSWER_LIMIT, answer).await.ok()?.ok()
    }

    /// Hands an input event to an app. One that does not take it in time is not responding.
    pub(crate) async fn deliver<R: Send + 'static>(
        &self,
        pid: u32,
        event: &str,
        job: impl for<'a> FnOnce(&'a mut (dyn App + 'static)) -> Answer<'a, R> + Send + 'static,
    ) -> Option<R> {
        let begun = Instant::now();
        let delivered = self.answered(pid, job).await;
        self.state().input_taken(pid);
        match delivered {
            Ok(answer) => answer,
            Err(_elapsed) => {
                self.state().not_responding(pid, event, begun.elapsed());
                self.keep_trace(pid);
                self.mark_changed();
                None
            }
        }
    }

    async fn answered<R: Send + 'static>(
        &self,
        pid: u32,
        job: impl for<'a> FnOnce(&'a mut (dyn App + 'static)) -> Answer<'a, R> + Send + 'static,
    ) -> Result<Option<R>, Elapsed> {
        self.answered_within(pid, ANSWER_LIMIT, job).await
    }

    async fn answered_within<R: Send + 'static>(
        &self,
        pid: u32,
        limit: Duration,
        job: impl for<'a> FnOnce(&'a mut (dyn App + 'static)) -> Answer<'a, R> + Send + 'static,
    ) -> Result<Option<R>, Elapsed> {
        let (send, answer) = oneshot::channel();
        {
            let state = self.state();
            let Some(running) = state.processes.apps.get(&pid) else { return Ok(None) };
            running.tell(move |app| {
                Box::pin(async move {
                    let _caller_gone = send.send(job(app).await);
                })
            });
        }
        Ok(tokio::time::timeout(limit, answer).await?.ok())
    }

    /// Waits until the app in front has done what it is at, where it is a process of its own: its work takes real time. False:
    /// it is still at it.
    pub(crate) async fn hear_out_front(&self) -> bool {
        let busy = {
            let state = self.state();
            let pid = state.top().and_then(|top| top.pid).filter(|_| state.alerts.is_empty());
            let running = pid.and_then(|pid| state.processes.apps.get(&pid));
            running.filter(|running| running.body.is_some()).map(|running| running.info.pid)
        };
        match busy {
            Some(pid) => self.answered(pid, |_app| Box::pin(async {})).await.is_ok(),
            None => true,
        }
    }

    /// Waits until the app in front has done what was queued for it by now, also when that brought
    /// another one to the front.
    pub(crate) async fn drain(&self) {
        let mut drained = None;
        for _ in 0..4 {
            let front = {
                let state = self.state();
                // Behind a dialog of the system nobody waits, least of all for an app that hangs.
                state.top().and_then(|top| top.pid).filter(|_| state.alerts.is_empty())
            };
            match front {
                Some(pid) if Some(pid) != drained => {
                    if self.answered(pid, |_app| Box::pin(async {})).await.is_err() {
                        return;
                    }
                    drained = Some(pid);
                }
                Some(_) | None => return,
            }
        }
    }
}

impl State {
    /// The process of a package, started when there is none. The flag says that it was.
    pub(crate) fn ensure_process(&mut self, package: &str, why: &str) -> Option<(u32, bool)> {
        if let Some(running) = self.processes.of_package(package) {
            return Some((running.info.pid, false));
        }
        let installed = self.packages.get(package)?.clone();
        let pid = self.processes.take_pid();
        let host = Host::new(self.shared.clone(), pid, installed.uid, package);
        let (queue, jobs) = mpsc::unbounded_channel();
        let (pictures, draws) = mpsc::unbounded_channel();
        let task = tokio::spawn(supervise(installed.factory, Work { jobs, draws }, host));
        let info = Process {
            pid,
            ppid: ZYGOTE,
            uid: installed.uid,
            // What the system shows itself runs beside its server.
            name: if package == "android" { "android:ui" } else { package }.to_owned(),
            vsz_kb: 14_567_890,
            rss_kb: 123_456,
            package: Some(package.to_owned()),
        };
        let user = info.user().replace('_', "");
        let running = Running {
            info,
            queue,
            pictures,
            body: None,
            settling: false,
            _task: AbortOnDropHandle::new(task),
        };
        self.processes.apps.insert(pid, running);
        self.system_log(
            Level::Info,
            "ActivityManager",
            format!("Start proc {pid}:{package}/{user} for {why}"),
        );
        let (kind, component) = why.split_once(' ').unwrap_or((why, ""));
        let uid = installed.uid;
        let event = format!("[0,{pid},{uid},{package},{kind},{component}]");
        self.event_log("am_proc_start", &event);
        self.event_log("am_proc_bound", &format!("[0,{pid},{package}]"));
        Some((pid, true))
    }

    /// Removes an app process: its activities lose their windows but stay in the back stack.
    pub(crate) fn end_process(&mut self, pid: u32, ending: &Ending) -> bool {
        let Some(running) = self.processes.apps.remove(&pid) else { return false };
        self.remember_exit(&running.info, ending);
        self.forget_frames(pid);
        if let Ending::Killed(_, reason) = ending {
            let user = running.info.user().replace('_', "");
            let name = &running.info.name;
            self.system_log(
                Level::Info,
                "ActivityManager",
                format!("Killing {pid}:{name}/{user} (adj 0): {reason}"),
            );
            self.event_log("am_kill", &format!("[0,{pid},{name},0,{reason}]"));
        } else {
            let name = &running.info.name;
            self.system_log(
                Level::Info,
                "ActivityManager",
                format!("Process {name} (pid {pid}) has died: fg  TOP"),
            );
            self.event_log("am_proc_died", &format!("[0,{pid},{name},0,2]"));
        }
        let package = running.info.package.clone();
        drop(running);
        self.process_ended(pid);
        // Unless it is about to be started again already.
        if let Some(package) = package.filter(|name| self.processes.of_package(name).is_none()) {
            self.make_ready(&package);
        }
        true
    }

    pub(crate) fn kill_package(&mut self, package: &str, reason: &str) {
        if let Some(pid) = self.processes.of_package(package).map(|running| running.info.pid) {
            let why = match reason {
                "permissions revoked" => ExitReason::PermissionChange,
                "kill background" => ExitReason::KillBackground,
                _ => ExitReason::ForceStop,
            };
            self.end_process(pid, &Ending::Killed(why, reason.to_owned()));
        }
    }
}

/// Runs the app; when its code panics, the process has crashed and nothing else has.
async fn supervise(factory: Factory, work: Work, host: Host) {
    let own_host = host.clone();
    // The app is made in its own task: whoever starts a process holds the lock it will ask for.
    let task =
        AbortOnDropHandle::new(tokio::spawn(
            async move { run(factory.start(own_host), work).await },
        ));
    if task.await.is_err_and(|error| error.is_panic()) {
        host.crash("java.lang.IllegalStateException: the app's code panicked");
    }
}

/// What is asked of an app process.
struct Work {
    jobs: mpsc::UnboundedReceiver<Job>,
    draws: mpsc::UnboundedReceiver<Job>,
}

/// One app process: one job at a time, and its own timers in between.
async fn run(mut app: Box<dyn App>, mut work: Work) {
    loop {
        // Its one thread may be busy: nothing reaches it, and no timer of its own fires. But its windows stay.
        if let Some(until) = app.busy_until().filter(|until| *until > Instant::now()) {
            tokio::select! {
                biased;
                draw = work.draws.recv() => match draw {
                    Some(draw) => draw(&mut *app).await,
                    None => return,
                },
                () = tokio::time::sleep_until(until) => {}
            }
            continue;
        }
        let wake = app.next_wake();
        if wake.is_some_and(|wake| wake <= Instant::now()) {
            app.wake().await;
            // Whatever time its own work takes, it hears what is asked of it.
            if let Ok(job) = work.jobs.try_recv() {
                job(&mut *app).await;
            } else if let Ok(draw) = work.draws.try_recv() {
                draw(&mut *app).await;
            }
            continue;
        }
        let timer = async {
            match wake {
                Some(wake) => tokio::time::sleep_until(wake).await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            biased;
            job = work.jobs.recv() => match job {
                Some(job) => job(&mut *app).await,
                None => return,
            },
            // After what was asked before: a picture shows what came of it.
            Some(draw) = work.draws.recv() => draw(&mut *app).await,
            () = timer => app.wake().await,
        }
    }
}

type Row = (u32, u32, u32, &'static str, u64, u64);
const SYSTEM_PROCESSES: &[Row] = &[
    (1, 0, 0, "init", 10_858_108, 11_232),
    (2, 0, 0, "[kthreadd]", 0, 0),
    (148, 1, 0, "ueventd", 10_842_960, 7_332),
    (171, 1, 1036, "logd", 10_836_788, 9_340),
    (172, 1, 1000, "servicemanager", 10_803_524, 5_840),
    (ZYGOTE, 1, 0, "zygote64", 14_184_172, 181_704),
    (388, 1, 1000, "surfaceflinger", 11_004_892, 48_116),
    (431, 1, 2000, "adbd", 11_078_236, 10_484),
    (SYSTEM_SERVER, ZYGOTE, 1000, "system_server", 15_802_024, 331_920),
    (801, ZYGOTE, 10_098, "com.android.systemui", 14_672_884, 203_512),
    (846, ZYGOTE, 10_077, "com.android.inputmethod.latin", 13_904_600, 103_276),
    (1012, ZYGOTE, 1001, "com.android.phone", 13_958_728, 121_020),
];
