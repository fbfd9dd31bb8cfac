//! What an APK is, as the program itself says before anything of it is run.

use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use serde_json::Value;
use tokio::process::Command;

/// Large APKs are read whole, on machines that have other things to do.
const READING: Duration = Duration::from_mins(3);

#[derive(Debug, Clone, Default)]
pub(super) struct About {
    pub(super) package: String,
    pub(super) version: String,
    pub(super) min_sdk: u64,
    pub(super) target_sdk: u64,
    /// What will keep it from running.
    pub(super) stops: Vec<String>,
    /// What of it will be missing.
    pub(super) limits: Vec<String>,
}

#[expect(clippy::disallowed_methods, reason = "the program that is driven")]
pub(super) async fn about(program: &Path, apk: &Path) -> Result<About, String> {
    let mut command = Command::new(program);
    command.args(["phone", "--json", "--check"]).arg(apk);
    command.stdin(Stdio::null()).stderr(Stdio::null()).kill_on_drop(true);
    let output = tokio::time::timeout(READING, command.output()).await;
    let output = output.map_err(|_| "it takes more than three minutes to read".to_owned())?;
    let output = output.map_err(|error| error.to_string())?;
    let report: Value = serde_json::from_slice(&output.stdout)
        .map_err(|_| "it cannot be checked: `fingertip phone --check` says nothing".to_owned())?;
    Ok(About::of(&report))
}

impl About {
    fn of(report: &Value) -> Self {
        let app = &report["app"];
        let text = |key: &str| app[key].as_str().unwrap_or_default().to_owned();
        let with = |weight: &str| {
            let findings = report["findings"].as_array().into_iter().flatten();
            let such = findings.filter(|finding| finding["weight"] == weight);
            such.filter_map(|finding| finding["text"].as_str().map(str::to_owned)).collect()
        };
        Self {
            package: text("package"),
            version: text("version"),
            min_sdk: app["minSdk"].as_u64().unwrap_or_default(),
            target_sdk: app["targetSdk"].as_u64().unwrap_or_default(),
            stops: with("stops"),
            limits: with("limit"),
        }
    }

    pub(super) fn is_known(&self) -> bool {
        !self.package.is_empty()
    }
}
