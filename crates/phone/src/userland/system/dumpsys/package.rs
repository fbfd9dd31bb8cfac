//! `dumpsys package`: what is installed, one package or all.

use super::identity;
use super::lines::Lines;
use super::resolver_tables;
use crate::android::permissions::refusals_allowed;
use crate::android::{Android, Api, Package};
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
    let mut lines = Lines::default();
    resolver_tables::add(&mut lines, &packages);
    lines.add("Domain verification status:\n\nKey Set Manager:");
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

fn block(android: &Android, lines: &mut Lines, package: &Package) {
    let (manifest, name, uid) = (&package.manifest, package.name(), package.uid);
    let zone = android.now().time_zone().clone();
    let time =
        |time: Timestamp| time.to_zoned(zone.clone()).strftime("%Y-%m-%d %H:%M:%S").to_string();
    let (first, last) = (time(package.first_install), time(package.last_update));
    let id = identity::of_text("setting", name);
    let (flags, apk) = (flags(package), package.apk.as_deref());
    lines.add(format_args!("  Package [{name}] ({id}):"));
    let api = android.api();
    if !api.since(36) {
        lines.add(format_args!("    userId={uid}"));
    }
    if api.since(33) {
        lines.add(format_args!("    appId={uid}"));
    }
    lines.add(format_args!("    pkg=Package{{{} {name}}}", identity::of_text("package", name)));
    let code = &package.code_path;
    let extracted = apk.is_some_and(|apk| apk.extract_native_libs);
    lines.add(format_args!("    codePath={code}\n    resourcePath={code}"));
    lines.add(format_args!("    legacyNativeLibraryDir={code}/lib"));
    let abi = apk.and_then(|apk| apk.abi.as_deref()).unwrap_or("null");
    lines.add(format_args!("    extractNativeLibs={extracted}\n    primaryCpuAbi={abi}"));
    lines.add("    secondaryCpuAbi=null\n    cpuAbiOverride=null");
    lines.add(format_args!(
        "    versionCode={} minSdk={} targetSdk={}",
        package.version_code(),
        manifest.min_sdk,
        manifest.target_sdk
    ));
    lines.add(format_args!(
        "    minExtensionVersions=[]\n    versionName={}",
        manifest.version_name
    ));
    let splits = apk.iter().flat_map(|apk| &apk.splits);
    let splits: String = splits.map(|split| format!(", {}", split.name)).collect();
    let scheme = apk.map_or(2, |apk| apk.signing.scheme);
    lines.add(format_args!("    usesNonSdkApi=false\n    splits=[base{splits}]"));
    lines.add(format_args!("    apkSigningVersion={scheme}"));
    let private = "PRIVATE_FLAG_ACTIVITIES_RESIZE_MODE_RESIZEABLE_VIA_SDK_VERSION ALLOW_AUDIO_PLAYBACK_CAPTURE PRIVATE_FLAG_ALLOW_NATIVE_HEAP_POINTER_TAGGING";
    lines.add(format_args!("    flags=[ {flags} ]\n    privateFlags=[ {private} ]"));
    lines.add(format_args!("    forceQueryable={}", manifest.system));
    if !api.since(36) {
        lines.add(format_args!("    dataDir={}", package.data_dir));
    }
    lines.add("    supportsScreens=[small, medium, large, xlarge, resizeable, anyDensity]");
    lines.add(format_args!("    timeStamp={last}"));
    if !api.since(36) {
        lines.add(format_args!("    firstInstallTime={first}"));
    }
    lines.add(format_args!("    lastUpdateTime={last}"));
    // What is not part of the image came over adb.
    let initiating = if manifest.system { "null" } else { "com.android.shell" };
    let installer = apk.and_then(|apk| apk.installer.as_deref());
    let by = installer.and_then(|name| android.package(name)).map(|package| package.uid);
    lines.add(format_args!("    installerPackageName={}", installer.unwrap_or("null")));
    lines.add(format_args!("    installerPackageUid={}", by.map_or(-1, i64::from)));
    lines.add(format_args!(
        "    initiatingPackageName={initiating}\n    originatingPackageName=null"
    ));
    lines.add("    packageSource=0\n    appMetadataFilePath=null");
    lines.add(format_args!(
        "    signatures=PackageSignatures{{{} version:{scheme}, signatures:[{}], past signatures:[]}}",
        identity::of_text("signatures", name),
        signatures(package),
    ));
    lines.add(format_args!("    installPermissionsFixed=true\n    pkgFlags=[ {flags} ]"));
    lines.add(format_args!("    privatePkgFlags=[ {private} ]\n    apexModuleName=null"));
    permissions(lines, package, &first, api);
}

/// Hashes of the signers' certificates.
fn signatures(package: &Package) -> String {
    let Some(apk) = &package.apk else { return identity::of_text("signature", package.name()) };
    let hashes: Vec<String> = apk.signing.hashes().iter().map(|hash| format!("{hash:x}")).collect();
    hashes.join(", ")
}

fn flags(package: &Package) -> String {
    if let Some(apk) = &package.apk {
        return apk.flags.join(" ");
    }
    let system = package.manifest.system.then_some("SYSTEM");
    let debuggable = package.manifest.debuggable.then_some("DEBUGGABLE");
    let all = ["HAS_CODE", "ALLOW_CLEAR_USER_DATA", "ALLOW_BACKUP"];
    let flags: Vec<&str> = system.into_iter().chain(debuggable).chain(all).collect();
    flags.join(" ")
}

/// What was requested, what came with the installation, and what the user decides.
fn permissions(lines: &mut Lines, package: &Package, first_install: &str, api: Api) {
    let declared = package.apk.as_ref().map(|apk| &apk.declared_permissions[..]);
    if let Some(declared) = declared.filter(|declared| !declared.is_empty()) {
        lines.add("    declared permissions:");
        for permission in declared {
            let (name, protection) = (&permission.name, permission.protection);
            lines.add(format_args!("      {name}: prot={protection}, INSTALLED"));
        }
    }
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
    if api.since(33) {
        lines.add("      installReason=0");
        if api.since(36) {
            lines.add(format_args!("      dataDir={}", package.data_dir));
        }
        lines.add(format_args!("      firstInstallTime={first_install}\n      uninstallReason=0"));
    }
    // The group `inet` comes with the permission of that name.
    let online = package
        .permissions
        .iter()
        .any(|permission| permission.name == "android.permission.INTERNET" && permission.granted);
    lines.add(format_args!("      gids=[{}]", if online { "3003" } else { "" }));
    lines.add("      runtime permissions:");
    for permission in package.permissions.iter().filter(|permission| permission.runtime) {
        let fixed = permission.refusals >= refusals_allowed(api);
        lines.add(format_args!(
            "        {}: granted={}, flags=[ {}{}USER_SENSITIVE_WHEN_GRANTED|USER_SENSITIVE_WHEN_DENIED{}]",
            permission.name,
            permission.granted,
            if permission.user_set { "USER_SET|" } else { "" },
            if fixed { "USER_FIXED|" } else { "" },
            if permission.one_time { "|ONE_TIME" } else { "" },
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
