//! `fingertip phone --check`: what of an APK will work.

use std::path::Path;
use std::process::ExitCode;

use ::phone::android::Api;

use super::words::plain;
use crate::cli::print;
use crate::cli::runtime::env;
use crate::runtime::check::{Report, Weight, check};
use crate::runtime::{Wishes, found};

pub(super) async fn run(apk: &Path, api: Api, wishes: &Wishes, json: bool) -> ExitCode {
    let report = check(apk, api, &found(api.level(), wishes, &env).await);
    if json {
        match serde_json::to_string(&report) {
            Ok(text) => print::line(text),
            Err(error) => print::error(error),
        }
    } else {
        tell(&report);
    }
    if report.runs { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Its texts are the app's own: each stays on its line.
fn tell(report: &Report) {
    if let Some(app) = &report.app {
        let line = format!("{} {}, \"{}\"", app.package, app.version, app.label);
        print::line(plain(&line));
    }
    for finding in &report.findings {
        let mark = match finding.weight {
            Weight::Good => "ok  ",
            Weight::Limit => "note",
            Weight::Stops => "FAIL",
        };
        print::line(format!("{mark} {}", one_line(&finding.text)));
    }
    print::line(if report.runs { "It should run." } else { "It will not run." });
}

fn one_line(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}
