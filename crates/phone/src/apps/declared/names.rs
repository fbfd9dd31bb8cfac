//! What a name means in an expression: of the row, of the activity, of the app, of the phone.

use super::{
    Value,
    program::{Declared, Locals},
    storage,
};
use crate::android::ActivityId;

/// Names that every expression knows.
pub(crate) const BUILT_IN: [&str; 2] = ["now", "online"];

impl Declared {
    /// What a name means: of the row, of the activity, of the app, of the phone, of a `let`.
    pub(crate) fn value(&self, activity: ActivityId, locals: &Locals, name: &str) -> Value {
        if let Some(value) = locals.get(name) {
            return value.clone();
        }
        if let Some(value) = self.stored(activity, name) {
            return value;
        }
        let live = self.live.get(&activity);
        let screen = live.and_then(|live| self.definition.screen(&live.class));
        match screen.and_then(|screen| screen.names.get(name)) {
            // A `let` sees everything but other `let`s, so that it cannot go round in circles.
            Some(expr) => {
                expr.value.eval(&|inner| self.stored(activity, inner).unwrap_or_else(Value::empty))
            }
            None => Value::empty(),
        }
    }

    fn stored(&self, activity: ActivityId, name: &str) -> Option<Value> {
        let live = self.live.get(&activity);
        if let Some(value) = live.and_then(|live| live.params.get(name)) {
            return Some(value.clone());
        }
        if let Some(value) = self.state.get(name) {
            return Some(value.clone());
        }
        if let Some(path) = self.definition.device.get(name) {
            return Some(storage::read_setting(&self.host, &path.value));
        }
        match name {
            "now" => Some(self.now()),
            "online" => Some(Value::Bool(self.host.is_online())),
            _ => None,
        }
    }

    /// The clock as a record: `time`, `seconds`, `date`, `ms`.
    fn now(&self) -> Value {
        let Some(now) = self.host.now() else { return Value::empty() };
        let text = |format: &str| Value::Text(now.strftime(format).to_string());
        #[expect(clippy::cast_precision_loss, reason = "exact for the next 200,000 years")]
        let ms = Value::Number(now.timestamp().as_millisecond() as f64);
        let fields = [
            ("time", text("%H:%M")),
            ("seconds", text("%H:%M:%S")),
            ("date", text("%Y-%m-%d")),
            ("ms", ms),
        ];
        Value::Record(fields.map(|(name, value)| (name.to_owned(), value)).into())
    }

    pub(crate) fn assign(&mut self, activity: ActivityId, name: &str, value: Value) {
        let own = self.live.get_mut(&activity).and_then(|live| live.params.get_mut(name));
        if let Some(own) = own {
            *own = value;
            return;
        }
        if let Some(path) = self.definition.device.get(name) {
            storage::write_setting(&self.host, &path.value, &value);
            return;
        }
        if self.definition.saved.iter().any(|saved| saved.value == name) {
            storage::save(&self.host, name, &value);
        }
        self.state.insert(name.to_owned(), value);
    }
}
