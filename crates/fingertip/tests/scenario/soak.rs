//! Four clients on three phones that are in trouble all the time, for a few hundred calls: whatever a call answers is so,
//! and whatever it did happened once. `bench/soak` does the same for hours, with apps that end and phones that reboot.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use device::Source;
use device::android::Single;
use engine::Fleet;
use fingertip::host::Host;
use fingertip::mcp::{Options, Server};
use fingertip::tools::{ALL, Registry};
use futures_util::future::join_all;
use phone::Phone;
use phone::apps::declared;
use serde_json::{Value, json};
use tokio::time::Instant;

use crate::agent::{Agent, Answer};
use crate::cable::Cable;

/// Each client has a button of its own. The counts are read from the phone's files.
const APP: &str = r#"
package: com.x.soak
label: Soak
state: {first: 0, second: 0}
saved: [first, second]
activities:
  .Main:
    launcher: true
    toolbar: {title: Soak}
    body:
      column:
        gap: 8
        children:
          - text: {id: shown_first, text: "First counts {first}"}
          - button: {text: Count first, on_tap: [set: {first: "{first + 1}"}]}
          - text: {id: shown_second, text: "Second counts {second}"}
          - button: {text: Count second, on_tap: [set: {second: "{second + 1}"}]}
"#;

const TROUBLE: [&str; 12] = [
    "drop",
    "restart-adbd",
    "drop:uiautomator times 1",
    "drop:input times 1",
    "slow=150ms for 600ms",
    "slow:uiautomator=300ms for 1s",
    "dump=truncated times 2",
    "dump=garbled times 2",
    "dump=no-root for 300ms",
    "hang:uiautomator for 700ms",
    "hang:input for 500ms",
    "offline for 800ms",
];

const PHONES: [&str; 3] = ["one", "two", "three"];
/// Which phone each client uses, and which of the app's counts is its own.
const CLIENTS: [(usize, &str); 4] = [(0, "first"), (0, "second"), (1, "first"), (2, "first")];
const CALLS: usize = 80;

/// The same seed gives the same run of choices.
struct Chance(u64);

impl Chance {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 33).unwrap_or_default() % end
    }
}

struct Client {
    agent: Agent,
    phone: &'static str,
    name: &'static str,
    prefs: PathBuf,
    chance: Chance,
    /// The count when it was last known, and actions that failed and may still arrive.
    known: u64,
    open: u64,
    told: Told,
}

#[derive(Debug, Default)]
struct Told {
    done: usize,
    yes: usize,
    no: usize,
    failed: usize,
}

impl Client {
    async fn work(mut self) -> Told {
        let shop = json!({ "packageName": "com.x.soak" });
        while self.call("connect", shop.clone()).await.is_error {}
        for _ in 0..CALLS {
            match self.chance.below(20) {
                0..8 => self.tap().await,
                8..15 => self.judge().await,
                15..17 => drop(self.call("get_ui_tree", json!({})).await),
                17 => {
                    let query = json!({ "query": format!("Count {}", self.name) });
                    self.call("find_element", query).await;
                }
                18 => drop(self.call("wait_for_ui", json!({ "condition": "idle" })).await),
                _ => drop(self.call("get_screen_fingerprint", json!({})).await),
            }
        }
        self.told
    }

    async fn tap(&mut self) {
        let label = format!("Count {}", self.name);
        let arguments = match self.chance.below(3) {
            0 => json!({ "text": label, "settle": "none" }),
            1 => json!({ "text": label }),
            _ => json!({ "text": label, "expect": { "changed": true } }),
        };
        let answer = self.call("tap_element", arguments).await;
        if answer.is_error {
            // Where there was nothing to act on, nothing can arrive.
            let code = answer.json["error"]["code"].as_str().unwrap_or_default();
            self.open += u64::from(!code.starts_with("ELEMENT_NOT_"));
            return;
        }
        for _ in 0..40 {
            if self.count() > self.known {
                break;
            }
            pause(25).await;
        }
        let (least, most) = (self.known + 1, self.known + 1 + self.open);
        let count = self.count();
        assert!(count >= least, "lost: {} {count} of {least}: {answer:?}", self.phone);
        assert!(count <= most, "doubled: {} {count} of {most}: {answer:?}", self.phone);
        self.open -= count - least;
        self.known = count;
        self.told.done += 1;
    }

    /// Asks about what is so, and about what is not.
    async fn judge(&mut self) {
        let (count, truth) = (self.count(), self.chance.below(3) != 0);
        let name = if self.name == "first" { "First" } else { "Second" };
        let text = format!("{name} counts {}", if truth { count } else { count + 1000 });
        let timeout = [0, 0, 300][self.chance.below(3)];
        let (tool, arguments) = match self.chance.below(3) {
            0 => ("expect_element_visible", json!({ "text": text, "timeoutMs": timeout })),
            1 => ("wait_for_ui", json!({ "text": text, "timeoutMs": timeout })),
            _ => {
                let (id, property) = (format!("shown_{}", self.name), "text");
                let claim = json!({ "id": id, "property": property, "expected": text, "timeoutMs": timeout });
                ("expect_state", claim)
            }
        };
        let answer = self.call(tool, arguments.clone()).await;
        let told = answer.json.get("verified").or_else(|| answer.json.get("met"));
        // What changed meanwhile, by an action that arrived late, is not judged.
        if let Some(told) = told.filter(|_| self.count() == count) {
            assert_eq!(told, truth, "{} {tool} {arguments}: {answer:?}", self.phone);
            *(if truth { &mut self.told.yes } else { &mut self.told.no }) += 1;
        }
    }

    async fn call(&mut self, tool: &'static str, mut arguments: Value) -> Answer {
        arguments["deviceId"] = json!(self.phone);
        let answer = self.agent.call(tool, arguments.clone()).await;
        if answer.is_error {
            let code = answer.json["error"]["code"].as_str().unwrap_or_default();
            let ours = ["INTERNAL_ERROR", "INVALID_ARGUMENT", "DEVICE_BUSY", ""].contains(&code);
            assert!(!ours, "{tool} {arguments}: {answer:?}");
            self.told.failed += 1;
            pause(25).await;
        }
        answer
    }

    /// What reached the app.
    fn count(&self) -> u64 {
        let text = std::fs::read_to_string(&self.prefs).unwrap_or_default();
        let line = text.lines().find(|line| line.contains(&format!("name=\"{}\"", self.name)));
        let value = line.and_then(|line| line.split_once("value=\"")).map(|(_, value)| value);
        let digits =
            |value: &str| value.chars().take_while(char::is_ascii_digit).collect::<String>();
        value.and_then(|value| digits(value).parse().ok()).unwrap_or_default()
    }
}

async fn pause(ms: u64) {
    tokio::time::sleep_until(Instant::now() + Duration::from_millis(ms)).await;
}

/// Something goes wrong every second or so.
async fn trouble(phone: Arc<Phone>, mut chance: Chance) {
    loop {
        pause(400 + 100 * chance.below(12) as u64).await;
        let order = TROUBLE[chance.below(TROUBLE.len())];
        phone.faults().begin_text(order).expect("a fault");
    }
}

fn phone(name: &str, folder: &Path) -> Arc<Phone> {
    let app = declared(APP).expect("an app");
    let phone = Phone::builder().serial(name).app(app).folder(folder.join(name));
    Arc::new(phone.build().expect("a phone"))
}

/// Holds devices.18.
#[tokio::test(start_paused = true)]
async fn whatever_is_answered_is_so_and_whatever_is_done_is_done_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let phones = PHONES.map(|name| phone(name, folder.path()));
    let source = |(name, phone): (&str, &Arc<Phone>)| -> Arc<dyn Source> {
        let cable = Cable { phone: Arc::clone(phone), delay: Duration::ZERO };
        Arc::new(Single::new(name, "Fingertip Phone", cable))
    };
    let sources = PHONES.into_iter().zip(&phones).map(source).collect();
    let host = Arc::new(Host::of(Fleet::new(sources, None)));
    let server = Server::new(Arc::new(Registry::new(ALL)), host, Options::default());
    let trouble: Vec<_> = phones
        .iter()
        .zip(1..)
        .map(|(phone, seed)| tokio::spawn(trouble(Arc::clone(phone), Chance(seed * 7919))))
        .collect();
    let clients = CLIENTS.into_iter().zip(1..).map(async |((at, name), seed)| {
        let prefs = "data/data/com.x.soak/shared_prefs/com.x.soak_preferences.xml";
        let client = Client {
            agent: Agent::served(&server, &phones[at]).await,
            phone: PHONES[at],
            name,
            prefs: folder.path().join(PHONES[at]).join(prefs),
            chance: Chance(seed * 104_729),
            known: 0,
            open: 0,
            told: Told::default(),
        };
        client.work().await
    });
    let told = join_all(clients).await;
    trouble.iter().for_each(tokio::task::JoinHandle::abort);
    for told in &told {
        assert!(told.done > 5 && told.yes > 5 && told.no > 1, "{told:?}");
    }
    assert!(told.iter().map(|told| told.failed).sum::<usize>() > 5, "no trouble: {told:?}");
}
