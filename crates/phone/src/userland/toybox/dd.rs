//! `dd`: blocks from here to there.

use crate::files::WriteMode;
use crate::process::Process;
use crate::userland::Outcome;
use crate::userland::integer::integer;

pub(crate) async fn run(process: &mut Process, arguments: &[String]) -> Outcome {
    let mut block = 512;
    let (mut count, mut skip) = (None, 0);
    let (mut input, mut output) = (process.stdin.clone(), process.stdout.clone());
    let mut quiet = false;
    for word in &arguments[1..] {
        let (key, value) = word.split_once('=').unwrap_or((word, ""));
        let size = integer(value).ok().and_then(|value| usize::try_from(value).ok());
        match (key, size) {
            ("if", _) => match process.open_input(value) {
                Ok(opened) => input = opened,
                Err(errno) => return process.fail("dd", format!("{value}: {errno}")).await,
            },
            ("of", _) => match process.open_output(value, WriteMode::Truncate) {
                Ok(opened) => output = opened,
                Err(errno) => return process.fail("dd", format!("{value}: {errno}")).await,
            },
            ("bs" | "ibs" | "obs", Some(size @ 1..=0x0400_0000)) => block = size,
            ("count", Some(size)) => count = Some(size),
            ("skip", Some(size)) => skip = size,
            ("status", _) => quiet = value == "none",
            ("conv", _) if ["notrunc", "fsync", "sync", "noerror"].contains(&value) => {}
            _ => return process.fail("dd", format!("bad arg '{word}'")).await,
        }
    }
    let (mut full, mut partial, mut bytes, mut index) = (0, 0, 0, 0);
    while count.is_none_or(|count| index < count + skip) {
        let mut chunk = Vec::with_capacity(block.min(1 << 20));
        while chunk.len() < block {
            let piece = input.read(block - chunk.len()).await?;
            if piece.is_empty() {
                break;
            }
            chunk.extend_from_slice(&piece);
        }
        if chunk.is_empty() {
            break;
        }
        index += 1;
        if index <= skip {
            continue;
        }
        if chunk.len() == block {
            full += 1;
        } else {
            partial += 1;
        }
        bytes += chunk.len();
        output.write(chunk).await?;
    }
    if !quiet {
        process
            .complain(format!(
                "{full}+{partial} records in\n{full}+{partial} records out\n{bytes} bytes ({}) copied, 0.001 s, {} M/s\n",
                if bytes < 1024 { format!("{bytes}") } else { format!("{} K", bytes / 1024) },
                bytes / 1024 / 1024,
            ))
            .await;
    }
    Ok(0)
}
