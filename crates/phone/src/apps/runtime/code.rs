//! [`Code`]: the code of one installed package, and how a process of it starts.

use std::{io, path::PathBuf, sync::Arc};

use super::{
    Runtime,
    app::{RealApp, Start},
    child,
    process::Streams,
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
}

impl Code {
    /// Translates the APKs at these paths of the host, the base first. Blocks.
    pub(crate) fn of(runtime: Arc<Runtime>, apks: &[PathBuf]) -> Result<Self, NotTranslated> {
        let classes = apks.iter().map(|apk| translated(&runtime, apk)).collect::<Result<_, _>>()?;
        Ok(Self { runtime, classes })
    }

    pub(crate) fn factory(self) -> Factory {
        let code: Arc<dyn Start> = Arc::new(self);
        Factory::new(move |host| Box::new(RealApp::new(host, Arc::clone(&code))))
    }
}

impl Start for Code {
    fn open(&self, host: &Host) -> io::Result<Streams> {
        let missing = || io::Error::from(io::ErrorKind::NotFound);
        let package = host.installed().ok_or_else(missing)?;
        let data = host.host_path(&package.data_dir).ok_or_else(missing)?;
        let apks = host.host_path(&package.code_path).ok_or_else(missing)?;
        let temporary = tempfile::Builder::new().prefix("phone-app-").tempdir()?;
        let touches = Touches {
            read: vec![apks, self.runtime.cache.clone()],
            write: vec![data, temporary.path().to_owned()],
            network: self.runtime.network,
        };
        let host = host.clone();
        let complaint = move |line: String| host.log(Level::Warn, "java", &line);
        let streams = child::start(self.runtime.app_command(touches), complaint)?;
        let kill = streams.kill;
        // What it left behind goes with it.
        let kill = Box::new(move || {
            let _ = temporary.path();
            kill();
        });
        Ok(Streams { kill, ..streams })
    }

    fn classes(&self) -> Vec<String> {
        self.classes.iter().map(|path| path.to_string_lossy().into_owned()).collect()
    }
}
