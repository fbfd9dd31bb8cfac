//! What the commands have in common that print a checksum for each file.

use super::input_files::{InputFiles, all_of};
use crate::files::Errno;
use crate::process::{Input, Process};
use crate::userland::Outcome;
use crate::userland::options::options;
use sha2::Digest;

/// `HASH  NAME` for each file, or with `-b` the hash alone; `-c` looks whether lists of them are right.
pub(super) async fn run<D: Digest>(
    process: &mut Process,
    arguments: &[String],
    command: &str,
) -> Outcome {
    let options = options!(process, arguments, "bc(check)s(status)[!bc]");
    if options.has('c') {
        let mut status = 0;
        for name in &options.rest {
            status |= check::<D>(process, command, name, options.has('s')).await?;
        }
        return Ok(status);
    }
    if options.has('s') {
        return process.fail(command, "-s only with -c").await;
    }
    let mut files = InputFiles::new(&options.rest);
    files.opens_directories = true;
    while let Some((name, input)) = files.next(process, command).await {
        let hash = hex::<D>(&input).await;
        let line = if options.has('b') { format!("{hash}\n") } else { format!("{hash}  {name}\n") };
        process.print(line).await?;
    }
    Ok(files.status())
}

/// What opens but cannot be read counts as empty.
async fn hex<D: Digest>(input: &Input) -> String {
    let mut sum = D::new();
    loop {
        let bytes = input.next().await.unwrap_or_default();
        if bytes.is_empty() {
            break;
        }
        sum.update(&bytes);
    }
    sum.finalize().iter().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().concat()
}

async fn check<D: Digest>(
    process: &Process,
    command: &str,
    list: &str,
    quiet: bool,
) -> std::io::Result<u8> {
    let mut lists = InputFiles::new(&[list]);
    lists.opens_directories = true;
    let Some((_, input)) = lists.next(process, command).await else { return Ok(1) };
    if matches!(input, Input::Directory) {
        process.fail(command, format!("getline: {}", Errno::IsDirectory)).await?;
    }
    let text = crate::text::decode(&all_of(&input).await?);
    let (mut status, mut seen) = (0, false);
    for line in text.lines() {
        let (hash, name) = match line.split_once(|c: char| c.is_ascii_whitespace()) {
            Some((hash, name)) => (hash, name.trim_start()),
            None => (line, ""),
        };
        if hash.is_empty() || name.is_empty() {
            status = process.fail(command, format!("bad line {line}")).await?;
            continue;
        }
        seen = true;
        let mut files = InputFiles::new(&[name]);
        files.opens_directories = true;
        let found = match files.next(process, command).await {
            Some((_, input)) => hex::<D>(&input).await,
            None => String::new(),
        };
        let well = found.eq_ignore_ascii_case(hash);
        status |= u8::from(!well);
        if !quiet {
            let verdict = if well { "OK" } else { "FAILED" };
            process.print(format!("{name}: {verdict}\n")).await?;
        }
    }
    if !seen {
        status = process.fail(command, format!("{list}: no lines")).await?;
    }
    Ok(status)
}

#[cfg(test)]
mod tests {
    use crate::userland::system::on_phone::OnPhone;

    #[tokio::test(start_paused = true)]
    async fn each_command_has_the_sum_of_its_standard() {
        let phone = OnPhone::home().await;
        for (command, sum) in [
            ("md5sum", "900150983cd24fb0d6963f7d28e17f72"),
            ("sha1sum", "a9993e364706816aba3e25717850c26c9cd0d89d"),
            ("sha224sum", "23097d223405d8228642a477bda255b32aadbce4bda0b3f7e36c9da7"),
            ("sha256sum", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        ] {
            phone.check(&format!("printf abc | {command} -b"), &format!("{sum}\n"), "", 0).await;
        }
        let eighty = "for i in 1 2 3 4 5 6 7 8; do printf 1234567890; done | md5sum -b";
        phone.check(eighty, "57edf4a22be3c955ac49da2e2107b67a\n", "", 0).await;
        phone.check("md5sum -b </dev/null", "d41d8cd98f00b204e9800998ecf8427e\n", "", 0).await;
    }
}
