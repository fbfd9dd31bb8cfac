//! `pm install` and install sessions. What is sent is received whole, but APKs cannot be read yet: the installation
//! ends with the parser's failure.

use crate::files::{Errno, Identity, WriteMode};
use crate::process::{Input, Output, Process, random_bytes};
use crate::userland::system::shell_command::{Answer, Failed};
use crate::userland::system::thrown::{Thrown, Words};
use std::io::{self, Write as _};

/// `pm install [-S SIZE | PATH]`.
pub(super) async fn install(process: &Process, mut words: Words<'_>) -> Answer {
    let size = options(&mut words)?;
    let session = create(process)?;
    let source = match (words.next(), size) {
        (None | Some("-"), None) => {
            remove(process, session);
            process.complain("Error: must either specify a package size or an APK file\n").await;
            return Ok(1);
        }
        (None | Some("-"), Some(size)) => Ok((process.stdin.clone(), Some(size))),
        (Some(path), _) => process.open_input(path).map(|input| (input, None)).map_err(|_| path),
    };
    let (input, size) = match source {
        Ok(source) => source,
        Err(path) => {
            remove(process, session);
            return cannot_open(process, path).await;
        }
    };
    match receive(process, session, "base.apk", &input, size).await? {
        Ok(_) => commit_session(process, session).await,
        Err(short) => {
            remove(process, session);
            ended_early(process, short).await
        }
    }
}

/// `pm install-create`.
pub(super) async fn create_session(process: &Process, mut words: Words<'_>) -> Answer {
    options(&mut words)?;
    let session = create(process)?;
    process.print(format!("Success: created install session [{session}]\n")).await?;
    Ok(0)
}

/// `pm install-write [-S SIZE] SESSION NAME [PATH|-]`.
pub(super) async fn write(process: &Process, mut words: Words<'_>) -> Answer {
    let mut size = options(&mut words)?;
    let session = existing(process, words.number()?)?;
    let name = words.required()?;
    if name.is_empty() || name.contains('/') || name == "." || name == ".." {
        return Err(Thrown::illegal_argument(format!("Invalid name: {name}")).into());
    }
    let input = match words.next() {
        None | Some("-") => process.stdin.clone(),
        Some(path) => match process.open_input(path) {
            Ok(input) => {
                size = None;
                input
            }
            Err(_) => return cannot_open(process, path).await,
        },
    };
    match receive(process, session, name, &input, size).await? {
        Ok(count) => {
            process.print(format!("Success: streamed {count} bytes\n")).await?;
            Ok(0)
        }
        Err(short) => ended_early(process, short).await,
    }
}

/// `pm install-commit SESSION`.
pub(super) async fn commit(process: &Process, mut words: Words<'_>) -> Answer {
    while words.option().is_some() {}
    let session = existing(process, words.number()?)?;
    commit_session(process, session).await
}

/// `pm install-abandon SESSION`.
pub(super) async fn abandon(process: &Process, mut words: Words<'_>) -> Answer {
    let session = existing(process, words.number()?)?;
    remove(process, session);
    process.print("Success\n").await?;
    Ok(0)
}

/// Takes what may stand before the file; the size is the only one that matters here.
fn options(words: &mut Words<'_>) -> Result<Option<u64>, Thrown> {
    let mut size = None;
    while let Some(option) = words.option() {
        match option {
            "-S" => size = Some(words.number()?),
            "-i"
            | "-p"
            | "--user"
            | "--originating-uri"
            | "--referrer"
            | "--abi"
            | "--install-location"
            | "--install-reason"
            | "--update-ownership"
            | "--force-uuid"
            | "--pkg"
            | "--staged-ready-timeout"
            | "--package-source"
            | "--dexopt-compiler-filter" => drop(words.required()?),
            _ => {}
        }
    }
    Ok(size)
}

async fn commit_session(process: &Process, session: u32) -> Answer {
    let folder = folder(session);
    let staged = process.files().list(&Identity::ROOT, &folder).map_err(io::Error::from)?;
    let mut names: Vec<String> = staged.into_iter().map(|entry| entry.name).collect();
    names.sort();
    remove(process, session);
    let failure = match names.first() {
        None => "INSTALL_FAILED_INVALID_APK: No packages staged".to_owned(),
        Some(name) => {
            format!("INSTALL_PARSE_FAILED_NOT_APK: Failed to parse {folder}/{name}")
        }
    };
    process.print(format!("Failure [{failure}]\n")).await?;
    Ok(1)
}

/// Stores what is sent: `size` bytes, or everything there is. The inner error is how many bytes were missing.
async fn receive(
    process: &Process,
    session: u32,
    name: &str,
    input: &Input,
    size: Option<u64>,
) -> Result<Result<u64, u64>, Failed> {
    let path = format!("{}/{name}", folder(session));
    let file = process
        .files()
        .open_write(&Identity::ROOT, &path, WriteMode::Truncate, 0o644)
        .map_err(io::Error::from)?;
    let output = file.map_or(Output::Null, |file| Output::File(std::sync::Arc::new(file)));
    let mut count = 0;
    loop {
        let left = size.map_or(u64::MAX, |size| size - count);
        if left == 0 {
            return Ok(Ok(count));
        }
        // Not a byte more: what follows on a stream is not the package's.
        let bytes = input.read(usize::try_from(left).unwrap_or(usize::MAX)).await?;
        if bytes.is_empty() {
            return Ok(if size.is_some() { Err(left) } else { Ok(count) });
        }
        count += bytes.len() as u64;
        output.write(bytes).await?;
    }
}

async fn ended_early(process: &Process, missing: u64) -> Answer {
    let text = format!("Error: failed to write; {missing} bytes are missing\n");
    process.complain(text).await;
    Ok(1)
}

async fn cannot_open(process: &Process, path: &str) -> Answer {
    process
        .complain(format!(
            "Error: Unable to open file: {path}\nConsider using a file under /data/local/tmp/\n"
        ))
        .await;
    Ok(1)
}

/// A session is its staging folder, as on a phone.
fn folder(session: u32) -> String {
    format!("/data/app/vmdl{session}.tmp")
}

fn create(process: &Process) -> Result<u32, Failed> {
    loop {
        let mut number = [0; 4];
        (&mut number[..]).write_all(&random_bytes(4))?;
        let session = (u32::from_le_bytes(number) >> 1).max(1);
        match process.files().make_dir(&Identity::ROOT, &folder(session), 0o775) {
            Ok(()) => return Ok(session),
            Err(Errno::Exists) => {}
            Err(errno) => return Err(io::Error::from(errno).into()),
        }
    }
}

fn existing(process: &Process, session: u32) -> Result<u32, Thrown> {
    if process.files().exists(&Identity::ROOT, &folder(session)) {
        return Ok(session);
    }
    Err(Thrown::security(format!("Caller has no access to session {session}")))
}

fn remove(process: &Process, session: u32) {
    // A session that cannot be removed is as good as gone: nobody knows its number any more.
    process.files().remove_all(&Identity::ROOT, &folder(session)).ok();
}

#[cfg(test)]
mod tests {
    use crate::shell::tests::run_in;
    use crate::userland::system::on_phone::OnPhone;

    #[tokio::test(start_paused = true)]
    async fn takes_the_streamed_bytes_and_refuses_them() {
        let phone = OnPhone::home().await;
        let ran =
            run_in(&phone.process, "cmd package install -r -t -S 7; cat", b"not apkrest").await;
        let failure = "Failure [INSTALL_PARSE_FAILED_NOT_APK: Failed to parse /data/app/vmdl";
        assert!(
            ran.out.starts_with(failure) && ran.out.ends_with(".tmp/base.apk]\nrest"),
            "{}",
            ran.out
        );
        let ran = run_in(&phone.process, "pm install -S 7", b"short").await;
        assert_eq!(
            (ran.err.as_str(), ran.status),
            ("Error: failed to write; 2 bytes are missing\n", 1)
        );
        let ran = phone.run("cd /data/local/tmp; echo x > a.apk; pm install -r a.apk").await;
        assert!(ran.out.starts_with(failure) && ran.status == 1, "{}", ran.out);
        let missing = "Error: Unable to open file: /data/local/tmp/b.apk\nConsider using a file under /data/local/tmp/\n";
        phone.check("pm install /data/local/tmp/b.apk", "", missing, 1).await;
        let nothing = "Error: must either specify a package size or an APK file\n";
        phone.check("pm install -r", "", nothing, 1).await;
        let left = phone.run("ls /data/app 2>&1 | grep -c vmdl").await.out;
        assert_eq!(left, "0\n");
    }

    #[tokio::test(start_paused = true)]
    async fn sessions_come_and_go() {
        let phone = OnPhone::home().await;
        let created = phone.out("pm install-create -r -S 10").await;
        let number = created
            .strip_prefix("Success: created install session [")
            .and_then(|rest| rest.strip_suffix("]\n"))
            .unwrap();
        let write = format!("pm install-write -S 3 {number} base.apk -");
        let ran = run_in(&phone.process, &write, b"abc").await;
        assert_eq!(ran.out, "Success: streamed 3 bytes\n");
        let bad = format!("pm install-write {number} ../x -");
        let exception = "java.lang.IllegalArgumentException: Invalid name: ../x";
        phone.check_thrown(&bad, "install-write", exception).await;
        let ran = phone.run(&format!("pm install-commit {number}")).await;
        assert!(ran.out.starts_with("Failure [INSTALL_PARSE_FAILED_NOT_APK: "), "{}", ran.out);
        assert_eq!(ran.status, 1);
        let gone = format!("java.lang.SecurityException: Caller has no access to session {number}");
        phone.check_thrown(&format!("pm install-abandon {number}"), "install-abandon", &gone).await;
        let script = "pm install-create | grep -o '[0-9]*' > /data/local/tmp/s; pm install-abandon $(cat /data/local/tmp/s)";
        phone.check(script, "Success\n", "", 0).await;
        let script = "pm install-create | grep -o '[0-9]*' > /data/local/tmp/s; pm install-commit $(cat /data/local/tmp/s)";
        phone
            .check(script, "Failure [INSTALL_FAILED_INVALID_APK: No packages staged]\n", "", 1)
            .await;
    }
}
