//! `fingertip doctor`: what this machine has, and what to do about what is missing.

use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use adb::{Host as AdbHost, ServerAddr, start};
use engine::{Choice, Deadline, DeviceState};

use super::{apps, print};
use crate::host::{Devices, Host};

pub(super) async fn run() -> ExitCode {
    let deadline = Deadline::after(Duration::from_secs(20));
    let mut broken = false;
    let mut report = |good: bool, what: &str, hint: &str| {
        print::line(format!("{} {what}", if good { "ok  " } else { "FAIL" }));
        if !good {
            print::line(format!("     {hint}"));
        }
        broken |= !good;
    };

    match phone_works(deadline).await {
        Ok(line) => report(true, &line, ""),
        Err(error) => report(false, &format!("the embedded phone: {error}"), error.hint()),
    }

    let adb = start::find_adb(&adb::process_env);
    match &adb {
        Ok(path) => print::line(format!("ok   adb program: {}", path.path.display())),
        Err(error) => print::line(format!("note adb program: {error}")),
    }
    match ServerAddr::from_env(&adb::process_env) {
        Ok(addr) => match AdbHost::new(addr.clone()).version(deadline).await {
            Ok(version) => print::line(format!("ok   adb server at {addr}, version {version}")),
            Err(_) if adb.is_ok() => {
                print::line(format!("note no adb server at {addr}; it is started when needed"));
            }
            Err(_) => print::line(format!(
                "note no adb server at {addr} and no adb: phones on a cable need Android platform-tools; the embedded phone and host:port do not"
            )),
        },
        Err(error) => report(false, &error.to_string(), "correct the environment variable"),
    }

    for (known, line) in apps::lines().await {
        print::line(format!("{} {line}", if known { "ok  " } else { "note" }));
    }

    // With the phone at hand no adb server is started: a look should change nothing.
    if let Ok(host) = Host::new(Devices { phone: true }) {
        let (mut devices, failures) = host.fleet.attached(deadline).await;
        devices.retain(|device| device.id != crate::embedded::PHONE);
        for device in &devices {
            let line = format!("device {} is {}", device.id, device.state);
            let hint = match device.state {
                DeviceState::Unauthorized => "unlock it and accept the debugging prompt",
                DeviceState::NoPermissions => {
                    "add udev rules for it, or run the adb server as a user who may open it"
                }
                DeviceState::Device
                | DeviceState::Offline
                | DeviceState::Connecting
                | DeviceState::Other(_) => {
                    "reconnect its cable, or `adb disconnect` and `adb connect` it"
                }
            };
            report(device.state == DeviceState::Device, &line, hint);
        }
        if devices.is_empty() && failures.is_empty() {
            print::line(
                "note no device is attached: `fingertip mcp --phone` uses the embedded one",
            );
        }
    }
    if broken { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

/// Boots the embedded phone and reads its screen.
async fn phone_works(deadline: Deadline) -> Result<String, engine::Error> {
    let host = Arc::new(Host::new(Devices { phone: true })?);
    let desk = host.fleet.choose(Choice::default(), deadline).await?;
    let screen = desk.read(deadline).await?;
    Ok(format!("the embedded phone boots and shows {} elements", screen.refs.len()))
}
