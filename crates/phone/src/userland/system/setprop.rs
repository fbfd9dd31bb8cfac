//! `setprop`: sets a system property, as far as the user may.

use crate::process::Process;
use crate::userland::Outcome;
use crate::userland::options::options;

/// The longest value that is not read-only.
const VALUE_MAX: usize = 91;

/// What the user shell may set; everything else belongs to the system.
const OPEN_TO_SHELL: [&str; 8] = [
    "debug.",
    "dumpstate.",
    "log.",
    "persist.debug.",
    "persist.log.",
    "persist.traced.",
    "service.adb.",
    "sys.powerctl",
];

pub(crate) async fn run(process: &mut Process, arguments: &[String]) -> Outcome {
    let options = options!(process, arguments, "^<2");
    let [key, value] = *options.rest.as_slice() else {
        return process.fail("setprop", "Max 2 arguments (see \"setprop --help\")").await;
    };
    let refusal = if !is_legal_name(key) {
        Some(format!("Illegal property name '{key}'\n"))
    } else if value.len() > VALUE_MAX && !key.starts_with("ro.") {
        let end = value.floor_char_boundary(VALUE_MAX);
        Some(format!("Value '{value}' too long, try '{}'\n", &value[..end]))
    } else if !may_set(process, key) || process.android().set_property(key, value).is_err() {
        Some(format!("Failed to set property '{key}' to '{value}'.\nSee dmesg for error reason.\n"))
    } else {
        None
    };
    let Some(refusal) = refusal else { return Ok(0) };
    process.complain(refusal).await;
    Ok(1)
}

fn may_set(process: &Process, key: &str) -> bool {
    process.who.uid == 0 || OPEN_TO_SHELL.iter().any(|prefix| key.starts_with(prefix))
}

/// Letters, digits and `.-@:_`; no dot at an end, no two dots side by side.
fn is_legal_name(name: &str) -> bool {
    let legal = |byte: u8| byte.is_ascii_alphanumeric() || b".-@:_".contains(&byte);
    !name.is_empty()
        && name.bytes().all(legal)
        && !name.starts_with('.')
        && !name.ends_with('.')
        && !name.contains("..")
}

#[cfg(test)]
mod tests {
    use crate::userland::system::on_phone::OnPhone;

    #[tokio::test(start_paused = true)]
    async fn sets_what_is_open() {
        let phone = OnPhone::home().await;
        phone.check("setprop debug.x 'a b'; getprop debug.x", "a b\n", "", 0).await;
        phone.check("setprop debug.x ''; getprop debug.x", "\n", "", 0).await;
    }

    #[tokio::test(start_paused = true)]
    async fn refuses_the_rest() {
        let phone = OnPhone::home().await;
        let failed = |key: &str| {
            format!("Failed to set property '{key}' to '1'.\nSee dmesg for error reason.\n")
        };
        for key in ["ro.debuggable", "persist.sys.locale"] {
            phone.check(&format!("setprop {key} 1"), "", &failed(key), 1).await;
        }
        phone.check("setprop a..b 1", "", "Illegal property name 'a..b'\n", 1).await;
        let long = "x".repeat(92);
        let told = format!("Value '{long}' too long, try '{}'\n", "x".repeat(91));
        phone.check(&format!("setprop debug.x {long}"), "", &told, 1).await;
        let few = "setprop: Need 2 arguments (see \"setprop --help\")\n";
        phone.check("setprop debug.x", "", few, 1).await;
    }
}
