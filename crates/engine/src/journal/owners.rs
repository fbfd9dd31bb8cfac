//! Which process is which app. A process that has ended is remembered until its number is given again, for the
//! lines that speak of it come later.

use std::collections::HashMap;
use std::sync::Arc;

use device::Process;

#[derive(Debug, Default)]
pub(super) struct Owners {
    apps: HashMap<u32, Arc<str>>,
}

/// More than a phone has processes; beyond it, only a new list is remembered.
const MOST: usize = 8_192;

impl Owners {
    pub(super) fn learn(&mut self, process: &Process) {
        if self.apps.len() >= MOST {
            self.apps.clear();
        }
        self.apps.insert(process.pid, process.app.as_str().into());
    }

    pub(super) fn has(&self, app: &str) -> bool {
        self.apps.values().any(|known| &**known == app)
    }

    pub(super) fn app(&self, pid: u32) -> Option<Arc<str>> {
        self.apps.get(&pid).cloned()
    }
}
