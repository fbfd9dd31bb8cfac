//! The files of a directory.

use super::wire::{self, Stat};
use super::{Metadata, SyncSession};
use crate::{Deadline, Device, Error, Feature, Result};

/// A directory's entries, without `.` and `..`. A directory that is missing or may not be read is
/// empty: the device does not say more.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Listing {
    pub entries: Vec<DirEntry>,
    /// Names that could lead out of the directory or cannot be shown, as the device sent them.
    pub refused: Vec<Vec<u8>>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DirEntry {
    /// Free of separators and control characters.
    pub name: String,
    /// `None` if the device could not look at it.
    pub metadata: Option<Metadata>,
}

/// Far more than any file system allows.
const LONGEST_NAME: usize = 4096;
/// What one listing may take in memory; a directory of 100,000 files needs half of it.
const MOST_BYTES: usize = 32 << 20;
/// Counted for each entry beside its name.
const ENTRY: usize = 64;

impl Device {
    pub async fn list(&self, path: &str, deadline: Deadline) -> Result<Listing> {
        self.sync(deadline).await?.list(path, deadline).await
    }
}

impl SyncSession {
    pub async fn list(&mut self, path: &str, deadline: Deadline) -> Result<Listing> {
        let v2 = self.has(Feature::ListV2);
        let request = wire::request(if v2 { *b"LIS2" } else { *b"LIST" }, path)?;
        self.begin()?;
        let answer = async {
            self.send(&request).await?;
            self.entries(path, v2).await
        };
        let answer = deadline.run("listing a directory", answer).await;
        self.end(answer)
    }

    async fn entries(&mut self, path: &str, v2: bool) -> Result<Listing> {
        let mut listing = Listing::default();
        let mut taken = 0;
        loop {
            let id = self.id().await?;
            match (&id, v2) {
                (b"FAIL", _) => return Err(self.failure(path).await),
                (b"DENT", false) | (b"DNT2", true) | (b"DONE", _) => {}
                _ => return Err(wire::unexpected(id, "an entry of a listing")),
            }
            // DONE is as long as an entry's head.
            let stat = if v2 {
                wire::stat_v2(&self.bytes::<{ wire::STAT_V2 }>().await?)
            } else {
                wire::stat_v1(&self.bytes::<{ wire::STAT_V1 }>().await?)
            };
            let length = self.length().await?;
            if id == *b"DONE" {
                return Ok(listing);
            }
            taken += length + ENTRY;
            if length > LONGEST_NAME || taken > MOST_BYTES {
                return Err(Error::TooMuchOutput { limit: MOST_BYTES });
            }
            self.fill(length).await?;
            let name = self.received.split_to(length);
            match wire::file_name(&name) {
                Some(name) => listing.entries.push(DirEntry {
                    name: name.to_owned(),
                    metadata: match stat {
                        Stat::Found(metadata) => Some(metadata),
                        Stat::Missing | Stat::Failed(_) => None,
                    },
                }),
                None if matches!(&name[..], b"." | b"..") => {}
                None => listing.refused.push(name.to_vec()),
            }
        }
    }
}
