//! `truncate -s`: another size for a file.

use crate::files::{Errno, WriteMode};
use crate::process::Process;
use crate::userland::Outcome;
use crate::userland::integer::integer;
use crate::userland::options::options;

pub(crate) async fn run(process: &mut Process, arguments: &[String]) -> Outcome {
    let options = options!(process, arguments, "<1s:|c");
    let text = options.value('s').unwrap_or_default();
    let how = text.chars().next().filter(|sign| "+-<>/%".contains(*sign));
    let given = match integer(&text[usize::from(how.is_some())..]) {
        Ok(size) => size,
        Err(text) => return process.fail("truncate", text).await,
    };
    if given == 0 && how.is_some_and(|sign| "/%".contains(sign)) {
        return process.raise(8).await;
    }
    let (files, who) = (process.files(), &process.who);
    let mut status = 0;
    for name in &options.rest {
        let absolute = process.path(name);
        if options.has('c') && !files.exists(who, &absolute) {
            continue;
        }
        let opened = files.open_write(who, &absolute, WriteMode::Append, 0o666 & !process.umask);
        let file = match opened {
            Ok(Ok(file)) => file,
            Ok(Err(_)) => {
                let text = format!("'{name}' to '{given}': {}", Errno::Invalid);
                status = process.fail("truncate", text).await?;
                continue;
            }
            Err(_) if options.has('c') => continue,
            Err(errno) => {
                status = process.fail("truncate", format!("{name}: {errno}")).await?;
                continue;
            }
        };
        let now = files.stat(who, &absolute).map_or(0, |stat| stat.size);
        let now = i64::try_from(now).unwrap_or(i64::MAX);
        let size = match how {
            None => given,
            Some('+') => now.saturating_add(given),
            Some('-') => now.saturating_sub(given),
            Some('<') => now.min(given),
            Some('>') => now.max(given),
            Some('/') => now / given * given,
            Some(_) => now.saturating_add(given - 1) / given * given,
        };
        let outcome = match u64::try_from(size) {
            Ok(size) => file.set_len(size).map_err(Errno::from),
            Err(_) => Err(Errno::Invalid),
        };
        if let Err(errno) = outcome {
            let text = format!("'{name}' to '{size}': {errno}");
            status = process.fail("truncate", text).await?;
        }
    }
    Ok(status)
}
