//! Real apps as people meet them on the command line: checked, given to a phone, and what they need.

#![expect(clippy::unwrap_used, reason = "a test that cannot start its program should fail")]

#[path = "../../phone/tests/apk/mod.rs"]
#[allow(unused_imports, reason = "each test binary uses a part")]
mod apk;

use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use apk::ApkBuilder;
use engine::{Choice, Deadline};
use fingertip::given::{Given, GivenApp};
use fingertip::host::{Devices, Host};
use fingertip::runtime::Wishes;
use phone::android::Api;

/// A user without Java, caches or programs.
struct User {
    home: tempfile::TempDir,
}

impl User {
    fn new() -> Self {
        Self { home: tempfile::tempdir().unwrap() }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.home.path().join(name)
    }

    fn apk(&self, name: &str, builder: &ApkBuilder) -> PathBuf {
        let path = self.path(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, builder.build()).unwrap();
        path
    }

    #[expect(clippy::disallowed_methods, reason = "the program under test")]
    fn fingertip(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_fingertip"));
        command
            .args(arguments)
            .env_clear()
            .env("HOME", self.home.path())
            .env("USERPROFILE", self.home.path())
            .env("PATH", "")
            .env("FINGERTIP_JAVA", "/nowhere/java")
            .env("ADB_SERVER_SOCKET", "tcp:127.0.0.1:1")
            .env("FINGERTIP_ADB", "/nowhere/adb")
            .stdin(Stdio::null());
        command
    }

    fn run(&self, arguments: &[&str]) -> (Option<i32>, String, String) {
        let Output { status, stdout, stderr } = self.fingertip(arguments).output().unwrap();
        (status.code(), String::from_utf8(stdout).unwrap(), String::from_utf8(stderr).unwrap())
    }
}

fn notes() -> ApkBuilder {
    ApkBuilder::new("org.example.notes").label("Notes").launcher(".MainActivity")
}

#[test]
fn a_check_says_what_will_not_work_and_ends_accordingly() {
    let user = User::new();
    let apk = user.apk("notes.apk", &notes().file("lib/arm64-v8a/libflutter.so", b"x"));
    let (code, out, _) = user.run(&["phone", "--check", apk.to_str().unwrap()]);
    assert_eq!(code, Some(1), "{out}");
    for line in ["org.example.notes", "FAIL it is made with Flutter", "It will not run."] {
        assert!(out.contains(line), "{line} is missing:\n{out}");
    }
    let (code, out, _) = user.run(&["phone", "--json", "--check", apk.to_str().unwrap()]);
    let report: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!((code, &report["runs"]), (Some(1), &serde_json::json!(false)));
    assert_eq!(report["app"]["label"], "Notes");
    let hollow = user.apk("hollow.apk", &notes().readable_code());
    let (_, out, _) = user.run(&["phone", "--check", hollow.to_str().unwrap()]);
    let line = "FAIL its first screen, org.example.notes.MainActivity, is not in its code\n";
    assert!(out.contains(line), "{out}");
    let text = user.path("no.apk");
    std::fs::write(&text, "no").unwrap();
    let (code, out, _) = user.run(&["phone", "--check", text.to_str().unwrap()]);
    assert!(code == Some(1) && out.contains("INSTALL_PARSE_FAILED_NOT_APK"), "{out}");
    let (code, _, said) = user.run(&["phone", "--check", user.home.path().to_str().unwrap()]);
    assert!(code == Some(1), "the newest APK of a folder is meant: {said}");
    std::fs::create_dir(user.path("empty")).unwrap();
    let (code, _, said) = user.run(&["phone", "--check", user.path("empty").to_str().unwrap()]);
    assert!(code == Some(2) && said.contains("no APK is in there"), "{said}");
    let (code, out, _) = user.run(&["phone", "--check", "/nowhere/x.apk"]);
    assert!(code == Some(1) && out.contains("it cannot be read"), "{out}");
}

#[test]
fn what_is_missing_is_said_in_one_line() {
    let user = User::new();
    let (code, _, said) = user.run(&["runtime", "install"]);
    assert_eq!(code, Some(1));
    let last = said.lines().last().unwrap();
    assert!(last.starts_with("fingertip: ") && last.contains("--maven-url"), "{said}");
    let (code, out, _) = user.run(&["runtime", "status"]);
    assert!(code == Some(1) && out.contains("`fingertip runtime install --api 34`"), "{out}");
    let (code, _, said) = user.run(&["runtime", "install", "--api", "36"]);
    assert!(code == Some(2) && said.contains("Java 21"), "{said}");
    assert_eq!(user.run(&["runtime", "remove"]).0, Some(0));
    let (code, out, _) = user.run(&["doctor"]);
    assert_eq!(code, Some(0), "everything else works: {out}");
    for line in ["note Java for real apps", "note no parts for real apps", "real apps"] {
        assert!(out.contains(line), "{line} is missing:\n{out}");
    }
}

#[test]
fn a_phone_starts_with_an_apk_in_front_and_says_why_its_code_does_not_run() {
    let user = User::new();
    user.apk("project/app/build/outputs/apk/debug/app-debug.apk", &notes());
    let folder = user.path("project");
    let arguments = ["phone", "--port", "0", "--quiet", "--app", folder.to_str().unwrap()];
    let mut phone =
        user.fingertip(&arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let lines = BufReader::new(phone.stdout.take().unwrap()).lines().map(Result::unwrap);
    let told: Vec<String> = lines.take_while(|line| !line.starts_with("Ctrl-C")).collect();
    let address = told[0].strip_prefix("the phone listens on ").unwrap();
    assert!(told.contains(&"  installed:     org.example.notes (Notes)".to_owned()), "{told:?}");
    let (_, out, _) = user.run(&["call", "get_ui_tree", "--device-id", address]);
    phone.kill().unwrap();
    let said = phone.wait_with_output().unwrap().stderr;
    assert!(out.contains("org.example.notes"), "{out}");
    assert!(String::from_utf8(said).unwrap().contains("the code of real apps will not run"));
}

#[test]
fn what_is_no_app_is_refused_before_a_phone_starts() {
    let user = User::new();
    std::fs::create_dir(user.path("empty")).unwrap();
    std::fs::write(user.path("broken.apk"), b"PK\x03\x04").unwrap();
    std::fs::write(user.path("text.apk"), "not much").unwrap();
    std::fs::write(user.path("page.apk"), "<html>").unwrap();
    for (place, expected) in [
        ("empty", "no APK is in there"),
        ("broken.apk", "INSTALL_PARSE"),
        ("text.apk", "INSTALL_PARSE_FAILED_NOT_APK"),
        ("page.apk", "this is a web page"),
    ] {
        let path = user.path(place);
        for command in [&["phone"][..], &["mcp", "--phone"]] {
            let (code, _, said) = user.run(&[command, &["--app", path.to_str().unwrap()]].concat());
            assert!(code == Some(2) && said.contains(expected), "{said}");
        }
    }
    let (code, _, said) = user.run(&["mcp", "--app", "x.apk"]);
    assert!(code == Some(2) && said.contains("--phone"), "{said}");
}

#[tokio::test]
async fn the_embedded_phone_has_the_given_apps_and_shows_the_first() {
    let user = User::new();
    let apk = user.apk("notes.apk", &notes());
    let shop = Path::new(env!("CARGO_MANIFEST_DIR")).join("../phone/assets/form.yaml");
    let read = |file: &Path| GivenApp::read(file, Api::default()).unwrap();
    // Whoever runs this may have a Java and the parts: here nothing starts.
    let wishes = Wishes { java: Some("/nowhere/java".into()), ..Wishes::default() };
    let given = Given { apps: vec![read(&apk), read(&shop)], wishes, ..Given::default() };
    let host = Host::with_apps(Devices { phone: true }, given).unwrap();
    let deadline = Deadline::after(Duration::from_mins(1));
    let desk = host.fleet.choose(Choice::default(), deadline).await.unwrap();
    let screen = desk.read(deadline).await.unwrap();
    assert_eq!(screen.package(), "org.example.notes");
}
