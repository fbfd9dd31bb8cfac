//! An Android phone behind the [`Device`] trait: picks the backend, does nothing else.

use async_trait::async_trait;

use super::link::Link;
use super::routing::{Backend, Operation, order};
use super::shell::{self, Shell};
use super::translate::{Failure, Translate as _};
use crate::{
    AppId, Capture, Deadline, Device, DeviceInfo, Display, Editor, Error, Front, Gesture, Key, Log,
    LogStream, Pace, Picture, Place, Result, State, Via,
};

#[derive(Debug)]
pub struct Android {
    id: String,
    link: Link,
    shell: Shell,
}

impl Android {
    pub fn new(id: impl Into<String>, link: Link) -> Self {
        Self { id: id.into(), link, shell: Shell::default() }
    }

    /// Makes sure that the phone can be reached.
    pub(super) async fn reach(&self, deadline: Deadline) -> Result<()> {
        self.link.device(&self.id, deadline).await.map(drop).translate(&self.id)
    }

    /// Tries the backends of an operation in their order; the last failure is the answer.
    async fn route<T, F: Future<Output = Result<T, Failure>>>(
        &self,
        operation: Operation,
        deadline: Deadline,
        by_shell: impl Fn(adb::Device) -> F,
    ) -> Result<T> {
        let mut failure = Error::TreeUnavailable { why: "no backend can do this".to_owned() };
        for backend in order(operation) {
            let served = match backend {
                Backend::Shell => self.ask(deadline, &by_shell).await,
            };
            match served {
                Ok(answer) => return Ok(answer),
                Err(error) => failure = error,
            }
        }
        Err(failure)
    }

    /// Runs `work` on the phone, and once more when it had to be connected anew before anything was sent.
    async fn ask<T, F: Future<Output = Result<T, Failure>>>(
        &self,
        deadline: Deadline,
        work: impl Fn(adb::Device) -> F,
    ) -> Result<T> {
        let first = async { work(self.link.device(&self.id, deadline).await?).await };
        let answer = match first.await {
            Err(Failure::Adb(error)) if self.link.revive(&error, deadline).await => {
                async { work(self.link.device(&self.id, deadline).await?).await }.await
            }
            answer => answer,
        };
        answer.translate(&self.id)
    }
}

#[async_trait]
impl Device for Android {
    fn id(&self) -> &str {
        &self.id
    }

    async fn info(&self, deadline: Deadline) -> Result<DeviceInfo> {
        self.ask(
            deadline,
            |adb: adb::Device| async move { shell::info(&adb, &self.id, deadline).await },
        )
        .await
    }

    async fn capture(&self, deadline: Deadline) -> Result<Capture> {
        let by_shell = |adb: adb::Device| async move { self.shell.capture(&adb, deadline).await };
        self.route(Operation::Tree, deadline, by_shell).await
    }

    async fn place(&self, deadline: Deadline) -> Result<Place> {
        let asking = |adb: adb::Device| async move { shell::place(&adb, deadline).await };
        self.ask(deadline, asking).await
    }

    async fn display(&self, deadline: Deadline) -> Result<Option<Display>> {
        let asking = |adb: adb::Device| async move { shell::display(&adb, deadline).await };
        self.ask(deadline, asking).await
    }

    async fn front(&self, deadline: Deadline) -> Result<Front> {
        self.ask(deadline, |adb: adb::Device| async move { shell::front(&adb, deadline).await })
            .await
    }

    async fn screenshot(&self, deadline: Deadline) -> Result<Picture> {
        let by_shell = |adb: adb::Device| async move { shell::screenshot(&adb, deadline).await };
        self.route(Operation::Screenshot, deadline, by_shell).await
    }

    async fn gesture(&self, gesture: Gesture, deadline: Deadline) -> Result<Via> {
        let by_shell =
            |adb: adb::Device| async move { shell::gesture(&adb, gesture, deadline).await };
        self.route(Operation::Gesture, deadline, by_shell).await
    }

    async fn press(&self, keys: &[Key], deadline: Deadline) -> Result<Via> {
        let by_shell = |adb: adb::Device| async move { shell::press(&adb, keys, deadline).await };
        self.route(Operation::Key, deadline, by_shell).await
    }

    fn can_type(&self, text: &str) -> Result<()> {
        shell::can_type(text).translate(&self.id)
    }

    async fn type_text(&self, text: &str, pace: Pace, deadline: Deadline) -> Result<Via> {
        let by_shell =
            |adb: adb::Device| async move { shell::type_text(&adb, text, pace, deadline).await };
        self.route(Operation::Text, deadline, by_shell).await
    }

    async fn editor(&self, deadline: Deadline) -> Result<Option<Editor>> {
        let asking = |adb: adb::Device| async move { shell::editor(&adb, deadline).await };
        self.ask(deadline, asking).await
    }

    async fn launch(&self, app: &AppId, deadline: Deadline) -> Result<()> {
        self.ask(deadline, |adb: adb::Device| async move {
            shell::launch(&adb, app, &self.id, deadline).await
        })
        .await
    }

    async fn is_installed(&self, app: &AppId, deadline: Deadline) -> Result<bool> {
        self.ask(deadline, |adb: adb::Device| async move {
            shell::is_installed(&adb, app, deadline).await
        })
        .await
    }

    async fn wake(&self, deadline: Deadline) -> Result<()> {
        self.ask(
            deadline,
            |adb: adb::Device| async move { shell::wake(&adb, &self.id, deadline).await },
        )
        .await
    }

    async fn state(&self, deadline: Deadline) -> Result<State> {
        self.link.state(&self.id, deadline).await.translate(&self.id)
    }

    fn log(&self) -> Option<&dyn Log> {
        Some(self)
    }
}

#[async_trait]
impl Log for Android {
    async fn follow(&self, since: Option<u64>, deadline: Deadline) -> Result<Box<dyn LogStream>> {
        let following =
            |adb: adb::Device| async move { shell::follow(&adb, &self.id, since, deadline).await };
        Ok(Box::new(self.ask(deadline, following).await?))
    }
}
