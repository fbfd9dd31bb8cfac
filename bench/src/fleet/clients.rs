//! The clients at work, and when they are through.

use std::sync::Arc;

use bench::Outcome;
use tokio::sync::{Semaphore, watch};
use tokio::task::{JoinError, JoinSet};
use tokio::time::{Duration, Instant, sleep_until};

use crate::client::Client;
use crate::timings::{Part, Timings};
use bench::process::Usage;

/// Rounds, each with a picture, after which a client has met everything that is made once: with its second picture a
/// server is as large as it stays.
pub(crate) const WARM_ROUNDS: u64 = 3;
/// Looks at what the processes hold, so often and so far apart.
const LOOKS: u32 = 20;
const BETWEEN: Duration = Duration::from_millis(100);
/// How long before the end the last look should be.
const ROOM: Duration = Duration::from_secs(1);

/// When each part of a run ends. There is none before the run is warm.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plan {
    begun: Instant,
    ending: Instant,
    over: Instant,
}

impl Plan {
    /// The first quarter is compared with the last.
    fn new(length: Duration) -> Self {
        let start = Instant::now();
        let at = |quarters| start + length * quarters / 4;
        Self { begun: at(1), ending: at(3), over: at(4) }
    }

    pub(crate) fn part(&self) -> Part {
        let now = Instant::now();
        match now {
            _ if now < self.begun => Part::Beginning,
            _ if now < self.ending => Part::Middle,
            _ => Part::End,
        }
    }

    pub(crate) fn is_over(&self) -> bool {
        Instant::now() >= self.over
    }
}

pub(crate) struct Clients {
    running: JoinSet<Outcome<Timings>>,
    ended: Timings,
    plan: watch::Sender<Option<Plan>>,
    /// A permit of everybody who is warm.
    warm: Arc<Semaphore>,
}

impl Clients {
    pub(crate) fn start(clients: Vec<Client>) -> Self {
        let warm = Arc::new(Semaphore::new(0));
        let plan = watch::Sender::new(None);
        let mut running = JoinSet::new();
        for client in clients {
            running.spawn(client.drive(plan.subscribe(), Arc::clone(&warm)));
        }
        Self { running, ended: Timings::default(), plan, warm }
    }

    /// Waits until everybody has done some rounds, and at least so long. From then on there is a plan.
    pub(crate) async fn warm_up(&mut self, least: Duration, rest: Duration) -> Outcome<()> {
        self.meanwhile(sleep_until(Instant::now() + least)).await?;
        let (warm, everybody) = (Arc::clone(&self.warm), u32::try_from(self.running.len())?);
        self.meanwhile(warm.acquire_many(everybody)).await??.forget();
        self.plan.send_replace(Some(Plan::new(rest)));
        Ok(())
    }

    /// Waits until there is just enough time left for the last looks.
    pub(crate) async fn nearly_over(&mut self) -> Outcome<()> {
        let over = self.plan.borrow().map(|plan| plan.over);
        let over = over.ok_or("the run has not begun")?;
        self.meanwhile(sleep_until(over - LOOKS * BETWEEN - ROOM)).await
    }

    /// The least of several looks: a picture in flight is no leak.
    pub(crate) async fn lowest(
        &mut self,
        look: impl Fn() -> Outcome<(Usage, Usage)>,
    ) -> Outcome<(Usage, Usage)> {
        if self.is_over() {
            return Err("this machine is too busy: the run was over before the last look".into());
        }
        let mut lowest = look()?;
        for _ in 1..LOOKS {
            self.meanwhile(sleep_until(Instant::now() + BETWEEN)).await?;
            // Clients end, and their servers with them.
            if self.is_over() {
                break;
            }
            let (phones, servers) = look()?;
            lowest = (lowest.0.least(phones), lowest.1.least(servers));
        }
        Ok(lowest)
    }

    /// Waits for everybody.
    pub(crate) async fn through(mut self) -> Outcome<Timings> {
        while let Some(client) = self.running.join_next().await {
            self.ended.merge(client??);
        }
        Ok(self.ended)
    }

    /// Waits for something. A client that ends before its time has failed, and its reason ends the run.
    async fn meanwhile<T>(&mut self, something: impl Future<Output = T>) -> Outcome<T> {
        let mut something = std::pin::pin!(something);
        loop {
            tokio::select! {
                biased;
                done = &mut something => return Ok(done),
                Some(client) = self.running.join_next() => self.keep(client)?,
            }
        }
    }

    fn keep(&mut self, client: Result<Outcome<Timings>, JoinError>) -> Outcome<()> {
        self.ended.merge(client??);
        if self.is_over() { Ok(()) } else { Err("a client ended before its time".into()) }
    }

    fn is_over(&self) -> bool {
        self.plan.borrow().is_some_and(|plan| plan.is_over())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    /// One client that is warm after so long, and ends so long after the plan says, or before.
    fn one(warm_after: Duration, works: Duration) -> Clients {
        let mut clients = Clients::start(Vec::new());
        let warm = Arc::clone(&clients.warm);
        clients.running.spawn(async move {
            sleep_until(Instant::now() + warm_after).await;
            warm.add_permits(1);
            sleep_until(Instant::now() + works).await;
            Ok(Timings::default())
        });
        clients
    }

    #[expect(clippy::unnecessary_wraps, reason = "a look can fail elsewhere")]
    fn look() -> Outcome<(Usage, Usage)> {
        Ok((Usage::default(), Usage::default()))
    }

    #[tokio::test(start_paused = true)]
    async fn a_slow_first_round_makes_the_warming_longer() {
        let mut clients = one(7 * SECOND, 16 * SECOND);
        let start = Instant::now();
        clients.warm_up(4 * SECOND, 16 * SECOND).await.unwrap();
        assert_eq!(start.elapsed(), 7 * SECOND);
        clients.lowest(look).await.unwrap();
        clients.nearly_over().await.unwrap();
        assert_eq!(start.elapsed(), 20 * SECOND);
        clients.lowest(look).await.unwrap();
        assert!(start.elapsed() <= 22 * SECOND);
        clients.through().await.unwrap();
    }

    #[tokio::test(start_paused = true)]
    async fn whoever_ends_too_early_fails_the_run() {
        let mut clients = one(SECOND, 8 * SECOND);
        clients.warm_up(2 * SECOND, 16 * SECOND).await.unwrap();
        let error = clients.nearly_over().await.unwrap_err();
        assert_eq!(error.to_string(), "a client ended before its time");
    }

    #[tokio::test(start_paused = true)]
    async fn a_late_look_meets_clients_that_ended_well() {
        let mut clients = one(SECOND, 16 * SECOND);
        clients.warm_up(SECOND, 16 * SECOND).await.unwrap();
        clients.nearly_over().await.unwrap();
        // The second look would be too late.
        let late = std::cell::Cell::new(0);
        let look = || {
            late.set(late.get() + 1);
            look()
        };
        clients
            .meanwhile(sleep_until(Instant::now() + Duration::from_millis(2_950)))
            .await
            .unwrap();
        clients.lowest(look).await.unwrap();
        assert_eq!(late.get(), 1);
        let error = clients.lowest(look).await.unwrap_err().to_string();
        assert!(error.contains("too busy"), "{error}");
        clients.through().await.unwrap();
    }
}
