//! Results: what an activity that was started for one sends back, however it ends.

use super::{ActivityId, ActivityRecord, Host, Intent, StartError, handle::State};

pub(crate) const RESULT_CANCELED: i32 = 0;

/// Who waits for the result of an activity.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ResultTo {
    pub activity: ActivityId,
    pub for_what: ResultFor,
}

/// What the result is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ResultFor {
    /// The number that the app gave its request.
    Request(i32),
    /// A question to the user about a permission.
    Permission,
}

/// A result on its way to an activity that is not there to take it.
#[derive(Debug, Clone, PartialEq)]
pub struct Pending {
    pub request: i32,
    pub code: i32,
    pub intent: Option<Intent>,
}

impl Host {
    /// Starts another activity. With a request that is not negative its result comes back to `source`, which must be there for that.
    pub fn start_for_result(
        &self,
        source: Option<ActivityId>,
        intent: &Intent,
        request: i32,
    ) -> Result<(), StartError> {
        let waits = source.filter(|_| request >= 0);
        let result_to =
            waits.map(|activity| ResultTo { activity, for_what: ResultFor::Request(request) });
        let started = self.change(|state| {
            let component = state.resolve(intent, self.uid()).inspect_err(|_| {
                if let Some(waits) = result_to {
                    state.send_result(waits, RESULT_CANCELED, None);
                }
            })?;
            let mut intent = intent.clone();
            if source.is_none() {
                intent.flags |= Intent::FLAG_NEW_TASK;
            }
            state.log_start(&intent, &component, self.uid());
            state.place_for(component, &intent, source, result_to, self.uid());
            Ok(())
        });
        started.unwrap_or(Ok(()))
    }

    /// What lies below an activity in its task and has its affinity ends, as far down as that goes.
    pub(crate) fn finish_below(&self, activity: ActivityId) {
        self.change(|state| state.finish_below(activity));
    }

    /// Ends an activity with what it has to say to whoever started it.
    pub fn finish_with(&self, activity: ActivityId, code: i32, intent: Option<Intent>) {
        self.change(|state| state.finish_with(activity, code, intent));
    }
}

impl State {
    /// Hands on a result: at once to an activity in front, to any other as soon as it is there again.
    pub(crate) fn send_result(&mut self, to: ResultTo, code: i32, intent: Option<Intent>) {
        let request = match to.for_what {
            ResultFor::Request(request) => request,
            ResultFor::Permission => return self.permission_answered(to.activity),
        };
        let Some(record) = self.activity_mut(to.activity) else { return };
        record.results.push(Pending { request, code, intent });
        if record.state == super::ActivityState::Resumed {
            self.deliver_results(to.activity);
        }
    }

    /// An activity is gone without having said anything.
    pub(crate) fn cancel_result_of(&mut self, record: &ActivityRecord) {
        if let Some(waits) = record.result_to {
            self.send_result(waits, RESULT_CANCELED, None);
        }
    }

    /// What came for an activity while it was not in front.
    pub(crate) fn deliver_results(&mut self, id: ActivityId) {
        let Some(record) = self.activity_mut(id) else { return };
        let (results, pid) = (std::mem::take(&mut record.results), record.pid);
        let Some(running) = pid.and_then(|pid| self.processes.apps.get(&pid)) else { return };
        for Pending { request, code, intent } in results {
            running.tell(move |app| {
                Box::pin(async move { app.result(id, request, code, intent.as_ref()).await })
            });
        }
    }

    /// Takes activities off the stack whose process is gone or going; who waits for them is told.
    pub(crate) fn remove_activities(&mut self, gone: impl Fn(&ActivityRecord) -> bool) {
        let mut removed = Vec::new();
        for task in &mut self.tasks {
            removed.extend(task.activities.extract_if(.., |record| gone(record)));
        }
        for record in removed {
            self.cancel_result_of(&record);
        }
        self.close_questions();
    }
}
