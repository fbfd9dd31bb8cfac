//! Names that callers supply, checked before they become words. A name that passes here never
//! starts with `-`, so no tool takes it for an option.

use crate::error::one_line;
use crate::{Error, Result};

/// `com.example.app`: at least one dot, so that it cannot be mistaken for a path or an option.
pub fn package(name: &str) -> Result<&str> {
    check("package name", name, "com.example.app", is_dotted_name(name, 255))
}

/// `.MainActivity`, `com.example.app.Main$Inner`.
pub fn activity(name: &str) -> Result<&str> {
    let first = |byte: u8| byte.is_ascii_alphabetic() || b"_.$".contains(&byte);
    let rest = |byte: u8| byte.is_ascii_alphanumeric() || b"_.$".contains(&byte);
    let good = name.len() <= 255 && matches(name, first, rest);
    check("activity name", name, ".MainActivity", good)
}

/// `com.example.app/.MainActivity`, as its two halves.
pub fn component(name: &str) -> Result<(&str, &str)> {
    let (package_name, activity_name) = name
        .split_once('/')
        .ok_or_else(|| refused("component name", name, "com.example.app/.MainActivity"))?;
    Ok((package(package_name)?, activity(activity_name)?))
}

/// `android.permission.CAMERA`.
pub fn permission(name: &str) -> Result<&str> {
    check("permission name", name, "android.permission.CAMERA", is_dotted_name(name, 255))
}

/// `de`, `pt_BR`, `zh-Hant-TW`.
pub fn locale(name: &str) -> Result<&str> {
    let mut pieces = name.split(['_', '-']);
    let language = pieces.next().unwrap_or_default();
    let good = (2..=3).contains(&language.len())
        && language.bytes().all(|byte| byte.is_ascii_alphabetic())
        && pieces.all(|piece| {
            (2..=8).contains(&piece.len()) && piece.bytes().all(|byte| byte.is_ascii_alphanumeric())
        });
    check("locale", name, "pt_BR", good)
}

/// `screen_brightness`, `com.example:key`.
pub fn settings_key(name: &str) -> Result<&str> {
    let first = |byte: u8| byte.is_ascii_alphanumeric() || b"_.:".contains(&byte);
    let rest = |byte: u8| byte.is_ascii_alphanumeric() || b"_.:-".contains(&byte);
    check(
        "settings key",
        name,
        "screen_brightness",
        name.len() <= 255 && matches(name, first, rest),
    )
}

/// A device's serial: `emulator-5554`, `192.168.1.5:5555`.
pub fn serial(name: &str) -> Result<&str> {
    let foul =
        |character: char| character.is_whitespace() || character.is_control() || character == ';';
    let good =
        !name.is_empty() && name.len() <= 128 && !name.starts_with('-') && !name.contains(foul);
    check("serial", name, "emulator-5554", good)
}

/// A path on the device as a word: absolute, without NUL, of a length the device accepts.
pub fn device_path(path: &str) -> Result<&str> {
    let good = path.starts_with('/') && path.len() <= 1024 && !path.contains('\0');
    check("device path", path, "/sdcard/Download/a.txt", good)
}

/// Any other word that must not be read as an option, such as a log tag.
pub fn not_an_option(word: &str) -> Result<&str> {
    if word.starts_with('-') {
        return Err(Error::invalid("argument", format!("'{}' starts with '-'", one_line(word))));
    }
    Ok(word)
}

fn check<'a>(what: &'static str, value: &'a str, example: &str, good: bool) -> Result<&'a str> {
    if good { Ok(value) } else { Err(refused(what, value, example)) }
}

fn refused(what: &'static str, value: &str, example: &str) -> Error {
    Error::invalid(what, format!("'{}' is not of the form {example}", one_line(value)))
}

fn is_dotted_name(name: &str, longest: usize) -> bool {
    let piece = |piece: &str| {
        !piece.is_empty() && piece.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
    };
    name.len() <= longest
        && name.contains('.')
        && name.starts_with(|first: char| first.is_ascii_alphabetic())
        && name.split('.').all(piece)
}

fn matches(name: &str, first: impl Fn(u8) -> bool, rest: impl Fn(u8) -> bool) -> bool {
    match name.as_bytes() {
        [] => false,
        [head, tail @ ..] => first(*head) && tail.iter().all(|byte| rest(*byte)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check_all(validate: impl Fn(&str) -> bool, accepted: &[&str], refused: &[&str]) {
        for name in accepted {
            assert!(validate(name), "{name:?} should pass");
        }
        let hostile = ["", "-x", "a b", "a;b", "a$(id)", "a'b", "a\nb", "a\0b", "`id`", "a|b"];
        for name in refused.iter().chain(&hostile) {
            assert!(!validate(name), "{name:?} should be refused");
        }
    }

    #[test]
    fn packages() {
        let long = format!("a.{}", "b".repeat(254));
        check_all(
            |name| package(name).is_ok(),
            &["com.example.app", "a.b", "com.Example_2.x9", "a.9"],
            &["android", ".a.b", "a..b", "a.b.", "9a.b", "com.exämple", "a.b$c", "a.b/c", &long],
        );
        check_all(|name| permission(name).is_ok(), &["android.permission.CAMERA"], &["CAMERA"]);
    }

    #[test]
    fn activities_and_components() {
        check_all(
            |name| activity(name).is_ok(),
            &[".Main", "com.a.Main$Inner", "_x", "$"],
            &["9a", "a/b", "a-b"],
        );
        check_all(
            |name| component(name).is_ok(),
            &["com.a.b/.Main", "com.a.b/com.a.b.Main$1"],
            &["com.a.b", "com.a.b/", "/.Main", "com.a.b/.Main/x"],
        );
        assert_eq!(component("a.b/.C").unwrap(), ("a.b", ".C"));
    }

    #[test]
    fn locales_keys_and_serials() {
        check_all(
            |name| locale(name).is_ok(),
            &["de", "pt_BR", "zh-Hant-TW", "fil"],
            &["d", "deut", "de_", "de__AT", "de_A", "1e"],
        );
        check_all(
            |name| settings_key(name).is_ok(),
            &["screen_brightness", "a.b:c-d", "0"],
            &["a=b", "ä"],
        );
        let long = "x".repeat(129);
        for good in ["emulator-5554", "127.0.0.1:5555", "[::1]:5555", "adb-1._adb-tls._tcp"] {
            assert!(serial(good).is_ok(), "{good}");
        }
        for bad in ["", "a b", "a;b", "a\tb", "a\u{7f}", "-s", &long] {
            assert!(serial(bad).is_err(), "{bad:?}");
        }
    }

    #[test]
    fn messages_say_what_was_seen() {
        let error = package("rm -rf").unwrap_err();
        assert_eq!(
            error.to_string(),
            "invalid package name: 'rm -rf' is not of the form com.example.app"
        );
        assert!(not_an_option("-d").is_err() && not_an_option("tag").is_ok());
        assert!(device_path("relative").is_err() && device_path("/a b").is_ok());
    }
}
