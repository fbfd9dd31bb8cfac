//! Who a phone is, by its properties.

use adb::CommandLine;

use super::super::PLATFORM;
use super::{Result, run};
use crate::{Deadline, DeviceInfo};

const ASK: &str = "getprop ro.build.version.release; getprop ro.product.model; getprop ro.kernel.qemu; getprop ro.boot.qemu; getprop ro.serialno";

pub(in super::super) async fn info(
    adb: &adb::Device,
    id: &str,
    deadline: Deadline,
) -> Result<DeviceInfo> {
    let answer = run(adb, &CommandLine::constant(ASK), deadline).await?;
    let text = answer.text();
    let mut lines = text.lines().map(|line| line.trim().to_owned());
    let mut next = || lines.next().unwrap_or_default();
    let (os_version, model) = (next(), next());
    let simulator = [next(), next()].iter().any(|flag| flag == "1");
    let itself = itself(id, &next(), simulator);
    Ok(DeviceInfo { platform: PLATFORM, id: id.to_owned(), os_version, model, simulator, itself })
}

/// A phone that is plugged in and reached over the network too has one serial number. Emulators share theirs, so they
/// are told by their port: adb names them after their console's, which is the one below.
fn itself(id: &str, serial: &str, simulator: bool) -> String {
    // What makers forgot to fill in.
    let says_nothing = ["", "unknown", "0123456789ABCDEF", "0123456789abcdef"].contains(&serial);
    if !simulator && !says_nothing {
        return format!("serial {serial}");
    }
    let console = id.strip_prefix("emulator-").and_then(|port| port.parse::<u16>().ok());
    if let Some(port) = console.and_then(|console| console.checked_add(1)) {
        return format!("127.0.0.1:{port}");
    }
    match id.rsplit_once(':') {
        Some(("localhost" | "[::1]" | "127.0.0.1", port)) => format!("127.0.0.1:{port}"),
        _ => id.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::itself;

    #[test]
    fn a_phone_is_one_whichever_way_it_is_reached() {
        let cable = itself("R58M123ABC", "R58M123ABC", false);
        assert_eq!(cable, itself("192.168.1.5:5555", "R58M123ABC", false));
        assert_ne!(cable, itself("192.168.1.6:5555", "R58M999XYZ", false));
        let emulator = itself("emulator-5554", "EMULATOR34X1X9X0", true);
        for address in ["localhost:5555", "127.0.0.1:5555", "[::1]:5555"] {
            assert_eq!(emulator, itself(address, "EMULATOR34X1X9X0", true), "{address}");
        }
        assert_ne!(emulator, itself("emulator-5556", "EMULATOR34X1X9X0", true));
        for (serial, simulator) in [("unknown", false), ("", false), ("EMULATOR34X1X9X0", true)] {
            assert_eq!(itself("10.0.0.7:5555", serial, simulator), "10.0.0.7:5555");
        }
        assert_eq!(itself("emulator-65535", "", true), "emulator-65535");
        assert_eq!(itself("emulator-x", "", true), "emulator-x");
    }
}
