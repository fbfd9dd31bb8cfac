//! Whether an APK will run on the phone: what it needs, held against what there is. Nothing of it is run.

mod contents;

use std::fs::File;
use std::path::Path;

use phone::android::{Activity, Api, Contents, Filter, Manifest, read_apk, read_contents};
use serde::Serialize;

use crate::given::remedy;

use super::found::{Found, Keeping, Missing, TRUST};

/// What was learnt of an APK.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Report {
    /// It should run.
    pub runs: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub app: Option<About>,
    pub findings: Vec<Finding>,
}

#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct About {
    pub package: String,
    pub label: String,
    pub version: String,
    pub min_sdk: u32,
    pub target_sdk: u32,
    pub debuggable: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Finding {
    pub weight: Weight,
    pub text: String,
}

/// How much a finding matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Weight {
    /// As it should be.
    Good,
    /// Something of the app will be missing.
    Limit,
    /// It will not run.
    Stops,
}

impl Finding {
    fn good(text: impl Into<String>) -> Self {
        Self { weight: Weight::Good, text: text.into() }
    }

    fn limit(text: impl Into<String>) -> Self {
        Self { weight: Weight::Limit, text: text.into() }
    }

    fn stops(text: impl Into<String>) -> Self {
        Self { weight: Weight::Stops, text: text.into() }
    }
}

/// Looks at an APK for a phone of this level, on a machine that has or lacks this.
pub fn check(file: &Path, api: Api, machine: &Result<Found, Missing>) -> Report {
    let mut findings = Vec::new();
    let manifest = manifest(file, api, &mut findings);
    // What is no APK has been told so.
    let inside = manifest.as_ref().and_then(|_| File::open(file).ok()).and_then(read_contents);
    if let Some(inside) = inside {
        contents::findings(&inside, &mut findings);
        findings.extend(manifest.as_ref().and_then(|manifest| no_first_screen(manifest, &inside)));
    }
    findings.push(match machine {
        Ok(found) => ready(found),
        Err(missing) => Finding::stops(format!("{missing}; {}", missing.hint())),
    });
    let runs = findings.iter().all(|finding| finding.weight != Weight::Stops);
    Report { runs, app: manifest.map(about), findings }
}

fn manifest(file: &Path, api: Api, findings: &mut Vec<Finding>) -> Option<Manifest> {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let opened = match File::open(file) {
        Ok(opened) => opened,
        Err(error) => {
            findings.push(Finding::stops(format!("it cannot be read: {error}")));
            return None;
        }
    };
    let (manifest, apk) = match read_apk(opened, &name, api) {
        Ok(read) => read,
        Err(failure) => {
            findings.push(Finding::stops(format!("a phone refuses it: {failure}")));
            findings.extend(remedy(file).map(Finding::stops));
            return None;
        }
    };
    findings.push(Finding::good(format!(
        "made for API level {} to {}; the phone is {api}",
        manifest.min_sdk, manifest.target_sdk
    )));
    if apk.signing.certificates.is_empty() {
        findings.push(Finding::stops("it is not signed: INSTALL_PARSE_FAILED_NO_CERTIFICATES"));
    }
    if !manifest.activities.iter().any(is_launcher) {
        findings.push(Finding::limit("it has no icon: start an activity of it with `am start -n`"));
    }
    if !manifest.debuggable {
        findings.push(Finding::limit("it is no debug build: `run-as` will not work"));
    }
    Some(manifest)
}

/// What starts the app is not in its code.
fn no_first_screen(manifest: &Manifest, inside: &Contents) -> Option<Finding> {
    let missing = |class: &str| !inside.classes.contains(class) && !class.starts_with("android.");
    let first = manifest.activities.iter().find(|activity| is_launcher(activity))?.runs();
    // Of code that cannot be read nothing is known.
    let known = inside.broken.is_empty() && missing(first);
    known.then(|| Finding::stops(format!("its first screen, {first}, is not in its code")))
}

fn is_launcher(activity: &Activity) -> bool {
    let launches = |filter: &Filter| filter.categories.iter().any(|it| it == LAUNCHER);
    activity.filters.iter().any(launches)
}

const LAUNCHER: &str = "android.intent.category.LAUNCHER";

fn about(manifest: Manifest) -> About {
    About {
        package: manifest.package,
        label: manifest.label,
        version: format!("{} ({})", manifest.version_name, manifest.version_code),
        min_sdk: manifest.min_sdk,
        target_sdk: manifest.target_sdk,
        debuggable: manifest.debuggable,
    }
}

fn ready(found: &Found) -> Finding {
    let kept = match &found.keeping {
        Keeping::Confined => "confined",
        Keeping::Trusted => "trusted with all that you may do",
        Keeping::Refused(why) => {
            return Finding::stops(format!("apps cannot be confined here: {why}; {TRUST}"));
        }
    };
    let network = if found.network { "with network" } else { "without network" };
    Finding::good(format!(
        "Java {} and the parts are there; it runs {kept}, {network}",
        found.java.version
    ))
}
