//! `cmd thermalservice`: how hot the phone is to be.

use super::list::Reply;
use crate::process::Process;
use crate::userland::system::thrown::{Thrown, Words};

/// `Temperature.THROTTLING_SHUTDOWN`.
const HOTTEST: u8 = 6;

pub(super) fn answer(process: &Process, mut words: Words<'_>) -> Result<Reply, Thrown> {
    let android = process.android();
    match words.next() {
        Some("override-status") => {
            let wanted = words.required()?;
            let Ok(status) = wanted.parse::<i32>() else {
                let text = format!(
                    "Error: java.lang.NumberFormatException: For input string: \"{wanted}\"\n"
                );
                return Ok(Reply::refused(text));
            };
            let known = u8::try_from(status).ok().filter(|status| *status <= HOTTEST);
            let Some(status) = known else {
                return Ok(Reply::refused(format!("Invalid status: {status}\n")));
            };
            android.set_thermal_override(Some(status));
            Ok(Reply::silent())
        }
        Some("reset") => {
            android.set_thermal_override(None);
            Ok(Reply::silent())
        }
        other => Ok(Reply::unknown(other)),
    }
}

#[cfg(test)]
mod tests {
    use crate::userland::system::on_phone::OnPhone;

    #[tokio::test(start_paused = true)]
    async fn warm_and_cool_again() {
        let phone = OnPhone::home().await;
        let status = "dumpsys thermalservice | grep -E '^(IsStatusOverride|Thermal Status)'";
        let script = format!("cmd thermalservice override-status 3; {status}");
        phone.check(&script, "IsStatusOverride: true\nThermal Status: 3\n", "", 0).await;
        let script = format!("cmd thermalservice reset; {status}");
        phone.check(&script, "IsStatusOverride: false\nThermal Status: 0\n", "", 0).await;
        phone.check("cmd thermalservice override-status 7", "", "Invalid status: 7\n", 255).await;
    }
}
