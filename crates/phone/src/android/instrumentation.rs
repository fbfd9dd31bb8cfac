//! Instrumentation: an app's process started anew under a runner out of an APK. Code of APKs does not run here, so the
//! process dies at once, as one does whose runner cannot be made.

use super::{Android, Component, Level, activities::hash, handle::State, stack_trace};

/// Why an instrumentation did not start, in the activity manager's words.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum NotInstrumented {
    Unknown(String),
    /// The rest of a sentence that begins with who asked.
    OtherSigner(String),
}

impl Android {
    /// Starts the runner's target under it. When that goes well, the process has crashed already.
    pub(crate) fn instrument(&self, runner: &Component) -> Result<(), NotInstrumented> {
        let mut state = self.state();
        let target = state.instrumented_by(runner)?;
        state.crash_under(runner, &target);
        drop(state);
        self.mark_changed();
        Ok(())
    }
}

impl State {
    /// The package that a runner may instrument.
    fn instrumented_by(&self, runner: &Component) -> Result<String, NotInstrumented> {
        let apk = self.packages.get(&runner.package).and_then(|package| package.apk.as_ref());
        let found = apk.and_then(|apk| {
            let tests = apk.instrumentation.iter().find(|tests| tests.class == runner.class)?;
            Some((apk, &tests.target))
        });
        let Some((apk, target)) = found else {
            let name = runner.long();
            let why = format!("Unable to find instrumentation info for: ComponentInfo{{{name}}}");
            return Err(NotInstrumented::Unknown(why));
        };
        let Some(tested) = self.packages.get(target) else {
            let why = format!("Unable to find instrumentation target package: {target}");
            return Err(NotInstrumented::Unknown(why));
        };
        if tested.apk.as_ref().is_some_and(|tested| tested.signing.matches(&apk.signing)) {
            return Ok(target.clone());
        }
        let own = &runner.package;
        Err(NotInstrumented::OtherSigner(format!(
            "not allowed because package {own} does not have a signature matching the target {target}"
        )))
    }

    fn crash_under(&mut self, runner: &Component, target: &str) {
        self.force_stop(target, "start instr");
        let why = format!("added application {target}");
        let Some((pid, _)) = self.ensure_process(target, &why) else { return };
        let exception = format!(
            "java.lang.RuntimeException: Unable to instantiate instrumentation ComponentInfo{{{}}}: \
             java.lang.UnsupportedOperationException: This app's code does not run on the virtual phone.\n\
             \tat android.app.ActivityThread.initInstrumentation(ActivityThread.java:6863)\n\
             \tat android.app.ActivityThread.handleBindApplication(ActivityThread.java:6690)\n\
             \tat android.app.ActivityThread$H.handleMessage(ActivityThread.java:2245)",
            runner.long()
        );
        let front = self.top().map(|top| top.component.clone());
        let trace = stack_trace::complete(&exception, front.as_ref(), self.api);
        self.die_of(pid, "main", &trace);
        // Nobody is shown a dialog about a test.
        let message = format!(
            "Crash of app {target} running instrumentation ActiveInstrumentation{{{} {{{}}} 1 procs}}",
            hash(u64::from(pid)),
            runner.short()
        );
        self.system_log(Level::Warn, "ActivityManager", message);
    }
}
