//! The bytes of `uiautomator dump` are those that androidx's dumper writes of the same framework objects. Needs a runtime with that
//! dumper in it (`runtime/test/dumper/build.sh`), named by FINGERTIP_DUMPER_JAR.
//!
//! Known differences, which the runtime with the dumper evens out before it writes: androidx indents; it writes `visible-to-user`,
//! `drawing-order`, `hint` and `display-id`, which the shell's dumper does not; it dumps every window, the shell's only the active one.

use std::path::PathBuf;

use super::host::{Host, apk, env};

const DEMOS: &str = "io.appium.android.apis";
const WIDGETS: &str = "com.example.widgets";
const SHOP: &str = "com.example.composeshop";

#[expect(clippy::print_stderr, reason = "a test that skips says so")]
fn needed(app: &str) -> Option<(PathBuf, PathBuf)> {
    apk()?;
    let needed = env(app).zip(env("FINGERTIP_DUMPER_JAR"));
    if needed.is_none() {
        eprintln!("skipped: needs {app} and FINGERTIP_DUMPER_JAR");
    }
    needed
}

/// A phone with the app on it, and the screens that were compared.
struct Compared {
    host: Host,
    package: &'static str,
    screens: usize,
    differ: Vec<String>,
}

impl Compared {
    async fn start(variable: &str, package: &'static str) -> Option<Self> {
        let (app, jar) = needed(variable)?;
        let mut host = Host::with(|runtime| runtime.jar = jar).await;
        assert_eq!(host.install(&app).await, "Success\n");
        Some(Self { host, package, screens: 0, differ: Vec::new() })
    }

    /// Starts an activity and waits for its window, however slow the machine is.
    async fn open(&mut self, activity: &str, more: &str) {
        let package = self.package;
        self.host.run(&format!("am start -W -n {package}/{activity} {more}")).await;
        let mut focus = String::new();
        for _ in 0..12 {
            self.host.dump().await;
            focus = self.host.run("dumpsys window displays | grep mCurrentFocus").await;
            if focus.contains(&format!("{package}{activity}}}")) {
                return;
            }
        }
        let log = self.host.run("logcat -d -b all -t 120").await;
        panic!("{activity} is not there: {focus}\n{log}");
    }

    /// Opens a screen and compares what is dumped of it.
    async fn screen(&mut self, activity: &str) {
        self.open(activity, "").await;
        self.same(activity).await;
    }

    async fn tap(&mut self, text: &str) {
        self.host.shows(text).await;
        self.host.tap(text).await;
        self.same(text).await;
    }

    /// Compares what is dumped of the screen as it is, whole and compressed.
    async fn same(&mut self, name: &str) {
        let package = self.package;
        let own = self.host.dump().await;
        let real = self.host.run(&format!("run-as {package} cat cache/androidx.xml")).await;
        let compressed = self
            .host
            .run("uiautomator dump --compressed /sdcard/c.xml >/dev/null && cat /sdcard/c.xml")
            .await;
        let real_compressed =
            self.host.run(&format!("run-as {package} cat cache/androidx-compressed.xml")).await;
        self.screens += 1;
        assert!(real.matches("<node").count() > 3, "{name}: {real}");
        self.compare(name, &own, &real);
        self.compare(&format!("{name}, compressed"), &compressed, &real_compressed);
    }

    fn compare(&mut self, name: &str, own: &str, real: &str) {
        if own == real {
            return;
        }
        let (own_nodes, real_nodes): (Vec<_>, Vec<_>) =
            (own.split('<').collect(), real.split('<').collect());
        let at = own_nodes.iter().zip(&real_nodes).take_while(|(own, real)| own == real).count();
        let line = |nodes: &[&str]| nodes.get(at).copied().unwrap_or("nothing").to_owned();
        let (own, real) = (line(&own_nodes), line(&real_nodes));
        let counts = (own_nodes.len(), real_nodes.len());
        self.differ.push(format!("{name}, tag {at} of {counts:?}:\n  own  {own}\n  real {real}"));
    }

    fn end(self, screens: usize) {
        assert!(self.differ.is_empty(), "{}", self.differ.join("\n"));
        assert!(self.screens >= screens, "only {} screens", self.screens);
    }
}

#[tokio::test]
async fn ten_screens_of_api_demos() {
    let Some(mut demos) = Compared::start("FINGERTIP_APIDEMOS", DEMOS).await else { return };
    demos.screen(".ApiDemos").await;
    demos.tap("Views").await;
    // The last row that is cut, and what is in it.
    demos.host.run("input swipe 540 1800 540 1011 800").await;
    demos.same("Views, scrolled").await;
    demos.screen(".view.Controls1").await;
    demos.tap("Checkbox 1").await;
    demos.screen(".app.AlertDialogSamples").await;
    demos.tap("OK Cancel dialog with a message").await;
    demos.host.run("input keyevent BACK").await;
    demos.tap("List dialog").await;
    demos.host.run("input keyevent BACK").await;
    for activity in [
        ".view.List1",
        ".view.Spinner1",
        ".view.Tabs1",
        ".view.ExpandableList1",
        ".view.SeekBar1",
        ".view.ImageButton1",
        ".view.Grid1",
        ".view.ScrollView2",
        ".view.TableLayout1",
        ".view.DateWidgets1",
    ] {
        demos.screen(activity).await;
    }
    demos.open(".view.AutoComplete1", "").await;
    demos.host.run("input tap 540 400; input text can").await;
    demos.same("typed").await;
    demos.host.run("settings put system accelerometer_rotation 0").await;
    demos.host.run("settings put system user_rotation 1").await;
    demos.screen(".view.Controls1").await;
    demos.end(10);
}

#[tokio::test]
async fn windows_and_odd_texts_of_framework_widgets() {
    let Some(mut widgets) = Compared::start("FINGERTIP_WIDGETS", WIDGETS).await else { return };
    for activity in [
        ".MainActivity",
        ".TextsActivity",
        ".ControlsActivity",
        ".ChoosingActivity",
        ".ListsActivity",
        ".WindowsActivity",
    ] {
        widgets.screen(activity).await;
    }
    let texts = [
        "a \"quoted\" text",
        "it'\"'\"'s both \"ways\" & <more> of it",
        "tab\there, line\nthere, return\r",
        "bell \u{7}, delete \u{7f}, next line \u{85}, C1 \u{9f}, none \u{fdd0} \u{fdef}",
        "ü é 字 عربى \u{200f} \u{feff} \u{fffd}",
        "\u{1f600} \u{10fffd} \u{1fffe}",
        "   ",
    ];
    for text in texts {
        widgets.host.run(&format!("am force-stop {WIDGETS}")).await;
        widgets.open(".TextsActivity", &format!("--es text '{text}'")).await;
        widgets.same(&text.escape_debug().to_string()).await;
    }
    // What neither can write.
    widgets.host.run(&format!("am force-stop {WIDGETS}")).await;
    widgets.open(".TextsActivity", "--es text 'never \u{ffff}'").await;
    let own = widgets.host.run("uiautomator dump 2>&1").await;
    let real = widgets.host.run(&format!("run-as {WIDGETS} cat cache/androidx.xml")).await;
    assert_eq!(own.lines().next(), real.lines().next());
    assert!(own.starts_with("java.lang.IllegalArgumentException: "), "{own}");
    widgets.end(10);
}

#[tokio::test]
async fn compose() {
    let Some(mut shop) = Compared::start("FINGERTIP_SHOP", SHOP).await else { return };
    shop.screen(".MainActivity").await;
    shop.tap("Sign in").await;
    shop.end(2);
}
