//! A user with a shell on the phone beside the screen.

use super::driver::Driver;
use crate::{
    process::Process,
    shell::tests::{process_on, run_in},
};

pub(super) struct Shell {
    pub(super) driver: Driver,
    process: Process,
}

impl Shell {
    pub(super) async fn home() -> Self {
        Self::beside(Driver::home().await)
    }

    pub(super) async fn started(package: &str, class: &str) -> Self {
        let shell = Self::home().await;
        shell.driver.start(package, class).await;
        shell.driver.settle().await;
        shell
    }

    pub(super) fn beside(driver: Driver) -> Self {
        let process = process_on(driver.android.clone());
        Self { driver, process }
    }

    /// What a script prints; it must succeed.
    pub(super) async fn run(&self, script: &str) -> String {
        let ran = run_in(&self.process, script, b"").await;
        assert_eq!((ran.err.as_str(), ran.status), ("", 0), "{script}");
        ran.out
    }

    /// The dump as a client reads it.
    pub(super) async fn dump(&self) -> String {
        let said = self.run("uiautomator dump /sdcard/w.xml").await;
        assert_eq!(said, "UI hierchary dumped to: /sdcard/w.xml\n");
        self.run("cat /sdcard/w.xml").await
    }

    /// Taps what the dump shows under this text or description.
    pub(super) async fn tap(&self, name: &str) {
        let xml = self.dump().await;
        let node = xml
            .split("<node ")
            .find(|node| {
                node.contains(&format!(" text=\"{name}\""))
                    || node.contains(&format!("content-desc=\"{name}\""))
            })
            .unwrap_or_else(|| panic!("no {name} in {xml}"));
        let bounds = node.split_once("bounds=\"[").unwrap().1.split("]\"").next().unwrap();
        let places: Vec<i32> =
            bounds.split([',', ']', '[']).filter_map(|place| place.parse().ok()).collect();
        let (x, y) = (i32::midpoint(places[0], places[2]), i32::midpoint(places[1], places[3]));
        self.run(&format!("input tap {x} {y}")).await;
    }
}
