//! `fingertip phone`: a virtual phone on a port.

mod fault;

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use ::phone::Phone;
use ::phone::android::{Api, Intent};
use ::phone::apps::{Installable, declared};
use ::phone::faults::Script;
use tokio::net::TcpListener;

use super::print;

#[derive(Debug, clap::Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(super) struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
    /// The port to listen on, on this machine only; 0 takes a free one.
    // Outside 5554 to 5585, where an adb server looks for emulators and would list the phone twice.
    #[arg(long, default_value_t = 15_555)]
    port: u16,
    /// Install an app of your own and start it: a YAML file as `docs/apps.md` describes it. May be given
    /// several times; the first one is in front.
    #[arg(long, value_name = "FILE")]
    app: Vec<PathBuf>,
    /// The Android it is, by its API level: 28, 31, 34 or 36.
    #[arg(long, default_value_t = Api::default(), value_name = "LEVEL")]
    api: Api,
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
    // Wrong definitions are wrong usage: they are told before a phone starts.
    let apps = match arguments.app.iter().map(|file| read_app(file)).collect::<Result<Vec<_>, _>>()
    {
        Ok(apps) => apps,
        Err(why) => {
            print::error(why);
            return ExitCode::from(2);
        }
    };
    let script = match arguments.trouble.script() {
        Ok(script) => script,
        Err(why) => {
            print::error(why);
            return ExitCode::from(2);
        }
    };
    match serve(arguments, apps, script).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            print::error(why);
            ExitCode::FAILURE
        }
    }
}

fn read_app(file: &Path) -> Result<Installable, String> {
    let shown = file.display();
    let yaml = std::fs::read_to_string(file).map_err(|error| format!("{shown}: {error}"))?;
    declared(&yaml).map_err(|error| format!("{shown}: {error}"))
}

async fn serve(
    arguments: Arguments,
    apps: Vec<Installable>,
    script: Option<Script>,
) -> Result<(), String> {
    let first = apps.first().map(|app| app.manifest.package.clone());
    let builder = Phone::builder().api(arguments.api);
    let builder = apps.into_iter().fold(builder, ::phone::Builder::app);
    let phone = arguments.trouble.apply(builder).build().map_err(|error| error.to_string())?;
    if let Some(package) = first {
        launch(&phone, &package);
    }
    let address = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), arguments.port);
    let listener = TcpListener::bind(address).await.map_err(|error| {
        if error.kind() == std::io::ErrorKind::AddrInUse {
            format!("port {} is taken; choose another with --port, or 0 for any", arguments.port)
        } else {
            format!("cannot listen on {address}: {error}")
        }
    })?;
    let address = listener.local_addr().map_err(|error| error.to_string())?;
    print::line(format!("the phone listens on {address}"));
    print::line(format!("  with adb:      adb connect {address}"));
    print::line(format!("  without adb:   fingertip call get_ui_tree --device-id {address}"));
    for package in phone.packages() {
        print::line(format!("  installed:     {package}"));
    }
    print::line("Ctrl-C turns it off.");
    if !arguments.quiet {
        let mut events = phone.events();
        tokio::spawn(async move {
            while let Ok(event) = events.recv().await {
                print::line(event);
            }
        });
    }
    arguments.trouble.begin(&phone, script);
    tokio::select! {
        served = phone.serve(listener) => served.map_err(|error| error.to_string()),
        stopped = tokio::signal::ctrl_c() => stopped.map_err(|error| error.to_string()),
    }
}

/// An app without an icon is left for `am start`.
fn launch(phone: &Phone, package: &str) {
    let android = phone.android();
    let icon = android.package(package).and_then(|package| package.launcher_activity());
    if let Some(activity) = icon
        && let Err(error) = android.begin_activity(&Intent::launch(activity), 2000)
    {
        print::error(error);
    }
}
