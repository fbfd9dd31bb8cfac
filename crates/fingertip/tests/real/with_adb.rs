//! The real `adb` and API Demos on a phone of the built program: what a user of adb does with an app, from install to uninstall, each
//! step held to what came of it. Without `adb` on the PATH the tests say so and pass.

use std::fs;
use std::path::{Path, PathBuf};

use tokio::runtime::Runtime;

use crate::apk::ApkBuilder;
use crate::harness::{Said, Server, until};
use crate::phones::{Phones, apks};
use crate::picture::Picture;

const APP: &str = "io.appium.android.apis";

/// A phone, and an adb server of its own that knows it.
struct Desk<'a> {
    adb: Server,
    phones: &'a Phones,
}

/// Does something on a phone, which then ends and leaves nothing behind.
fn on_a_phone(scenario: impl AsyncFnOnce(&Desk<'_>)) {
    let phones = Phones::start(1, &[]);
    Runtime::new().unwrap().block_on(async {
        let Some(adb) = Server::start().await else { return };
        adb.connect(&phones.addresses[0]).await;
        scenario(&Desk { adb, phones: &phones }).await;
    });
    phones.end();
}

impl Desk<'_> {
    /// `adb ARGUMENTS` for the phone.
    async fn adb(&self, arguments: &[&str]) -> Said {
        self.adb.run(&[&["-s", &self.phones.addresses[0]], arguments].concat()).await
    }

    /// What `adb shell COMMAND` prints, where it ends well.
    async fn shell(&self, command: &str) -> String {
        self.adb(&["shell", command]).await.well()
    }

    async fn install(&self, options: &[&str], apk: &Path) -> Said {
        self.adb(&[&["install"], options, &[apk.to_str().unwrap()]].concat()).await
    }

    /// A file on the host, beside the phone.
    fn file(&self, name: &str) -> PathBuf {
        self.adb.folder.path().join(name)
    }

    /// The screen as `uiautomator dump` writes it and `adb pull` brings it.
    async fn dump(&self) -> String {
        let place = self.file("window.xml");
        let said = self.adb(&["shell", "uiautomator", "dump", "/sdcard/window.xml"]).await;
        // While the screen moves there is nothing to be had, as on a phone.
        if !said.text().contains("UI hierchary dumped to: /sdcard/window.xml") {
            return String::new();
        }
        self.adb(&["pull", "/sdcard/window.xml", place.to_str().unwrap()]).await.well();
        fs::read_to_string(place).unwrap()
    }

    /// The screen, once it has a node with this attribute.
    async fn shows(&self, attribute: &str) -> String {
        self.screen(attribute, |xml| node(xml, attribute).is_some()).await
    }

    /// The screen, once it is as it should be.
    async fn screen(&self, what: &str, is_so: impl Fn(&str) -> bool) -> String {
        until(what, async || Some(self.dump().await).filter(|xml| is_so(xml))).await
    }

    async fn tap(&self, attribute: &str) {
        let xml = self.shows(attribute).await;
        let [left, top, right, bottom] = bounds(node(&xml, attribute).unwrap());
        let (x, y) = (left.midpoint(right), top.midpoint(bottom));
        assert_eq!(self.shell(&format!("input tap {x} {y}")).await, "");
    }

    async fn picture(&self) -> Picture {
        Picture::read(&self.adb(&["exec-out", "screencap", "-p"]).await.out)
    }

    /// Waits until no process of the host holds the app any more.
    async fn is_gone(&self, package: &str) {
        until("the end of its process", async || {
            self.phones.java_with(package).is_empty().then_some(())
        })
        .await;
    }
}

fn node<'a>(xml: &'a str, attribute: &str) -> Option<&'a str> {
    xml.split("<node").find(|node| node.contains(&format!(" {attribute}")))
}

fn bounds(node: &str) -> [u32; 4] {
    let inside = node.split_once("bounds=\"[").unwrap().1.split_once("]\"").unwrap().0;
    let sides: Vec<u32> =
        inside.replace("][", ",").split(',').map(|side| side.parse().unwrap()).collect();
    sides.try_into().unwrap()
}

#[track_caller]
fn succeeded(said: &Said) {
    assert!(said.well().ends_with("Success\n"), "{said:?}");
}

#[track_caller]
fn failed(said: &Said, failure: &str) {
    assert_eq!(said.code, Some(1), "{said:?}");
    assert!(said.err.starts_with("adb: failed to install "), "{said:?}");
    assert!(said.err.contains(&format!("Failure [{failure}")), "{said:?}");
}

#[test]
fn api_demos_from_install_to_uninstall() {
    let Some(given) = apks(&["FINGERTIP_APIDEMOS"]) else { return };
    on_a_phone(async |desk| {
        installs(desk, &given[0]).await;
        starts_and_answers_to_fingers(desk).await;
        turns(desk).await;
        logs(desk).await;
        let kept = writes_its_data(desk).await;
        keeps_its_data_when_it_is_installed_again(desk, &given[0], &kept).await;
        goes(desk).await;
    });
}

async fn installs(desk: &Desk<'_>, apk: &Path) {
    succeeded(&desk.install(&["-t"], apk).await);
    let path = desk.shell(&format!("pm path {APP}")).await;
    let path = path.trim().strip_prefix("package:").unwrap();
    assert!(path.starts_with("/data/app/") && path.ends_with("/base.apk"), "{path}");
    let listed = desk.shell(&format!("pm list packages -f {APP}")).await;
    assert_eq!(listed, format!("package:{path}={APP}\n"));
    let versions = desk.shell(&format!("dumpsys package {APP} | grep version")).await;
    assert!(versions.contains("    versionCode=25 minSdk=17 targetSdk=33\n"), "{versions}");
    assert!(versions.contains("    versionName=5.0.0\n"), "{versions}");
    // What was installed is what can be had back.
    let back = desk.file("back.apk");
    desk.adb(&["pull", path, back.to_str().unwrap()]).await.well();
    assert!(fs::read(back).unwrap() == fs::read(apk).unwrap());
}

async fn starts_and_answers_to_fingers(desk: &Desk<'_>) {
    let started = desk.shell(&format!("am start -W -n {APP}/.ApiDemos")).await;
    let told = format!("LaunchState: COLD\nActivity: {APP}/.ApiDemos\nTotalTime: ");
    assert!(started.contains(&told) && started.ends_with("\nComplete\n"), "{started}");
    let again = desk.shell(&format!("am start -W -n {APP}/.ApiDemos")).await;
    assert!(again.contains("currently running top-most"), "{again}");
    let xml = desk.shows("text=\"Views\"").await;
    let views = node(&xml, "text=\"Views\"").unwrap();
    assert!(views.contains(&format!("package=\"{APP}\"")), "{views}");
    assert_eq!(desk.phones.java_with(APP).len(), 1);

    let first = desk.picture().await;
    assert_eq!(first.size(), (1080, 2400));
    assert!(first.contrast(bounds(views)) > 100, "no text where the tree has one");
    desk.tap("text=\"Views\"").await;
    desk.shows("text=\"Buttons\"").await;
    assert!(desk.picture().await != first);

    let down = "input swipe 540 1900 540 700 400";
    assert_eq!(desk.shell(down).await, "");
    let moved = |xml: &str| {
        node(xml, "resource-id=\"android:id/list\"").is_some()
            && node(xml, "text=\"Animation\"").is_none()
    };
    desk.screen("a list that has moved", moved).await;
    assert_eq!(desk.shell("input keyevent BACK").await, "");
    desk.shows("text=\"Accessibility\"").await;
    assert_eq!(desk.shell("input keyevent HOME").await, "");
    desk.shows("package=\"com.android.launcher3\"").await;
    let hot = desk.shell(&format!("am start -W -n {APP}/.ApiDemos")).await;
    assert!(hot.contains("LaunchState: HOT"), "{hot}");
}

/// Two texts, of which the activity keeps one when it is made again.
async fn turns(desk: &Desk<'_>) {
    const KEPT: &str = "resource-id=\"io.appium.android.apis:id/saved\"";
    let texts = |xml: &str| -> Vec<String> {
        let editors = xml.split("<node").filter(|node| node.contains("android.widget.EditText"));
        let text = |node: &str| {
            node.split_once(" text=\"").unwrap().1.split('"').next().map(str::to_owned)
        };
        editors.filter_map(text).collect()
    };
    desk.shell(&format!("am start -W -n {APP}/.app.SaveRestoreState")).await;
    desk.tap(KEPT).await;
    assert_eq!(desk.shell("input keyevent MOVE_END").await, "");
    assert_eq!(desk.shell("input text '%swith%sadb!'").await, "");
    assert_eq!(desk.shell("input keyevent DEL").await, "");
    desk.shows("text=\"Initial text. with adb\"").await;
    desk.tap("text=\"Initial text.\"").await;
    assert_eq!(desk.shell("input keyevent MOVE_END; input text X").await, "");
    let xml = desk.shows("text=\"Initial text.X\"").await;
    assert_eq!(texts(&xml), ["Initial text. with adb", "Initial text.X"]);

    desk.shell("settings put system accelerometer_rotation 0; settings put system user_rotation 1")
        .await;
    let turned = |xml: &str| xml.contains("<hierarchy rotation=\"1\">");
    let xml = desk.screen("a screen on its side", turned).await;
    assert_eq!(texts(&xml), ["Initial text. with adb", "Initial text."]);
    let picture = desk.picture().await;
    assert_eq!(picture.size(), (2400, 1080));
    assert!(picture.contrast(bounds(node(&xml, KEPT).unwrap())) > 100);
    assert_eq!(desk.shell("wm user-rotation lock 0").await, "");
    let upright = |xml: &str| xml.contains("<hierarchy rotation=\"0\">");
    let xml = desk.screen("a screen upright", upright).await;
    assert_eq!(texts(&xml), ["Initial text. with adb", "Initial text."]);
    assert_eq!(desk.picture().await.size(), (1080, 2400));
}

async fn logs(desk: &Desk<'_>) {
    let pid = desk.shell(&format!("pidof {APP}")).await;
    let pid = pid.trim();
    desk.shell(&format!("am start -W -n {APP}/.app.FragmentAlertDialog")).await;
    desk.tap("text=\"SHOW\"").await;
    desk.tap("text=\"OK\"").await;
    let log = until("what the app logs", async || {
        let log = desk.adb(&["logcat", "-d", "-v", "brief", &format!("--pid={pid}")]).await.well();
        log.contains("Positive click!").then_some(log)
    })
    .await;
    let line = log.lines().find(|line| line.contains("Positive click!")).unwrap();
    assert!(line.starts_with("I/FragmentAlertDialog("), "{line}");
    let of_it = |line: &&str| {
        let who = line.split_once('(').and_then(|(_, rest)| rest.split_once(')'));
        who.is_some_and(|(who, _)| who.trim() == pid)
    };
    let lines = || log.lines().filter(|line| !line.starts_with("--------- "));
    assert_eq!(lines().filter(of_it).count(), lines().count(), "{log}");
    assert!(!log.contains("FATAL EXCEPTION"), "{log}");
}

/// The file that the app writes when it is left, with what was typed into it.
async fn writes_its_data(desk: &Desk<'_>) -> String {
    desk.shell(&format!("am start -W -n {APP}/.app.PersistentState")).await;
    desk.tap("text=\"Initial text.\"").await;
    assert_eq!(desk.shell("input keyevent MOVE_END; input text kept").await, "");
    desk.shows("text=\"Initial text.kept\"").await;
    desk.shell("input keyevent HOME").await;
    desk.shows("package=\"com.android.launcher3\"").await;
    let name = "shared_prefs/app.PersistentState.xml";
    let kept = until("its preferences", async || {
        let said = desk.adb(&["shell", "run-as", APP, "cat", name]).await;
        (said.code == Some(0)).then(|| said.text())
    })
    .await;
    assert!(kept.contains("<string name=\"text\">Initial text.kept</string>"), "{kept}");
    let others = desk.adb(&["shell", "cat", &format!("/data/data/{APP}/{name}")]).await;
    assert_eq!(others.code, Some(1), "{others:?}");
    assert!(others.err.contains("Permission denied"), "{others:?}");

    desk.shell(&format!("am start -W -n {APP}/.app.LoaderThrottle")).await;
    let database = until("its database", async || {
        let said =
            desk.adb(&["exec-out", "run-as", APP, "cat", "databases/loader_throttle.db"]).await;
        let made = String::from_utf8_lossy(&said.out).contains("CREATE TABLE main ");
        made.then_some(said.out)
    })
    .await;
    assert!(database.starts_with(b"SQLite format 3\0"));
    kept
}

async fn keeps_its_data_when_it_is_installed_again(desk: &Desk<'_>, apk: &Path, kept: &str) {
    let before = desk.shell(&format!("dumpsys package {APP} | grep firstInstallTime")).await;
    succeeded(&desk.install(&["-r", "-t"], apk).await);
    assert_eq!(desk.adb(&["shell", "pidof", APP]).await.code, Some(1));
    desk.is_gone(APP).await;
    let name = "shared_prefs/app.PersistentState.xml";
    assert_eq!(desk.shell(&format!("run-as {APP} cat {name}")).await, kept);
    assert_eq!(desk.shell(&format!("dumpsys package {APP} | grep firstInstallTime")).await, before);
    desk.shell(&format!("am start -W -n {APP}/.app.PersistentState")).await;
    desk.shows("text=\"Initial text.kept\"").await;
}

async fn goes(desk: &Desk<'_>) {
    assert_eq!(desk.phones.java_with(APP).len(), 1);
    desk.shell(&format!("am force-stop {APP}")).await;
    assert_eq!(desk.adb(&["shell", "pidof", APP]).await.code, Some(1));
    desk.is_gone(APP).await;
    desk.shows("package=\"com.android.launcher3\"").await;

    let data = desk.phones.folder().join("data/data").join(APP);
    assert!(data.is_dir());
    assert_eq!(desk.adb(&["uninstall", APP]).await.well(), "Success\n");
    assert!(!data.exists());
    assert!(!desk.shell("pm list packages").await.contains(APP));
    let said = desk.adb(&["shell", "run-as", APP, "ls"]).await;
    assert_eq!(
        (said.code, said.err.as_str()),
        (Some(1), &*format!("run-as: unknown package: {APP}\n"))
    );
    let again = desk.adb(&["uninstall", APP]).await;
    assert_eq!(again.text(), "Failure [DELETE_FAILED_INTERNAL_ERROR]\n");
    assert_eq!(again.code, Some(1));
}

#[test]
fn what_cannot_be_installed_or_started_says_so_in_the_words_of_android() {
    let Some(given) = apks(&["FINGERTIP_APIDEMOS"]) else { return };
    on_a_phone(async |desk| refusals(desk, &given[0]).await);
}

async fn refusals(desk: &Desk<'_>, demos: &Path) {
    let made = |name: &str, bytes: &[u8]| {
        let place = desk.file(name);
        fs::write(&place, bytes).unwrap();
        place
    };
    let elsewhere = ApkBuilder::new("com.x.native").file("lib/armeabi-v7a/libx.so", b"elf");
    failed(
        &desk.install(&[], &made("native.apk", &elsewhere.build())).await,
        "INSTALL_FAILED_NO_MATCHING_ABIS: Failed to extract native libraries, res=-113]",
    );
    failed(
        &desk.install(&[], &made("text.apk", b"this is no zip")).await,
        "INSTALL_PARSE_FAILED_NOT_APK: Failed to parse /data/app/vmdl",
    );
    let whole = fs::read(demos).unwrap();
    failed(
        &desk.install(&["-t"], &made("half.apk", &whole[..whole.len() / 2])).await,
        "INSTALL_PARSE_FAILED_NOT_APK: Failed to parse /data/app/vmdl",
    );
    let mut other = whole;
    let middle = other.len() / 2;
    other[middle] ^= 1;
    failed(
        &desk.install(&["-t"], &made("other.apk", &other)).await,
        "INSTALL_PARSE_FAILED_NO_CERTIFICATES: Failed to collect certificates from /data/app/vmdl",
    );
    assert_eq!(desk.shell("pm list packages com.x; pm list packages appium").await, "");

    let nowhere = desk.shell("am start -n com.none/.Main 2>&1").await;
    let wanted = "Starting: Intent { cmp=com.none/.Main }\nError type 3\n\
                  Error: Activity class {com.none/com.none.Main} does not exist.\n";
    assert_eq!(nowhere, wanted);

    let builder = ApkBuilder::new("com.x.gone").launcher(".Gone").readable_code();
    succeeded(&desk.install(&[], &made("gone.apk", &builder.build())).await);
    let missing = desk.shell("am start -n com.x.gone/.Nothing 2>&1").await;
    let wanted = "Activity class {com.x.gone/com.x.gone.Nothing} does not exist.";
    assert!(missing.contains(wanted), "{missing}");
    desk.shell("am start -W -n com.x.gone/.Gone").await;
    let crash = until("the crash", async || {
        let crash = desk.adb(&["logcat", "-d", "-b", "crash", "-v", "raw"]).await.well();
        crash.contains("FATAL EXCEPTION: main").then_some(crash)
    })
    .await;
    let path = desk.shell("pm path com.x.gone").await;
    let path = path.trim().strip_prefix("package:").unwrap();
    let wanted = format!(
        "java.lang.RuntimeException: Unable to instantiate activity ComponentInfo{{com.x.gone/com.x.gone.Gone}}: \
         java.lang.ClassNotFoundException: Didn't find class \"com.x.gone.Gone\" on path: DexPathList[[zip file \"{path}\"]"
    );
    assert!(crash.contains(&wanted), "{crash}");
    assert_eq!(desk.adb(&["shell", "pidof", "com.x.gone"]).await.code, Some(1));
    desk.is_gone("com.x.gone").await;
}
