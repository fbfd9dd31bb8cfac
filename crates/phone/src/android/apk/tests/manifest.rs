use super::{PATH, open, refused};
use crate::android::apk::built::axml::Encoding;
use crate::android::apk::built::{ApkBuilder, Node, attribute as a};
use crate::android::apk::{Failure, HTTP, Parsed, parse_package};
use crate::android::{Authority, LaunchMode, PathRule};

fn parse(builder: &ApkBuilder) -> Result<Parsed, Failure> {
    let base = open(&builder.build())?;
    let signing = base.signing.clone().unwrap();
    parse_package(&base, &[], PATH, signing)
}

fn app() -> ApkBuilder {
    ApkBuilder::new("com.x.app").label("X \u{2603}")
}

#[test]
fn reads_what_an_app_says_of_itself() {
    let view = Node::new("intent-filter")
        .child(Node::new("action").with(a::NAME, "android.intent.action.VIEW"))
        .child(Node::new("data").with(a::SCHEME, "https").with(a::HOST, "x.example"))
        .child(Node::new("data").with(a::PATH_PREFIX, "/item"));
    let link = Node::new("activity").with(a::NAME, "Link").with(a::EXPORTED, true).child(view);
    let provider =
        Node::new("provider").with(a::NAME, "com.lib.P").with(a::AUTHORITIES, "com.x.a;com.x.b");
    let own = Node::new("permission").with(a::NAME, "com.x.OWN").with(a::PROTECTION_LEVEL, 2);
    let tests = Node::new("instrumentation")
        .with(a::NAME, ".Runner")
        .with(a::TARGET_PACKAGE, "com.x.other");
    for encoding in [Encoding::Utf8, Encoding::Utf16] {
        let parsed = parse(
            &app()
                .encoding(encoding)
                .version(42, "4.2")
                .sdk(26, 33)
                .application(a::DEBUGGABLE, true)
                .launcher(".Main")
                .component(link.clone())
                .component(provider.clone())
                .permission("android.permission.CAMERA")
                .permission("android.permission.CAMERA")
                .element(own.clone())
                .element(tests.clone()),
        )
        .unwrap();
        let manifest = &parsed.manifest;
        assert_eq!(
            (manifest.package.as_str(), manifest.label.as_str()),
            ("com.x.app", "X \u{2603}")
        );
        assert_eq!((manifest.version_code, manifest.version_name.as_str()), (42, "4.2"));
        assert_eq!((manifest.min_sdk, manifest.target_sdk, manifest.debuggable), (26, 33, true));
        assert_eq!(manifest.permissions, ["android.permission.CAMERA"]);
        let classes: Vec<&str> =
            manifest.activities.iter().map(|have| have.class.as_str()).collect();
        assert_eq!(classes, ["com.x.app.Main", "com.x.app.Link"]);
        let filter = &manifest.activities[1].filters[0];
        assert_eq!(filter.schemes, ["https"]);
        assert_eq!(filter.authorities, [Authority { host: "x.example".to_owned(), port: None }]);
        assert_eq!(filter.paths, [PathRule::Prefix("/item".to_owned())]);
        let apk = &parsed.apk;
        assert_eq!(apk.flags, ["DEBUGGABLE", "HAS_CODE", "ALLOW_CLEAR_USER_DATA", "ALLOW_BACKUP"]);
        assert_eq!(apk.providers[0].authorities, ["com.x.a", "com.x.b"]);
        assert_eq!(apk.declared_permissions[0].protection, "signature");
        assert_eq!(apk.instrumentation[0].class, "com.x.app.Runner");
    }
}

#[test]
fn old_apps_see_libraries_that_new_ones_ask_for() {
    let library = Node::new("uses-library").with(a::NAME, HTTP);
    let seen = |builder: &ApkBuilder| open(&builder.build()).unwrap().libraries();
    assert_eq!(seen(&app().sdk(21, 27)), [HTTP]);
    assert_eq!(seen(&app().sdk(21, 28)), [""; 0]);
    assert_eq!(seen(&app().sdk(21, 28).component(library)), [HTTP]);
}

#[test]
fn reads_how_activities_are_started() {
    let named = |name: &str| Node::new("activity").with(a::NAME, name);
    let theme = |id| crate::android::apk::built::axml::value::reference(id);
    let first = named(".First")
        .with(a::LAUNCH_MODE, 2)
        .with(a::TASK_AFFINITY, "com.x.other")
        .with(a::SCREEN_ORIENTATION, 0)
        .with(a::CONFIG_CHANGES, 0x80)
        .with(a::PERMISSION, "com.x.P")
        .with(a::THEME, theme(0x0103_000f));
    let second = named(".Second").with(a::TASK_AFFINITY, "").with(a::SCREEN_ORIENTATION, -1);
    let alias = Node::new("activity-alias")
        .with(a::NAME, ".Alias")
        .with(a::TARGET_ACTIVITY, ".First")
        .with(a::EXPORTED, true);
    let builder =
        app().component(first).component(second).component(named(".Third")).component(alias);
    let activities = parse(&builder).unwrap().manifest.activities;
    let [first, second, third, alias] = &activities[..] else { panic!("{activities:?}") };
    assert_eq!((first.launch_mode, first.orientation), (LaunchMode::SingleTask, Some(0)));
    assert_eq!((first.config_changes, first.translucent), (0x80, true));
    assert_eq!(first.permission.as_deref(), Some("com.x.P"));
    assert_eq!(first.affinity("com.x.app"), Some("com.x.other"));
    assert_eq!((second.affinity("com.x.app"), second.orientation), (None, None));
    assert_eq!(
        (third.affinity("com.x.app"), third.launch_mode),
        (Some("com.x.app"), LaunchMode::Standard)
    );
    assert!(!third.translucent && !third.exported);
    assert_eq!((alias.class.as_str(), alias.runs()), ("com.x.app.Alias", "com.x.app.First"));
    assert_eq!((alias.launch_mode, alias.exported), (LaunchMode::SingleTask, true));
    assert_eq!(alias.permission, None, "its own, or nobody's");
}

#[test]
fn refuses_what_android_refuses() {
    let malformed = "INSTALL_PARSE_FAILED_MANIFEST_MALFORMED: ";
    let at = |line: u32| format!("{PATH} (at Binary XML file line #{line}): ");
    let nameless = Node::new("activity");
    let filtered = Node::new("activity").with(a::NAME, ".Main").child(Node::new("intent-filter"));
    let alias = Node::new("activity-alias").with(a::NAME, ".Alias");
    let provider = Node::new("provider").with(a::NAME, ".P");
    for (builder, text) in [
        (app().component(nameless), format!("{malformed}{}<activity> does not specify android:name", at(5))),
        (
            app().component(filtered.clone()),
            format!(
                "{malformed}{}com.x.app.Main: Targeting S+ (version 31 and above) requires that an explicit value for android:exported be defined when intent filters are present",
                at(5)
            ),
        ),
        (
            app().component(alias),
            format!("{malformed}{}<activity-alias> does not specify android:targetActivity", at(5)),
        ),
        (
            app().component(provider),
            format!("{malformed}{}<provider> does not include authorities attribute", at(5)),
        ),
        (
            app().sdk(35, 35),
            "INSTALL_FAILED_OLDER_SDK: Requires newer sdk version #35 (current version is #34)"
                .to_owned(),
        ),
        (
            app().deflate_resources(),
            "-124: Targeting R+ (version 30 and above) requires the resources.arsc of installed APKs to be stored uncompressed and aligned on a 4-byte boundary"
                .to_owned(),
        ),
        (app().manifest(&Node::new("x").encode(Encoding::Utf8)), format!("{malformed}No <manifest> tag")),
        (
            app().manifest(b"<manifest/>"),
            format!("INSTALL_PARSE_FAILED_UNEXPECTED_EXCEPTION: Failed to parse {PATH}: Corrupt XML binary file"),
        ),
        (
            ApkBuilder::new("x"),
            "INSTALL_PARSE_FAILED_BAD_PACKAGE_NAME: Invalid manifest package: must have at least one '.' separator"
                .to_owned(),
        ),
        (
            ApkBuilder::new("com.x-y"),
            "INSTALL_PARSE_FAILED_BAD_PACKAGE_NAME: Invalid manifest package: bad character '-'".to_owned(),
        ),
    ] {
        assert_eq!(refused(parse(&builder)), text);
    }
    assert!(parse(&app().sdk(24, 30).component(filtered)).is_ok(), "before API level 31");
    assert!(parse(&app().sdk(24, 29).deflate_resources()).is_ok(), "before API level 30");
    let empty = Node::new("manifest").plain("package", "com.x").encode(Encoding::Utf8);
    assert_eq!(
        refused(parse(&app().manifest(&empty))),
        format!(
            "INSTALL_PARSE_FAILED_MANIFEST_EMPTY: {}<manifest> does not contain an <application> or <instrumentation>",
            at(2)
        )
    );
}

#[test]
fn what_is_no_zip_is_no_apk() {
    let text = format!(
        "INSTALL_PARSE_FAILED_NOT_APK: Failed to parse {PATH}: Failed to load asset path {PATH}"
    );
    for bytes in [&b""[..], b"PK", b"not an apk at all, but long enough to look for an end in it"] {
        assert_eq!(refused(open(bytes)), text);
    }
}
