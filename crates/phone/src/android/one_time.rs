//! "Only this time": a permission that is taken back when the app has been out of sight for a while, or has ended.

use std::sync::Weak;
use std::time::Duration;

use tokio::sync::watch::Receiver;
use tokio::time::timeout;

use super::handle::{Shared, State};

/// How long an app may be away before it has to ask again.
const AWAY: Duration = Duration::from_mins(1);

/// How an app stands that was allowed something once.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sight {
    Seen,
    Away,
    Ended,
    /// It was granted or taken away otherwise meanwhile.
    Settled,
}

pub(super) fn watch(shared: &Weak<Shared>, package: &str, permission: &str) {
    let Some(changed) = shared.upgrade().map(|shared| shared.changed.subscribe()) else { return };
    let watched = Watched {
        shared: shared.clone(),
        package: package.to_owned(),
        permission: permission.to_owned(),
    };
    // Ends with the phone, whose changes it hears.
    tokio::spawn(watched.expire(changed));
}

struct Watched {
    /// Must not keep the phone running.
    shared: Weak<Shared>,
    package: String,
    permission: String,
}

impl Watched {
    async fn expire(self, mut changed: Receiver<u64>) {
        loop {
            let expired = match self.sight() {
                Sight::Settled => return,
                Sight::Ended => true,
                Sight::Seen => {
                    if changed.changed().await.is_err() {
                        return;
                    }
                    false
                }
                Sight::Away => {
                    let back = async {
                        while self.sight() == Sight::Away && changed.changed().await.is_ok() {}
                    };
                    timeout(AWAY, back).await.is_err()
                }
            };
            if expired {
                self.take_back();
                return;
            }
        }
    }

    fn sight(&self) -> Sight {
        let Some(shared) = self.shared.upgrade() else { return Sight::Settled };
        let state = shared.state();
        if !state.is_granted_once(&self.package, &self.permission) {
            return Sight::Settled;
        }
        if state.processes.of_package(&self.package).is_none() {
            return Sight::Ended;
        }
        let seen = state.seen().any(|record| record.component.package == self.package);
        if seen { Sight::Seen } else { Sight::Away }
    }

    fn take_back(&self) {
        let Some(shared) = self.shared.upgrade() else { return };
        let mut state = shared.state();
        let permissions = state.packages.get_mut(&self.package).map(|found| &mut found.permissions);
        let found =
            permissions.and_then(|all| all.iter_mut().find(|have| have.name == self.permission));
        if let Some(found) = found {
            (found.granted, found.one_time, found.user_set) = (false, false, false);
        }
        state.kill_package(&self.package, "permissions revoked");
        drop(state);
        shared.mark_changed();
    }
}

impl State {
    fn is_granted_once(&self, package: &str, permission: &str) -> bool {
        let permissions = self.packages.get(package).map(|found| &found.permissions);
        let found = permissions.and_then(|all| all.iter().find(|have| have.name == permission));
        found.is_some_and(|found| found.granted && found.one_time)
    }
}
