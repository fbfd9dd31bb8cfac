//! What clients do, in words that people read: services, sizes and times.

use std::fmt::Write as _;
use std::time::Duration;

/// The longest text of a line.
const SHOWN: usize = 110;

/// The kind of a service and what it was asked for.
pub(super) fn service(name: &str) -> (&'static str, String) {
    let (kind, rest) = name.split_once(':').unwrap_or((name, ""));
    match kind.split_once(',').map_or(kind, |(kind, _)| kind) {
        "shell" if rest.is_empty() => ("shell", "(somebody types)".to_owned()),
        "shell" => ("shell", plain(rest)),
        "exec" => ("exec", plain(rest)),
        "abb" | "abb_exec" => ("cmd", plain(&rest.replace('\0', " "))),
        "sync" => ("sync", String::new()),
        "tcp" | "local" | "localabstract" | "localreserved" | "localfilesystem" => {
            ("connect", plain(name))
        }
        "reverse" => ("reverse", reverse(rest)),
        "framebuffer" => ("screen", "framebuffer".to_owned()),
        "jdwp" => ("jdwp", "list".to_owned()),
        "track-jdwp" => ("jdwp", "track".to_owned()),
        _ => ("adbd", plain(name.trim_end_matches(':'))),
    }
}

fn reverse(request: &str) -> String {
    let (verb, what) = request.split_once(':').unwrap_or((request, ""));
    let what = what.strip_prefix("norebind:").unwrap_or(what);
    match (verb, what.split_once(';')) {
        ("forward", Some((phone, host))) => plain(&format!("{phone} → {host}")),
        ("killforward", _) => plain(&format!("remove {what}")),
        ("killforward-all", _) => "remove all".to_owned(),
        ("list-forward", _) => "list".to_owned(),
        _ => plain(request),
    }
}

/// Foreign text on one line: nothing in it moves the cursor or hides, and it is cut when it is long.
pub(super) fn plain(text: &str) -> String {
    let mut line = String::new();
    let mut characters = text.trim_end().chars();
    let mut room = SHOWN;
    for character in characters.by_ref() {
        let piece: String = match character {
            '"' | '\'' | '\\' => character.into(),
            _ => character.escape_debug().collect(),
        };
        let Some(left) = room.checked_sub(piece.chars().count()) else {
            // Writing to a string cannot fail.
            write!(line, "… (+{})", 1 + characters.count()).ok();
            return line;
        };
        room = left;
        line.push_str(&piece);
    }
    line
}

pub(super) fn bytes(count: u64) -> String {
    match count {
        0..1_000 => format!("{count} B"),
        1_000..1_000_000 => format!("{} kB", count / 1_000),
        _ => format!("{}.{} MB", count / 1_000_000, count % 1_000_000 / 100_000),
    }
}

pub(super) fn time(took: Duration) -> String {
    let milliseconds = took.as_millis();
    match milliseconds {
        0..1_000 => format!("{milliseconds} ms"),
        1_000..100_000 => format!("{}.{} s", milliseconds / 1_000, milliseconds % 1_000 / 100),
        _ => format!("{} min {} s", milliseconds / 60_000, milliseconds / 1_000 % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn services_are_named_as_people_type_them() {
        let check = |name: &str, expected: (&str, &str)| {
            let (kind, text) = service(name);
            assert_eq!((kind, text.as_str()), expected, "{name}");
        };
        check("shell,v2,TERM=xterm,raw:input tap 540 1200", ("shell", "input tap 540 1200"));
        check("shell,v2,pty:", ("shell", "(somebody types)"));
        check("exec:screencap -p", ("exec", "screencap -p"));
        check("abb_exec:package\0install\0-S\x0012", ("cmd", "package install -S 12"));
        check("localabstract:devtools", ("connect", "localabstract:devtools"));
        check("reverse:forward:norebind:tcp:8081;tcp:80", ("reverse", "tcp:8081 → tcp:80"));
        check("reverse:killforward-all", ("reverse", "remove all"));
        check("reboot:", ("adbd", "reboot"));
        check("shell:echo 'a\\b'\n", ("shell", "echo 'a\\b'"));
        check("exec:a\nb\u{202e}\u{1b}[2J", ("exec", r"a\nb\u{202e}\u{1b}[2J"));
    }

    #[test]
    fn sizes_and_times_are_short() {
        assert_eq!([999, 12_345, 3_450_000].map(bytes), ["999 B", "12 kB", "3.4 MB"]);
        let times = [5, 1_240, 125_000].map(Duration::from_millis);
        assert_eq!(times.map(time), ["5 ms", "1.2 s", "2 min 5 s"]);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn a_line_is_one_line_and_short(text in any::<String>(), times in 1_usize..40) {
            let line = plain(&text.repeat(times));
            prop_assert!(!line.chars().any(char::is_control), "{line:?}");
            prop_assert!(line.chars().count() <= SHOWN + 30);
        }
    }
}
