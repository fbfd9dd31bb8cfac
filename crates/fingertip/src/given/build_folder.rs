//! A folder that Gradle built an app in: the newest APK below it, and the class files that it was made of.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// As deep as Gradle's `app/build/outputs/apk/debug`, and a flavour or two more.
const DEPTH: usize = 8;

/// The newest APK in a folder that is not for tests.
pub(super) fn newest_apk(folder: &Path) -> Option<PathBuf> {
    let mut newest: Option<(SystemTime, PathBuf)> = None;
    walk(folder, DEPTH, &mut |path| {
        let apk = path.extension().is_some_and(|extension| extension == "apk");
        let tests = path.file_name().unwrap_or_default().to_string_lossy().contains("androidTest");
        if apk && !tests {
            let built = path.metadata().and_then(|about| about.modified());
            let built = built.unwrap_or(SystemTime::UNIX_EPOCH);
            if newest.as_ref().is_none_or(|(time, _)| built > *time) {
                newest = Some((built, path.to_owned()));
            }
        }
    });
    newest.map(|(_, path)| path)
}

/// The class files of the variant that an APK was built from, folders and jars, what counts first before others. None where
/// the APK does not lie as Gradle lays it.
pub(super) fn classes(apk: &Path) -> Vec<PathBuf> {
    let Some((build, variant)) = origin(apk) else { return Vec::new() };
    let steps = build.join("intermediates");
    // What a plugin changed after the compiler, such as Hilt: there the compiler's own would be wrong.
    let changed = |step: &str| found(&steps.join(step).join(&variant));
    let mut classes = changed("asm_instrumented_project_classes");
    if classes.is_empty() {
        classes = changed("classes");
    }
    if classes.is_empty() {
        classes = found(&steps.join("javac").join(&variant));
        // Packages begin right here, whatever they are called.
        classes.extend(
            Some(build.join("tmp/kotlin-classes").join(&variant)).filter(|path| path.is_dir()),
        );
        classes.extend(found(&steps.join("built_in_kotlinc").join(&variant)));
    }
    if classes.is_empty() {
        classes = found(&steps.join("compile_app_classes_jar").join(&variant));
    }
    let resources =
        ["compile_and_runtime_not_namespaced_r_class_jar", "compile_and_runtime_r_class_jar"];
    classes.extend(resources.iter().flat_map(|step| found(&steps.join(step).join(&variant))));
    classes
}

/// The build folder of an APK and the variant that it is, as in `build/outputs/apk/free/debug`: `freeDebug`.
fn origin(apk: &Path) -> Option<(&Path, String)> {
    let places = apk.ancestors().skip(1);
    let kinds = places.clone().find(|place| {
        let within = place.parent().and_then(Path::file_name);
        place.file_name() == Some(OsStr::new("apk"))
            && within.is_some_and(|name| name == "outputs" || name == "intermediates")
    })?;
    let build = kinds.parent()?.parent()?;
    let mut variant = String::new();
    for part in apk.parent()?.strip_prefix(kinds).ok()? {
        let part = part.to_str()?;
        let (first, rest) = part.split_at_checked(1)?;
        let first = if variant.is_empty() { first.to_owned() } else { first.to_uppercase() };
        variant.push_str(&first);
        variant.push_str(rest);
    }
    Some((build, variant)).filter(|(_, variant)| !variant.is_empty())
}

/// The folders below this one that packages begin in, and the jars. Which task wrote them is a folder more since some version of the
/// Android plugin.
fn found(folder: &Path) -> Vec<PathBuf> {
    let mut roots = Vec::new();
    walk(folder, 3, &mut |path| {
        if path.extension().is_some_and(|extension| extension == "jar") {
            roots.push(path.to_owned());
        }
    });
    // A folder of classes is called so, or is the one that was asked for.
    let mut folders = Vec::new();
    let mut candidates = vec![(folder.to_owned(), 0)];
    while let Some((place, depth)) = candidates.pop() {
        let named = place.file_name().is_some_and(|name| name == "classes" || name == "dirs");
        if place.is_dir() && depth > 0 && named {
            folders.push(place);
        } else if depth < 3 {
            candidates.extend(inside(&place).into_iter().map(|path| (path, depth + 1)));
        }
    }
    if folders.is_empty() && roots.is_empty() && !inside(folder).is_empty() {
        folders.push(folder.to_owned());
    }
    folders.sort();
    folders.extend(roots);
    folders
}

/// The folders in a folder.
fn inside(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    entries.map(|entry| entry.path()).filter(|path| path.is_dir()).collect()
}

/// Every file in a folder, down to a depth.
fn walk(folder: &Path, depth: usize, visit: &mut impl FnMut(&Path)) {
    let mut folders = vec![(folder.to_owned(), 0)];
    while let Some((folder, at)) = folders.pop() {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            let (path, Ok(about)) = (entry.path(), entry.metadata()) else { continue };
            if about.is_dir() && at < depth {
                folders.push((path, at + 1));
            } else if about.is_file() {
                visit(&path);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(files: &[&str], apk: &str, expected: &[&str]) {
        let folder = tempfile::tempdir().unwrap();
        for file in files.iter().chain([&apk]) {
            let path = folder.path().join(file);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, "").unwrap();
        }
        let classes = classes(&folder.path().join(apk));
        let classes: Vec<String> = classes
            .iter()
            .map(|path| {
                path.strip_prefix(folder.path()).unwrap().to_string_lossy().replace('\\', "/")
            })
            .collect();
        assert_eq!(classes, expected, "{apk}");
    }

    #[test]
    fn the_class_files_of_a_variant_are_found() {
        let debug = "build/outputs/apk/debug/app-debug.apk";
        let java = "build/intermediates/javac/debug/classes/com/example/A.class";
        let kotlin = "build/tmp/kotlin-classes/debug/com/example/B.class";
        let folders = ["build/intermediates/javac/debug/classes", "build/tmp/kotlin-classes/debug"];
        check(&[java, kotlin], debug, &folders);
        let other = "build/intermediates/javac/release/classes/com/example/A.class";
        check(&[other], debug, &[]);
        check(&[java], "elsewhere/app-debug.apk", &[]);
        let newer =
            "build/intermediates/javac/freeDebug/compileFreeDebugJavaWithJavac/classes/A.class";
        check(
            &[newer],
            "build/outputs/apk/free/debug/app-free-debug.apk",
            &["build/intermediates/javac/freeDebug/compileFreeDebugJavaWithJavac/classes"],
        );
        let jar = "build/intermediates/compile_and_runtime_not_namespaced_r_class_jar/debug/processDebugResources/R.jar";
        check(&[kotlin, jar], debug, &["build/tmp/kotlin-classes/debug", jar]);
    }

    #[test]
    fn what_a_plugin_changed_counts_before_what_was_compiled() {
        let debug = "build/outputs/apk/debug/app-debug.apk";
        let java = "build/intermediates/javac/debug/classes/com/example/A.class";
        let task = "build/intermediates/classes/debug/transformDebugClassesWithAsm";
        let changed = format!("{task}/dirs/com/example/A.class");
        let jar = format!("{task}/jars/0.jar");
        check(&[java, &changed, &jar], debug, &[&format!("{task}/dirs"), &jar]);
    }
}
