//! What is wrong with the phone now, as those see it who ask: the connection, services, dumps and files.

use super::chance::Chance;
use super::fault::{Damage, Fault, Limit, Order};
use super::period::Period;
use super::profile::{Profile, spread};
use crate::adbd::Event;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;
use tokio::sync::broadcast;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

/// Events kept for a receiver that is slow.
const EVENTS: usize = 1024;

/// Clones are of the same phone.
#[derive(Clone, Debug)]
pub(crate) struct InForce(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    list: Mutex<Vec<Entry>>,
    /// How long the list is: nearly always nobody has to wait for it.
    count: AtomicUsize,
    profile: Profile,
    chance: Mutex<Chance>,
    events: broadcast::Sender<Event>,
}

#[derive(Debug)]
struct Entry {
    order: Order,
    since: Instant,
    /// The end, where time is what ends it.
    until: Option<Instant>,
    /// How often it strikes yet, where that is what ends it.
    left: Option<u32>,
    over: CancellationToken,
    /// Held by those it has struck and holds up.
    struck: Arc<()>,
}

/// A fault that has struck.
#[derive(Debug)]
pub(crate) struct Hit {
    pub(crate) fault: Fault,
    over: CancellationToken,
    _struck: Arc<()>,
}

impl Hit {
    /// Completes when the fault is over. One that strikes a number of times holds whom it struck until it is cleared.
    pub(crate) async fn over(&self) {
        self.over.cancelled().await;
    }
}

impl Default for InForce {
    fn default() -> Self {
        Self::new(Profile::Instant, 0)
    }
}

impl InForce {
    pub(crate) fn new(profile: Profile, seed: u64) -> Self {
        Self(Arc::new(Inner {
            list: Mutex::default(),
            count: AtomicUsize::new(0),
            profile,
            chance: Mutex::new(Chance::new(seed)),
            events: broadcast::Sender::new(EVENTS),
        }))
    }

    /// What happens on the phone, for whoever keeps a log.
    pub(crate) fn events(&self) -> &broadcast::Sender<Event> {
        &self.0.events
    }

    /// The first fault that `strikes` accepts; it has struck once more.
    pub(crate) fn take(&self, strikes: impl Fn(&Fault) -> bool) -> Option<Hit> {
        if self.0.count.load(Ordering::Acquire) == 0 {
            return None;
        }
        let now = Instant::now();
        let mut list = self.list();
        let entry =
            list.iter_mut().find(|entry| entry.applies(now) && strikes(&entry.order.fault))?;
        if let Some(left) = &mut entry.left {
            *left -= 1;
        }
        let hit = Hit {
            fault: entry.order.fault.clone(),
            over: entry.over.clone(),
            _struck: Arc::clone(&entry.struck),
        };
        let used_up = (entry.left == Some(0)).then(|| entry.order.clone());
        drop(list);
        if let Some(order) = used_up {
            self.tell_end(&order);
        }
        Some(hit)
    }

    /// Is there such a fault? It does not strike by that.
    pub(crate) fn has(&self, matches: impl Fn(&Fault) -> bool) -> bool {
        let now = Instant::now();
        self.0.count.load(Ordering::Acquire) > 0
            && self.list().iter().any(|entry| entry.applies(now) && matches(&entry.order.fault))
    }

    /// What befalls a dump that begins now.
    pub(crate) fn damage(&self) -> Option<Damage> {
        // A phone that is not up yet shows no window.
        if self.has(|fault| matches!(fault, Fault::Reboot(_))) {
            return Some(Damage::NoRoot);
        }
        let hit = self.take(|fault| matches!(fault, Fault::Dump(_)))?;
        if let Fault::Dump(damage) = hit.fault { Some(damage) } else { None }
    }

    /// Is adbd not up yet? It comes before the phone is through with booting.
    pub(crate) fn adbd_is_down(&self) -> bool {
        let now = Instant::now();
        self.0.count.load(Ordering::Acquire) > 0
            && self.list().iter().any(|entry| {
                let Fault::Reboot(time) = entry.order.fault else { return false };
                entry.applies(now) && now.duration_since(entry.since) < time / 4 * 3
            })
    }

    /// How long a shell command takes to start.
    pub(crate) fn shell_delay(&self) -> Duration {
        spread(self.0.profile.shell(), &mut self.chance())
    }

    /// How much longer a shell command takes when there is a dump in it.
    pub(crate) fn dump_delay(&self) -> Duration {
        let profile = self.0.profile;
        spread(profile.dump().saturating_sub(profile.shell()), &mut self.chance())
    }

    /// Enters a fault; `until` where it ends by itself. What it hands back is cancelled when it is over.
    pub(super) fn add(&self, order: Order, until: Option<Instant>) -> CancellationToken {
        let left = match order.limit {
            Limit::Times(count) => Some(count),
            Limit::Open | Limit::For(_) => None,
        };
        let over = CancellationToken::new();
        let entry = Entry {
            order,
            since: Instant::now(),
            until,
            left,
            over: over.clone(),
            struck: Arc::default(),
        };
        let mut list = self.list();
        list.retain(|entry| !entry.is_spent());
        list.push(entry);
        self.0.count.store(list.len(), Ordering::Release);
        drop(list);
        if let Some(until) = until {
            tokio::spawn(expire(Arc::downgrade(&self.0), over.clone(), until));
        }
        over
    }

    /// Ends everything, and says how many were ended.
    pub(super) fn clear(&self) -> usize {
        let mut list = self.list();
        list.retain(|entry| !entry.is_spent());
        let entries = std::mem::take(&mut *list);
        self.0.count.store(0, Ordering::Release);
        drop(list);
        for entry in &entries {
            entry.over.cancel();
            // The end of one that only held whom it had struck is told already.
            if entry.left != Some(0) {
                self.tell_end(&entry.order);
            }
        }
        entries.len()
    }

    /// A line for each fault, with what is left of it.
    pub(super) fn lines(&self) -> Vec<String> {
        let mut list = self.list();
        list.retain(|entry| !entry.is_spent());
        self.0.count.store(list.len(), Ordering::Release);
        let now = Instant::now();
        let line = |entry: &Entry| match (entry.until, entry.left) {
            (Some(until), _) => {
                let left = until.saturating_duration_since(now).as_millis();
                let left = Duration::from_millis(u64::try_from(left).unwrap_or(u64::MAX));
                format!("{} ({} left)", entry.order, Period(left))
            }
            (None, Some(left)) => format!("{} ({left} left)", entry.order),
            (None, None) => entry.order.to_string(),
        };
        list.iter().map(line).collect()
    }

    pub(super) fn tell(&self, event: Event) {
        // Nobody may listen.
        self.0.events.send(event).ok();
    }

    fn tell_end(&self, order: &Order) {
        self.tell(Event::FaultEnded { fault: order.to_string() });
    }

    /// Numbers for what is damaged or chosen.
    pub(crate) fn chance(&self) -> MutexGuard<'_, Chance> {
        self.0.chance.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn list(&self) -> MutexGuard<'_, Vec<Entry>> {
        self.0.list.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Entry {
    fn applies(&self, now: Instant) -> bool {
        self.until.is_none_or(|until| now < until) && self.left != Some(0)
    }

    /// It strikes no more, and holds nobody.
    fn is_spent(&self) -> bool {
        self.left == Some(0) && Arc::strong_count(&self.struck) == 1
    }
}

/// Ends a fault when its time has come, unless it or the phone is gone before.
async fn expire(phone: Weak<Inner>, over: CancellationToken, until: Instant) {
    tokio::select! {
        () = over.cancelled() => return,
        () = tokio::time::sleep_until(until) => {}
    }
    let Some(inner) = phone.upgrade() else { return };
    let in_force = InForce(inner);
    let mut list = in_force.list();
    // A token has no name to look it up by; its time has come, so the entries whose time has come are meant.
    let now = Instant::now();
    let ended: Vec<Entry> =
        list.extract_if(.., |entry| entry.until.is_some_and(|until| until <= now)).collect();
    in_force.0.count.store(list.len(), Ordering::Release);
    drop(list);
    for entry in ended {
        entry.over.cancel();
        in_force.tell_end(&entry.order);
    }
}
