//! An Android phone behind the [`Device`] trait: picks the backend, does nothing else.

use async_trait::async_trait;

use super::link::Link;
use super::routing::{Backend, Operation, order};
use super::shell::{self, Shell};
use super::translate::Translate as _;
use crate::{
    AppId, Capture, Deadline, Device, DeviceInfo, Error, Gesture, Key, Picture, Result, Via,
};

#[derive(Debug)]
pub struct Android {
    id: String,
    link: Link,
    shell: Shell,
}

/// Tries the backends of an operation in their order; the last failure is the answer.
macro_rules! route {
    ($self:ident, $operation:expr, $deadline:ident, |$adb:ident| $shell:expr) => {{
        let mut failure = Error::TreeUnavailable { why: "no backend can do this".to_owned() };
        for backend in order($operation) {
            let served = match backend {
                Backend::Shell => {
                    let linked = $self.link.device($deadline).await;
                    match linked {
                        Ok($adb) => $shell.await,
                        Err(error) => Err(error),
                    }
                }
            };
            match served.translate(&$self.id) {
                Ok(answer) => return Ok(answer),
                Err(error) => failure = error,
            }
        }
        Err(failure)
    }};
}

impl Android {
    pub fn new(id: impl Into<String>, link: Link) -> Self {
        Self { id: id.into(), link, shell: Shell::default() }
    }
}

#[async_trait]
impl Device for Android {
    fn id(&self) -> &str {
        &self.id
    }

    async fn info(&self, deadline: Deadline) -> Result<DeviceInfo> {
        let ask =
            async { shell::info(&self.link.device(deadline).await?, &self.id, deadline).await };
        ask.await.translate(&self.id)
    }

    async fn capture(&self, deadline: Deadline) -> Result<Capture> {
        route!(self, Operation::Tree, deadline, |adb| self.shell.capture(&adb, deadline))
    }

    async fn screenshot(&self, deadline: Deadline) -> Result<Picture> {
        route!(self, Operation::Screenshot, deadline, |adb| shell::screenshot(&adb, deadline))
    }

    async fn gesture(&self, gesture: Gesture, deadline: Deadline) -> Result<Via> {
        route!(self, Operation::Gesture, deadline, |adb| shell::gesture(&adb, gesture, deadline))
    }

    async fn press(&self, key: Key, deadline: Deadline) -> Result<Via> {
        route!(self, Operation::Key, deadline, |adb| shell::press(&adb, key, deadline))
    }

    async fn type_text(&self, text: &str, deadline: Deadline) -> Result<Via> {
        route!(self, Operation::Text, deadline, |adb| shell::type_text(&adb, text, deadline))
    }

    async fn launch(&self, app: &AppId, deadline: Deadline) -> Result<()> {
        let start = async {
            shell::launch(&self.link.device(deadline).await?, app, &self.id, deadline).await
        };
        start.await.translate(&self.id)
    }

    async fn is_installed(&self, app: &AppId, deadline: Deadline) -> Result<bool> {
        let ask =
            async { shell::is_installed(&self.link.device(deadline).await?, app, deadline).await };
        ask.await.translate(&self.id)
    }

    async fn wake(&self, deadline: Deadline) -> Result<()> {
        let wake =
            async { shell::wake(&self.link.device(deadline).await?, &self.id, deadline).await };
        wake.await.translate(&self.id)
    }
}
