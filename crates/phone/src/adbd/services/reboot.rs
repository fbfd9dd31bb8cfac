//! `reboot:`: the apps end and all connections with them; the phone is back at once, with its home screen.

use super::service::{Service, service};
use crate::adbd::daemon::Adbd;

pub(super) fn open(adbd: &Adbd) -> Service {
    let adbd = adbd.clone();
    service(|stream| async move {
        stream.writer.close().await;
        let android = adbd.machine().android();
        for package in android.processes().into_iter().filter_map(|process| process.package) {
            android.force_stop(&package);
        }
        android.go_home();
        // Only `ro.` properties can refuse.
        android.set_property("service.adb.root", "0").ok();
        adbd.restart();
    })
}
