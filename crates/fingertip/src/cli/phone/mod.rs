//! `fingertip phone`: virtual phones on ports.

mod check;
mod emulator;
mod fault;
mod log;
mod ports;
mod stop;
mod words;

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use ::phone::Phone;
use ::phone::android::Api;
use ::phone::faults::Script;
use tokio::task::JoinSet;

use self::ports::Place;
use self::stop::Stop;
use super::{apps, print};
use crate::given::{Given, apk_at};

#[derive(Debug, clap::Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(super) struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
    /// The port to listen on, on this machine only; 0 takes a free one. More phones take the ports that follow.
    // Outside 5554 to 5585, where an adb server looks for emulators and would list the phone twice.
    #[arg(long, default_value_t = 15_555)]
    port: u16,
    /// Install an app of your own and start it: an APK, a build folder with one, or a YAML file as `docs/apps.md`
    /// describes it. May be given several times; the first one is in front.
    #[arg(long, value_name = "FILE")]
    app: Vec<PathBuf>,
    /// Start nothing: say what of this APK, or of the newest one in a build folder, will work on the phone and what will not.
    #[arg(long, value_name = "APK", conflicts_with = "app")]
    check: Option<PathBuf>,
    /// With --check: say it as JSON.
    #[arg(long, requires = "check")]
    json: bool,
    #[command(flatten)]
    apps: apps::Flags,
    /// The Android it is, by its API level: 28, 31, 34, 35 or 36.
    #[arg(long, default_value_t = Api::default(), value_name = "LEVEL")]
    api: Api,
    /// How many phones to run.
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=100))]
    count: u16,
    /// The serial number the phone has (`ro.serialno`); several phones have it with a number behind it.
    #[arg(long, value_name = "NAME", value_parser = ports::serial)]
    serial: Option<String>,
    /// Be an emulator, which adb lists as `emulator-5554`: a console on an even port from 5554 to 5682, adb on
    /// the next one. Without a port the first free pair is taken. Up to 5584 an adb server finds it by itself.
    #[arg(long, value_name = "CONSOLE_PORT", num_args = 0..=1, conflicts_with = "port", value_parser = ports::console_port)]
    #[expect(clippy::option_option, reason = "absent, given, given with a port")]
    emulator: Option<Option<u16>>,
    /// Keep the phone's files in this folder; several phones have one each in it. Without it they go with the phone.
    #[arg(long, value_name = "DIR")]
    folder: Option<PathBuf>,
    /// Print nothing about what clients do.
    #[arg(long)]
    quiet: bool,
    #[command(flatten)]
    trouble: fault::Flags,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    /// Make trouble on a phone that runs, list what is in force, or clear it.
    Fault(fault::Arguments),
}

pub(super) async fn run(mut arguments: Arguments) -> ExitCode {
    if let Some(Command::Fault(arguments)) = arguments.command.take() {
        return fault::run(arguments).await;
    }
    if let Some(place) = &arguments.check {
        let apk = match apk_at(place) {
            Ok(apk) => apk,
            Err(why) => {
                print::error(why);
                return ExitCode::from(2);
            }
        };
        return check::run(&apk, arguments.api, &arguments.apps.wishes(), arguments.json).await;
    }
    let given = match arguments.apps.given(&arguments.app, arguments.api) {
        Ok(given) => given,
        Err(why) => {
            print::error(why);
            return ExitCode::from(2);
        }
    };
    apps::warn(&given).await;
    let script = match arguments.trouble.script() {
        Ok(script) => script,
        Err(why) => {
            print::error(why);
            return ExitCode::from(2);
        }
    };
    match serve(arguments, given, script).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            print::error(why);
            ExitCode::FAILURE
        }
    }
}

async fn serve(arguments: Arguments, given: Given, script: Option<Script>) -> Result<(), String> {
    // Before anybody can have read that it works.
    let mut stop = Stop::listen().map_err(|error| error.to_string())?;
    let places = ports::take(&arguments).await?;
    let emulated = arguments.emulator.is_some();
    let mut serving = JoinSet::new();
    for (index, place) in places.into_iter().enumerate() {
        let serial = arguments.serial_of(index);
        let phone = Arc::new(build(&arguments, &given, index, &serial).await?);
        if given.has_apks() {
            print::note(format!("installing on {serial}; the first time takes a while"));
        }
        tokio::select! {
            installed = given.install(&phone) => installed?,
            stopped = stop.asked() => return stopped.map_err(|error| error.to_string()),
        }
        introduce(&phone, &place, &serial, index + 1 == usize::from(arguments.count));
        if !arguments.quiet {
            let name = (arguments.count > 1).then(|| serial.clone());
            tokio::spawn(log::follow(phone.events(), name));
        }
        arguments.trouble.begin(&phone, index, script.clone());
        let adb_port = place.port();
        let Place { adb, console } = place;
        if let Some((listener, access)) = console {
            let phone = Arc::clone(&phone);
            serving.spawn(async move { phone.serve_console(listener, access).await });
        }
        serving.spawn(async move { phone.serve(adb).await });
        if emulated {
            emulator::announce(adb_port).await;
        }
    }
    print::line(if arguments.count > 1 {
        "Ctrl-C turns them off."
    } else {
        "Ctrl-C turns it off."
    });
    // A phone ends alone when its console is told `kill`; without phones there is nothing left to do.
    let all = async {
        while let Some(served) = serving.join_next().await {
            served.map_err(|error| error.to_string())?.map_err(|error| error.to_string())?;
        }
        Ok(())
    };
    let ended = tokio::select! {
        ended = all => ended,
        stopped = stop.asked() => stopped.map_err(|error| error.to_string()),
    };
    serving.shutdown().await;
    ended
}

async fn build(
    arguments: &Arguments,
    given: &Given,
    index: usize,
    serial: &str,
) -> Result<Phone, String> {
    let mut builder = Phone::builder().serial(serial);
    if arguments.emulator.is_some() {
        builder = builder.avd_name(&emulator::avd_name(index));
    }
    if let Some(folder) = &arguments.folder {
        let own = if arguments.count > 1 { folder.join(serial) } else { folder.clone() };
        builder = builder.folder(own);
    }
    let builder = given.built_in(builder).await;
    let builder = arguments.trouble.apply(builder, index);
    builder.build().map_err(|error| error.to_string())
}

/// How to reach the phone, and what is on it. The apps of several phones are the same, and told once.
fn introduce(phone: &Phone, place: &Place, serial: &str, last: bool) {
    let address = place.address();
    print::line(format!("the phone listens on {address}"));
    print::line(format!("  serial:        {serial}"));
    match place.emulator() {
        Some(name) => print::line(format!("  with adb:      adb -s {name} shell")),
        None => print::line(format!("  with adb:      adb connect {address}")),
    }
    print::line(format!("  without adb:   fingertip call get_ui_tree --device-id {address}"));
    if let Some(console) = place.console_address() {
        print::line(format!("  console:       {console}"));
    }
    if last {
        for package in phone.packages() {
            print::line(format!("  installed:     {package}"));
        }
    }
}
