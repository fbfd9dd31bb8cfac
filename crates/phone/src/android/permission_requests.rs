//! A request for several permissions at once: the user is asked group by group, and the app learns of all answers together.

use std::collections::VecDeque;

use super::{
    ActivityId, ActivityRecord, ActivityState, Grant, Host, Intent,
    handle::State,
    permissions::{Answer, question},
    results::{ResultFor, ResultTo},
};

/// The request of an activity that has not been answered yet.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Asking {
    request: i32,
    names: Vec<String>,
    /// What the user was asked for just now; the answer holds for all of it.
    asked: Vec<String>,
    left: VecDeque<Vec<String>>,
}

impl Host {
    /// Asks the user for permissions over `activity`, which is told how it went.
    pub fn request_permissions(&self, activity: ActivityId, request: i32, names: Vec<String>) {
        self.change(|state| state.request_permissions(activity, request, names));
    }

    /// The permissions whose refusal this app should explain before it asks again.
    pub(crate) fn rationale(&self) -> Vec<String> {
        let names = self.read(|state| {
            let permissions = state.packages.get(self.package()).map(|have| &have.permissions)?;
            let refused =
                |name: &str| state.grant(self.package(), name) == Grant::Askable { refused: true };
            let names = permissions.iter().map(|have| have.name.clone());
            Some(names.filter(|name| refused(name)).collect())
        });
        names.flatten().unwrap_or_default()
    }

    /// The permissions that this app holds.
    pub fn granted_permissions(&self) -> Vec<String> {
        self.read(|state| state.granted_to(self.package())).unwrap_or_default()
    }
}

impl State {
    pub(crate) fn granted_to(&self, package: &str) -> Vec<String> {
        let permissions = self.packages.get(package).map_or(&[][..], |have| &have.permissions);
        permissions.iter().filter(|have| have.granted).map(|have| have.name.clone()).collect()
    }

    fn request_permissions(&mut self, id: ActivityId, request: i32, names: Vec<String>) {
        let Some(record) = self.activity_mut(id) else { return };
        if record.asking.is_some() {
            // One at a time: the second gets no answers at all.
            return self.tell_permitted(id, request, &[]);
        }
        let left = grouped(&names);
        record.asking = Some(Asking { request, names, asked: Vec::new(), left });
        self.ask_next(id);
    }

    /// The question over an activity is gone, answered or not.
    pub(crate) fn permission_answered(&mut self, id: ActivityId) {
        let Some(record) = self.activity_mut(id) else { return };
        let package = record.component.package.clone();
        let Some(asking) = &mut record.asking else { return };
        let asked = std::mem::take(&mut asking.asked);
        if let Some((first, rest)) = asked.split_first() {
            let granted = self.grant(&package, first) == Grant::Granted;
            for name in rest.iter().filter(|_| granted) {
                // About where and exactly where are answered apart.
                if !is_location(name) {
                    self.answer(&package, name, Answer::Allow);
                }
            }
        }
        self.ask_next(id);
    }

    fn ask_next(&mut self, id: ActivityId) {
        loop {
            let Some(record) = self.activity_mut(id) else { return };
            let (package, uid) = (record.component.package.clone(), record.uid);
            let Some(asking) = &mut record.asking else { return };
            let Some(names) = asking.left.pop_front() else {
                let Asking { request, names, .. } = asking.clone();
                record.asking = None;
                return self.tell_permitted(id, request, &names);
            };
            let open: Vec<String> = names
                .into_iter()
                .filter(|name| matches!(self.grant(&package, name), Grant::Askable { .. }))
                .collect();
            let Some(first) = open.first() else { continue };
            if !is_location(first) && self.holds_one_of(&package, group(first)) {
                for name in &open {
                    self.answer(&package, name, Answer::Allow);
                }
                continue;
            }
            let intent: Intent = question(self.api, &package, first);
            if let Some(asking) = self.activity_mut(id).and_then(|record| record.asking.as_mut()) {
                asking.asked = open;
            }
            let Ok(component) = self.resolve(&intent, uid) else { continue };
            self.log_start(&intent, &component, uid);
            let result_to = ResultTo { activity: id, for_what: ResultFor::Permission };
            self.place_for(component, &intent, Some(id), Some(result_to), uid);
            return;
        }
    }

    /// A question goes with the process of whoever asked it. True: one was there.
    pub(crate) fn close_questions(&mut self) -> bool {
        let records = self.tasks.iter().flat_map(|task| &task.activities);
        let asks =
            |id: ActivityId| records.clone().any(|record| record.id == id && record.pid.is_some());
        let orphan = |record: &&ActivityRecord| {
            let waits = record.result_to.filter(|to| to.for_what == ResultFor::Permission);
            waits.is_some_and(|to| !asks(to.activity))
        };
        let orphans: Vec<_> =
            records.clone().filter(orphan).map(|record| (record.id, record.pid)).collect();
        for &(id, pid) in &orphans {
            for task in &mut self.tasks {
                task.activities.retain(|record| record.id != id);
            }
            self.tell_state(pid, id, ActivityState::Destroyed);
        }
        !orphans.is_empty()
    }

    fn holds_one_of(&self, package: &str, group: &str) -> bool {
        let permissions = self.packages.get(package).map_or(&[][..], |have| &have.permissions);
        permissions.iter().any(|have| {
            have.runtime && have.granted && super::permission_requests::group(&have.name) == group
        })
    }

    fn tell_permitted(&mut self, id: ActivityId, request: i32, names: &[String]) {
        let Some(record) = self.activity_mut(id) else { return };
        let (package, pid) = (record.component.package.clone(), record.pid);
        let answers: Vec<(String, bool)> = names
            .iter()
            .map(|name| (name.clone(), self.grant(&package, name) == Grant::Granted))
            .collect();
        let granted = self.granted_to(&package);
        if let Some(running) = pid.and_then(|pid| self.processes.apps.get(&pid)) {
            running.tell(move |app| {
                Box::pin(async move { app.permitted(id, request, answers, granted).await })
            });
        }
    }
}

/// In the order of the request, those of one group together: the user is asked for them once.
fn grouped(names: &[String]) -> VecDeque<Vec<String>> {
    let mut groups: VecDeque<Vec<String>> = VecDeque::new();
    for name in names {
        match groups
            .iter_mut()
            .find(|have| have.first().is_some_and(|have| group(have) == group(name)))
        {
            // Who may know exactly where may know about where.
            Some(have) if name.ends_with(".ACCESS_FINE_LOCATION") => have.insert(0, name.clone()),
            Some(have) => have.push(name.clone()),
            None => groups.push_back(vec![name.clone()]),
        }
    }
    groups
}

fn is_location(name: &str) -> bool {
    group(name) == "LOCATION"
}

/// The group of a permission; one that stands alone is its own.
fn group(name: &str) -> &str {
    let short = name.strip_prefix("android.permission.").unwrap_or(name);
    match short {
        "ACCESS_FINE_LOCATION" | "ACCESS_COARSE_LOCATION" => "LOCATION",
        "READ_CONTACTS" | "WRITE_CONTACTS" | "GET_ACCOUNTS" => "CONTACTS",
        "READ_CALENDAR" | "WRITE_CALENDAR" => "CALENDAR",
        "READ_SMS" | "SEND_SMS" | "RECEIVE_SMS" | "RECEIVE_MMS" | "RECEIVE_WAP_PUSH" => "SMS",
        "READ_CALL_LOG" | "WRITE_CALL_LOG" | "PROCESS_OUTGOING_CALLS" => "CALL_LOG",
        "READ_PHONE_STATE" | "READ_PHONE_NUMBERS" | "CALL_PHONE" | "ANSWER_PHONE_CALLS" => "PHONE",
        "READ_EXTERNAL_STORAGE" | "WRITE_EXTERNAL_STORAGE" => "STORAGE",
        "READ_MEDIA_IMAGES" | "READ_MEDIA_VIDEO" | "READ_MEDIA_VISUAL_USER_SELECTED" => "VISUAL",
        "BLUETOOTH_CONNECT" | "BLUETOOTH_SCAN" | "BLUETOOTH_ADVERTISE" | "NEARBY_WIFI_DEVICES" => {
            "NEARBY"
        }
        _ => short,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_question_a_group_the_exact_place_first() {
        let name = |short: &str| format!("android.permission.{short}");
        let names =
            ["ACCESS_COARSE_LOCATION", "CAMERA", "READ_SMS", "ACCESS_FINE_LOCATION", "SEND_SMS"];
        let groups = grouped(&names.map(name));
        let shorts: Vec<Vec<&str>> = groups
            .iter()
            .map(|names| names.iter().map(|name| name.rsplit('.').next().unwrap()).collect())
            .collect();
        let wanted: [&[&str]; 3] = [
            &["ACCESS_FINE_LOCATION", "ACCESS_COARSE_LOCATION"],
            &["CAMERA"],
            &["READ_SMS", "SEND_SMS"],
        ];
        assert_eq!(shorts, wanted);
    }
}
