//! The device as a whole: starting, stopping, focus, quiet and log.

mod choosing;
mod launching;
mod recorder;

use std::{sync::Arc, time::Duration};

use super::*;
use crate::{
    apps::{App, Factory, Installable, Key, Pointer, tests::driver::Driver},
    screen::{Frame, Rect, Size, Tree},
};

const SHOP: &str = "com.example.shop";

fn launch(class: &str) -> Intent {
    Intent::launch(Component::new(SHOP, class))
}

#[tokio::test(start_paused = true)]
async fn a_start_is_cold_then_delivered_then_hot() {
    let driver = Driver::home().await;
    let intent = launch(".MainActivity");
    let started = driver.android.start_activity(&intent, 2000).await.unwrap();
    assert_eq!(
        (started.outcome, started.launch_state),
        (Outcome::Started, Some(LaunchState::Cold))
    );
    assert!(started.displayed);
    let started = driver.android.start_activity(&intent, 2000).await.unwrap();
    assert_eq!((started.outcome, started.launch_state), (Outcome::DeliveredToTop, None));
    driver.key("HOME").await;
    let started = driver.android.start_activity(&intent, 2000).await.unwrap();
    assert_eq!(
        (started.outcome, started.launch_state),
        (Outcome::BroughtToFront, Some(LaunchState::Hot))
    );
    // Another intent for the same activity is another instance, as on a phone.
    let plain = Intent::explicit(Component::new(SHOP, ".MainActivity"));
    let started = driver.android.start_activity(&plain, 2000).await.unwrap();
    assert_eq!(
        (started.outcome, started.launch_state),
        (Outcome::Started, Some(LaunchState::Warm))
    );
    assert_eq!(driver.android.tasks().last().unwrap().activities.len(), 2);
    let single_top = Intent { flags: Intent::FLAG_SINGLE_TOP, ..plain };
    let started = driver.android.start_activity(&single_top, 2000).await.unwrap();
    assert_eq!(started.outcome, Outcome::DeliveredToTop);
}

#[tokio::test(start_paused = true)]
async fn what_cannot_be_started_says_why() {
    let driver = Driver::home().await;
    let start = async |intent: Intent| driver.android.start_activity(&intent, 2000).await;
    let missing = start(launch(".NoActivity")).await.unwrap_err();
    assert_eq!(
        missing.to_string(),
        "Activity class {com.example.shop/com.example.shop.NoActivity} does not exist."
    );
    let private = start(Intent::explicit(Component::new(SHOP, ".DetailActivity"))).await;
    assert!(matches!(private, Err(StartError::NotExported(_, 2000))));
    let view = Intent {
        action: Some("android.intent.action.VIEW".to_owned()),
        data: Some("foo://x".to_owned()),
        ..Intent::default()
    };
    assert_eq!(
        start(view).await.unwrap_err().to_string(),
        "unable to resolve Intent { act=android.intent.action.VIEW dat=foo://x flg=0x10000000 }"
    );
    assert!(matches!(start(Intent::default()).await, Err(StartError::Unresolved(_))));
}

#[tokio::test(start_paused = true)]
async fn force_stop_removes_process_task_and_keyboard() {
    let driver = Driver::started(SHOP, ".MainActivity").await;
    driver.tap("email").await;
    assert!(driver.android.ime().shown);
    driver.android.force_stop(SHOP);
    driver.settle().await;
    assert!(!driver.android.ime().shown);
    assert!(driver.android.processes().iter().all(|process| process.name != SHOP));
    assert_eq!(driver.android.tasks().len(), 1);
    let focus = driver.android.focused_window().unwrap();
    assert_eq!(focus.package, "com.android.launcher3");
    let log = driver.android.log_entries(&[Buffer::System]);
    let has = |text: &str| log.iter().any(|entry| entry.message.contains(text));
    assert!(has("Force stopping com.example.shop appid=10123 user=0: from pid 999"));
    assert!(has(":com.example.shop/u0a123 (adj 0): stop com.example.shop due to from pid 999"));
}

#[tokio::test(start_paused = true)]
async fn a_process_killed_in_the_background_starts_cold_again() {
    let driver = Driver::home().await;
    driver.android.start_activity(&launch(".MainActivity"), 2000).await.unwrap();
    driver.android.kill_background(SHOP);
    assert!(driver.android.processes().iter().any(|process| process.name == SHOP), "in front");
    driver.key("HOME").await;
    driver.android.kill_background(SHOP);
    assert!(driver.android.processes().iter().all(|process| process.name != SHOP));
    let started = driver.android.start_activity(&launch(".MainActivity"), 2000).await.unwrap();
    assert_eq!(
        (started.outcome, started.launch_state),
        (Outcome::BroughtToFront, Some(LaunchState::Cold))
    );
    assert!(driver.find("email").await.is_some());
}

#[tokio::test(start_paused = true)]
async fn the_root_of_a_launched_task_goes_to_the_back_not_away() {
    let driver = Driver::home().await;
    driver.android.start_activity(&launch(".MainActivity"), 2000).await.unwrap();
    driver.type_into("email", "kept").await;
    driver.back().await;
    driver.back().await;
    assert_eq!(driver.front(), "com.android.launcher3/.uioverrides.QuickstepLauncher");
    driver.back().await;
    assert_eq!(driver.front(), "com.android.launcher3/.uioverrides.QuickstepLauncher");
    let started = driver.android.start_activity(&launch(".MainActivity"), 2000).await.unwrap();
    assert_eq!(started.launch_state, Some(LaunchState::Hot));
    assert_eq!(driver.text_of("email").await, "kept");
}

#[tokio::test(start_paused = true)]
async fn installing_puts_an_icon_on_the_home_screen_and_uninstalling_removes_it() {
    let driver = Driver::home().await;
    let app = crate::apps::declared(
        "package: com.x.note\nlabel: Notes\nactivities: {.Main: {launcher: true, body: {text: {text: Hi}}}}",
    );
    driver.android.install(app.clone().unwrap()).unwrap();
    assert!(driver.android.install(app.unwrap()).is_err());
    driver.settle().await;
    driver.tap("Notes").await;
    assert_eq!(driver.front(), "com.x.note/.Main");
    assert!(driver.android.uninstall("com.x.note"));
    assert!(!driver.android.uninstall("com.android.launcher3"), "part of the system");
    driver.settle().await;
    assert!(driver.find("Notes").await.is_none());
}

#[tokio::test(start_paused = true)]
async fn permissions_follow_the_manifest() {
    let driver = Driver::home().await;
    let notify = "android.permission.POST_NOTIFICATIONS";
    let set =
        |package: &str, name: &str, granted| driver.android.set_permission(package, name, granted);
    assert_eq!(set(SHOP, notify, true), Ok(()));
    let package = driver.android.package(SHOP).unwrap();
    assert!(package.permissions.iter().any(|have| have.name == notify && have.granted));
    assert!(matches!(set("com.gone", notify, true), Err(GrantError::UnknownPackage(_))));
    assert!(matches!(
        set(SHOP, "android.permission.CAMERA", true),
        Err(GrantError::NotRequested { .. })
    ));
    assert!(matches!(set(SHOP, "made.up", true), Err(GrantError::UnknownPermission(_))));
    assert!(matches!(
        set(SHOP, "android.permission.INTERNET", false),
        Err(GrantError::NotChangeable { .. })
    ));
}

#[tokio::test(start_paused = true)]
async fn quiet_is_counted_from_the_last_event() {
    let driver = Driver::home().await;
    let second = Duration::from_secs(1);
    let before = tokio::time::Instant::now();
    assert!(driver.android.wait_quiet(second, second * 10).await);
    assert_eq!(before.elapsed(), Duration::ZERO, "it has been quiet already");
    driver.tap("Shop").await;
    assert!(driver.android.wait_quiet(second, second * 10).await);
    assert_eq!(before.elapsed(), second);
    driver.tap("sign_in").await;
    let half = second / 2;
    assert!(!driver.android.wait_quiet(second, half).await, "the limit comes first");
    assert_eq!(before.elapsed(), second + half);
}

#[tokio::test(start_paused = true)]
async fn a_log_reader_misses_nothing_and_waits_for_more() {
    let driver = Driver::home().await;
    let who = Writer { pid: 9, tid: 9, uid: 2000 };
    let write = |text: &str| driver.android.append_log(Buffer::Main, Level::Info, who, "T", text);
    let mut reader = driver.android.follow_log(&[Buffer::Main], driver.android.log_position());
    write("one");
    write("two");
    let messages = |entries: Vec<Arc<LogEntry>>| -> Vec<String> {
        entries.iter().map(|entry| entry.message.clone()).collect()
    };
    assert_eq!(messages(reader.next().await), ["one", "two"]);
    let later = tokio::spawn(async move { reader.next().await });
    driver.wait(5000).await;
    assert!(!later.is_finished());
    write("three");
    assert_eq!(messages(later.await.unwrap()), ["three"]);
    driver.android.clear_log(&[Buffer::Main]);
    assert!(driver.android.log_entries(&[Buffer::Main]).is_empty());
}

#[tokio::test(start_paused = true)]
async fn the_clock_moves_with_tokios() {
    let driver = Driver::home().await;
    let before = driver.android.now().timestamp();
    driver.wait(90_000).await;
    let passed = driver.android.now().timestamp().duration_since(before);
    assert_eq!(passed.as_secs(), 90);
}

#[tokio::test(start_paused = true)]
async fn dropping_the_phone_ends_its_processes() {
    let driver = Driver::started(SHOP, ".MainActivity").await;
    let shared = Arc::downgrade(&driver.android.shared);
    drop(driver);
    assert!(shared.upgrade().is_none());
    let metrics = tokio::runtime::Handle::current().metrics();
    while metrics.num_alive_tasks() > 0 {
        tokio::task::yield_now().await;
    }
}

/// An app that misbehaves when it is touched.
struct Bad {
    host: Host,
    deed: Deed,
}

#[derive(Clone, Copy)]
enum Deed {
    Panic,
    Hang,
}

#[async_trait::async_trait]
impl App for Bad {
    async fn start(&mut self, activity: ActivityId, _class: &str, _intent: &Intent) {
        let frame = Rect::at(0, 0, Size::new(1080, 2400));
        let id = self.host.new_window();
        let spec = WindowSpec::new(id, WindowKind::Activity, frame);
        self.host.set_windows(activity, vec![spec]);
    }

    async fn new_intent(&mut self, _activity: ActivityId, _intent: &Intent) {}

    async fn set_state(&mut self, _activity: ActivityId, _state: ActivityState) {}

    async fn configure(&mut self, _config: Config) {}

    async fn pointer(&mut self, _window: WindowId, _pointer: Pointer) {
        match self.deed {
            Deed::Panic => panic!("on purpose"),
            Deed::Hang => std::future::pending().await,
        }
    }

    async fn key(&mut self, _window: WindowId, _key: Key) -> bool {
        false
    }

    async fn commit_text(&mut self, _window: WindowId, _text: String) {}

    async fn back(&mut self, _window: WindowId) -> bool {
        false
    }

    async fn tree(&mut self, _window: WindowId) -> Option<Arc<Tree>> {
        Some(Arc::default())
    }

    async fn draw(&mut self, _window: WindowId) -> Option<Frame> {
        None
    }

    fn next_wake(&self) -> Option<tokio::time::Instant> {
        None
    }

    async fn wake(&mut self) {}
}

fn bad(deed: Deed) -> Installable {
    let yaml = "package: com.x.bad\nlabel: Bad\nactivities: {.Main: {launcher: true, body: {text: {text: Hi}}}}";
    let manifest = crate::apps::declared(yaml).unwrap().manifest;
    Installable { manifest, factory: Factory::new(move |host| Box::new(Bad { host, deed })) }
}

#[tokio::test(start_paused = true)]
async fn an_app_that_panics_has_crashed_and_the_phone_goes_on() {
    let driver = Driver::home().await;
    driver.android.install(bad(Deed::Panic)).unwrap();
    driver.start("com.x.bad", ".Main").await;
    driver.android.tap(540.0, 1200.0).await;
    driver.settle().await;
    let crash = driver.android.log_entries(&[Buffer::Crash]);
    assert!(crash[0].message.starts_with("FATAL EXCEPTION: main\nProcess: com.x.bad"));
    let frame = "\n\tat com.x.bad.Main.lambda$onCreate$0(Main.java:";
    let line = crash[0].message.split_once(frame).unwrap().1.split(')').next().unwrap();
    let events = driver.android.log_entries(&[Buffer::Events]);
    let event = events.iter().find(|entry| entry.tag == "am_crash").unwrap();
    assert!(event.message.ends_with(&format!(",Main.java,{line}]")), "{}", event.message);
    assert_eq!(driver.front(), "com.android.launcher3/.uioverrides.QuickstepLauncher");
    driver.tap("Shop").await;
    assert_eq!(driver.front(), "com.example.shop/.MainActivity");
}

#[tokio::test(start_paused = true)]
async fn an_app_that_hangs_is_given_up_on_and_can_be_stopped() {
    let driver = Driver::home().await;
    driver.android.install(bad(Deed::Hang)).unwrap();
    driver.start("com.x.bad", ".Main").await;
    let before = tokio::time::Instant::now();
    driver.android.tap(540.0, 1200.0).await;
    assert_eq!(driver.text_of("alertTitle").await, "Bad isn't responding");
    assert_eq!(driver.tree().await.package, "android");
    driver.tap("Wait").await;
    assert!(driver.android.dump(false).await.is_none(), "it still hangs");
    assert!(before.elapsed() <= Duration::from_secs(30));
    let log = driver.android.log_entries(&[Buffer::System]);
    assert!(
        log.iter()
            .any(|entry| entry.message.starts_with("ANR in com.x.bad (com.x.bad/.Main)\nPID: "))
    );
    driver.android.force_stop("com.x.bad");
    driver.settle().await;
    driver.tap("Shop").await;
    assert_eq!(driver.front(), "com.example.shop/.MainActivity");
}
