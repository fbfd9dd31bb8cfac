//! Environment variables as a function, so that tests can hand in their own.

use std::ffi::OsString;

/// Looks up one environment variable.
pub type EnvLookup<'a> = &'a (dyn Fn(&str) -> Option<OsString> + Send + Sync);

/// The environment of this process.
pub fn process_env(name: &str) -> Option<OsString> {
    std::env::var_os(name)
}

/// The device named by `ANDROID_SERIAL`, which applies when the caller names none.
pub fn preferred_serial(env: EnvLookup<'_>) -> Option<String> {
    text(env, "ANDROID_SERIAL")
}

/// A variable as text; unset, empty and not UTF-8 are all `None`.
pub(crate) fn text(env: EnvLookup<'_>, name: &str) -> Option<String> {
    env(name)?.into_string().ok().filter(|value| !value.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Holds devices.3.
    #[test]
    fn empty_serial_means_none() {
        assert_eq!(preferred_serial(&|_| Some(OsString::new())), None);
        assert_eq!(preferred_serial(&|_| None), None);
        let env = |name: &str| (name == "ANDROID_SERIAL").then(|| OsString::from("emulator-5554"));
        assert_eq!(preferred_serial(&env).as_deref(), Some("emulator-5554"));
    }
}
