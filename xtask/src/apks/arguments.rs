//! What the crawl is told on the command line.

use std::path::PathBuf;
use std::time::Duration;

/// Crawls every APK of a folder by taps, over MCP on the embedded phone: prints one line an APK.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// A folder with APKs in it or below it, or one APK.
    #[arg(value_name = "FOLDER")]
    pub(super) folder: PathBuf,
    /// How many taps a screen may be away from the first one.
    #[arg(long, value_name = "N", default_value_t = 3)]
    pub(super) levels: usize,
    /// Screens of an app at most.
    #[arg(long, value_name = "N", default_value_t = 300)]
    pub(super) screens: usize,
    /// Minutes for an app at most, from its first screen on.
    #[arg(long, value_name = "N", default_value_t = 5)]
    pub(super) minutes: u64,
    /// Phones that crawl an app at once.
    #[arg(long, value_name = "N", default_value_t = 2)]
    pub(super) jobs: usize,
    /// Also write a page with every screen.
    #[arg(long, value_name = "FILE")]
    pub(super) table: Option<PathBuf>,
    /// The `fingertip` to use; the one beside this program, unless named, built when it is missing.
    #[arg(long, value_name = "FILE", env = "FINGERTIP")]
    pub(super) program: Option<PathBuf>,
}

/// How far one app is crawled.
#[derive(Debug, Clone, Copy)]
pub(super) struct Bounds {
    pub(super) levels: usize,
    pub(super) screens: usize,
    pub(super) time: Duration,
    pub(super) jobs: usize,
}

impl Arguments {
    pub(super) fn bounds(&self) -> Bounds {
        Bounds {
            levels: self.levels,
            screens: self.screens.max(1),
            time: Duration::from_secs(self.minutes.max(1).saturating_mul(60)),
            jobs: self.jobs.clamp(1, 8),
        }
    }
}
