//! A picture of the screen, by `screencap`.

use adb::CommandLine;
use bytes::Bytes;
use memchr::memmem;

use super::{Result, VIA, refused};
use crate::{Deadline, Picture};

const MOST_BYTES: usize = 128 * 1024 * 1024;
const SIGNATURE: &[u8] = b"\x89PNG\r\n\x1a\n";

pub(in super::super) async fn screenshot(adb: &adb::Device, deadline: Deadline) -> Result<Picture> {
    let command = CommandLine::constant("screencap -p");
    let answer: Bytes = adb.exec(&command, MOST_BYTES, deadline).await?.into();
    // Phones with several displays write a warning before the picture, on the same stream.
    match memmem::find(&answer, SIGNATURE) {
        Some(start) => Ok(Picture { png: answer.slice(start..), via: VIA }),
        None => Err(refused(&command, &answer)),
    }
}
