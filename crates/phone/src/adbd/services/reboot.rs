//! `reboot:`: the apps end and all connections with them; the phone is back at once, with its home screen.

use super::service::{Service, service};
use crate::adbd::daemon::Adbd;

pub(super) fn open(adbd: &Adbd) -> Service {
    let adbd = adbd.clone();
    service(|stream| async move {
        stream.writer.close().await;
        adbd.machine().reboot();
    })
}
