//! A phone to type commands on.

use crate::android::Android;
use crate::files::{Files, Image};
use crate::process::{Machine, Process};
pub(super) use crate::shell::tests::Ran;
use crate::shell::tests::run_in;
use tokio_util::sync::CancellationToken;

/// A phone with the preinstalled apps whose clock stands at 10:15 on 15 November 2026.
pub(super) struct Phone(pub(super) Process);

impl Phone {
    pub(super) fn new() -> Self {
        let mut image = Image::android();
        for command in crate::userland::all() {
            image.add_program(command.name);
        }
        let time = "2026-11-15T10:15:00Z".parse().unwrap();
        let android = Android::builder().wall_clock(time).start();
        let files = Files::temporary(image).unwrap();
        Self(Process::new(Machine::new(android, files, CancellationToken::new())))
    }

    pub(super) async fn run(&self, script: &str) -> Ran {
        run_in(&self.0, script, b"").await
    }

    pub(super) async fn feed(&self, script: &str, input: &[u8]) -> Ran {
        run_in(&self.0, script, input).await
    }

    /// Standard output, standard error and exit code, all as expected.
    pub(super) async fn check(&self, script: &str, out: &str, err: &str, status: u8) {
        let ran = self.run(script).await;
        assert_eq!(
            (ran.out.as_str(), ran.err.as_str(), ran.status),
            (out, err, status),
            "{script}"
        );
    }

    /// The exit code 255 and an exception that says this, and nothing else.
    pub(super) async fn check_thrown(&self, script: &str, exception: &str) {
        let ran = self.run(script).await;
        let name = script.split_whitespace().nth(1).unwrap_or_default();
        let start = format!("\nException occurred while executing '{name}':\n{exception}\n\tat ");
        assert!(ran.err.starts_with(&start), "{script}: {}", ran.err);
        assert_eq!(ran.status, 255, "{script}");
    }

    pub(super) fn front(&self) -> String {
        self.0.android().resumed_activity().map_or_else(String::new, |top| top.component.short())
    }
}
