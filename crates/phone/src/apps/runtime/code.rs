//! [`Code`]: the code of one installed package, and how a process of it starts.

use std::{
    io,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
};

use super::{
    Runtime, SHARED,
    app::{RealApp, Start},
    built::{Built, Covered},
    calls::WireConfig,
    child, library,
    process::Streams,
    ready::Waiting,
    settings::Touches,
    translate::{NotTranslated, translated},
};
use crate::{
    android::{Host, Level},
    apps::Factory,
};

pub(crate) struct Code {
    runtime: Arc<Runtime>,
    classes: Vec<PathBuf>,
    built: Built,
    waiting: Mutex<Option<Waiting>>,
}

impl Code {
    /// Takes the class files of the package that are at hand, and translates the APKs at these paths of the host, the base
    /// first, unless they have nothing more. The app's own classes come before those of the libraries. Blocks.
    pub(crate) fn of(
        runtime: Arc<Runtime>,
        package: &str,
        min_sdk: u32,
        libraries: &[String],
        apks: &[PathBuf],
    ) -> Result<Self, NotTranslated> {
        let built = runtime.built.iter().find(|built| built.package == package);
        let mut built = built.cloned().unwrap_or_default();
        let covered = built.covers(apks, min_sdk)?;
        if covered == Covered::Not {
            built.classes.clear();
        }
        let mut classes = built.classes.clone();
        if covered != Covered::Whole {
            for apk in apks {
                classes.push(translated(&runtime, apk)?);
            }
        }
        classes.extend(libraries.iter().flat_map(|name| library::jars(&runtime.parts, name)));
        Ok(Self { runtime, classes, built, waiting: Mutex::default() })
    }

    pub(crate) fn factory(self) -> Factory {
        let code = Arc::new(self);
        let (ready, start) = (Arc::clone(&code), code as Arc<dyn Start>);
        let factory = Factory::new(move |host| Box::new(RealApp::new(host, Arc::clone(&start))));
        if !ready.runtime.ready {
            return factory;
        }
        factory.with_ready(move |host| ready.prepare(host))
    }

    /// Has a process wait for the app of `host`; without it, none waits any more.
    fn prepare(&self, host: Option<&Host>) {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(host) = host.filter(|host| host.installed().is_some()) else {
            *waiting = None;
            return;
        };
        if waiting.is_none() {
            let config = WireConfig::of(&host.config(), host.locale());
            let (runtime, built, host) =
                (Arc::clone(&self.runtime), self.built.clone(), host.clone());
            let api = host.api_level();
            let open = move || {
                streams(&runtime, &built, &host, |line| tracing::debug!("a JVM that waits: {line}"))
            };
            // Without one the app starts as it always did.
            *waiting = Waiting::start(open, api, config).ok();
        }
    }
}

impl Start for Code {
    fn open(&self, host: &Host) -> io::Result<Streams> {
        let own = host.clone();
        streams(&self.runtime, &self.built, host, move |line| own.log(Level::Warn, "java", &line))
    }

    fn waiting(&self) -> Option<Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    fn classes(&self) -> Vec<String> {
        self.classes.iter().map(|path| path.to_string_lossy().into_owned()).collect()
    }
}

/// Starts a process that may touch what is its own.
fn streams(
    runtime: &Runtime,
    built: &Built,
    host: &Host,
    complaint: impl FnMut(String) + Send + 'static,
) -> io::Result<Streams> {
    let missing = || io::Error::from(io::ErrorKind::NotFound);
    let package = host.installed().ok_or_else(missing)?;
    let data = host.host_path(&package.data_dir).ok_or_else(missing)?;
    let apks = host.host_path(&package.code_path).ok_or_else(missing)?;
    let shared = host.host_path(SHARED).ok_or_else(missing)?;
    let temporary = tempfile::Builder::new().prefix("phone-app-").tempdir()?;
    let read = [apks, runtime.cache.clone()].into_iter();
    let touches = Touches {
        read: read.chain(built.places().map(Path::to_owned)).collect(),
        write: vec![data, shared, temporary.path().to_owned()],
        network: runtime.network,
    };
    child::start(runtime.app_command(touches), Some(temporary), complaint)
}
