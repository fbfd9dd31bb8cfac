//! Apps whose class files are at hand.

use std::path::PathBuf;

use phone::apps::Built;

use crate::host::{Host, env, java};

const PACKAGE: &str = "com.example.widgets";

/// The APK, and the folder of the class files that it was made of.
#[expect(clippy::print_stderr, reason = "a test that skips says so")]
fn widgets() -> Option<(PathBuf, PathBuf)> {
    let found = (env("FINGERTIP_WIDGETS"), env("FINGERTIP_WIDGETS_CLASSES"));
    let (Some(apk), Some(classes)) = found else {
        eprintln!("skipped: needs FINGERTIP_WIDGETS and FINGERTIP_WIDGETS_CLASSES");
        return None;
    };
    if env("FINGERTIP_RUNTIME_PARTS").is_none() || java().is_none() {
        eprintln!("skipped: needs java and FINGERTIP_RUNTIME_PARTS");
        return None;
    }
    Some((apk, classes))
}

#[tokio::test]
async fn an_app_that_is_there_as_class_files_is_not_translated() {
    let Some((apk, classes)) = widgets() else { return };
    let cache = tempfile::tempdir().unwrap();
    let built = Built { package: PACKAGE.to_owned(), classes: vec![classes] };
    let mut host = Host::with(|runtime| {
        runtime.cache = cache.path().join("translated");
        runtime.built = vec![built];
    })
    .await;
    assert_eq!(host.install(&apk).await, "Success\n");
    assert!(!cache.path().join("translated").exists());
    host.run(&format!("am start -n {PACKAGE}/.MainActivity")).await;
    let xml = host.shows("Controls").await;
    assert!(xml.contains(&format!("package=\"{PACKAGE}\"")), "{xml}");
}

#[tokio::test]
async fn what_is_missing_among_class_files_is_translated() {
    let Some((apk, classes)) = widgets() else { return };
    let folder = tempfile::tempdir().unwrap();
    let few = folder.path().join("few");
    std::fs::create_dir(&few).unwrap();
    let built = Built { package: PACKAGE.to_owned(), classes: vec![few] };
    let cache = folder.path().join("translated");
    let mut host = Host::with(|runtime| {
        runtime.cache.clone_from(&cache);
        runtime.built =
            vec![built, Built { package: "org.example.other".to_owned(), classes: vec![classes] }];
    })
    .await;
    assert_eq!(host.install(&apk).await, "Success\n");
    assert_eq!(std::fs::read_dir(&cache).unwrap().count(), 1);
}
