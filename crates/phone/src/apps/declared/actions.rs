//! Running actions.

use std::{sync::Arc, time::Duration};

use tokio::time::Instant;

use super::{
    Value,
    action::{Action, Actions, Add, Ask, Fetch, Go, Insert, LogLevel, Timed},
    network::{self, Answer, Call},
    program::{Asked, Declared, Due, Locals, Timer},
    storage,
    template::Dynamic,
};
use crate::android::{ActivityId, Component, Extra, Grant, Host, Intent, Level};

impl Declared {
    pub(crate) fn run(
        &mut self,
        host: &Host,
        activity: ActivityId,
        actions: &Actions,
        locals: &Locals,
    ) {
        for place in 0..actions.0.len() {
            self.act(host, activity, actions, place, locals);
        }
    }

    fn act(
        &mut self,
        host: &Host,
        activity: ActivityId,
        actions: &Actions,
        place: usize,
        locals: &Locals,
    ) {
        match &actions.0[place] {
            Action::Set(values) => {
                for (name, value) in values {
                    let value = self.eval(activity, locals, &value.value);
                    self.assign(activity, name, value);
                }
            }
            Action::Toggle(name) => {
                let on = self.value(activity, locals, &name.value).is_true();
                self.assign(activity, &name.value, Value::Bool(!on));
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
            Action::After(timed) => self.start_timer(activity, timed, locals, false),
            Action::Every(timed) => self.start_timer(activity, timed, locals, true),
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
            Action::Fetch(fetch) => self.fetch(host, activity, actions, place, fetch, locals),
            Action::Permission(ask) => self.ask(host, activity, ask, locals),
            Action::Insert(insert) => self.insert(host, activity, insert, locals),
            Action::Delete(table) => {
                if let Some(schema) = &self.definition.database {
                    let rows = storage::delete(schema, host, &table.value);
                    self.state.insert(table.value.clone(), rows);
                }
            }
            Action::Add(add) => self.add(activity, add, locals),
            Action::Hang(ms) => {
                self.busy_until = Some(Instant::now() + Duration::from_millis(*ms));
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

    fn start_timer(&mut self, activity: ActivityId, timed: &Timed, locals: &Locals, again: bool) {
        let wait = Duration::from_millis(timed.ms.value);
        self.timers.push(Timer {
            at: Instant::now() + wait,
            every: again.then_some(wait),
            left: timed.times,
            activity,
            due: Due::Run(timed.actions.clone(), Locals::clone(locals)),
        });
    }

    fn add(&mut self, activity: ActivityId, add: &Add, locals: &Locals) {
        let entry = add
            .value
            .iter()
            .map(|(name, value)| (name.clone(), self.eval(activity, locals, &value.value)));
        let entry = Value::Record(entry.collect());
        let mut list = match self.value(activity, locals, &add.to.value) {
            Value::List(list) => list,
            Value::Bool(_) | Value::Number(_) | Value::Text(_) | Value::Record(_) => Vec::new(),
        };
        list.push(entry);
        self.assign(activity, &add.to.value, Value::List(list));
    }

    fn insert(&mut self, host: &Host, activity: ActivityId, insert: &Insert, locals: &Locals) {
        let values = insert
            .values
            .iter()
            .map(|(name, value)| (name.clone(), self.eval(activity, locals, &value.value)));
        let values = values.collect();
        if let Some(schema) = &self.definition.database {
            let rows = storage::insert(schema, host, &insert.table.value, &values);
            self.state.insert(insert.table.value.clone(), rows);
        }
    }

    fn ask(&mut self, host: &Host, activity: ActivityId, ask: &Ask, locals: &Locals) {
        let asked = Asked {
            permission: ask.name.value.clone(),
            granted: ask.granted.clone(),
            denied: ask.denied.clone(),
            locals: Locals::clone(locals),
        };
        let asks = matches!(host.permission(&asked.permission), Grant::Askable { .. })
            && host.ask_permission(activity, &asked.permission).is_ok();
        if let Some(live) = self.live.get_mut(&activity) {
            live.asked.push(asked);
        }
        if !asks {
            self.permissions_answered(host, activity);
        }
    }

    /// What was asked for has been granted by now, or it has not.
    pub(crate) fn permissions_answered(&mut self, host: &Host, activity: ActivityId) {
        let Some(live) = self.live.get_mut(&activity) else { return };
        for asked in std::mem::take(&mut live.asked) {
            let granted = host.permission(&asked.permission) == Grant::Granted;
            let actions = if granted { asked.granted } else { asked.denied };
            self.run(host, activity, &actions, &asked.locals);
        }
    }

    fn fetch(
        &mut self,
        host: &Host,
        activity: ActivityId,
        actions: &Actions,
        place: usize,
        fetch: &Fetch,
        locals: &Locals,
    ) {
        let url = self.eval(activity, locals, &fetch.url.value).to_string();
        let sent = fetch.send.as_ref();
        let sent = sent.map(|sent| self.eval(activity, locals, &sent.value).to_string());
        // Without a network it fails at once.
        let wait = if host.is_online() {
            let received = fetch.body.as_ref();
            let received =
                received.map(|body| self.eval(activity, locals, &body.value).to_string());
            let size = |body: &Option<String>| body.as_ref().map_or(0, String::len);
            Duration::from_millis(fetch.ms) + host.network_time(size(&sent), size(&received))
        } else {
            Duration::ZERO
        };
        self.calls += 1;
        let call = network::request(host, self.calls, fetch, url, sent, locals);
        self.timers.push(Timer {
            at: Instant::now() + wait,
            every: None,
            left: None,
            activity,
            due: Due::Answer(Arc::clone(&actions.0), place, call, Instant::now()),
        });
    }

    /// The time of a call is up.
    pub(crate) fn answer(
        &mut self,
        host: &Host,
        activity: ActivityId,
        fetch: &Fetch,
        call: &Call,
        begun: Instant,
    ) {
        let locals = &call.locals;
        let lookup = |name: &str| self.value(activity, locals, name);
        let fails = fetch.fails.as_ref().is_some_and(|fails| fails.value.eval(&lookup).is_true());
        let answer = if !host.is_online() {
            Answer::Failed(network::no_network(&call.url))
        } else if fails {
            Answer::Failed(network::TIMEOUT.to_owned())
        } else {
            let status = fetch.status.as_ref().map(|status| status.value.eval(&lookup));
            let body = fetch.body.as_ref().map(|body| body.value.eval(&lookup).to_string());
            Answer::Received { status: network::status(status), body: body.unwrap_or_default() }
        };
        network::answer(host, call, begun.elapsed(), &answer);
        let (actions, name, text) = match answer {
            Answer::Received { status, body } if status < 400 => (&fetch.then, &fetch.into, body),
            Answer::Received { status, .. } => {
                (&fetch.otherwise, &fetch.problem, format!("HTTP {status}"))
            }
            Answer::Failed(why) => (&fetch.otherwise, &fetch.problem, why),
        };
        if let Some(name) = name {
            self.assign(activity, &name.value, Value::Text(text));
        }
        self.run(host, activity, actions, locals);
    }

    pub(crate) fn eval(&self, activity: ActivityId, locals: &Locals, dynamic: &Dynamic) -> Value {
        dynamic.eval(&|name| self.value(activity, locals, name))
    }
}
