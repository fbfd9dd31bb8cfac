//! The built program, started as people and clients start it.

#![expect(clippy::unwrap_used, reason = "a test that cannot start its program should fail")]

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, Command, Output, Stdio};

use serde_json::{Value, json};

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
        .stdin(Stdio::null());
    command
}

fn run(arguments: &[&str]) -> (bool, String, String) {
    let Output { status, stdout, stderr } = fingertip(arguments).output().unwrap();
    (status.success(), String::from_utf8(stdout).unwrap(), String::from_utf8(stderr).unwrap())
}

#[test]
fn the_demo_ends_well_and_says_how_to_go_on() {
    let (good, out, err) = run(&["demo"]);
    assert!(good, "{out}{err}");
    for part in [
        "RESOLVE",
        "ACT",
        "WAIT",
        "EXPECT",
        "→ tap_element",
        "screen 1080x2400 com.example.shop",
        "\"verified\":true",
        "Claude Code",
        "Cursor",
        "VS Code",
        "Codex",
        "Gemini CLI",
    ] {
        assert!(out.contains(part), "{part} is missing:\n{out}");
    }
}

#[test]
fn a_picture_is_written_to_a_file() {
    let folder = tempfile::tempdir().unwrap();
    for (flag, signature) in [("--marks", &b"\xff\xd8"[..]), ("--original", b"\x89PNG")] {
        let file = folder.path().join("picture");
        let path = file.to_str().unwrap();
        let (good, out, err) =
            run(&["call", "--phone", "capture_screenshot", flag, "--output", path]);
        assert!(good && out.contains("written to"), "{out}{err}");
        assert!(std::fs::read(&file).unwrap().starts_with(signature), "{flag}");
    }
}

#[test]
fn tools_are_listed_described_and_called() {
    let (good, out, _) = run(&["tools"]);
    assert!(good && out.lines().count() >= 11, "{out}");
    let (good, out, _) = run(&["tools", "tap_element"]);
    assert!(good && out.contains("ignoreCase"), "{out}");
    let (good, out, err) = run(&["call", "--phone", "get_ui_tree"]);
    assert!(good && out.starts_with("screen 1080x2400"), "{out}{err}");
    let (good, out, _) = run(&["call", "--phone", "--json", "list_devices"]);
    assert!(good, "{out}");
    assert_eq!(serde_json::from_str::<Value>(&out).unwrap()["devices"][0]["id"], "phone");
    let (good, _, err) = run(&["call", "tapp"]);
    assert!(!good && err.contains("did you mean tap"), "{err}");
    let (good, _, err) = run(&["call", "tap", "--knob", "1"]);
    assert!(!good && err.contains("--knob"), "{err}");
    assert!(run(&["call", "tap", "--help"]).1.contains("--text-contains"));
}

#[test]
fn without_a_device_it_says_what_to_do_and_names_the_embedded_phone() {
    let (good, out, _) = run(&["call", "get_ui_tree"]);
    assert!(!good && out.contains("fingertip mcp --phone"), "{out}");
    let (good, out, _) = run(&["call", "list_devices"]);
    assert!(good && out.contains("fingertip mcp --phone"), "{out}");
}

#[test]
fn the_doctor_finds_the_embedded_phone_well() {
    let (good, out, _) = run(&["doctor"]);
    assert!(good && out.contains("ok   the embedded phone boots"), "{out}");
}

/// Holds guards.9.
#[test]
fn guards_are_set_by_flags_and_by_the_environment() {
    for (flags, call) in [
        (&["--read-only"][..], &["press_back"][..]),
        (&["--allow-app", "com.example.shop"], &["press_back"]),
        (&["--allow-app", "com.example.*"], &["connect", "--package-name", "com.other"]),
        (&["--allow-device", "emulator-*"], &["get_ui_tree"]),
    ] {
        let (good, out, err) = run(&[&["call", "--phone"], flags, call].concat());
        assert!(!good && out.contains("GUARD_REFUSED") && out.contains(flags[0]), "{out}{err}");
    }
    let (good, out, err) = run(&["call", "--phone", "--read-only", "get_ui_tree"]);
    assert!(good && out.starts_with("screen"), "{out}{err}");
    let (good, _, err) = run(&["call", "--phone", "--allow-app", "", "get_ui_tree"]);
    assert!(!good && err.contains("com.example.*"), "{err}");
    let with = |name: &str, value: &str| {
        fingertip(&["call", "--phone", "press_back"]).env(name, value).output().unwrap().status
    };
    assert!(!with("FINGERTIP_READ_ONLY", "1").success());
    assert!(with("FINGERTIP_READ_ONLY", "0").success());
    assert!(!with("FINGERTIP_ALLOW_APP", "com.example.shop,com.example.chat").success());
    assert!(with("FINGERTIP_ALLOW_APP", "com.example.shop,com.android.*").success());
    assert!(!with("FINGERTIP_ALLOW_DEVICE", "emulator-*").success());

    // Also where a client starts us without a word.
    let mut command = fingertip(&[]);
    let mut server = Server::of(command.env("FINGERTIP_READ_ONLY", "true"));
    server.initialize();
    server.send(r#"{"jsonrpc":"2.0","id":2,"method":"tools/list"}"#);
    let tools = server.answer()["result"]["tools"].to_string();
    assert!(tools.contains("\"get_ui_tree\"") && !tools.contains("\"tap\""), "{tools}");
}

/// Holds guards.10, guards.11.
#[test]
fn a_device_belongs_to_the_process_that_acts_until_it_ends() {
    let (_phone, address) = PhoneProcess::start("0");
    let mut server = Server::start(&["mcp"]);
    server.initialize();
    let tap = |json: bool| {
        let flags: &[&str] = if json { &["--json"] } else { &[] };
        let tap = ["tap", "--x", "500", "--y", "900", "--settle", "none", "--device-id", &address];
        run(&[&["call"], flags, &tap].concat())
    };
    assert!(tap(false).0, "nobody has it yet");
    let device = json!({ "deviceId": address });
    let pressed = server.call(2, "press_back", &device);
    assert_ne!(pressed["isError"], true, "{pressed}");

    let (good, out, err) = tap(true);
    assert!(!good, "{out}{err}");
    let refused: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(refused["error"]["code"], "DEVICE_BUSY", "{refused}");
    assert_eq!(refused["error"]["details"]["pid"], server.child.id(), "{refused}");
    let (good, out, err) = run(&["call", "get_ui_tree", "--device-id", &address]);
    assert!(good, "it may be read: {out}{err}");

    // Not even a process that is killed keeps it.
    server.child.kill().unwrap();
    server.child.wait().unwrap();
    let (good, out, err) = tap(false);
    assert!(good, "{out}{err}");
}

/// A server on a pipe.
struct Server {
    child: Child,
    lines: std::io::Lines<BufReader<std::process::ChildStdout>>,
}

impl Server {
    fn start(arguments: &[&str]) -> Self {
        Self::of(&mut fingertip(arguments))
    }

    fn of(command: &mut Command) -> Self {
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        Self { child, lines }
    }

    fn send(&mut self, line: &str) {
        writeln!(self.child.stdin.as_mut().unwrap(), "{line}").unwrap();
    }

    fn answer(&mut self) -> Value {
        serde_json::from_str(&self.lines.next().unwrap().unwrap()).unwrap()
    }

    fn call(&mut self, id: u64, tool: &str, arguments: &Value) -> Value {
        let call = json!({ "name": tool, "arguments": arguments });
        let request = json!({ "jsonrpc": "2.0", "id": id, "method": "tools/call", "params": call });
        self.send(&request.to_string());
        self.answer()["result"].take()
    }

    fn initialize(&mut self) -> Value {
        let info = json!({ "name": "test", "version": "0" });
        let params =
            json!({ "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": info });
        self.send(
            &json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params })
                .to_string(),
        );
        let answer = self.answer();
        self.send(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#);
        answer
    }
}

#[test]
fn started_with_a_pipe_and_no_word_it_serves_mcp() {
    let mut server = Server::start(&[]);
    let hello = server.initialize();
    assert_eq!(hello["result"]["serverInfo"]["name"], "fingertip");
    server.send(r#"{"jsonrpc":"2.0","id":2,"method":"tools/list"}"#);
    let tools = server.answer();
    assert!(tools["result"]["tools"].as_array().is_some_and(|tools| tools.len() >= 11), "{tools}");
    drop(server.child.stdin.take());
    assert!(server.child.wait().unwrap().success(), "it ends when its client does");
}

#[test]
fn broken_lines_do_not_end_it() {
    let mut server = Server::start(&["mcp", "--phone"]);
    server.initialize();
    let deep = "[".repeat(100_000);
    for broken in ["{", "\"", "null", "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":", &deep] {
        server.send(broken);
        assert!(server.answer()["error"]["code"].is_i64(), "{broken:.40}");
    }
    let call = json!({ "name": "get_ui_tree", "arguments": {} });
    server.send(
        &json!({ "jsonrpc": "2.0", "id": 8, "method": "tools/call", "params": call }).to_string(),
    );
    let screen = server.answer();
    assert!(
        screen["result"]["content"][0]["text"]
            .as_str()
            .is_some_and(|text| text.starts_with("screen ")),
        "{screen}"
    );
}

/// A phone in a process of its own.
struct PhoneProcess(Child);

impl PhoneProcess {
    fn start(port: &str) -> (Self, String) {
        let mut child = fingertip(&["phone", "--port", port, "--quiet"])
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let first = BufReader::new(child.stdout.take().unwrap()).lines().next().unwrap().unwrap();
        (Self(child), first.trim_start_matches("the phone listens on ").to_owned())
    }
}

impl Drop for PhoneProcess {
    fn drop(&mut self) {
        self.0.kill().unwrap();
        self.0.wait().unwrap();
    }
}

#[test]
fn a_phone_that_dies_is_reported_and_used_again_when_it_is_back() {
    let (phone, address) = PhoneProcess::start("0");
    let mut server = Server::start(&["mcp"]);
    server.initialize();
    let device = json!({ "deviceId": address });
    let seen = server.call(2, "get_ui_tree", &device);
    assert_ne!(seen["isError"], true, "{seen}");

    drop(phone);
    let lost = server.call(3, "get_ui_tree", &device);
    assert_eq!(lost["isError"], true, "{lost}");
    let error: Value = serde_json::from_str(lost["content"][0]["text"].as_str().unwrap()).unwrap();
    let code = error["error"]["code"].as_str().unwrap();
    assert!(code == "DEVICE_OFFLINE" || code == "DEVICE_LOST", "{error}");

    let port = address.rsplit(':').next().unwrap();
    let (_phone, _) = PhoneProcess::start(port);
    let back = server.call(4, "get_ui_tree", &device);
    assert_ne!(back["isError"], true, "the next call works: {back}");
}

#[test]
fn a_wrong_app_is_refused_with_its_place_before_the_phone_starts() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("mine.yaml");
    let yaml = "package: com.me.mine\nlabel: Mine\nactivities:\n  .Main:\n    launcher: true\n    body: {text: {text: \"{nam}\"}}\n";
    std::fs::write(&file, yaml).unwrap();
    let file = file.to_str().unwrap();
    let Output { status, stdout, stderr } =
        fingertip(&["phone", "--port", "0", "--app", file]).output().unwrap();
    let stderr = String::from_utf8(stderr).unwrap();
    assert_eq!(status.code(), Some(2), "{stderr}");
    assert!(stdout.is_empty());
    let place = "line 6, column 25: there is no variable `nam` here\n    6 |     body: {text: {text: \"{nam}\"}}\n      |                         ^";
    assert!(stderr.contains(place), "{stderr}");
    let missing = fingertip(&["phone", "--app", "/nowhere/mine.yaml"]).output().unwrap();
    assert_eq!(missing.status.code(), Some(2));
}

#[test]
fn an_app_of_ones_own_is_in_front() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("mine.yaml");
    let yaml = "package: com.me.mine\nlabel: Mine\nactivities: {.Main: {launcher: true, body: {text: {text: Hello mine}}}}\n";
    std::fs::write(&file, yaml).unwrap();
    let mut phone = fingertip(&["phone", "--port", "0", "--app", file.to_str().unwrap()])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(phone.stdout.take().unwrap()).lines();
    let first = lines.next().unwrap().unwrap();
    let address = first.rsplit(' ').next().unwrap().to_owned();
    let (good, out, err) = run(&["call", "get_ui_tree", "--device-id", &address]);
    phone.kill().unwrap();
    phone.wait().unwrap();
    assert!(good && out.contains("Hello mine"), "{out}{err}");
}

#[test]
fn trouble_is_made_on_a_phone_that_runs() {
    let (_phone, address) = PhoneProcess::start("0");
    let fault = |words: &[&str]| run(&[&["phone", "fault", &address], words].concat());
    assert_eq!(fault(&["list"]), (true, "no fault is in force\n".to_owned(), String::new()));
    let (good, out, _) = fault(&["dump=no-root", "times", "1000"]);
    assert!(good && out == "ok: dump=no-root times 1000\n", "{out}");
    let (good, out, _) = run(&["call", "get_ui_tree", "--device-id", &address]);
    assert!(!good && out.contains("TREE_UNAVAILABLE"), "{out}");
    assert!(fault(&["list"]).1.starts_with("dump=no-root times 1000 ("));
    assert_eq!(fault(&["clear"]).1, "cleared 1 fault\n");
    let (good, out, err) = run(&["call", "get_ui_tree", "--device-id", &address]);
    assert!(good, "{out}{err}");
    let (good, _, err) = fault(&["ofline"]);
    assert!(!good && err.contains("unknown fault \"ofline\"; faults are slow=TIME"), "{err}");
}

#[test]
fn wrong_trouble_is_refused_before_the_phone_starts() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("script");
    std::fs::write(&file, "at 5s drop\nevery now drop\n").unwrap();
    let script = ["phone", "--port", "0", "--fault-script", file.to_str().unwrap()];
    for (arguments, expected) in [
        (&script[..], "line 2, column 7: \"now\" is no time"),
        (&["phone", "--fault", "dump=x"], "dump is written dump=truncated|garbled|no-idle|no-root"),
        (&["phone", "--profile", "fast"], "profiles are instant, emulator, usb and wifi"),
    ] {
        let refused = fingertip(arguments).output().unwrap();
        let err = String::from_utf8_lossy(&refused.stderr);
        assert_eq!(refused.status.code(), Some(2), "{err}");
        assert!(err.contains(expected), "{err}");
    }
}
