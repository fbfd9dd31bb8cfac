//! A user for tests: finds things by id or text and touches them.

use std::{sync::Arc, time::Duration};

use crate::{
    android::{Android, Builder, Component, Intent, KeyEvent, Motion, Started},
    screen::{Flags, Node, Tree},
};

pub(crate) struct Driver {
    pub(crate) android: Android,
}

impl Driver {
    /// A phone with its home screen in front.
    pub(crate) async fn home() -> Self {
        Self::on(Android::builder()).await
    }

    /// The same on a phone that is set up already.
    pub(crate) async fn on(builder: Builder) -> Self {
        let time = "2026-11-15T10:15:00Z".parse().unwrap();
        let driver = Self { android: builder.wall_clock(time).start() };
        driver.settle().await;
        driver
    }

    pub(crate) async fn started(package: &str, class: &str) -> Self {
        let driver = Self::home().await;
        driver.start(package, class).await;
        driver.settle().await;
        driver
    }

    pub(crate) async fn start(&self, package: &str, class: &str) -> Started {
        let intent = Intent::explicit(Component::new(package, class));
        self.android.start_activity(&intent, 2000).await.unwrap()
    }

    /// Waits as `uiautomator dump` does.
    pub(crate) async fn settle(&self) -> bool {
        self.android.wait_quiet(Duration::from_secs(1), Duration::from_secs(10)).await
    }

    pub(crate) async fn tree(&self) -> Arc<Tree> {
        self.android.tree().await.expect("a window in focus")
    }

    /// The first node whose id (bare or its last part), text, description or class is this.
    pub(crate) async fn find(&self, name: &str) -> Option<Node> {
        let tree = self.tree().await;
        let id = format!("/{name}");
        let matches = |node: &&Node| {
            node.id.ends_with(&id)
                || node.id == name
                || node.text == name
                || node.desc == name
                || node.class == name
        };
        tree.nodes.iter().find(matches).cloned()
    }

    pub(crate) async fn node(&self, name: &str) -> Node {
        match self.find(name).await {
            Some(node) => node,
            None => panic!("no {name} among {:?}", self.texts().await),
        }
    }

    pub(crate) async fn text_of(&self, name: &str) -> String {
        self.node(name).await.text
    }

    pub(crate) async fn is_checked(&self, name: &str) -> bool {
        self.node(name).await.flags.has(Flags::CHECKED)
    }

    /// Every text on the screen.
    pub(crate) async fn texts(&self) -> Vec<String> {
        let tree = self.tree().await;
        tree.nodes.iter().map(|node| node.text.clone()).filter(|text| !text.is_empty()).collect()
    }

    pub(crate) async fn center(&self, name: &str) -> (f32, f32) {
        let (x, y) = self.node(name).await.bounds.center();
        (f32::from(i16::try_from(x).unwrap()), f32::from(i16::try_from(y).unwrap()))
    }

    pub(crate) async fn tap(&self, name: &str) {
        let (x, y) = self.center(name).await;
        self.android.tap(x, y).await;
    }

    pub(crate) async fn type_into(&self, name: &str, text: &str) {
        self.tap(name).await;
        self.android.type_text(text).await.unwrap();
    }

    pub(crate) async fn key(&self, name: &str) {
        let code = crate::android::keycode(name).unwrap();
        self.android.inject_key(KeyEvent::press(code)).await;
    }

    pub(crate) async fn back(&self) {
        self.key("BACK").await;
    }

    /// A finger that goes up by this many pixels and rests, so that nothing flies on.
    pub(crate) async fn drag_up(&self, way: f32) {
        self.android.inject_motion(Motion::Down, 540.0, 1200.0).await;
        for step in 1..=10_u8 {
            self.wait(16).await;
            let y = 1200.0 - way * f32::from(step) / 10.0;
            self.android.inject_motion(Motion::Move, 540.0, y).await;
        }
        self.wait(200).await;
        self.android.inject_motion(Motion::Up, 540.0, 1200.0 - way).await;
    }

    /// Lets time pass, and the apps do what is due.
    pub(crate) async fn wait(&self, ms: u64) {
        let until = tokio::time::Instant::now() + Duration::from_millis(ms);
        tokio::time::sleep_until(until).await;
        self.android.drain().await;
    }

    /// The shop with its products on the screen.
    pub(crate) async fn signed_in() -> Self {
        let driver = Self::started("com.example.shop", ".MainActivity").await;
        driver.sign_in().await;
        driver
    }

    /// On the shop's first screen.
    pub(crate) async fn sign_in(&self) {
        self.type_into("email", "demo@example.com").await;
        self.type_into("password", "secret123").await;
        self.tap("sign_in").await;
        self.wait(1300).await;
        self.settle().await;
    }

    pub(crate) fn front(&self) -> String {
        self.android.resumed_activity().map_or_else(String::new, |top| top.component.short())
    }
}
