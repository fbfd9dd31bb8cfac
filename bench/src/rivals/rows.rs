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
/// Rounds of others, who take their time.
const FEW: usize = 5;

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
        let mut pair = Pair::default();
        for _ in 0..rounds {
            bare::reset(self.device).await?;
            pair.floor.add(bare::sign_in(self.device).await?);
            bare::reset(self.device).await?;
            pair.ours.add(sign_in(self.ours).await?);
        }
        let what = "sign-in in 10 steps";
        report::ratio(&format!("{what}, against the same commands bare"), &pair, 2.0);
        for other in self.others.iter_mut() {
            bare::reset(self.device).await?;
            let mut sample = Sample::default();
            match sign_in(other).await {
                Ok(took) => {
                    sample.add(took);
                    report::ahead(what, &pair.ours, other.program.name(), &sample);
                }
                Err(error) => report::refused(what, other.program.name(), &error.to_string()),
            }
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
            let calls = calls(other);
            let mut sample = Sample::default();
            let mut failed = None;
            for _ in 0..FEW {
                match timed(other, &calls).await {
                    Ok(took) => sample.add(took),
                    Err(error) => failed = Some(error.to_string()),
                }
            }
            match failed {
                None => report::ahead(what, ours, other.program.name(), &sample),
                Some(why) => report::refused(what, other.program.name(), &why),
            }
        }
        Ok(())
    }
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
        let mut looks = 0;
        while !running.known.screen.contains(wanted) {
            looks += 1;
            if looks > 20 {
                return Err(format!("no {wanted:?} after {step:?}").into());
            }
            running.look().await?;
        }
    }
    Ok(clock.elapsed())
}
