//! `chmod`: permission bits, as a number or as changes.

use crate::files::path;
use crate::process::Process;
use crate::userland::Outcome;
use crate::userland::options::options;

pub(crate) async fn run(process: &mut Process, arguments: &[String]) -> Outcome {
    let options = options!(process, arguments, "^Rvf", 2);
    let (mode, names) = (options.rest[0], &options.rest[1..]);
    if apply(mode, 0, false).is_none() {
        return process.fail("chmod", format!("bad mode '{mode}'")).await;
    }
    let mut status = 0;
    let mut pending: Vec<String> = names.iter().rev().map(|name| (*name).to_owned()).collect();
    while let Some(name) = pending.pop() {
        let absolute = process.path(&name);
        let outcome = process.files().stat(&process.who, &absolute).and_then(|stat| {
            if options.has('R') && stat.is_dir() {
                let entries = process.files().list(&process.who, &absolute)?;
                pending.extend(entries.iter().map(|entry| path::child(&name, &entry.name)));
            }
            let bits = apply(mode, stat.mode, stat.is_dir()).unwrap_or(stat.mode);
            process.files().set_mode(&process.who, &absolute, bits)
        });
        if let Err(errno) = outcome {
            status = process.fail("chmod", format!("{name}: {errno}")).await?;
        }
    }
    Ok(status)
}

/// The bits after a change such as `755`, `+x` or `u=rw,go-w`.
fn apply(change: &str, mode: u32, is_dir: bool) -> Option<u32> {
    if change.starts_with(|c: char| c.is_ascii_digit()) {
        return u32::from_str_radix(change, 8).ok().filter(|bits| *bits <= 0o7777);
    }
    let mut mode = mode;
    for clause in change.split(',') {
        let at = clause.find(['+', '-', '='])?;
        let (who, rest) = clause.split_at(at);
        let (sign, letters) = rest.split_at(1);
        let mut mask = 0;
        for letter in if who.is_empty() { "a" } else { who }.chars() {
            mask |= match letter {
                'u' => 0o4700,
                'g' => 0o2070,
                'o' => 0o1007,
                'a' => 0o7777,
                _ => return None,
            };
        }
        let mut bits = 0;
        for letter in letters.chars() {
            bits |= match letter {
                'r' => 0o444,
                'w' => 0o222,
                'x' => 0o111,
                'X' if is_dir || mode & 0o111 != 0 => 0o111,
                'X' => 0,
                's' => 0o6000,
                't' => 0o1000,
                _ => return None,
            };
        }
        mode = match sign {
            "+" => mode | bits & mask,
            "-" => mode & !(bits & mask),
            _ => mode & !mask & 0o7777 | bits & mask,
        };
    }
    Some(mode)
}

#[cfg(test)]
mod tests {
    use super::apply;

    #[test]
    fn changes() {
        assert_eq!(apply("755", 0, false), Some(0o755));
        assert_eq!(apply("+x", 0o644, false), Some(0o755));
        assert_eq!(apply("u=rw,go-w", 0o777, false), Some(0o655));
        assert_eq!(apply("999", 0, false), None);
        assert_eq!(apply("q+x", 0, false), None);
    }
}
