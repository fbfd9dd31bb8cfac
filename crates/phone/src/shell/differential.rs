//! The same scripts through this shell and through the real mksh with the real toybox, where both are installed.
//! Output and exit code must be equal; of error messages only whether there is one, because Android's mksh is older.

use super::tests::{process, run_in};
use std::path::Path;
use std::process::Stdio;

/// Everything the shell claims to do as mksh does it.
const SCRIPTS: &str = include_str!("differential.txt");

#[tokio::test]
async fn agrees_with_mksh_and_toybox() {
    let (mksh, toybox) = (Path::new("/usr/bin/mksh"), Path::new("/usr/bin/toybox"));
    if !mksh.exists() || !toybox.exists() {
        println!("skipped: mksh and toybox are not installed");
        return;
    }
    let programs = tempfile::tempdir().unwrap();
    for name in output(toybox, &[], programs.path(), "").0.split_whitespace() {
        #[cfg(unix)]
        std::os::unix::fs::symlink(toybox, programs.path().join(name)).unwrap();
    }
    #[cfg(unix)]
    std::os::unix::fs::symlink(mksh, programs.path().join("sh")).unwrap();
    let search = programs.path().to_str().unwrap();
    let phone = process();
    let mut different = Vec::new();
    for (index, script) in SCRIPTS.trim_end().split("\n----\n").enumerate() {
        let scratch = tempfile::tempdir().unwrap();
        let (out, err, status) =
            output(mksh, &["-c", script, "sh", "one", "two  words"], scratch.path(), search);
        // One phone for all; a folder for each.
        let mut process = phone.clone();
        process.cwd = format!("/data/local/tmp/{index}");
        process.files().make_dir(&process.who, &process.cwd, 0o777).unwrap();
        process.umask = 0o022;
        let wrapped = format!("set -- one 'two  words'\n{script}");
        let ran = run_in(&process, &wrapped, b"").await;
        let theirs = (out, err.is_empty(), status);
        let ours = (ran.out, ran.err.is_empty(), i32::from(ran.status));
        if theirs != ours {
            different.push(format!(
                "{script}\n  theirs {theirs:?} {err}\n  ours   {ours:?} {}",
                ran.err
            ));
        }
    }
    assert!(different.is_empty(), "{} differ:\n{}", different.len(), different.join("\n"));
}

#[expect(clippy::disallowed_methods, reason = "the programs to compare with are started here")]
fn output(
    program: &Path,
    arguments: &[&str],
    directory: &Path,
    search: &str,
) -> (String, String, i32) {
    let output = std::process::Command::new(program)
        .args(arguments)
        .current_dir(directory)
        .env_clear()
        .env("PATH", search)
        .env("HOME", "/")
        .env("LANG", "C.UTF-8")
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let text = |bytes: &[u8]| crate::text::decode(bytes);
    (text(&output.stdout), text(&output.stderr), output.status.code().unwrap_or(-1))
}
