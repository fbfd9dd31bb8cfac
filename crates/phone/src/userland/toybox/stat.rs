//! `stat`: what is known about a file.

use crate::files::{Kind, Stat, group_name, user_name};
use crate::process::Process;
use crate::text::append;
use crate::userland::Outcome;
use crate::userland::options::options;
use jiff::Timestamp;
use jiff::fmt::strtime;

const DEFAULT: &str = "  File: %N\n  Size: %s\t Blocks: %b\t IO Blocks: %B\t %F\nDevice: %Dh/%dd\t Inode: %i\t Links: %h\t Device type: %t,%T\nAccess: (%04a/%A)\tUid: (%5u/%8U)\tGid: (%5g/%8G)\nAccess: %x\nModify: %y\nChange: %z";
const TERSE: &str = "%n %s %b %f %u %g %D %i %h %t %T %X %Y %Z %o";

pub(crate) async fn run(process: &mut Process, arguments: &[String]) -> Outcome {
    let options = options!(process, arguments, "<1c:(format)Lt");
    let usual = if options.has('t') { TERSE } else { DEFAULT };
    let format = options.value('c').unwrap_or(usual);
    let mut status = 0;
    for name in &options.rest {
        let absolute = process.path(name);
        let stat = if options.has('L') {
            process.files().stat(&process.who, &absolute)
        } else {
            process.files().lstat(&process.who, &absolute)
        };
        match stat {
            Ok(stat) => match show(process, format, name, &stat) {
                Ok(text) => process.print(format!("{text}\n")).await?,
                Err(text) => return process.fail("stat", text).await,
            },
            Err(errno) => status = process.fail("stat", format!("'{name}': {errno}")).await?,
        }
    }
    Ok(status)
}

fn show(process: &Process, format: &str, name: &str, stat: &Stat) -> Result<String, String> {
    let mut text = String::new();
    let mut rest = format;
    while let Some(at) = rest.find('%') {
        text.push_str(&rest[..at]);
        let pattern = &rest[at..];
        rest = &pattern[1..];
        if rest.is_empty() || rest.starts_with('%') {
            text.push('%');
            rest = rest.strip_prefix('%').unwrap_or(rest);
            continue;
        }
        let length =
            |text: &str, set: &str| text.len() - text.trim_start_matches(|c| set.contains(c)).len();
        let (flags, after) = rest.split_at(length(rest, "0'#-+ "));
        let (digits, after) = after.split_at(length(after, "0123456789"));
        let after = after.strip_prefix('.').unwrap_or(after);
        let after = &after[length(after, "0123456789")..];
        let Some(letter) = after.chars().next().filter(|_| pattern.len() - after.len() <= 99)
        else {
            return Err(format!("bad {pattern}"));
        };
        rest = &after[letter.len_utf8()..];
        let Some(value) = field(process, letter, name, stat) else {
            text.push('?');
            continue;
        };
        let width = digits.parse::<usize>().unwrap_or(0).min(1000);
        let is_number = "abBdDfghiostTuXYZ".contains(letter);
        match (flags.contains('-'), flags.contains('0') && is_number) {
            (true, _) => append!(text, "{value:<width$}"),
            (false, true) => append!(text, "{value:0>width$}"),
            (false, false) => append!(text, "{value:>width$}"),
        }
    }
    text.push_str(rest);
    Ok(text)
}

fn field(process: &Process, letter: char, name: &str, stat: &Stat) -> Option<String> {
    Some(match letter {
        'A' => stat.mode_text(),
        'a' => format!("{:o}", stat.mode),
        'B' => "512".to_owned(),
        'b' => (stat.size.div_ceil(4096) * 8).to_string(),
        'D' => "fe05".to_owned(),
        'd' => 0xfe05.to_string(),
        'F' => match stat.kind {
            Kind::File if stat.size == 0 => "regular empty file",
            Kind::File => "regular file",
            Kind::Directory => "directory",
            Kind::Link => "symbolic link",
            Kind::Device(_) => "character device",
        }
        .to_owned(),
        'f' => format!("{:x}", stat.st_mode()),
        'G' => group_name(stat.gid).into_owned(),
        'g' => stat.gid.to_string(),
        'h' => stat.links.to_string(),
        'i' => stat.inode.to_string(),
        'N' if stat.kind == Kind::Link => {
            let target =
                process.files().read_link(&process.who, &process.path(name)).unwrap_or_default();
            format!("{name} -> '{target}'")
        }
        'n' | 'N' => name.to_owned(),
        'o' => "4096".to_owned(),
        's' => stat.size.to_string(),
        'U' => user_name(stat.uid).into_owned(),
        'u' => stat.uid.to_string(),
        'X' | 'Y' | 'Z' => stat.modified.to_string(),
        'x' | 'y' | 'z' => {
            let zone = process.android().now().time_zone().clone();
            let time = Timestamp::from_second(stat.modified).unwrap_or_default().to_zoned(zone);
            strtime::format("%Y-%m-%d %H:%M:%S.000000000 %z", &time).unwrap_or_default()
        }
        't' | 'T' => "0".to_owned(),
        _ => return None,
    })
}
