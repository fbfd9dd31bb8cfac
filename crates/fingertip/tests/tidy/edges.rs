//! Which crate may use which: the arrows of ARCHITECTURE.md, and no others.

use cargo_metadata::{DependencyKind, MetadataCommand};

const ALLOWED: &[(&str, &[&str])] = &[
    ("ui", &[]),
    ("phone", &[]),
    ("adb", &[]),
    ("device", &["adb", "ui"]),
    ("engine", &["device", "ui"]),
    ("fingertip", &["adb", "device", "engine", "phone", "ui"]),
    ("judge", &["ui"]),
    ("xtask", &["bench", "fingertip", "judge", "ui"]),
    ("bench", &["adb", "fingertip", "judge", "phone", "ui"]),
];

#[test]
fn crates_depend_only_on_what_the_picture_shows() {
    let metadata =
        MetadataCommand::new().no_deps().other_options(["--offline".to_owned()]).exec().unwrap();
    let ours: Vec<&str> = metadata.packages.iter().map(|package| package.name.as_str()).collect();
    let mut wrong = Vec::new();
    for package in &metadata.packages {
        let name = package.name.as_str();
        let Some((_, allowed)) = ALLOWED.iter().find(|(known, _)| *known == name) else {
            wrong.push(format!("{name} is not in the picture"));
            continue;
        };
        for dependency in
            package.dependencies.iter().filter(|each| ours.contains(&each.name.as_str()))
        {
            let target = dependency.name.as_str();
            // Tests of any crate may stand on the phone and the judge, and on what their own crate may use.
            let in_tests = dependency.kind == DependencyKind::Development
                && ["phone", "adb", "judge"].contains(&target);
            let phone_alone = name == "phone" && target != "phone";
            if (!allowed.contains(&target) && !in_tests) || phone_alone {
                wrong.push(format!("{name} -> {target}"));
            }
        }
    }
    assert!(wrong.is_empty(), "edges that ARCHITECTURE.md does not draw: {wrong:?}");
}
