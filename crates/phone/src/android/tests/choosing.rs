//! Which activity an intent starts that several answer, and what the user is asked.

use super::recorder::{Notes, activity, answers, app};
use crate::{
    android::{
        Activity, ActivityId, Android, Api, Component, Extra, Filter, Host, Intent, LaunchMode,
        built::{ApkBuilder, Node, attribute as a},
    },
    apps::tests::driver::Driver,
    shell::tests::{process_on, run_in},
};

const ONE: &str = "org.example.one";
const TWO: &str = "org.example.two";
const THREE: &str = "org.example.three";
const PICK: &str = "org.example.PICK";
const SEND: &str = "android.intent.action.SEND";
const RESOLVER: &str = "android/com.android.internal.app.ResolverActivity";
const CHOOSER: &str = "com.android.intentresolver/.ChooserActivity";

struct Apps {
    driver: Driver,
    one: Notes,
    three: Notes,
}

impl Apps {
    /// One asks, Two and Three answer; One is in front.
    async fn set(api: Api) -> Self {
        let own = |package: &str, class: &str| activity(package, class, LaunchMode::Standard);
        let sends = Filter { types: vec!["text/*".to_owned()], ..answers(SEND).remove(0) };
        let filters = || vec![answers(PICK).remove(0), sends.clone()];
        let (one, one_notes) = app(ONE, vec![own(ONE, ".Main")]);
        let label = "Deux".to_owned();
        let pick = Activity { filters: filters(), label, ..own(TWO, ".Pick") };
        let alone = Activity { filters: answers("org.example.ALONE"), ..own(TWO, ".Alone") };
        let hidden = Activity { exported: false, filters: filters(), ..own(TWO, ".Hidden") };
        let (two, _) = app(TWO, vec![pick, alone, hidden]);
        let pick = Activity { filters: filters(), ..own(THREE, ".Pick") };
        let (three, three_notes) = app(THREE, vec![pick]);
        let phone = Android::builder().api(api).app(one).app(two).app(three);
        let driver = Driver::on(phone).await;
        driver.start(ONE, ".Main").await;
        let apps = Self { driver, one: one_notes, three: three_notes };
        apps.settled().await;
        apps.one.take();
        apps
    }

    async fn settled(&self) {
        self.driver.settle().await;
        self.driver.android.drain().await;
    }

    fn front(&self) -> ActivityId {
        self.driver.android.resumed_activity().unwrap().id
    }

    fn host(&self) -> Host {
        self.one.host()
    }

    /// What One starts for a result.
    async fn starts(&self, intent: &Intent) {
        self.host().start_for_result(Some(self.front()), intent, 7).unwrap();
        self.settled().await;
    }

    async fn run(&self, script: &str) -> String {
        let ran = run_in(&process_on(self.driver.android.clone()), script, b"").await;
        format!("{}{}", ran.out, ran.err)
    }
}

fn pick() -> Intent {
    let mut intent = Intent { action: Some(PICK.to_owned()), ..Intent::default() };
    intent.extras.insert("kept".to_owned(), Extra::Int(4));
    intent.clip = Some("clip".to_owned());
    intent
}

fn chooser(target: Intent) -> Intent {
    let action = Some("android.intent.action.CHOOSER".to_owned());
    let mut intent = Intent { action, ..Intent::default() };
    let target = Extra::Intent(Box::new(target));
    intent.extras.insert("android.intent.extra.INTENT".to_owned(), target);
    intent.extras.insert("android.intent.extra.TITLE".to_owned(), Extra::Text("Mine".to_owned()));
    intent
}

fn send(text: &str) -> Intent {
    let (action, mime) = (Some(SEND.to_owned()), Some("text/plain".to_owned()));
    let mut intent = Intent { action, mime, ..Intent::default() };
    let text = Extra::Text(text.to_owned());
    intent.extras.insert("android.intent.extra.TEXT".to_owned(), text);
    intent
}

#[tokio::test(start_paused = true)]
async fn of_several_the_user_takes_one_once_and_its_result_arrives() {
    let apps = Apps::set(Api::default()).await;
    apps.starts(&pick()).await;
    assert_eq!(apps.driver.front(), RESOLVER);
    let texts = apps.driver.texts().await;
    assert_eq!(texts, ["Complete action using", THREE, "Deux", "Just once", "Always"]);
    apps.driver.tap("Just once").await;
    assert_eq!(apps.driver.front(), RESOLVER, "nothing is marked yet");
    apps.driver.tap(THREE).await;
    apps.driver.tap("Just once").await;
    apps.settled().await;
    assert_eq!(apps.driver.front(), "org.example.three/.Pick");
    let top = apps.driver.android.resumed_activity().unwrap();
    assert_eq!(top.intent.extras["kept"], Extra::Int(4));
    assert_eq!(top.intent.clip.as_deref(), Some("clip"));
    assert_eq!((top.intent.flags, top.caller), (0x0300_0000, apps.host().uid()));
    let stack = apps.driver.android.tasks().pop().unwrap();
    assert_eq!(
        stack.activities.len(),
        2,
        "the question is gone, the answer in the task of who asked"
    );
    let answer = Intent { data: Some("x:y".to_owned()), ..Intent::default() };
    apps.three.host().finish_with(top.id, -1, Some(answer));
    apps.settled().await;
    assert!(apps.one.take().contains(&"result 7 -1 x:y".to_owned()));
    apps.starts(&pick()).await;
    assert_eq!(apps.driver.front(), RESOLVER, "once is once");
}

#[tokio::test(start_paused = true)]
async fn back_takes_none_and_a_second_tap_takes_the_marked_one() {
    let apps = Apps::set(Api::default()).await;
    apps.starts(&pick()).await;
    apps.driver.back().await;
    apps.settled().await;
    assert_eq!(apps.driver.front(), "org.example.one/.Main");
    assert!(apps.one.take().contains(&"result 7 0 nothing".to_owned()));
    apps.starts(&pick()).await;
    apps.driver.tap("Deux").await;
    apps.driver.tap("Deux").await;
    apps.settled().await;
    assert_eq!(apps.driver.front(), "org.example.two/.Pick");
}

#[tokio::test(start_paused = true)]
async fn always_holds_until_another_app_answers() {
    let apps = Apps::set(Api::default()).await;
    let start = format!("am start -W -a {PICK}");
    let said = apps.run(&start).await;
    assert!(said.contains(&format!("Activity: {RESOLVER}\n")), "{said}");
    let resolve = format!("cmd package resolve-activity --brief -a {PICK}");
    assert!(apps.run(&resolve).await.ends_with(&format!("\n{RESOLVER}\n")));
    apps.driver.tap("Deux").await;
    apps.driver.tap("Always").await;
    apps.settled().await;
    assert_eq!(apps.driver.front(), "org.example.two/.Pick");
    apps.driver.android.go_home();
    apps.run(&start).await;
    assert_eq!(apps.driver.front(), "org.example.two/.Pick");
    assert!(apps.run(&resolve).await.ends_with("\norg.example.two/.Pick\n"));
    apps.run(&format!("pm disable {THREE}")).await;
    apps.run(&format!("am start -W -a {PICK}")).await;
    apps.run(&format!("pm enable {THREE}; pm uninstall {THREE}")).await;
    apps.starts(&pick()).await;
    assert_eq!(apps.driver.front(), "org.example.two/.Pick", "the only one left");
}

#[tokio::test(start_paused = true)]
async fn am_start_shows_the_resolver_and_dumpsys_names_it() {
    let apps = Apps::set(Api::default()).await;
    let said = apps.run(&format!("am start -a {SEND} -t text/plain --es k v")).await;
    assert_eq!(said, format!("Starting: Intent {{ act={SEND} typ=text/plain (has extras) }}\n"));
    apps.settled().await;
    let texts = apps.driver.texts().await;
    assert_eq!(texts[0], "Share");
    let dump = apps.run("dumpsys activity activities | grep ResumedActivity").await;
    assert!(dump.contains(&format!("u0 {RESOLVER} t")), "{dump}");
    assert!(apps.run("ps -A").await.contains("android:ui"));
    apps.driver.tap(THREE).await;
    apps.driver.tap(THREE).await;
    apps.settled().await;
    let top = apps.driver.android.resumed_activity().unwrap();
    assert_eq!(top.component.short(), "org.example.three/.Pick");
    assert_eq!(top.intent.extras["k"], Extra::Text("v".to_owned()));
}

#[tokio::test(start_paused = true)]
async fn a_chooser_offers_all_and_starts_one_as_it_was_meant() {
    let apps = Apps::set(Api::default()).await;
    apps.starts(&chooser(send("Hello"))).await;
    assert_eq!(apps.driver.front(), CHOOSER);
    assert_eq!(apps.driver.texts().await, ["Sharing text", "Hello", "Deux", THREE]);
    apps.driver.tap("Deux").await;
    apps.settled().await;
    let top = apps.driver.android.resumed_activity().unwrap();
    assert_eq!(top.component.short(), "org.example.two/.Pick");
    assert_eq!(top.intent.extras, send("Hello").extras);
    assert_eq!(top.intent.mime.as_deref(), Some("text/plain"));
    apps.driver.back().await;
    apps.settled().await;
    assert!(apps.one.take().contains(&"result 7 0 nothing".to_owned()));
    apps.starts(&chooser(pick())).await;
    assert_eq!(apps.driver.texts().await[0], "Mine");
    apps.driver.back().await;
    apps.settled().await;
    assert_eq!(apps.driver.front(), "org.example.one/.Main");
}

#[tokio::test(start_paused = true)]
async fn a_chooser_takes_a_single_one_and_says_when_there_is_none() {
    let apps = Apps::set(Api::default()).await;
    let alone = Intent { action: Some("org.example.ALONE".to_owned()), ..Intent::default() };
    apps.starts(&chooser(alone.clone())).await;
    assert_eq!(apps.driver.front(), "org.example.two/.Alone");
    apps.driver.back().await;
    apps.settled().await;
    let mut asks = chooser(alone);
    let extra = "android.intent.extra.AUTO_LAUNCH_SINGLE_CHOICE".to_owned();
    asks.extras.insert(extra, Extra::Bool(false));
    apps.starts(&asks).await;
    assert_eq!(apps.driver.front(), CHOOSER);
    apps.driver.back().await;
    apps.settled().await;
    let nobody = Intent { action: Some("org.example.NOBODY".to_owned()), ..Intent::default() };
    apps.starts(&chooser(nobody.clone())).await;
    assert_eq!(apps.driver.texts().await, ["Mine", "No apps can perform this action."]);
    apps.driver.back().await;
    apps.settled().await;
    // One that is given along counts, whatever else answers.
    let mut named = chooser(nobody);
    let own = Intent::explicit(Component::new(THREE, ".Pick"));
    named
        .extras
        .insert("android.intent.extra.INITIAL_INTENTS".to_owned(), Extra::Intents(vec![own]));
    apps.starts(&named).await;
    assert_eq!(apps.driver.front(), "org.example.three/.Pick");
}

#[tokio::test(start_paused = true)]
async fn what_is_shared_can_be_copied() {
    for (api, button) in [(Api::default(), "Copy text"), (Api::Android12, "Copy")] {
        let apps = Apps::set(api).await;
        apps.starts(&chooser(send("Hello"))).await;
        apps.driver.tap(button).await;
        apps.settled().await;
        assert_eq!(apps.host().clipboard(), "Hello");
        assert_eq!(apps.driver.front(), "org.example.one/.Main");
    }
}

#[tokio::test(start_paused = true)]
async fn before_android_14_the_system_itself_is_the_chooser() {
    let apps = Apps::set(Api::Android9).await;
    apps.starts(&chooser(send("Hello"))).await;
    assert_eq!(apps.driver.front(), "android/com.android.internal.app.ChooserActivity");
    assert_eq!(apps.driver.texts().await, ["Share", "Deux", THREE]);
    apps.run("am start -a android.intent.action.CHOOSER").await;
    apps.settled().await;
    assert_ne!(apps.driver.front(), "", "one without an intent goes at once");
}

/// An app with an activity for the links of `shop.example`, one for all links, and one that nobody starts unnamed.
fn linked() -> ApkBuilder {
    let activity = |class: &str, categories: &[&str], host: Option<&str>| {
        let mut filter = Node::new("intent-filter")
            .child(Node::new("action").with(a::NAME, "android.intent.action.VIEW"));
        for name in categories {
            let name = format!("android.intent.category.{name}");
            filter = filter.child(Node::new("category").with(a::NAME, &*name));
        }
        let mut data = Node::new("data").with(a::SCHEME, "https");
        if let Some(host) = host {
            data = data.with(a::HOST, host);
        }
        let activity = Node::new("activity").with(a::NAME, class).with(a::EXPORTED, true);
        activity.child(filter.child(data))
    };
    let both = ["DEFAULT", "BROWSABLE"];
    ApkBuilder::new("com.x.app")
        .label("X")
        .component(activity(".Shop", &both, Some("shop.example")))
        .component(activity(".Unnamed", &["BROWSABLE"], Some("unnamed.example")))
}

#[tokio::test(start_paused = true)]
async fn a_link_opens_the_browser_or_asks_as_the_level_does() {
    let browser = "com.android.browser/.BrowserActivity";
    for (api, front) in [(Api::default(), browser), (Api::Android9, RESOLVER)] {
        let driver = Driver::on(Android::builder().api(api)).await;
        let process = process_on(driver.android.clone());
        let apk = linked().build();
        let install = format!("cmd package install -S {}", apk.len());
        assert_eq!(run_in(&process, &install, &apk).await.out, "Success\n");
        let open = async |link: &str| {
            let view = format!("am start -W -a android.intent.action.VIEW -d {link}");
            run_in(&process, &view, b"").await;
            driver.settle().await;
            driver.front()
        };
        assert_eq!(open("https://shop.example/1").await, front);
        assert_eq!(open("https://shop.example/1 -p com.x.app").await, "com.x.app/.Shop");
        if api == Api::default() {
            let own = "pm set-app-links --package com.x.app 1 shop.example";
            run_in(&process, own, b"").await;
            assert_eq!(open("https://shop.example/2").await, "com.x.app/.Shop");
            let chosen = "pm set-app-links-user-selection --user 0 --package com.x.app";
            run_in(&process, &format!("{chosen} false all; {chosen} true *.example"), b"").await;
            assert_eq!(open("https://shop.example/3").await, "com.x.app/.Shop");
            run_in(&process, &format!("{chosen} false all"), b"").await;
            assert_eq!(open("https://shop.example/4").await, browser);
        }
        assert_eq!(open("https://unnamed.example/1").await, browser);
        assert_eq!(driver.text_of("url").await, "https://unnamed.example/1");
        assert_eq!(open("http://other.example/2?q").await, browser);
        assert_eq!(driver.text_of("url").await, "http://other.example/2?q");
        driver.back().await;
        assert_ne!(driver.front(), browser);
        assert_eq!(open("tel:+49123").await, "com.android.dialer/.DialtactsActivity");
        assert_eq!(driver.text_of("digits").await, "+49123");
        let geo = run_in(&process, "am start -a android.intent.action.VIEW -d geo:1,2", b"").await;
        assert!(geo.err.contains("unable to resolve Intent"), "{}", geo.err);
    }
}
