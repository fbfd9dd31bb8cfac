//! An agent of the built program, with one real app on its phone.

use std::ffi::OsStr;
use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Value, json};

use crate::phones::{Phones, apks};

pub(crate) struct Agent {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    last: u64,
}

/// What a tool answered.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) error: bool,
    pub(crate) json: Value,
    pub(crate) screen: String,
    pub(crate) picture: bool,
}

impl Agent {
    /// With the APK that this variable names on the program's own phone, if it and the parts are there.
    pub(crate) fn with(variable: &str) -> Option<Self> {
        let apks = apks(&[variable])?;
        Some(Self::start(&[OsStr::new("--phone"), OsStr::new("--app"), apks[0].as_os_str()]))
    }

    /// With the app on a phone that runs elsewhere.
    pub(crate) fn on(phones: &Phones, phone: usize, package: &str) -> Self {
        let mut agent = Self::start(&[]);
        let address = &phones.addresses[phone];
        agent.patiently("connect", json!({ "deviceId": address, "packageName": package }));
        agent
    }

    #[expect(clippy::disallowed_methods, reason = "the program under test")]
    fn start(arguments: &[&OsStr]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_fingertip"))
            .arg("mcp")
            .args(arguments)
            .env("ADB_SERVER_SOCKET", "tcp:127.0.0.1:1")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let (input, output) = (child.stdin.take(), BufReader::new(child.stdout.take().unwrap()));
        let mut agent = Self { child, input, output, last: 0 };
        let client = json!({ "name": "test", "version": "1" });
        agent.ask(
            "initialize",
            &json!({ "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client }),
        );
        agent.send(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }));
        agent
    }

    fn send(&mut self, message: &Value) {
        writeln!(self.input.as_mut().unwrap(), "{message}").unwrap();
    }

    fn ask(&mut self, method: &str, params: &Value) -> Value {
        self.last += 1;
        let id = self.last;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        loop {
            let mut line = String::new();
            assert!(self.output.read_line(&mut line).unwrap() > 0, "the server is gone");
            let mut message: Value = serde_json::from_str(&line).unwrap();
            if message["id"] == id {
                return message["result"].take();
            }
        }
    }

    pub(crate) fn call(&mut self, tool: &str, arguments: Value) -> Answer {
        let result = self.ask("tools/call", &json!({ "name": tool, "arguments": arguments }));
        let mut answer = Answer {
            error: result["isError"] == true,
            json: Value::Null,
            screen: String::new(),
            picture: false,
        };
        for block in result["content"].as_array().into_iter().flatten() {
            answer.picture |= block["type"] == "image";
            for part in block["text"].as_str().into_iter().flat_map(|text| text.split('\n')) {
                match serde_json::from_str(part) {
                    Ok(json @ Value::Object(_)) if answer.json.is_null() => answer.json = json,
                    _ => {
                        answer.screen.push_str(part);
                        answer.screen.push('\n');
                    }
                }
            }
        }
        answer
    }

    /// The same, and it has to go well.
    pub(crate) fn done(&mut self, tool: &str, arguments: Value) -> Answer {
        let answer = self.call(tool, arguments.clone());
        assert!(!answer.error, "{tool} {arguments}: {answer:?}");
        answer
    }

    /// The same, and as often as it takes where the answer says that another call may do: an app starts slowly while others compute.
    pub(crate) fn patiently(&mut self, tool: &str, arguments: Value) -> Answer {
        for _ in 0..12 {
            let answer = self.call(tool, arguments.clone());
            if !answer.error || answer.json["error"]["retryable"] != true {
                assert!(!answer.error, "{tool} {arguments}: {answer:?}");
                return answer;
            }
        }
        self.done(tool, arguments)
    }

    /// The code that a call is refused with.
    pub(crate) fn refused(&mut self, tool: &str, arguments: Value) -> String {
        let answer = self.call(tool, arguments.clone());
        assert!(answer.error, "{tool} {arguments}: {answer:?}");
        answer.json["error"]["code"].as_str().unwrap_or_default().to_owned()
    }

    /// What a property of an element is: it has to be this.
    pub(crate) fn is(&mut self, id: &str, property: &str, expected: Value) {
        let state = json!({ "id": id, "property": property, "expected": expected });
        let verdict = self.done("expect_state", state);
        assert_eq!(verdict.json["verified"], true, "{id} {property}: {verdict:?}");
    }

    /// Does something that has to change the screen.
    pub(crate) fn changes(&mut self, tool: &str, arguments: Value) -> Answer {
        let answer = self.done(tool, arguments.clone());
        assert_eq!(answer.json["effect"], "changed", "{tool} {arguments}: {answer:?}");
        answer
    }

    /// Taps what has this text.
    pub(crate) fn tap(&mut self, text: &str) -> Answer {
        self.done("tap_element", json!({ "text": text }))
    }

    /// The whole screen, as for somebody who looks for the first time.
    pub(crate) fn screen(&mut self) -> String {
        self.done("get_ui_tree", json!({})).screen
    }

    /// Checks that this text is on the screen, or comes soon.
    pub(crate) fn shows(&mut self, text: &str) {
        let verdict = self.done("expect_element_visible", json!({ "text": text }));
        assert_eq!(verdict.json["verified"], true, "{text}: {verdict:?}");
    }
}

impl Drop for Agent {
    fn drop(&mut self) {
        // The end of its input ends the server, and with it the phone and the app's process.
        drop(self.input.take());
        let _ended = self.child.wait();
    }
}
