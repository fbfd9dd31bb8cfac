//! Reading a stream to its end, within a limit.

use tokio::io::AsyncReadExt as _;

use crate::{Error, Result, Stream};

/// Room made before a read; doubled with what is there already, so that a long answer is copied
/// only a few times.
const ROOM: usize = 64 * 1024;

pub(crate) async fn to_end(stream: &mut Stream, limit: usize) -> Result<Vec<u8>> {
    let mut collected = Vec::new();
    loop {
        if collected.capacity() - collected.len() < ROOM / 4 {
            collected.reserve(collected.len().max(ROOM));
        }
        if stream.read_buf(&mut collected).await.map_err(Error::from_stream)? == 0 {
            return Ok(collected);
        }
        if collected.len() > limit {
            return Err(Error::TooMuchOutput { limit });
        }
    }
}
