//! The one table that turns the text of a FAIL into an error.

use crate::Error;

/// What a FAIL in answer to `request` means.
pub(crate) fn error(request: &str, text: &str) -> Error {
    let request = || request.to_owned();
    let owned = || text.to_owned();
    // An adb server appends hints on further lines to some texts.
    let head = text.split('\n').next().unwrap_or_default().trim_end();
    match head {
        "no devices/emulators found" | "no devices found" | "no emulators found" => {
            Error::NoDevices
        }
        "closed" => Error::Closed { service: request() },
        "unknown host service" => Error::UnknownService { request: request() },
        "cannot rebind existing socket" => Error::AlreadyForwarded { text: owned() },
        _ if head.starts_with("more than one ") => Error::MoreThanOne,
        _ if head.starts_with("device offline") => Error::DeviceOffline { text: owned() },
        _ if head.starts_with("device still ") => Error::StillConnecting { text: owned() },
        _ if head.starts_with("device unauthorized") => Error::Unauthorized { text: owned() },
        _ if head.starts_with("insufficient permissions for device")
            || head.starts_with("no permissions") =>
        {
            Error::NoPermissions { text: owned() }
        }
        _ if head.starts_with("cannot bind ") => Error::CannotBind { text: owned() },
        _ => named(head).unwrap_or_else(|| Error::Refused { request: request(), text: owned() }),
    }
}

/// The texts that name their subject between quotes.
fn named(head: &str) -> Option<Error> {
    let between = |prefix, suffix| head.strip_prefix(prefix)?.strip_suffix(suffix);
    if let Some(serial) = between("device '", "' not found") {
        return Some(Error::DeviceNotFound { serial: serial.to_owned() });
    }
    if let Some(serial) = between("no such device '", "'") {
        return Some(Error::DeviceNotFound { serial: serial.to_owned() });
    }
    if let Some(id) = between("no device with transport id '", "'") {
        return Some(Error::DeviceNotFound { serial: format!("transport id {id}") });
    }
    let spec = between("listener '", "' not found")?;
    Some(Error::ListenerNotFound { spec: spec.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &str) {
        let debug = format!("{:?}", error("shell:id", text));
        assert!(debug.starts_with(expected), "{text:?} became {debug}, not {expected}");
    }

    #[test]
    fn every_row_has_its_own_error() {
        check("no devices/emulators found", "NoDevices");
        check("no devices found", "NoDevices");
        check("no emulators found", "NoDevices");
        check("device 'X' not found", r#"DeviceNotFound { serial: "X" }"#);
        check("device 'it's' not found", r#"DeviceNotFound { serial: "it's" }"#);
        check("no device with transport id '9'", r#"DeviceNotFound { serial: "transport id 9" }"#);
        check("no such device '1.2.3.4:5555'", r#"DeviceNotFound { serial: "1.2.3.4:5555" }"#);
        check("more than one device/emulator", "MoreThanOne");
        check("more than one device", "MoreThanOne");
        check("more than one emulator", "MoreThanOne");
        check("more than one device with serial X", "MoreThanOne");
        check("device offline", "DeviceOffline");
        check("device offline (no transport)", "DeviceOffline");
        check("device offline (transport offline)", "DeviceOffline");
        check("device still connecting", "StillConnecting");
        check("device still authorizing", "StillConnecting");
        check(
            "device unauthorized.\nThis adb server's $ADB_VENDOR_KEYS is not set\nTry 'adb \
             kill-server' if that seems wrong.\nOtherwise check for a confirmation dialog on your \
             device.",
            "Unauthorized",
        );
        check(
            "insufficient permissions for device: user in plugdev group; are your udev rules \
             wrong?\nSee [http://developer.android.com/tools/device.html] for more information",
            "NoPermissions",
        );
        check("no permissions (missing udev rules?)", "NoPermissions");
        check("closed", r#"Closed { service: "shell:id" }"#);
        check("unknown host service", r#"UnknownService { request: "shell:id" }"#);
        check("cannot rebind existing socket", "AlreadyForwarded");
        check("cannot bind listener: Address already in use", "CannotBind");
        check("cannot bind listener: unknown socket specification:bogus:1", "CannotBind");
        check("listener 'tcp:17777' not found", r#"ListenerNotFound { spec: "tcp:17777" }"#);
        check("something new", r#"Refused { request: "shell:id", text: "something new" }"#);
        check("", "Refused");
    }
}
