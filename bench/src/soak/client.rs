//! One client: calls of all kinds, each compared with what the phone's files say.

use std::cell::RefCell;
use std::path::PathBuf;
use std::rc::Rc;
use std::time::Duration;

use bench::Outcome;
use bench::agent::Answer;
use bench::shared_agent::SharedAgent;
use serde_json::{Value, json};

use crate::ledger::Ledger;
use crate::mood::Mood;
use crate::tally::Tally;

const PACKAGE: &str = "com.example.soak";
/// How long the phone's files may lag behind a call that has ended.
const LAG: u32 = 40;
/// A call that takes longer than this hangs.
const LONGEST: Duration = Duration::from_secs(90);

pub(crate) struct Client {
    agent: SharedAgent,
    address: String,
    /// `first` or `second`.
    name: &'static str,
    ledger: Ledger,
    mood: Mood,
    /// How many deaths there had been when the app was last seen.
    seen_at: Option<u64>,
    random: u64,
    pictured: bool,
}

impl Client {
    pub(crate) fn new(
        agent: SharedAgent,
        address: &str,
        name: &'static str,
        file: PathBuf,
        mood: Mood,
        seed: u64,
    ) -> Self {
        let ledger = Ledger::new(name, file);
        let random = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
        let (address, seen_at, pictured) = (address.to_owned(), None, false);
        Self { agent, address, name, ledger, mood, seen_at, random, pictured }
    }

    /// Calls until there were enough of them.
    pub(crate) async fn work(mut self, tally: Rc<RefCell<Tally>>) -> Outcome<()> {
        while !tally.borrow().is_over() {
            if self.seen_at.is_none() {
                self.open(&tally).await?;
                continue;
            }
            match self.next(100) {
                0..40 => self.tap(&tally).await?,
                40..70 => self.judge(&tally).await?,
                70..85 => {
                    self.read("get_ui_tree", json!({}), &tally).await?;
                }
                85..93 => {
                    let query = json!({ "query": format!("Count {}", self.name) });
                    self.read("find_element", query, &tally).await?;
                }
                93..97 => {
                    self.read("get_screen_fingerprint", json!({}), &tally).await?;
                }
                97..99 => {
                    self.read("capture_screenshot", json!({}), &tally).await?;
                }
                _ => {
                    self.read("list_devices", json!({}), &tally).await?;
                }
            }
        }
        Ok(())
    }

    /// Brings the app to the front, and waits until it is seen.
    async fn open(&mut self, tally: &RefCell<Tally>) -> Outcome<()> {
        let deaths = self.mood.deaths();
        let answer = self.call("connect", json!({ "packageName": PACKAGE }), tally).await?;
        if !answer.failed && answer.text.contains("Always here") {
            self.seen_at = Some(deaths);
            // Pictures are what takes most room: everybody has taken one when the run is warm.
            if !std::mem::replace(&mut self.pictured, true) {
                self.read("capture_screenshot", json!({}), tally).await?;
            }
        }
        Ok(())
    }

    async fn tap(&mut self, tally: &RefCell<Tally>) -> Outcome<()> {
        let (label, count) = (format!("Count {}", self.name), self.ledger.count());
        let shown = self.shown(count + 1);
        let arguments = match self.next(3) {
            0 => json!({ "text": label, "settle": "none" }),
            1 => json!({ "text": label }),
            _ => json!({ "text": label, "expect": { "text": shown, "condition": "visible" } }),
        };
        let answer = self.call("tap_element", arguments, tally).await?;
        if answer.failed {
            if never_begun(&answer) {
                self.seen_at = None;
            } else {
                self.ledger.failed();
            }
            return Ok(());
        }
        // The files may be a moment behind, and more than one call ahead where a failed one arrived.
        let mut count = self.ledger.count();
        for _ in 0..LAG {
            if count >= self.ledger.least_after_success() {
                break;
            }
            pause().await;
            count = self.ledger.count();
        }
        // A finger that touched the display when the app was gone has touched something else.
        if count < self.ledger.least_after_success() && self.has_died() {
            tally.borrow_mut().excused();
            self.seen_at = None;
            return Ok(());
        }
        match self.ledger.succeeded(count) {
            Ok(late) => tally.borrow_mut().action(late),
            Err(wrong) => {
                tally
                    .borrow_mut()
                    .wrong(format!("{} {}: {wrong}: {}", self.address, self.name, answer.text));
            }
        }
        // A check that could not be made is no verdict.
        let expect = object(&answer.text).get("expect").cloned();
        if let Some(expect) = expect.filter(|expect| expect.get("error").is_none()) {
            let met = expect["verified"] == true;
            let verdict = Answer { text: expect.to_string(), ..answer.clone() };
            let still = self.ledger.count() == count;
            if count == before_plus_one(&shown) && still {
                self.check(true, met, &shown, &verdict, tally).await;
            }
        }
        Ok(())
    }

    /// Asks about what is so, and about what is not.
    async fn judge(&mut self, tally: &RefCell<Tally>) -> Outcome<()> {
        let count = self.ledger.count();
        let truth = self.next(3) != 0;
        let text = self.shown(if truth { count } else { count + 1000 });
        let timeout = [0, 0, 300][self.next(3)];
        let (tool, arguments) = match self.next(3) {
            0 => ("expect_element_visible", json!({ "text": text, "timeoutMs": timeout })),
            1 => ("wait_for_ui", json!({ "text": text, "timeoutMs": timeout })),
            _ => {
                let id = format!("shown_{}", self.name);
                let arguments = json!({
                    "id": id, "property": "text", "expected": text, "timeoutMs": timeout
                });
                ("expect_state", arguments)
            }
        };
        let answer = self.call(tool, arguments, tally).await?;
        let told = object(&answer.text);
        let Some(met) = told.get("verified").or_else(|| told.get("met")).and_then(Value::as_bool)
        else {
            return Ok(());
        };
        // What changed meanwhile, by an action that arrived late, is not judged.
        if self.ledger.count() == count {
            self.check(truth, met, &text, &answer, tally).await;
        }
        Ok(())
    }

    /// Compares a verdict with the truth.
    async fn check(
        &mut self,
        truth: bool,
        met: bool,
        text: &str,
        answer: &Answer,
        tally: &RefCell<Tally>,
    ) {
        if truth == met {
            tally.borrow_mut().verdict(met);
            return;
        }
        // What the phone says about itself may come a moment after the answer.
        for _ in 0..LAG {
            if truth && self.has_died() {
                tally.borrow_mut().excused();
                self.seen_at = None;
                return;
            }
            pause().await;
        }
        let answer: String = answer.text.chars().take(600).collect();
        let wrong =
            format!("{} {text:?} is {truth}, and was said to be {met}: {answer}", self.address);
        tally.borrow_mut().wrong(wrong);
        self.seen_at = None;
    }

    async fn read(
        &mut self,
        tool: &'static str,
        arguments: Value,
        tally: &RefCell<Tally>,
    ) -> Outcome<Answer> {
        let answer = self.call(tool, arguments, tally).await?;
        // Nobody leaves the app, but it may end; whoever does not find it opens it again.
        if answer.failed && never_begun(&answer) {
            self.seen_at = None;
        }
        Ok(answer)
    }

    async fn call(
        &mut self,
        tool: &'static str,
        mut arguments: Value,
        tally: &RefCell<Tally>,
    ) -> Outcome<Answer> {
        if tool != "list_devices" {
            arguments["deviceId"] = json!(self.address);
        }
        tally.borrow_mut().call(tool);
        let answering = self.agent.answer(tool, &arguments);
        let answer = tokio::time::timeout(LONGEST, answering)
            .await
            .map_err(|_| format!("{tool} {arguments} has no answer in {LONGEST:?}"))??;
        if answer.failed {
            let code = code(&answer);
            if ["INTERNAL_ERROR", "INVALID_ARGUMENT", "none"].contains(&code.as_str()) {
                tally.borrow_mut().wrong(format!("{tool} {arguments}: {}", answer.text));
            }
            tally.borrow_mut().failure(&code);
            // Whoever is told that the device is away does not ask again at once.
            if code.starts_with("DEVICE_") {
                pause().await;
            }
        }
        Ok(answer)
    }

    /// An app may have ended since this one was last seen.
    fn has_died(&self) -> bool {
        self.seen_at != Some(self.mood.deaths())
    }

    fn shown(&self, count: u64) -> String {
        let name = if self.name == "first" { "First" } else { "Second" };
        format!("{name} counts {count}")
    }

    /// Below `end`: the same seed gives the same run of choices.
    fn next(&mut self, end: usize) -> usize {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        usize::try_from(self.random >> 33).unwrap_or_default() % end
    }
}

/// The count that a text speaks of.
fn before_plus_one(shown: &str) -> u64 {
    shown.rsplit(' ').next().and_then(|number| number.parse().ok()).unwrap_or_default()
}

/// The first JSON object of an answer.
fn object(text: &str) -> Value {
    text.lines().find_map(|line| serde_json::from_str(line).ok()).unwrap_or_default()
}

fn code(answer: &Answer) -> String {
    object(&answer.text)["error"]["code"].as_str().unwrap_or("none").to_owned()
}

/// There was nothing to act on.
fn never_begun(answer: &Answer) -> bool {
    ["ELEMENT_NOT_FOUND", "ELEMENT_NOT_INTERACTABLE"].contains(&code(answer).as_str())
}

async fn pause() {
    let next = tokio::time::Instant::now() + Duration::from_millis(25);
    tokio::time::sleep_until(next).await;
}
