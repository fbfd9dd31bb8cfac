//! `framebuffer:`: a picture of the screen without a program that makes one.

use super::service::{Service, service};
use crate::adbd::daemon::Adbd;
use bytes::Bytes;

pub(super) fn open(adbd: &Adbd) -> Service {
    let android = adbd.machine().android().clone();
    service(|stream| async move {
        let frame = android.screenshot().await;
        let size = u32::try_from(frame.rgba.len()).unwrap_or(u32::MAX);
        let mut picture = Vec::with_capacity(56 + frame.rgba.len());
        // Version, bits of a pixel, colour space (sRGB), then offset and length of red, blue, green, alpha.
        let (width, height) = (frame.width, frame.height);
        for word in [2, 32, 1, size, width, height, 0, 8, 16, 8, 8, 8, 24, 8_u32] {
            picture.extend_from_slice(&word.to_le_bytes());
        }
        picture.extend_from_slice(&frame.rgba);
        // A host that is gone needs no picture.
        stream.writer.write(Bytes::from(picture)).await.ok();
    })
}
