//! [`Code`]: the code of one installed package, and how a process of it starts.

use std::{
    io,
    path::PathBuf,
    sync::{Arc, Mutex, PoisonError},
};

use super::{
    Runtime,
    app::{RealApp, Start},
    calls::WireConfig,
    child,
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
    waiting: Mutex<Option<Waiting>>,
}

impl Code {
    /// Translates the APKs at these paths of the host, the base first. Blocks.
    pub(crate) fn of(runtime: Arc<Runtime>, apks: &[PathBuf]) -> Result<Self, NotTranslated> {
        let classes = apks.iter().map(|apk| translated(&runtime, apk)).collect::<Result<_, _>>()?;
        Ok(Self { runtime, classes, waiting: Mutex::default() })
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
            let (runtime, host) = (Arc::clone(&self.runtime), host.clone());
            let api = host.api_level();
            let open = move || {
                streams(&runtime, &host, |line| tracing::debug!("a JVM that waits: {line}"))
            };
            // Without one the app starts as it always did.
            *waiting = Waiting::start(open, api, config).ok();
        }
    }
}

impl Start for Code {
    fn open(&self, host: &Host) -> io::Result<Streams> {
        let own = host.clone();
        streams(&self.runtime, host, move |line| own.log(Level::Warn, "java", &line))
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
    host: &Host,
    complaint: impl FnMut(String) + Send + 'static,
) -> io::Result<Streams> {
    let missing = || io::Error::from(io::ErrorKind::NotFound);
    let package = host.installed().ok_or_else(missing)?;
    let data = host.host_path(&package.data_dir).ok_or_else(missing)?;
    let apks = host.host_path(&package.code_path).ok_or_else(missing)?;
    let temporary = tempfile::Builder::new().prefix("phone-app-").tempdir()?;
    let touches = Touches {
        read: vec![apks, runtime.cache.clone()],
        write: vec![data, temporary.path().to_owned()],
        network: runtime.network,
    };
    child::start(runtime.app_command(touches), Some(temporary), complaint)
}
