//! `fingertip phone` as people start it: what it prints, several at once, an emulator's ports, and how it ends.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on should fail")]

use std::io::{BufRead as _, BufReader, Lines};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};

/// The program, in a world without adb and without other devices.
#[expect(clippy::disallowed_methods, reason = "the program under test")]
fn fingertip(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fingertip"));
    command
        .args(arguments)
        .env("ADB_SERVER_SOCKET", "tcp:127.0.0.1:1")
        .env("FINGERTIP_ADB", "/nowhere/adb")
        .env_remove("ANDROID_SERIAL")
        .env("XDG_CACHE_HOME", env!("CARGO_TARGET_TMPDIR"))
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

/// Phones that run, and what they print.
struct Phones {
    child: Child,
    lines: Lines<BufReader<ChildStdout>>,
    /// What was printed before the log.
    introduction: Vec<String>,
}

impl Phones {
    fn start(arguments: &[&str], home: &Path) -> Self {
        let mut command = fingertip(&[&["phone"], arguments].concat());
        let mut child = command.env("HOME", home).spawn().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let mut introduction = Vec::new();
        for line in lines.by_ref() {
            let line = line.unwrap();
            let last = line.starts_with("Ctrl-C");
            introduction.push(line);
            if last {
                break;
            }
        }
        Self { child, lines, introduction }
    }

    fn all(&self, before: &str) -> Vec<String> {
        let told = self.introduction.iter().filter_map(|line| line.strip_prefix(before));
        told.map(str::to_owned).collect()
    }

    /// The next line of the log that contains the words.
    fn logged(&mut self, words: &str) -> String {
        loop {
            let line = self.lines.next().unwrap_or_else(|| panic!("no {words}")).unwrap();
            if line.contains(words) {
                return line;
            }
        }
    }
}

impl Drop for Phones {
    fn drop(&mut self) {
        // It may have ended already.
        self.child.kill().ok();
        self.child.wait().unwrap();
    }
}

fn tap(address: &str) {
    let output = fingertip(&["call", "tap", "--x", "9", "--y", "99", "--device-id", address])
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
}

#[test]
fn it_says_how_to_reach_it_and_then_what_clients_do() {
    let home = tempfile::tempdir().unwrap();
    let mut phones = Phones::start(&["--port", "0", "--serial", "mine"], home.path());
    let address = phones.all("the phone listens on ").remove(0);
    assert_eq!(phones.all("  with adb:      "), [format!("adb connect {address}")]);
    assert_eq!(phones.all("  serial:        "), ["mine"]);
    let installed = phones.all("  installed:     ");
    assert_eq!(installed.len(), 5, "{installed:?}");
    assert!(installed.contains(&"com.example.shop (Shop)".to_owned()), "{installed:?}");
    tap(&address);
    let line = phones.logged("input tap");
    let (time, rest) = line.split_once("  ").unwrap();
    assert_eq!(time.split(':').map(str::len).collect::<Vec<_>>(), [2, 2, 2], "{line}");
    assert!(rest.starts_with("#1  shell    input tap 9 99  ok, "), "{line}");
    assert!(!line.contains('\u{1b}'), "a pipe has no colours: {line:?}");
}

#[test]
fn several_phones_have_their_own_ports_serials_and_folders() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join("files");
    let arguments = ["--port", "0", "--count", "3", "--folder", folder.to_str().unwrap()];
    let mut phones = Phones::start(&arguments, home.path());
    let addresses = phones.all("the phone listens on ");
    assert_eq!(addresses.len(), 3);
    let serials = ["FINGERTIP01", "FINGERTIP02", "FINGERTIP03"];
    assert_eq!(phones.all("  serial:        "), serials);
    for (address, serial) in addresses.iter().zip(serials) {
        tap(address);
        let line = phones.logged("input tap");
        assert!(line.contains(&format!("  {serial}  #1  shell")), "{line}");
        assert!(folder.join(serial).is_dir());
    }
}

#[test]
fn a_taken_port_and_odd_wishes_are_refused_clearly() {
    let home = tempfile::tempdir().unwrap();
    let phones = Phones::start(&["--port", "0", "--quiet"], home.path());
    let address = phones.all("the phone listens on ").remove(0);
    let port = address.rsplit(':').next().unwrap();
    let check = |arguments: &[&str], code, expected: &str| {
        let output = fingertip(&[&["phone"], arguments].concat()).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(code), "{said}");
        assert!(said.contains(expected), "{said}");
    };
    check(&["--port", port], 1, &format!("port {port} is taken; choose another with --port"));
    check(&["--emulator", "5555"], 2, "an even port from 5554 to 5682");
    check(&["--count", "0"], 2, "0 is not in 1..=100");
    check(&["--serial", "a b"], 2, "a serial has letters");
    check(&["--emulator", "--port", "1"], 2, "cannot be used with");
}

#[test]
fn an_emulator_takes_a_free_pair_and_has_a_console() {
    let home = tempfile::tempdir().unwrap();
    let phones = Phones::start(&["--emulator", "--count", "2", "--quiet"], home.path());
    let ports = |before| -> Vec<u16> {
        let addresses = phones.all(before);
        addresses.iter().map(|at| at.rsplit(':').next().unwrap().parse().unwrap()).collect()
    };
    let (consoles, adbs) = (ports("  console:       "), ports("the phone listens on "));
    assert_eq!(consoles.len(), 2);
    for (console, adb) in consoles.iter().zip(adbs) {
        assert!((5554..=5682).contains(console) && console % 2 == 0 && adb == console + 1);
        let line = format!("adb -s emulator-{console} shell");
        assert!(phones.all("  with adb:      ").contains(&line), "{:?}", phones.introduction);
    }
    assert!(home.path().join(".emulator_console_auth_token").exists());
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_it_well() {
    let home = tempfile::tempdir().unwrap();
    for signal in ["-INT", "-TERM"] {
        let mut phones = Phones::start(&["--port", "0", "--count", "2"], home.path());
        let pid = phones.child.id().to_string();
        #[expect(clippy::disallowed_methods, reason = "what a terminal does")]
        let sent = Command::new("kill").args([signal, &pid]).status().unwrap();
        assert!(sent.success());
        assert!(phones.child.wait().unwrap().success(), "{signal}");
    }
}
