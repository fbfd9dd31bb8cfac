//! What is measured: each row in turns, the floor, ours, and everybody else's.

use std::time::Duration;

use bench::phone::VirtualPhone;
use bench::programs::{Call, Running, Step};
use bench::stats::{Clock, Pair, Sample};
use bench::{Outcome, floor};
use serde_json::json;

use crate::{bare, report};

/// A label on the screen of a hundred nodes.
const LABEL: &str = "Item 40";
/// Where a touch changes nothing.
const NOWHERE: (i32, i32) = (540, 60);
/// The app of so many nodes.
const PACKAGE: &str = "com.example.bench";
const ACTIVITY: &str = ".Nodes100Activity";
/// Rounds of others, who take their time.
pub(crate) const FEW: usize = 5;
/// How long a screen may take to come.
const PATIENCE: Duration = Duration::from_secs(20);

/// A sign-in and what comes after it, in ten steps.
pub(crate) const SIGN_IN: [(Step, &str); 10] = [
    (Step::Open("com.example.shop"), "Welcome to Shop"),
    (Step::Type("Email", "demo@example.com"), "demo@example.com"),
    (Step::Type("Password", "secret123"), "Remember me"),
    (Step::Tap("Remember me"), "Sign in"),
    (Step::Tap("Sign in"), "Walnut desk lamp"),
    (Step::Tap("Walnut desk lamp"), "Notify me"),
    (Step::Tap("Notify me"), "Notifications on"),
    (Step::Tap("Add to cart"), "Cancel"),
    (Step::Tap("Add"), "In your cart: 1"),
    (Step::Back, "Linen armchair"),
];

pub(crate) struct Rows<'a> {
    pub(crate) phone: &'a VirtualPhone,
    pub(crate) device: &'a adb::Device,
    pub(crate) ours: &'a mut Running,
    pub(crate) others: &'a mut [Running],
}

impl Rows<'_> {
    pub(crate) async fn tap(&mut self, rounds: usize) -> Outcome<()> {
        let (x, y) = NOWHERE;
        self.phone.show_nodes(self.device, 100).await?;
        let mut pair = Pair::default();
        let call = self.ours.program.tap_at(x, y);
        for _ in 0..rounds {
            pair.floor.add(floor::tap(self.device).await?);
            pair.ours.add(timed(self.ours, std::slice::from_ref(&call)).await?);
        }
        let what = "tap without settling";
        report::ratio(&format!("{what}, against the same command bare"), &pair, 2.0);
        self.others(what, &pair.ours, |other| vec![other.program.tap_at(x, y)]).await
    }

    pub(crate) async fn tree(&mut self, rounds: usize) -> Outcome<()> {
        self.look(rounds, "get_ui_tree of 100 nodes", |running| running.program.look()).await
    }

    pub(crate) async fn find(&mut self, rounds: usize) -> Outcome<()> {
        let find = |running: &Running| {
            running.program.find(LABEL).unwrap_or_else(|| running.program.look())
        };
        self.look(rounds, "find_element among 100 nodes", find).await
    }

    pub(crate) async fn wait(&mut self, rounds: usize) -> Outcome<()> {
        let wait = |running: &Running| {
            running.program.wait(LABEL).unwrap_or_else(|| running.program.look())
        };
        self.look(rounds, "wait_for_ui on what is so already", wait).await
    }

    pub(crate) async fn tap_and_look(&mut self, rounds: usize) -> Outcome<()> {
        let (x, y) = NOWHERE;
        self.phone.show_nodes(self.device, 100).await?;
        let both = [self.ours.program.tap_at(x, y), self.ours.program.look()];
        let told = [Call::new("tap", json!({ "x": x, "y": y }))];
        let (mut two, mut one) = (Pair::default(), Pair::default());
        for _ in 0..rounds {
            let bare = floor::tap(self.device).await? + floor::screen(self.device).await?;
            two.floor.add(bare);
            two.ours.add(timed(self.ours, &both).await?);
            let looked = floor::screen(self.device).await?;
            one.floor
                .add(looked + floor::tap(self.device).await? + floor::screen(self.device).await?);
            one.ours.add(timed(self.ours, &told).await?);
        }
        let what = "tap and look";
        report::ratio(&format!("{what}, two calls, against the same commands bare"), &two, 2.0);
        let against = "against a look, the tap and a look bare";
        report::ratio(&format!("tap that tells its effect, one call, {against}"), &one, 2.0);
        let calls = |other: &Running| vec![other.program.tap_at(x, y), other.program.look()];
        self.others(what, &two.ours, calls).await
    }

    pub(crate) async fn sign_in(&mut self, rounds: usize) -> Outcome<()> {
        let what = "sign-in in 10 steps";
        let mut pair = Pair::default();
        let mut theirs: Vec<Result<Sample, String>> =
            self.others.iter().map(|_| Ok(Sample::default())).collect();
        for _ in 0..rounds {
            bare::reset(self.device).await?;
            pair.floor.add(bare::sign_in(self.device).await?);
            bare::reset(self.device).await?;
            pair.ours.add(sign_in(self.ours).await?);
            for (other, sample) in self.others.iter_mut().zip(&mut theirs) {
                let Ok(times) = sample else { continue };
                bare::reset(self.device).await?;
                match sign_in(other).await {
                    Ok(took) => times.add(took),
                    Err(error) => *sample = Err(error.to_string()),
                }
            }
        }
        report::ratio(&format!("{what}, against the same commands bare"), &pair, 2.0);
        for (other, sample) in self.others.iter().zip(&theirs) {
            report::other(what, &pair.ours, other.program.name(), sample);
        }
        Ok(())
    }

    /// A call that reads the screen once.
    async fn look(
        &mut self,
        rounds: usize,
        what: &str,
        call: impl Fn(&Running) -> Call,
    ) -> Outcome<()> {
        self.phone.show_nodes(self.device, 100).await?;
        let mut pair = Pair::default();
        let ours = [call(self.ours)];
        for _ in 0..rounds {
            pair.floor.add(floor::screen(self.device).await?);
            pair.ours.add(timed(self.ours, &ours).await?);
        }
        report::ratio(&format!("{what}, against a bare dump and scan"), &pair, 2.0);
        self.others(what, &pair.ours, |other| vec![call(other)]).await
    }

    async fn others(
        &mut self,
        what: &str,
        ours: &Sample,
        calls: impl Fn(&Running) -> Vec<Call>,
    ) -> Outcome<()> {
        for other in self.others.iter_mut() {
            let sample = few(other, &calls(other)).await.map_err(|error| error.to_string());
            report::other(what, ours, other.program.name(), &sample);
        }
        Ok(())
    }
}

/// The calls of somebody else, on a screen that it takes for its own.
async fn few(other: &mut Running, calls: &[Call]) -> Outcome<Sample> {
    if let Some(adopt) = other.program.adopt(PACKAGE, ACTIVITY) {
        other.call(&adopt).await?;
    }
    let mut sample = Sample::default();
    for _ in 0..FEW {
        sample.add(timed(other, calls).await?);
    }
    Ok(sample)
}

/// How long these calls take, one after the other.
pub(crate) async fn timed(running: &mut Running, calls: &[Call]) -> Outcome<Duration> {
    let clock = Clock::start();
    for call in calls {
        running.call(call).await?;
    }
    Ok(clock.elapsed())
}

async fn sign_in(running: &mut Running) -> Outcome<Duration> {
    let clock = Clock::start();
    for (step, wanted) in SIGN_IN {
        running.step(step).await?;
        let came = Clock::start();
        while !running.known.screen.contains(wanted) {
            if came.elapsed() > PATIENCE {
                let seen = &running.known.screen;
                return Err(format!("no {wanted:?} after {step:?} in {seen}").into());
            }
            running.look().await?;
        }
    }
    Ok(clock.elapsed())
}
