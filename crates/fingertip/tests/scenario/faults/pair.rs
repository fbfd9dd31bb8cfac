//! Two phones behind one server. The left one is the one in trouble.

use std::time::Duration;

use serde_json::{Value, json};
use tokio::sync::broadcast;
use tokio::time::Instant;

use crate::agent::{Agent, Answer};

pub(crate) struct Pair {
    pub(crate) agent: Agent,
}

/// Longer than any call on a healthy phone takes.
const UNDISTURBED: Duration = Duration::from_secs(5);

impl Pair {
    /// Both show the shop's sign-in.
    pub(crate) async fn new() -> Self {
        let agent = Agent::with_phones(&["left", "right"]).await;
        let pair = Self { agent };
        for phone in ["left", "right"] {
            let shop = json!({ "deviceId": phone, "packageName": "com.example.shop" });
            pair.agent.done("connect", shop).await;
        }
        pair
    }

    pub(crate) fn begin(&self, fault: &str) {
        self.faults().begin_text(fault).expect("a fault");
    }

    pub(crate) fn clear(&self) {
        self.faults().clear();
    }

    /// What happens on the left phone from now on.
    pub(crate) fn events(&self) -> broadcast::Receiver<phone::Event> {
        self.agent.phone.as_ref().expect("the left phone").events()
    }

    fn faults(&self) -> phone::faults::Faults {
        self.agent.phone.as_ref().expect("the left phone").faults()
    }

    /// Calls a tool on the left phone, and meanwhile uses the right one, which must not notice.
    pub(crate) async fn call(
        &self,
        tool: &'static str,
        mut arguments: Value,
    ) -> (Answer, Duration) {
        arguments["deviceId"] = json!("left");
        let began = Instant::now();
        let left = self.agent.call(tool, arguments);
        let right = async {
            // Between its calls time must be able to pass, or the left phone would wait for ever.
            let mut pace = tokio::time::interval(Duration::from_millis(500));
            loop {
                pace.tick().await;
                self.use_right().await;
            }
        };
        tokio::select! {
            answer = left => (answer, began.elapsed()),
            () = right => unreachable!("it has no end"),
        }
    }

    /// The tool fails on the left phone with that code, within that many seconds.
    pub(crate) async fn fails(
        &self,
        tool: &'static str,
        arguments: Value,
        code: &str,
        within: u64,
    ) -> Value {
        let (answer, took) = self.call(tool, arguments.clone()).await;
        assert!(answer.is_error, "{tool} {arguments}: {answer:?}");
        let error = answer.json["error"].clone();
        assert_eq!(error["code"], code, "{tool} {arguments}: {error}");
        assert!(took <= Duration::from_secs(within), "{tool} took {took:?}: {error}");
        self.use_right().await;
        error
    }

    /// The left phone can be read and acted on.
    pub(crate) async fn recovers(&self) -> String {
        let (answer, _) = self.call("tap", json!({ "label": "Email" })).await;
        assert!(!answer.is_error, "{answer:?}");
        let (answer, _) = self.call("get_ui_tree", json!({})).await;
        assert!(!answer.is_error, "{answer:?}");
        assert!(answer.screen.contains("com.example.shop"), "{}", answer.screen);
        answer.screen
    }

    async fn use_right(&self) {
        let began = Instant::now();
        let seen = self.agent.done("get_ui_tree", json!({ "deviceId": "right" })).await;
        assert!(seen.screen.contains("com.example.shop"), "{}", seen.screen);
        let tap = json!({ "deviceId": "right", "label": "Email" });
        self.agent.done("tap", tap).await;
        let took = began.elapsed();
        assert!(took <= UNDISTURBED, "the phone beside it took {took:?}");
    }
}
