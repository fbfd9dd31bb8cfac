//! The intent that the arguments of `am` and `pm` describe, and the `intent:` URIs in them.

use super::thrown::{Thrown, Words};
use crate::android::{Component, Extra, Intent};
use std::collections::BTreeMap;

const MAIN: &str = "android.intent.action.MAIN";
const VIEW: &str = "android.intent.action.VIEW";
const LAUNCHER: &str = "android.intent.category.LAUNCHER";

/// Reads options and the one word after them. `own` takes the options that are the command's, not the intent's.
pub(super) fn parse<'a>(
    words: &mut Words<'a>,
    mut own: impl FnMut(&str, &mut Words<'a>) -> Result<bool, Thrown>,
) -> Result<Intent, Thrown> {
    let mut intent = Intent::default();
    let mut described = false;
    while let Some(option) = words.option() {
        if describe(&mut intent, option, words)? {
            // Flags and extras alone say nothing about what is meant.
            described |= matches!(option, "-a" | "-d" | "-t" | "-i" | "-c" | "-n" | "-p");
        } else if !own(option, words)? {
            return Err(Thrown::illegal_argument(format!("Unknown option: {option}")));
        }
    }
    if let Some(word) = words.next() {
        described = true;
        fill_in(&mut intent, from_word(word)?);
    }
    if described { Ok(intent) } else { Err(Thrown::illegal_argument("No intent supplied")) }
}

/// Takes one option that says something about the intent.
fn describe(intent: &mut Intent, option: &str, words: &mut Words<'_>) -> Result<bool, Thrown> {
    match option {
        "-a" => intent.action = Some(words.required()?.to_owned()),
        "-d" => intent.data = Some(words.required()?.to_owned()),
        "-t" => intent.mime = Some(words.required()?.to_owned()),
        "-i" => drop(words.required()?),
        "-c" => intent.categories.push(words.required()?.to_owned()),
        "-n" => intent.component = Some(component(words.required()?)?),
        "-p" => intent.package = Some(words.required()?.to_owned()),
        "-f" => intent.flags = flags(words.required()?)?,
        "-e" | "--es" => extra(intent, words, |text| Ok(Extra::Text(text.to_owned())))?,
        "--esn" => drop(intent.extras.insert(words.required()?.to_owned(), Extra::Null)),
        "--ei" => extra(intent, words, |text| integer(text).map(Extra::Int))?,
        "--el" => extra(intent, words, |text| number(text).map(Extra::Long))?,
        "--ef" => extra(intent, words, |text| number(text).map(Extra::Float))?,
        "--ez" => extra(intent, words, |text| boolean(text).map(Extra::Bool))?,
        "--eu" => extra(intent, words, |text| Ok(Extra::Uri(text.to_owned())))?,
        "--ecn" => extra(intent, words, |text| Ok(Extra::Text(component(text)?.long())))?,
        // Apps see lists as the text that was given.
        "--eia" | "--eial" => list(intent, words, |item| integer(item).map(drop))?,
        "--ela" | "--elal" => list(intent, words, |item| number::<i64>(item).map(drop))?,
        "--efa" | "--efal" => list(intent, words, |item| number::<f32>(item).map(drop))?,
        "--esa" | "--esal" => list(intent, words, |_| Ok(()))?,
        _ => match FLAGS.iter().find(|(name, _)| option.strip_prefix("--") == Some(*name)) {
            Some((_, flag)) => intent.flags |= flag,
            None => return Ok(false),
        },
    }
    Ok(true)
}

fn extra(
    intent: &mut Intent,
    words: &mut Words<'_>,
    value: impl Fn(&str) -> Result<Extra, Thrown>,
) -> Result<(), Thrown> {
    let key = words.required()?.to_owned();
    let value = value(words.required()?)?;
    intent.extras.insert(key, value);
    Ok(())
}

fn list(
    intent: &mut Intent,
    words: &mut Words<'_>,
    check: impl Fn(&str) -> Result<(), Thrown>,
) -> Result<(), Thrown> {
    extra(intent, words, |text| {
        text.split(',').try_for_each(&check)?;
        Ok(Extra::Text(text.to_owned()))
    })
}

fn component(text: &str) -> Result<Component, Thrown> {
    text.parse().map_err(|_| Thrown::illegal_argument(format!("Bad component name: {text}")))
}

fn number<T: std::str::FromStr>(text: &str) -> Result<T, Thrown> {
    text.parse().map_err(|_| Thrown::bad_number(text))
}

/// Decimal, `0x` hexadecimal or `0` octal, as Java decodes it.
fn integer(text: &str) -> Result<i32, Thrown> {
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => (-1, digits),
        None => (1, text.strip_prefix('+').unwrap_or(text)),
    };
    let parsed = if let Some(hex) = digits.strip_prefix("0x").or(digits.strip_prefix("0X")) {
        i64::from_str_radix(hex, 16)
    } else if digits.len() > 1 && digits.starts_with('0') {
        i64::from_str_radix(digits, 8)
    } else {
        digits.parse()
    };
    let in_range = parsed.ok().filter(|_| !digits.starts_with(['+', '-']));
    in_range
        .and_then(|value| i32::try_from(sign * value).ok())
        .ok_or_else(|| Thrown::bad_number(text))
}

/// Flags may use all 32 bits.
fn flags(text: &str) -> Result<u32, Thrown> {
    let unsigned = match text.strip_prefix("0x").or(text.strip_prefix("0X")) {
        Some(hex) => u32::from_str_radix(hex, 16).ok(),
        None => text.parse().ok(),
    };
    match unsigned {
        Some(flags) => Ok(flags),
        None => integer(text).map(i32::cast_unsigned),
    }
}

fn boolean(text: &str) -> Result<bool, Thrown> {
    match text.to_ascii_lowercase().as_str() {
        "true" | "t" | "1" => Ok(true),
        "false" | "f" | "0" => Ok(false),
        _ => match text.parse::<i32>() {
            Ok(number) => Ok(number != 0),
            Err(_) => Err(Thrown::illegal_argument(format!("Invalid boolean value: {text}"))),
        },
    }
}

/// The word at the end: a URI, a component or a package.
fn from_word(word: &str) -> Result<Intent, Thrown> {
    if word.contains(':') {
        return from_uri(word);
    }
    let mut intent = Intent {
        action: Some(MAIN.to_owned()),
        categories: vec![LAUNCHER.to_owned()],
        ..Intent::default()
    };
    if word.contains('/') {
        intent.component = word.parse().ok();
    } else {
        intent.package = Some(word.to_owned());
    }
    Ok(intent)
}

/// What the options left open comes from the word.
fn fill_in(intent: &mut Intent, mut base: Intent) {
    if intent.action.is_some() {
        base.categories.clear();
    }
    intent.action = intent.action.take().or(base.action);
    if intent.data.is_none() && intent.mime.is_none() {
        intent.data = base.data;
        intent.mime = base.mime;
    }
    if intent.categories.is_empty() {
        intent.categories = base.categories;
    }
    intent.package = intent.package.take().or(base.package);
    intent.component = base.component.or(intent.component.take());
    intent.flags |= base.flags;
    let own: BTreeMap<String, Extra> = std::mem::replace(&mut intent.extras, base.extras);
    intent.extras.extend(own);
}

/// `intent:DATA#Intent;action=…;end`, or any other URI, which is to be viewed.
pub(super) fn from_uri(uri: &str) -> Result<Intent, Thrown> {
    let Some(rest) = uri.strip_prefix("intent:") else {
        return Ok(Intent {
            action: Some(VIEW.to_owned()),
            data: Some(uri.to_owned()),
            ..Intent::default()
        });
    };
    let mut intent = Intent { action: Some(VIEW.to_owned()), ..Intent::default() };
    let (data, parts) = rest.split_once("#Intent;").unwrap_or((rest, "end"));
    let mut scheme = None;
    for part in parts.split(';') {
        if part == "end" || part.is_empty() {
            continue;
        }
        let Some((key, value)) = part.split_once('=') else {
            return Err(Thrown::illegal_argument(format!("uri end not found: {uri}")));
        };
        let value = percent_decoded(value);
        match key {
            "action" => intent.action = Some(value),
            "category" => intent.categories.push(value),
            "type" => intent.mime = Some(value),
            "launchFlags" => intent.flags = flags(&value)?,
            "package" => intent.package = Some(value),
            "component" => intent.component = Some(component(&value)?),
            "scheme" => scheme = Some(value),
            "identifier" | "sourceBounds" => {}
            _ => {
                let (kind, name) = key.split_once('.').unwrap_or((key, ""));
                let extra = match kind {
                    "S" => Extra::Text(value),
                    "B" => Extra::Bool(value == "true"),
                    "i" | "b" | "s" => Extra::Int(number(&value)?),
                    "l" => Extra::Long(number(&value)?),
                    "f" | "d" => Extra::Float(number(&value)?),
                    "c" => Extra::Text(value.chars().take(1).collect()),
                    _ => {
                        return Err(Thrown::illegal_argument(format!("unknown EXTRA type: {key}")));
                    }
                };
                intent.extras.insert(percent_decoded(name), extra);
            }
        }
    }
    if !data.is_empty() {
        let data = data.to_owned();
        intent.data = Some(match scheme {
            Some(scheme) => format!("{scheme}:{data}"),
            None => data,
        });
    }
    Ok(intent)
}

fn percent_decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, after @ ..] = rest {
        let code = after.get(..2).filter(|_| *first == b'%').and_then(|digits| {
            let digits = std::str::from_utf8(digits).ok()?;
            u8::from_str_radix(digits, 16).ok()
        });
        bytes.push(code.unwrap_or(*first));
        rest = if code.is_some() { &after[2..] } else { after };
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

const FLAGS: [(&str, u32); 28] = [
    ("grant-read-uri-permission", 0x0000_0001),
    ("grant-write-uri-permission", 0x0000_0002),
    ("grant-persistable-uri-permission", 0x0000_0040),
    ("grant-prefix-uri-permission", 0x0000_0080),
    ("exclude-stopped-packages", 0x0000_0010),
    ("include-stopped-packages", 0x0000_0020),
    ("debug-log-resolution", 0x0000_0008),
    ("activity-brought-to-front", 0x0040_0000),
    ("activity-clear-top", 0x0400_0000),
    ("activity-clear-when-task-reset", 0x0008_0000),
    ("activity-exclude-from-recents", 0x0080_0000),
    ("activity-launched-from-history", 0x0010_0000),
    ("activity-multiple-task", 0x0800_0000),
    ("activity-no-animation", 0x0001_0000),
    ("activity-no-history", 0x4000_0000),
    ("activity-no-user-action", 0x0004_0000),
    ("activity-previous-is-top", 0x0100_0000),
    ("activity-reorder-to-front", 0x0002_0000),
    ("activity-reset-task-if-needed", 0x0020_0000),
    ("activity-single-top", 0x2000_0000),
    ("activity-clear-task", 0x0000_8000),
    ("activity-task-on-home", 0x0000_4000),
    ("activity-match-external", 0x0000_0800),
    ("receiver-foreground", 0x1000_0000),
    ("receiver-include-background", 0x0100_0000),
    ("receiver-no-abort", 0x0800_0000),
    ("receiver-registered-only", 0x4000_0000),
    ("receiver-replace-pending", 0x2000_0000),
];

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Result<String, String> {
        let words: Vec<String> = format!("start {line}").split(' ').map(str::to_owned).collect();
        let intent = parse(&mut Words::new(&words), |option, _| Ok(option == "-W"));
        intent.map(|intent| intent.to_string()).map_err(|thrown| format!("{thrown:?}"))
    }

    #[test]
    fn reads_what_am_reads() {
        let check = |line: &str, expected: &str| {
            assert_eq!(read(line), Ok(format!("Intent {{ {expected} }}")), "{line}");
        };
        let launch = "act=android.intent.action.MAIN cat=[android.intent.category.LAUNCHER]";
        check("-W -n com.x/.A", "cmp=com.x/.A");
        check(
            "-a A -c C -c D -d foo://x -t text/plain -f 0x10200000 -p com.x",
            "act=A cat=[C,D] dat=foo://x typ=text/plain flg=0x10200000 pkg=com.x",
        );
        check("com.x", &format!("{launch} pkg=com.x"));
        check("com.x/.A", &format!("{launch} cmp=com.x/.A"));
        check("-a A com.x", "act=A pkg=com.x");
        check(
            "https://x.example/?a=b",
            "act=android.intent.action.VIEW dat=https://x.example/?a=b",
        );
        check("-a A --es k v --ez b true --ei i -7", "act=A (has extras)");
        check("-a A --activity-clear-task --activity-single-top", "act=A flg=0x20008000");
        check(
            "intent://host/path#Intent;scheme=foo;package=com.x;S.k=a%20b;end",
            "act=android.intent.action.VIEW dat=foo://host/path pkg=com.x (has extras)",
        );
    }

    #[test]
    fn refuses_what_am_refuses() {
        let check = |line: &str, expected: &str| {
            let error = read(line).unwrap_err();
            assert!(error.contains(expected), "{line}: {error}");
        };
        check("-W", "No intent supplied");
        check("-f 1 --es k v", "No intent supplied");
        check("--nosuch", "Unknown option: --nosuch");
        check("-n com.x", "Bad component name: com.x");
        check("-a", "Argument expected after");
        check("-a A --ei k x", "For input string");
        check("-a A --ez k maybe", "Invalid boolean value: maybe");
        check("-a A --ei k 99999999999", "For input string");
    }

    #[test]
    fn numbers_are_javas() {
        assert_eq!(integer("0x10"), Ok(16));
        assert_eq!(integer("-010"), Ok(-8));
        assert_eq!(integer("-2147483648"), Ok(i32::MIN));
        assert!(integer("--1").is_err() && integer("").is_err() && integer("0x").is_err());
        assert_eq!(flags("0x90000000"), Ok(0x9000_0000));
        assert_eq!(flags("-1"), Ok(u32::MAX));
    }

    proptest::proptest! {
        #[test]
        fn any_uri_is_read_or_refused(uri in "intent:.{0,40}(#Intent;.{0,40}(;end)?)?") {
            drop(from_uri(&uri));
        }
    }
}
