//! What the device knows about a file.

use super::SyncSession;
use super::wire::{self, Stat};
use crate::{Deadline, Device, Feature, Result};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Metadata {
    /// File type and permissions, as in `st_mode`.
    pub mode: u32,
    /// Modulo 4 GiB on devices without `stat_v2`.
    pub size: u64,
    /// Seconds since 1970.
    pub modified: i64,
}

impl Metadata {
    pub fn is_dir(self) -> bool {
        self.is_kind(0o040_000)
    }

    pub fn is_file(self) -> bool {
        self.is_kind(0o100_000)
    }

    pub fn is_symlink(self) -> bool {
        self.is_kind(0o120_000)
    }

    fn is_kind(self, kind: u32) -> bool {
        self.mode & 0o170_000 == kind
    }
}

impl Device {
    /// Looks at a file, through links where the device can; `None` if there is none.
    pub async fn stat(&self, path: &str, deadline: Deadline) -> Result<Option<Metadata>> {
        self.sync(deadline).await?.stat(path, deadline).await
    }

    /// Looks at a file or link itself; `None` if there is none.
    pub async fn lstat(&self, path: &str, deadline: Deadline) -> Result<Option<Metadata>> {
        self.sync(deadline).await?.lstat(path, deadline).await
    }
}

impl SyncSession {
    pub async fn stat(&mut self, path: &str, deadline: Deadline) -> Result<Option<Metadata>> {
        self.stat_as(*b"STA2", path, deadline).await
    }

    pub async fn lstat(&mut self, path: &str, deadline: Deadline) -> Result<Option<Metadata>> {
        self.stat_as(*b"LST2", path, deadline).await
    }

    async fn stat_as(
        &mut self,
        id_v2: [u8; 4],
        path: &str,
        deadline: Deadline,
    ) -> Result<Option<Metadata>> {
        let v2 = self.has(Feature::StatV2);
        // Version 1 has one request, which does not follow links.
        let request = wire::request(if v2 { id_v2 } else { *b"STAT" }, path)?;
        self.begin()?;
        let answer = async {
            self.send(&request).await?;
            let id = self.id().await?;
            if id == *b"FAIL" {
                return Err(self.failure(path).await);
            }
            if id != request[..4] {
                return Err(wire::unexpected(id, "the answer to a stat"));
            }
            let stat = if v2 {
                wire::stat_v2(&self.bytes::<{ wire::STAT_V2 }>().await?)
            } else {
                wire::stat_v1(&self.bytes::<{ wire::STAT_V1 }>().await?)
            };
            match stat {
                Stat::Found(metadata) => Ok(Some(metadata)),
                Stat::Missing => Ok(None),
                Stat::Failed(errno) => Err(wire::errno(path, errno)),
            }
        };
        let answer = deadline.run("asking for a file's metadata", answer).await;
        self.end(answer)
    }
}
