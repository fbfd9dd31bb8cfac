//! API Demos on a phone, as adb's commands start, tap and leave it.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use adb::{CommandLine, Deadline, Device, Direct};
use bench::Outcome;
use bench::stats::Clock;
use phone::android::Api;
use phone::apps::Runtime;
use phone::{Identity, Phone};

const PACKAGE: &str = "io.appium.android.apis";
/// A row of the first list, and one that only the list behind it has.
const LISTS: [(&str, &str); 4] = [
    ("Views", "Auto Complete"),
    ("App", "Action Bar"),
    ("Graphics", "AlphaBitmap"),
    ("Text", "LogTextBox"),
];
const LONGEST: Duration = Duration::from_mins(1);
/// Nothing happens any more: what was opened has been shown and what is behind it has been put away.
const QUIET: Duration = Duration::from_millis(700);

pub(crate) struct Demos {
    phone: Phone,
    device: Device,
}

impl Demos {
    /// A phone with API Demos on it, with or without a process that waits for its app.
    pub(crate) async fn install(ground: &Runtime, ready: bool, apk: &Path) -> Outcome<Self> {
        let runtime = Runtime { ready, ..ground.clone() };
        let phone = Phone::builder().api(Api::default()).runtime(runtime).build()?;
        let direct = Direct::handshake(phone.connect(), Deadline::after(LONGEST)).await?;
        let demos = Self { phone, device: Device::new(Arc::new(direct)) };
        let place = "/data/local/tmp/app.apk";
        let bytes = tokio::fs::read(apk).await?;
        let files = demos.phone.files();
        files
            .write(&Identity::SHELL, place, &bytes, 0o644)
            .map_err(|errno| format!("{errno:?}"))?;
        let said = demos.run(&["pm", "install", "-t", place]).await?;
        if said.trim() != "Success" {
            return Err(said.into());
        }
        Ok(demos)
    }

    pub(crate) async fn stop(&self) -> Outcome<()> {
        self.run(&["am", "force-stop", PACKAGE]).await.map(drop)
    }

    /// From `am start` to a tree with the app's first list.
    pub(crate) async fn first_screen(&self) -> Outcome<Duration> {
        let clock = Clock::start();
        self.run(&["am", "start", "-n", &format!("{PACKAGE}/.ApiDemos")]).await?;
        self.shows("Views").await?;
        let took = clock.elapsed();
        self.quiet().await;
        Ok(took)
    }

    /// From a tap on a row to a tree of the list behind it.
    pub(crate) async fn opens_a_list(&self, round: usize) -> Outcome<Duration> {
        let (row, behind) = LISTS[round % LISTS.len()];
        let (x, y) = place(&self.shows(row).await?, row).ok_or("the row has no place")?;
        let clock = Clock::start();
        self.run(&["input", "tap", &x.to_string(), &y.to_string()]).await?;
        self.shows(behind).await?;
        let took = clock.elapsed();
        self.quiet().await;
        Ok(took)
    }

    pub(crate) async fn goes_back(&self) -> Outcome<()> {
        self.run(&["input", "keyevent", "BACK"]).await?;
        self.shows("Views").await?;
        self.quiet().await;
        Ok(())
    }

    /// The first tree with this text in it. The phone is looked at whenever something may have changed, never in between.
    async fn shows(&self, text: &str) -> Outcome<String> {
        let android = self.phone.android();
        let mut changed = android.changed();
        let looking = async {
            loop {
                changed.borrow_and_update();
                if let Some(tree) = android.dump(false).await
                    && place(&tree, text).is_some()
                {
                    return Ok(tree);
                }
                changed.changed().await?;
            }
        };
        let shown: Result<Outcome<String>, _> = tokio::time::timeout(LONGEST, looking).await;
        shown.map_err(|_| format!("{text:?} never came"))?
    }

    async fn quiet(&self) {
        self.phone.android().wait_quiet(QUIET, LONGEST).await;
    }

    async fn run(&self, words: &[&str]) -> Outcome<String> {
        let command = CommandLine::new(words)?;
        Ok(self
            .device
            .shell(&command, 65_536, Deadline::after(LONGEST * 5))
            .await?
            .text()
            .into_owned())
    }
}

/// The middle of the node that has this text.
fn place(tree: &str, text: &str) -> Option<(i32, i32)> {
    let node = tree.split('<').find(|node| node.contains(&format!(" text=\"{text}\"")))?;
    let bounds = node.split_once("bounds=\"")?.1.split_once('"')?.0;
    let numbers: Vec<i32> =
        bounds.split(['[', ']', ',']).filter_map(|number| number.parse().ok()).collect();
    let &[left, top, right, bottom] = numbers.as_slice() else { return None };
    Some((i32::midpoint(left, right), i32::midpoint(top, bottom)))
}
