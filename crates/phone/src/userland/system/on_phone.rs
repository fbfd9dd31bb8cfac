//! For tests: scripts on a phone that runs, the demo shop in front.

use crate::apps::tests::driver::Driver;
use crate::process::Process;
use crate::shell::tests::{Ran, process_on, run_in, run_with};

pub(in crate::userland) const SHOP: &str = "com.example.shop";

pub(in crate::userland) struct OnPhone {
    pub(in crate::userland) driver: Driver,
    pub(in crate::userland) process: Process,
}

impl OnPhone {
    /// The sign-in screen of the shop in front; it is 2026-11-15 10:15 GMT.
    pub(in crate::userland) async fn shop() -> Self {
        Self::with(Driver::started(SHOP, ".MainActivity").await)
    }

    pub(in crate::userland) async fn home() -> Self {
        Self::with(Driver::home().await)
    }

    pub(in crate::userland) fn with(driver: Driver) -> Self {
        let process = process_on(driver.android.clone());
        Self { driver, process }
    }

    pub(in crate::userland) async fn run(&self, script: &str) -> Ran {
        run_in(&self.process, script, b"").await
    }

    /// With a terminal, as `exec:` has one.
    pub(in crate::userland) async fn run_on_tty(&self, script: &str) -> Ran {
        run_with(&self.process, script, b"", true).await
    }

    /// What a script prints to standard output; it must succeed and say nothing else.
    pub(in crate::userland) async fn out(&self, script: &str) -> String {
        let ran = self.run(script).await;
        assert_eq!((ran.err.as_str(), ran.status), ("", 0), "{script}");
        ran.out
    }

    pub(in crate::userland) async fn check(&self, script: &str, out: &str, err: &str, status: u8) {
        let ran = self.run(script).await;
        assert_eq!(
            (ran.out.as_str(), ran.err.as_str(), ran.status),
            (out, err, status),
            "{script}"
        );
    }

    /// The script ends with an exception: its line, and the exit code 255.
    pub(in crate::userland) async fn check_thrown(
        &self,
        script: &str,
        command: &str,
        exception: &str,
    ) {
        let ran = self.run(script).await;
        let begin =
            format!("\nException occurred while executing '{command}':\n{exception}\n\tat ");
        assert!(ran.err.starts_with(&begin), "{script}: {}", ran.err);
        assert_eq!((ran.out.as_str(), ran.status), ("", 255), "{script}");
    }
}
