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

/// The last port where an adb server looks for emulators when it starts.
const LAST_SCANNED: u16 = 5585;

/// Tells a running adb server; one that starts later looks for emulators itself, but not everywhere.
pub(super) async fn announce(adb_port: u16) {
    let told = async {
        let host = Host::new(ServerAddr::from_env(&adb::process_env)?);
        host.announce_emulator(adb_port, Deadline::after(SOON)).await
    };
    if let Some(note) = note(adb_port, told.await.is_ok()) {
        print::line(format!("  ({note})"));
    }
}

/// What people should know about adb servers.
fn note(adb_port: u16, told: bool) -> Option<String> {
    if adb_port > LAST_SCANNED {
        let begin = if told { "an adb server" } else { "no adb server runs here; one" };
        let console = adb_port - 1;
        return Some(format!(
            "{begin} that starts later looks no further than port {LAST_SCANNED}: `adb connect emu:{console},{adb_port}` tells it"
        ));
    }
    let finds = "no adb server runs here; `adb devices` starts one, which finds the emulator";
    (!told).then(|| finds.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ports_that_adb_servers_do_not_look_at_are_told() {
        assert_eq!(note(5585, true), None);
        assert!(note(5585, false).unwrap().ends_with("which finds the emulator"));
        let told = "looks no further than port 5585: `adb connect emu:5586,5587` tells it";
        for runs in [true, false] {
            let note = note(5587, runs).unwrap();
            assert!(note.ends_with(told), "{note}");
            assert_eq!(note.starts_with("no adb server runs here"), !runs, "{note}");
        }
    }
}
