//! Which subcommand of `pm` is meant.

use super::{data, dump, enable, features, grant, install, links, list, path, query};
use crate::process::Process;
use crate::userland::Outcome;
use crate::userland::system::shell_command::{self, Answer};
use crate::userland::system::thrown::Words;

const HANDLER: &str = "com.android.server.pm.PackageManagerShellCommand";

pub(crate) async fn run(process: &mut Process, arguments: &[String]) -> Outcome {
    let words = &arguments[1..];
    let Some(command) = words.first() else {
        process.print(HELP).await?;
        return Ok(shell_command::MINUS_ONE);
    };
    let answer = dispatch(process, command, words).await;
    shell_command::finish(process, command, HANDLER, answer).await
}

async fn dispatch(process: &Process, command: &str, words: &[String]) -> Answer {
    let words = Words::new(words);
    match command {
        "list" => list::run(process, words).await,
        "enable" | "disable" | "disable-user" | "disable-until-used" | "default-state" => {
            enable::run(process, words, command).await
        }
        "path" => path::run(process, words).await,
        "resolve-activity" => query::resolve(process, words).await,
        "set-app-links" if process.android().api().since(31) => {
            links::run(process, words, false).await
        }
        "set-app-links-user-selection" if process.android().api().since(31) => {
            links::run(process, words, true).await
        }
        "query-activities" => query::query(process, words).await,
        "query-services" => query::query_none(process, words, "services").await,
        "query-receivers" => query::query_none(process, words, "receivers").await,
        "has-feature" => features::has(process, words).await,
        "clear" => data::clear(process, words).await,
        "uninstall" => data::uninstall(process, words).await,
        "grant" => grant::run(process, words, true).await,
        "revoke" => grant::run(process, words, false).await,
        "reset-permissions" => grant::reset(process),
        "set-permission-flags" | "clear-permission-flags" => grant::flags(process, words),
        "dump" => dump::run(process, words).await,
        "install" => install::install(process, words).await,
        "install-create" => install::create(process, words).await,
        "install-write" => install::write(process, words).await,
        "install-commit" => install::commit(process, words).await,
        "install-abandon" => install::abandon(process, words).await,
        "install-existing" => install_existing(process, words).await,
        "get-install-location" => say(process, "0[auto]\n").await,
        "get-max-users" => say(process, "Maximum supported users: 4\n").await,
        "get-max-running-users" => say(process, "Maximum supported running users: 3\n").await,
        "trim-caches" => Ok(0),
        "compile" | "force-dex-opt" | "bg-dexopt-job" => say(process, "Success\n").await,
        "help" | "-h" => {
            process.print(HELP).await?;
            Ok(shell_command::MINUS_ONE)
        }
        _ => shell_command::unknown(process, command).await,
    }
}

async fn say(process: &Process, text: &str) -> Answer {
    process.print(text).await?;
    Ok(0)
}

/// The phone has one user, so what exists is installed for it.
async fn install_existing(process: &Process, mut words: Words<'_>) -> Answer {
    while let Some(option) = words.option() {
        if option == "--user" {
            words.required()?;
        }
    }
    let name = words.required()?;
    if process.android().package(name).is_none() {
        let text = format!(
            "android.content.pm.PackageManager$NameNotFoundException: Package {name} doesn't exist\n"
        );
        process.print(text).await?;
        return Ok(1);
    }
    say(process, &format!("Package {name} installed for user: 0\n")).await
}

const HELP: &str = "\
Package manager (package) commands:
  help
    Print this help text.
  path [--user USER_ID] PACKAGE
    Print the path to the .apk of the given PACKAGE.
  list packages [-f] [-d] [-e] [-s] [-3] [-i] [-U] [--show-versioncode] [--user USER_ID] [FILTER]
    Prints all packages; optionally only those whose name contains the text in FILTER.
  list features | permissions [-g] [-f] [-d] [GROUP] | permission-groups | users | instrumentation | libraries
  has-feature FEATURE_NAME [version]
    Prints true and returns exit status 0 when system has a FEATURE_NAME.
  resolve-activity, query-activities [--brief] [--components] [--user USER_ID] INTENT
  set-app-links --package PACKAGE STATE DOMAINS...
  set-app-links-user-selection --user USER_ID --package PACKAGE ENABLED DOMAINS...
  install [-r] [-t] [-d] [-g] [-S BYTES] [PATH|-]
  install-create, install-write [-S BYTES] SESSION_ID SPLIT_NAME [PATH|-], install-commit, install-abandon
  uninstall [-k] [--user USER_ID] PACKAGE
  clear [--user USER_ID] PACKAGE
  enable, disable, disable-user, default-state [--user USER_ID] PACKAGE
  grant, revoke [--user USER_ID] PACKAGE PERMISSION
  reset-permissions
  dump PACKAGE
  get-max-users, get-max-running-users, get-install-location
";
