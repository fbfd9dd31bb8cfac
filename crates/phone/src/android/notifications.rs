//! The notifications that are posted.

use jiff::Timestamp;

use super::{Android, handle::State};

/// A notification in the shade.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Notification {
    pub package: String,
    pub uid: u32,
    pub id: i32,
    pub tag: Option<String>,
    pub channel: String,
    pub importance: u8,
    pub title: String,
    pub text: String,
    pub posted: Timestamp,
}

impl Notification {
    /// `0|com.x|1|null|10123`: user, package, id, tag and uid.
    pub fn key(&self) -> String {
        let Self { package, id, uid, .. } = self;
        format!("0|{package}|{id}|{}|{uid}", self.tag.as_deref().unwrap_or("null"))
    }
}

impl Android {
    /// What is posted, the latest first.
    pub fn notifications(&self) -> Vec<Notification> {
        self.state().notifications.iter().rev().cloned().collect()
    }

    /// Posts a notification in place of the one with the same key.
    pub fn post_notification(&self, mut notification: Notification) {
        let mut state = self.state();
        notification.posted = state.clock.timestamp();
        state.cancel_notification(&notification.key());
        state.notifications.push(notification);
        drop(state);
        self.mark_changed();
    }
}

impl State {
    pub(crate) fn cancel_notification(&mut self, key: &str) {
        self.notifications.retain(|posted| posted.key() != key);
    }

    /// A package that is stopped or removed loses what it has posted.
    pub(crate) fn cancel_notifications_of(&mut self, package: &str) {
        self.notifications.retain(|posted| posted.package != package);
    }
}
