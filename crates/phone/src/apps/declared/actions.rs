//! Running actions.

use std::time::Duration;

use tokio::time::Instant;

use super::{
    Value,
    definition::{Action, Actions, Go, LogLevel},
    program::{Declared, Locals, Timer},
    template::Dynamic,
};
use crate::android::{ActivityId, Component, Extra, Host, Intent, Level};

impl Declared {
    pub(crate) fn run(
        &mut self,
        host: &Host,
        activity: ActivityId,
        actions: &Actions,
        locals: &Locals,
    ) {
        for action in actions.0.iter() {
            self.act(host, activity, action, locals);
        }
    }

    fn act(&mut self, host: &Host, activity: ActivityId, action: &Action, locals: &Locals) {
        match action {
            Action::Set(values) => {
                for (name, value) in values {
                    let value = self.eval(activity, locals, &value.value);
                    self.assign(host, activity, name, value);
                }
            }
            Action::Toggle(name) => {
                let on = self.value(activity, locals, &name.value).is_true();
                self.assign(host, activity, &name.value, Value::Bool(!on));
            }
            Action::Go(go) => self.go(host, activity, go, locals),
            Action::Back => host.finish(activity),
            Action::Dialog(name) => {
                if let Some(live) = self.live.get_mut(&activity) {
                    live.dialogs.push((name.value.clone(), Locals::clone(locals)));
                }
            }
            Action::Dismiss => {
                if let Some(live) = self.live.get_mut(&activity) {
                    live.dialogs.pop();
                }
            }
            Action::If(choice) => {
                let lookup = |name: &str| self.value(activity, locals, name);
                let holds = choice.when.value.eval(&lookup).is_true();
                let actions = if holds { &choice.then } else { &choice.otherwise };
                self.run(host, activity, actions, locals);
            }
            Action::After(timed) => {
                self.start_timer(activity, timed.ms.value, &timed.actions, locals, false);
            }
            Action::Every(timed) => {
                self.start_timer(activity, timed.ms.value, &timed.actions, locals, true);
            }
            Action::Log(line) => {
                let level = match line.level {
                    LogLevel::Verbose => Level::Verbose,
                    LogLevel::Debug => Level::Debug,
                    LogLevel::Info => Level::Info,
                    LogLevel::Warn => Level::Warn,
                    LogLevel::Error => Level::Error,
                };
                let message = self.eval(activity, locals, &line.message.value).to_string();
                host.log(level, &line.tag, &message);
            }
            Action::Toast(text) => {
                host.toast(&self.eval(activity, locals, &text.value).to_string());
            }
            Action::Crash(exception) => host.crash(exception),
        }
    }

    fn go(&mut self, host: &Host, activity: ActivityId, go: &Go, locals: &Locals) {
        let component = Component::new(host.package(), &go.to.value);
        let mut intent = Intent::explicit(component);
        for (name, value) in &go.with {
            let value = self.eval(activity, locals, &value.value).to_string();
            intent.extras.insert(name.clone(), Extra::Text(value));
        }
        if go.clear {
            intent.flags |= Intent::FLAG_NEW_TASK | Intent::FLAG_CLEAR_TASK;
        }
        if let Err(error) = host.start_activity(activity, &intent) {
            host.log(Level::Error, "ActivityNotFound", &error.to_string());
            return;
        }
        if go.replace {
            host.finish(activity);
        }
    }

    fn start_timer(
        &mut self,
        activity: ActivityId,
        ms: u64,
        actions: &Actions,
        locals: &Locals,
        again: bool,
    ) {
        let wait = Duration::from_millis(ms);
        self.timers.push(Timer {
            at: Instant::now() + wait,
            every: again.then_some(wait),
            activity,
            locals: Locals::clone(locals),
            actions: actions.clone(),
        });
    }

    pub(crate) fn eval(&self, activity: ActivityId, locals: &Locals, dynamic: &Dynamic) -> Value {
        dynamic.eval(&|name| self.value(activity, locals, name))
    }
}
