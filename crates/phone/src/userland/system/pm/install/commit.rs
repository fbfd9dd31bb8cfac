//! From the APKs of a session to an installed package.

use super::validate::{Staged, validate};
use super::{options, place};
use crate::android::{
    Android, Api, Code, Failure, InstallOptions, Manifest, Parsed, Session, data_folder,
    parse_package,
};
use crate::apps::{
    Factory, placeholder,
    runtime::{self, NotTranslated},
};
use crate::files::Identity;
use crate::process::Process;
use crate::userland::system::shell_command::Answer;

/// Installs what a session holds, and says how it went.
pub(super) async fn run(process: &Process, number: u32) -> Answer {
    let session = process.android().session(number).unwrap_or_default();
    match install(process, number, &session).await {
        Ok(()) => {
            process.print("Success\n").await?;
            Ok(0)
        }
        Err(failure) => {
            process.print(format!("Failure [{failure}]\n")).await?;
            Ok(1)
        }
    }
}

/// The steps and their order are those of a phone, so that of several failures the same one is reported.
async fn install(process: &Process, number: u32, session: &Session) -> Result<(), Failure> {
    let (android, options) = (process.android(), &session.options);
    let staged = validate(process, number, session)?;
    let Some((base, splits)) = staged.split_first() else { return Ok(()) };
    check_space(process, &staged)?;
    let abi = abi(process, &staged, options)?;
    android.check_downgrade(&base.file.package, base.file.version_code, options)?;
    let splits: Vec<_> = splits.iter().map(|split| &split.file).collect();
    let signing = base.file.signing.clone().ok_or_else(|| unsigned(&base.path, 1))?;
    let (scheme, target) = (signing.scheme, base.file.target_sdk);
    let mut parsed = parse_package(&base.file, &splits, &base.path, signing)
        .map_err(|failure| failure.during("Failed parse during installPackageLI"))?;
    parsed.apk.abi = abi;
    check_wishes(&parsed, options, android.api())?;
    check_scheme(&base.path, scheme, target)?;
    android.check_install(&parsed, options)?;
    let factory = code(process, &staged, &parsed.manifest).await?;
    let name = parsed.manifest.package.clone();
    let code_path = android.next_code_path(&name);
    let files = process.files();
    let placed = place::put(files, &staged, &code_path)
        .map_err(|_| Failure::new(Code::InsufficientStorage, "Failed to prepare for install."));
    let replaced =
        placed.and_then(|()| android.install_apk(parsed, options, code_path.clone(), factory));
    match replaced {
        Ok(replaced) => {
            if let Some(old) = &replaced {
                place::remove(files, old);
            }
            make_data_folder(process, android, &name);
            android.make_ready(&name);
            Ok(())
        }
        Err(failure) => {
            place::remove_folder(files, &code_path);
            Err(failure)
        }
    }
}

/// How a process of the package starts: with its own code where the phone can run it.
async fn code(
    process: &Process,
    staged: &[Staged],
    manifest: &Manifest,
) -> Result<Factory, Failure> {
    let Some(runtime) = process.android().runtime() else { return Ok(placeholder(manifest)) };
    if let Some(why) = &runtime.refused {
        return Err(Failure::new(Code::VerificationFailure, why.clone()));
    }
    let mut apks = Vec::new();
    for apk in staged.iter().filter(|apk| apk.file.has_code()) {
        let path = process.files().host_path(&Identity::ROOT, &apk.path);
        let lost = |_| Failure::new(Code::InvalidApk, format!("{} is gone", apk.path));
        apks.push(path.map_err(lost)?);
    }
    if apks.is_empty() && staged.iter().any(|apk| !apk.file.abis().is_empty()) {
        // All of its code is for a processor, and there is none here.
        let message = "Failed to extract native libraries, res=-113";
        return Err(Failure::new(Code::NoMatchingAbis, message));
    }
    let package = manifest.package.clone();
    let min_sdk = staged.first().map_or(1, |apk| apk.file.min_sdk);
    let libraries = staged.first().map(|apk| apk.file.libraries()).unwrap_or_default();
    let translated = tokio::task::spawn_blocking(move || {
        runtime::Code::of(runtime, &package, min_sdk, &libraries, &apks)
    })
    .await;
    match translated {
        Ok(Ok(code)) => Ok(code.factory()),
        Ok(Err(NotTranslated::Unconfined(why))) => {
            Err(Failure::new(Code::VerificationFailure, why))
        }
        Ok(Err(error)) => Err(Failure::new(Code::Dexopt, error.to_string())),
        Err(_) => Err(Failure::new(Code::Dexopt, "the translation was given up")),
    }
}

fn make_data_folder(process: &Process, android: &Android, name: &str) {
    let Some(package) = android.package(name) else { return };
    // As on a phone, an app without a folder is installed all the same; `run-as` says what is wrong.
    data_folder::make(process.files(), &package).ok();
}

fn check_space(process: &Process, staged: &[Staged]) -> Result<(), Failure> {
    let size = |apk: &Staged| {
        let stat = process.files().stat(&Identity::ROOT, &apk.path);
        stat.map_or(0, |stat| stat.size)
    };
    let needed: u64 = staged.iter().filter(|apk| !apk.inherited).map(size).sum();
    if needed > process.android().free_storage() {
        let message = "Failed to override installation location";
        return Err(Failure::new(Code::InsufficientStorage, message));
    }
    Ok(())
}

/// The instruction set of the native libraries; an app without any runs everywhere.
fn abi(
    process: &Process,
    staged: &[Staged],
    options: &InstallOptions,
) -> Result<Option<String>, Failure> {
    let present: Vec<&str> = staged.iter().flat_map(|apk| apk.file.abis()).collect();
    if present.is_empty() {
        return Ok(None);
    }
    let phone = match &options.abi {
        Some(abi) => vec![abi.clone()],
        None => options::abis(process),
    };
    let found = phone.into_iter().find(|abi| present.contains(&abi.as_str()));
    found.map(Some).ok_or_else(|| {
        let message = "Failed to extract native libraries, res=-113";
        Failure::new(Code::NoMatchingAbis, message)
    })
}

/// What is only installed when somebody insists.
fn check_wishes(parsed: &Parsed, options: &InstallOptions, api: Api) -> Result<(), Failure> {
    let target = parsed.manifest.target_sdk;
    let least = if api.since(35) { 24 } else { 23 };
    if api.since(34) && target < least && !options.low_target {
        let message =
            format!("App package must target at least SDK version {least}, but found {target}");
        return Err(Failure::new(Code::DeprecatedSdkVersion, message));
    }
    if parsed.test_only && !options.test_only {
        let message = "Failed to install test-only apk. Did you forget to add -t?";
        return Err(Failure::new(Code::TestOnly, message));
    }
    Ok(())
}

/// From API level 30 on, a signed JAR is not enough.
fn check_scheme(path: &str, scheme: u8, target_sdk: u32) -> Result<(), Failure> {
    if scheme < 2 && target_sdk >= 30 {
        return Err(unsigned(path, 2).during("Failed collect during installPackageLI"));
    }
    Ok(())
}

fn unsigned(path: &str, scheme: u8) -> Failure {
    let message =
        format!("No signature found in package of version {scheme} or newer for package {path}");
    Failure::new(Code::NoCertificates, message)
}
