//! `dumpsys package`: what is installed, one package or all.

use super::identity;
use super::lines::Lines;
use crate::android::{Android, Component, Filter, Package};
use jiff::Timestamp;

pub(super) fn dump(android: &Android, arguments: &[&str]) -> String {
    let mut words = arguments.iter().filter(|word| !word.starts_with('-'));
    let packages = match words.next() {
        None | Some(&"packages") => android.packages(),
        Some(name) => match android.package(name) {
            Some(package) => vec![package],
            None => return format!("Unable to find package: {name}\n"),
        },
    };
    let mut lines = Lines::new("Activity Resolver Table:\n  Non-Data Actions:");
    for package in &packages {
        resolver(&mut lines, package, |filter| {
            filter.schemes.is_empty().then_some(&filter.actions)
        });
    }
    if packages.iter().any(has_schemes) {
        lines.add("\n  Schemes:");
        for package in &packages {
            resolver(&mut lines, package, |filter| {
                (!filter.schemes.is_empty()).then_some(&filter.schemes)
            });
        }
    }
    lines.add("\nDomain verification status:\n\nKey Set Manager:");
    for package in &packages {
        // The image is signed with one key, every other app with its own.
        let key_set = if package.manifest.system { 1 } else { package.uid };
        lines.add(format_args!("  [{}]\n      Signing KeySets: {key_set}", package.name()));
    }
    lines.add("\nPackages:");
    for package in &packages {
        block(android, &mut lines, package);
    }
    queries(&mut lines);
    lines.add("\nDexopt state:");
    for package in &packages {
        lines.add(format_args!("  [{}]\n    path: {}", package.name(), package.apk_path()));
        let abi = android.property("ro.product.cpu.abi").unwrap_or_default();
        lines.add(format_args!("      {abi}: [status=run-from-apk] [reason=unknown]"));
        lines.add("        [location is error]");
    }
    lines.add("\nCompiler stats:");
    for package in &packages {
        lines.add(format_args!("  [{}]\n    (No recorded stats)", package.name()));
    }
    lines.text()
}

/// Who may see whom: here everybody sees everybody.
fn queries(lines: &mut Lines) {
    lines.add("\nQueries:\n  system apps queryable: true\n  queries via forceQueryable:");
    lines.add("  queries via package name:\n  queries via component:");
    lines.add("  queryable via interaction:\n    User 0:\n  queryable via uses-library:");
}

fn has_schemes(package: &Package) -> bool {
    let mut filters = package.manifest.activities.iter().flat_map(|activity| &activity.filters);
    filters.any(|filter| !filter.schemes.is_empty())
}

/// The filters that are listed `under` something, each below it.
fn resolver(lines: &mut Lines, package: &Package, under: impl Fn(&Filter) -> Option<&Vec<String>>) {
    for activity in &package.manifest.activities {
        let component = Component::new(package.name(), &activity.class).short();
        let hash = identity::of_text("activity", &component);
        for (index, filter) in activity.filters.iter().enumerate() {
            let name = identity::of_text("filter", &format!("{component}{index}"));
            for heading in under(filter).into_iter().flatten() {
                lines.add(format_args!("      {heading}:"));
                lines.add(format_args!("        {hash} {component} filter {name}"));
                for action in &filter.actions {
                    lines.add(format_args!("          Action: \"{action}\""));
                }
                for category in &filter.categories {
                    lines.add(format_args!("          Category: \"{category}\""));
                }
                for scheme in &filter.schemes {
                    lines.add(format_args!("          Scheme: \"{scheme}\""));
                }
            }
        }
    }
}

fn block(android: &Android, lines: &mut Lines, package: &Package) {
    let (manifest, name, uid) = (&package.manifest, package.name(), package.uid);
    let zone = android.now().time_zone().clone();
    let time =
        |time: Timestamp| time.to_zoned(zone.clone()).strftime("%Y-%m-%d %H:%M:%S").to_string();
    let (first, last) = (time(package.first_install), time(package.last_update));
    let id = identity::of_text("setting", name);
    let flags = flags(package);
    lines.add(format_args!("  Package [{name}] ({id}):"));
    lines.add(format_args!("    userId={uid}\n    appId={uid}"));
    lines.add(format_args!("    pkg=Package{{{} {name}}}", identity::of_text("package", name)));
    let code = &package.code_path;
    lines.add(format_args!("    codePath={code}\n    resourcePath={code}"));
    lines.add(format_args!("    legacyNativeLibraryDir={code}/lib\n    extractNativeLibs=false"));
    lines.add("    primaryCpuAbi=null\n    secondaryCpuAbi=null\n    cpuAbiOverride=null");
    lines.add(format_args!(
        "    versionCode={} minSdk={} targetSdk={}",
        manifest.version_code, manifest.min_sdk, manifest.target_sdk
    ));
    lines.add(format_args!(
        "    minExtensionVersions=[]\n    versionName={}",
        manifest.version_name
    ));
    lines.add("    usesNonSdkApi=false\n    splits=[base]\n    apkSigningVersion=2");
    let private = "PRIVATE_FLAG_ACTIVITIES_RESIZE_MODE_RESIZEABLE_VIA_SDK_VERSION ALLOW_AUDIO_PLAYBACK_CAPTURE PRIVATE_FLAG_ALLOW_NATIVE_HEAP_POINTER_TAGGING";
    lines.add(format_args!("    flags=[ {flags} ]\n    privateFlags=[ {private} ]"));
    lines.add(format_args!("    forceQueryable={}", manifest.system));
    lines.add(format_args!("    dataDir={}", package.data_dir));
    lines.add("    supportsScreens=[small, medium, large, xlarge, resizeable, anyDensity]");
    lines.add(format_args!("    timeStamp={last}"));
    lines.add(format_args!("    firstInstallTime={first}\n    lastUpdateTime={last}"));
    // What is not part of the image came over adb.
    let initiating = if manifest.system { "null" } else { "com.android.shell" };
    lines.add("    installerPackageName=null\n    installerPackageUid=-1");
    lines.add(format_args!(
        "    initiatingPackageName={initiating}\n    originatingPackageName=null"
    ));
    lines.add("    packageSource=0\n    appMetadataFilePath=null");
    lines.add(format_args!(
        "    signatures=PackageSignatures{{{} version:2, signatures:[{}], past signatures:[]}}",
        identity::of_text("signatures", name),
        identity::of_text("signature", name),
    ));
    lines.add(format_args!("    installPermissionsFixed=true\n    pkgFlags=[ {flags} ]"));
    lines.add(format_args!("    privatePkgFlags=[ {private} ]\n    apexModuleName=null"));
    permissions(lines, package, &first);
}

fn flags(package: &Package) -> String {
    let system = package.manifest.system.then_some("SYSTEM");
    let debuggable = package.manifest.debuggable.then_some("DEBUGGABLE");
    let all = ["HAS_CODE", "ALLOW_CLEAR_USER_DATA", "ALLOW_BACKUP"];
    let flags: Vec<&str> = system.into_iter().chain(debuggable).chain(all).collect();
    flags.join(" ")
}

/// What was requested, what came with the installation, and what the user decides.
fn permissions(lines: &mut Lines, package: &Package, first_install: &str) {
    lines.add("    requested permissions:");
    for permission in &package.permissions {
        lines.add(format_args!("      {}", permission.name));
    }
    lines.add("    install permissions:");
    for permission in package.permissions.iter().filter(|permission| !permission.runtime) {
        lines.add(format_args!("      {}: granted={}", permission.name, permission.granted));
    }
    // 0 is the manifest's default, 3 what `pm disable-user` sets.
    let enabled = if package.enabled { 0 } else { 3 };
    lines.add(format_args!(
        "    User 0: ceDataInode=0 installed=true hidden=false suspended=false distractionFlags=0 \
         stopped=false notLaunched=false enabled={enabled} instant=false virtual=false"
    ));
    lines.add("      installReason=0");
    lines.add(format_args!("      firstInstallTime={first_install}\n      uninstallReason=0"));
    // The group `inet` comes with the permission of that name.
    let online = package
        .permissions
        .iter()
        .any(|permission| permission.name == "android.permission.INTERNET" && permission.granted);
    lines.add(format_args!("      gids=[{}]", if online { "3003" } else { "" }));
    lines.add("      runtime permissions:");
    for permission in package.permissions.iter().filter(|permission| permission.runtime) {
        lines.add(format_args!(
            "        {}: granted={}, flags=[ USER_SENSITIVE_WHEN_GRANTED|USER_SENSITIVE_WHEN_DENIED]",
            permission.name, permission.granted
        ));
    }
}

#[cfg(test)]
mod tests {
    use crate::userland::system::on_phone::OnPhone;

    #[tokio::test(start_paused = true)]
    async fn one_package() {
        let phone = OnPhone::shop().await;
        let out = phone.out("dumpsys package com.example.shop").await;
        for part in [
            "\n  Package [com.example.shop] (",
            "\n    userId=10123\n",
            "\n    dataDir=/data/user/0/com.example.shop\n",
            "\n    flags=[ DEBUGGABLE HAS_CODE ALLOW_CLEAR_USER_DATA ALLOW_BACKUP ]\n",
            "\n    firstInstallTime=2026-11-15 10:15:00\n    lastUpdateTime=2026-11-15 10:15:00\n",
            "\n      android.permission.INTERNET: granted=true\n",
            "\n        android.permission.POST_NOTIFICATIONS: granted=false, flags=[ ",
            " com.example.shop/.MainActivity filter ",
            "\n          Category: \"android.intent.category.LAUNCHER\"\n",
        ] {
            assert!(out.contains(part), "{part}: {out}");
        }
        let manifest = phone.driver.android.package("com.example.shop").unwrap().manifest;
        let version = format!("versionCode={} minSdk={} ", manifest.version_code, manifest.min_sdk);
        assert!(out.contains(&version));
        assert!(out.contains(&format!("versionName={}\n", manifest.version_name)));
    }

    #[tokio::test(start_paused = true)]
    async fn unknown_and_all() {
        let phone = OnPhone::home().await;
        let unknown = "Unable to find package: com.nothing\n";
        phone.check("dumpsys package com.nothing", unknown, "", 0).await;
        let count = phone.driver.android.packages().len();
        let script = "dumpsys package | grep -c '^  Package \\['";
        phone.check(script, &format!("{count}\n"), "", 0).await;
    }
}
