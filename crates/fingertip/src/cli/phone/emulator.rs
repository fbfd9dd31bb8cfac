//! Being an emulator for others: its name, its token, and telling the adb server.

use std::path::PathBuf;
use std::time::Duration;

use ::phone::console::Access;
use adb::{Deadline, Host, ServerAddr};

use super::print;

/// How long the adb server may take to listen.
const SOON: Duration = Duration::from_secs(2);

/// What the virtual device is called.
pub(super) fn avd_name(index: usize) -> String {
    if index == 0 { "fingertip".to_owned() } else { format!("fingertip_{}", index + 1) }
}

/// The token for the consoles, from the file that all emulators of a user share.
pub(super) fn access() -> Result<Access, String> {
    let home = ["HOME", "USERPROFILE"].into_iter().find_map(std::env::var_os);
    let home = home.map(PathBuf::from).ok_or("the home folder is not known: set HOME")?;
    Access::in_home(&home).map_err(|error| format!("cannot read the console's token: {error}"))
}

/// Tells a running adb server; one that starts later looks for emulators itself.
pub(super) async fn announce(adb_port: u16) {
    let told = async {
        let host = Host::new(ServerAddr::from_env(&adb::process_env)?);
        host.announce_emulator(adb_port, Deadline::after(SOON)).await
    };
    if told.await.is_err() {
        print::line(
            "  (no adb server runs here; `adb devices` starts one, which finds the emulator)",
        );
    }
}
