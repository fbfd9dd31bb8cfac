//! Real apps, as flags of the commands that have a phone, and as lines of the doctor.

use std::path::PathBuf;

use phone::android::Api;

use super::print;
use super::runtime::env;
use crate::given::{Given, GivenApp};
use crate::runtime::java::{self, FOR_API_36};
use crate::runtime::{Wishes, absent, confine, machine, parts, places};

#[derive(Debug, Clone, Default, clap::Args)]
#[group(skip)]
pub(super) struct Flags {
    /// Let real apps reach the network.
    #[arg(long)]
    app_network: bool,
    /// Run real apps also where they cannot be confined: they can do what you can.
    #[arg(long)]
    trust_apps: bool,
    /// The Java to run real apps on, 17 or later; otherwise JAVA_HOME, PATH and the usual places are looked at.
    #[arg(long, value_name = "PATH")]
    java: Option<PathBuf>,
    /// A jar or a folder of class files that a real app given by --app was built with, such as a library's; may be repeated.
    /// What is not found in such files or in a build folder comes from the APK's own code, which is translated.
    #[arg(long, value_name = "PATH")]
    app_classpath: Vec<PathBuf>,
}

impl Flags {
    pub(super) fn wishes(&self) -> Wishes {
        let Self { app_network: network, trust_apps: trust, java, .. } = self.clone();
        Wishes { java, network, trust }
    }

    /// The apps in these files. Wrong ones are wrong usage: they are told before a phone starts.
    pub(super) fn given(&self, files: &[PathBuf], api: Api) -> Result<Given, String> {
        if let Some(none) = self.app_classpath.iter().find(|path| !path.exists()) {
            return Err(format!("{}: there is no such file or folder", none.display()));
        }
        let read = |file: &PathBuf| {
            let app = GivenApp::read(file, api)?;
            Ok::<_, String>(app.with_classes(self.app_classpath.iter().cloned()))
        };
        let apps = files.iter().map(read).collect::<Result<_, _>>()?;
        Ok(Given { apps, api, wishes: self.wishes() })
    }
}

/// Says why the code of given APKs will not run, if so.
pub(super) async fn warn(given: &Given) {
    if !given.has_apks() {
        return;
    }
    let why = match given.ground().await {
        Ok(found) => found.keeping.refusal(),
        Err(missing) => Some(format!("{missing}; {}", missing.hint())),
    };
    if let Some(why) = why {
        print::error(format!("the code of real apps will not run: {why}"));
    }
}

/// What real apps need, each with whether it is there; without it everything else works.
pub(super) async fn lines() -> Vec<(bool, String)> {
    let mut lines = Vec::new();
    if let Err(missing) = machine() {
        lines.push((false, format!("real apps: {missing}; {}", missing.hint())));
    }
    lines.push(match java::find(None, &env).await {
        Ok(java) => {
            let old = if java.feature < FOR_API_36 {
                format!(" (apps of API level 36 would need {FOR_API_36})")
            } else {
                String::new()
            };
            (true, format!("Java {} for real apps: {}{old}", java.version, java.path.display()))
        }
        Err(none) => (false, format!("Java for real apps: {none}; {}", none.hint())),
    });
    let folder = places::parts(&env);
    let (there, missing): (Vec<u32>, Vec<u32>) =
        parts::levels().into_iter().partition(|level| absent(*level, &folder).is_empty());
    let list = |levels: &[u32]| {
        let levels: Vec<String> = levels.iter().map(ToString::to_string).collect();
        levels.join(", ")
    };
    if !there.is_empty() {
        let place = folder.display();
        lines.push((true, format!("parts for real apps of API level {}: {place}", list(&there))));
    }
    if let Some(first) = missing.iter().find(|level| **level == 34).or_else(|| missing.first()) {
        let remedy = format!("`fingertip runtime install --api {first}`");
        let missing = list(&missing);
        lines.push((false, format!("no parts for real apps of API level {missing}; {remedy}")));
    }
    lines.push(match confine::possible() {
        Ok(()) => (true, "real apps are confined, with Landlock and seccomp".to_owned()),
        Err(why) => {
            let remedy = "they run only with --trust-apps";
            (false, format!("real apps cannot be confined: {why}; {remedy}"))
        }
    });
    lines
}
