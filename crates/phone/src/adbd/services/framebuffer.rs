//! `framebuffer:`: the screen as raw pixels behind a header of fourteen words.

use super::session::Session;
use crate::adbd::connection::Service;

pub(super) fn service(session: &Session) -> Service {
    let android = session.machine().android().clone();
    Box::new(move |stream| {
        Box::pin(async move {
            let frame = android.screenshot().await;
            let size = frame.width.saturating_mul(frame.height).saturating_mul(4);
            // Version 2, 32 bits, sRGB; then size and the offsets and lengths of red, blue, green and alpha.
            let words = [2, 32, 1, size, frame.width, frame.height, 0, 8, 16, 8, 8, 8, 24, 8];
            let mut bytes: Vec<u8> = Vec::with_capacity(56 + frame.rgba.len());
            for word in words {
                bytes.extend_from_slice(&word.to_le_bytes());
            }
            bytes.extend_from_slice(&frame.rgba);
            stream.writer.write(bytes.into()).await.ok();
        })
    })
}
