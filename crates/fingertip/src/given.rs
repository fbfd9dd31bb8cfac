//! Apps that the user gives along with a phone: told apart by content, installed before anybody else sees the phone.

mod build_folder;
mod mistaken;

use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use adb::{CommandLine, Deadline, Device, Direct};
use phone::android::{Api, Intent, read_apk};
use phone::apps::{Built, Installable, Runtime, declared};
use phone::{Builder, Phone};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

pub use mistaken::remedy;

use crate::runtime::{Found, Missing, Wishes, found, jar};

/// An APK's code is translated when it is installed, which takes its time.
const INSTALLING: Duration = Duration::from_mins(5);
/// From this API level on, apps for a very old one are refused, and there is an option that insists.
const BLOCKS_OLD: u32 = 34;
/// More than any answer of the installer.
const ANSWER: u64 = 64 * 1024;

/// What an app process runs, made of `runtime/` by its build script.
const RUNTIME: &[u8] = include_bytes!("../../../runtime/fingertip-runtime.jar");

/// Apps, how far they are trusted, and the Android they are for.
#[derive(Debug, Clone, Default)]
pub struct Given {
    pub apps: Vec<GivenApp>,
    pub api: Api,
    pub wishes: Wishes,
}

/// One of them.
#[derive(Clone)]
pub enum GivenApp {
    /// Declared as data.
    Declared(Box<Installable>),
    Apk {
        file: PathBuf,
        package: String,
        /// Class files that it was built from, folders and jars: they need no translation.
        classes: Vec<PathBuf>,
    },
}

impl std::fmt::Debug for GivenApp {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.package())
    }
}

impl GivenApp {
    /// Reads an APK, a declared app, or the newest APK in a build folder with the classes it was built from, for a phone of this level.
    pub fn read(place: &Path, api: Api) -> Result<Self, String> {
        let shown = place.display();
        if place.is_dir() {
            let file = apk_at(place)?;
            let classes = build_folder::classes(&file);
            return Ok(Self::read(&file, api)?.with_classes(classes));
        }
        let failed = |error: std::io::Error| format!("{shown}: {error}");
        let mut file = std::fs::File::open(place).map_err(failed)?;
        let mut start = [0; 4];
        let zip = file.read_exact(&mut start).is_ok() && start == *b"PK\x03\x04";
        if !zip && !mistaken::is_named_as_app(place) {
            let yaml = std::fs::read_to_string(place).map_err(failed)?;
            let app = declared(&yaml).map_err(|error| format!("{shown}: {error}"))?;
            return Ok(Self::Declared(Box::new(app)));
        }
        let (manifest, _) = read_apk(file, &shown.to_string(), api).map_err(|error| {
            remedy(place)
                .map_or_else(|| format!("{shown}: {error}"), |what| format!("{shown}: {what}"))
        })?;
        let (file, package) = (place.to_owned(), manifest.package);
        Ok(Self::Apk { file, package, classes: Vec::new() })
    }

    /// With more class files at hand; a declared app has no use for them.
    #[must_use]
    pub fn with_classes(mut self, more: impl IntoIterator<Item = PathBuf>) -> Self {
        if let Self::Apk { classes, .. } = &mut self {
            // An app process has a working folder of its own.
            classes.extend(more.into_iter().map(|path| std::path::absolute(&path).unwrap_or(path)));
        }
        self
    }

    pub fn package(&self) -> &str {
        match self {
            Self::Declared(app) => &app.manifest.package,
            Self::Apk { package, .. } => package,
        }
    }
}

/// The APK that a place stands for: itself, or the newest one in a build folder.
pub fn apk_at(place: &Path) -> Result<PathBuf, String> {
    if !place.is_dir() {
        return Ok(place.to_owned());
    }
    build_folder::newest_apk(place)
        .ok_or_else(|| format!("{}: no APK is in there; build one first", place.display()))
}

impl Given {
    pub fn has_apks(&self) -> bool {
        self.apps.iter().any(|app| matches!(app, GivenApp::Apk { .. }))
    }

    /// What real apps run on here, or why they do not.
    pub async fn ground(&self) -> Result<Found, Missing> {
        found(self.api.level(), &self.wishes, &|name| std::env::var_os(name)).await
    }

    /// A phone that runs real apps where this machine can, and starts with the declared ones.
    pub async fn built_in(&self, builder: Builder) -> Builder {
        let running = |found| running(found, self.built());
        let builder = builder.api(self.api);
        let builder = match self.ground().await.map(running) {
            Ok(Ok(runtime)) => builder.runtime(runtime),
            Ok(Err(error)) => {
                tracing::error!(%error, "real apps will not run: their runtime cannot be laid down");
                builder
            }
            Err(missing) => {
                tracing::info!(%missing, "real apps will not run");
                builder
            }
        };
        self.apps.iter().fold(builder, |builder, app| match app {
            GivenApp::Declared(app) => builder.app(Installable::clone(app)),
            // A demo of the same package would be newer, and by somebody else.
            GivenApp::Apk { package, .. } => builder.without(package),
        })
    }

    fn built(&self) -> Vec<Built> {
        let built = self.apps.iter().filter_map(|app| match app {
            GivenApp::Apk { package, classes, .. } if !classes.is_empty() => {
                Some(Built { package: package.clone(), classes: classes.clone() })
            }
            GivenApp::Apk { .. } | GivenApp::Declared(_) => None,
        });
        built.collect()
    }

    /// Installs the APKs as adb does, and brings the first app to the front.
    pub async fn install(&self, phone: &Phone) -> Result<(), String> {
        for app in &self.apps {
            if let GivenApp::Apk { file, .. } = app {
                install(phone, file).await.map_err(|why| format!("{}: {why}", file.display()))?;
            }
        }
        self.apps.first().map_or(Ok(()), |app| launch(phone, app.package()))
    }
}

/// Where the classes of an APK are kept once it was installed on a phone that runs on this.
pub fn classes_of(apk: &Path, found: Found) -> std::io::Result<PathBuf> {
    running(found, Vec::new())?.classes_of(apk)
}

/// What was found, as the phone wants it.
fn running(found: Found, built: Vec<Built>) -> std::io::Result<Runtime> {
    let jar = jar::placed(RUNTIME, &found.cache)?;
    let refused = found.keeping.refusal();
    let mut runtime = Runtime::new(found.java.path, found.parts, jar, found.cache);
    runtime.java_home = Some(found.java.home);
    runtime.launcher = found.launcher;
    runtime.network = found.network;
    runtime.refused = refused;
    runtime.ready = true;
    runtime.built = built;
    Ok(runtime)
}

async fn install(phone: &Phone, file: &Path) -> Result<(), String> {
    let deadline = Deadline::after(INSTALLING);
    let apk = tokio::fs::read(file).await.map_err(|error| error.to_string())?;
    let installing = async {
        let direct = Direct::handshake(phone.connect(), deadline).await?;
        let device = Device::new(Arc::new(direct));
        // Over what an earlier start left in the phone's folder; as a debug build may be for tests only; and made for an Android
        // that was, which a phone refuses whoever does not insist.
        let size = apk.len().to_string();
        let mut words = vec!["pm", "install", "-r", "-t"];
        if phone.android().api().level() >= BLOCKS_OLD {
            words.push("--bypass-low-target-sdk-block");
        }
        words.extend(["-S", &size]);
        let command = CommandLine::new(words)?;
        let mut stream = device.exec_stream(&command, deadline).await?;
        let mut said = Vec::new();
        let talk = async {
            stream.write_all(&apk).await?;
            stream.flush().await?;
            (&mut stream).take(ANSWER).read_to_end(&mut said).await
        };
        // Refused before it was sent whole: what counts is the answer.
        let talked = deadline.run("installing an app", async { Ok(talk.await) }).await?;
        Ok::<_, adb::Error>((said, talked))
    };
    let (said, talked) = installing.await.map_err(|error| error.to_string())?;
    let said = String::from_utf8_lossy(&said);
    let said = said.trim();
    match (said, talked) {
        ("Success", _) => Ok(()),
        ("", Err(error)) => Err(error.to_string()),
        (said, _) => Err(said.to_owned()),
    }
}

/// An app without an icon is left for `am start`.
fn launch(phone: &Phone, package: &str) -> Result<(), String> {
    let android = phone.android();
    let icon = android.package(package).and_then(|package| package.launcher_activity());
    match icon.map(|activity| android.begin_activity(&Intent::launch(activity), 2000)) {
        Some(Err(error)) => Err(error.to_string()),
        Some(Ok(_)) | None => Ok(()),
    }
}
