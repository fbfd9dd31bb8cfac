//! `fingertip phone`: a virtual phone on a port.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use ::phone::Phone;
use ::phone::android::Intent;
use ::phone::apps::{Installable, declared};
use tokio::net::TcpListener;

use super::print;

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// The port to listen on, on this machine only; 0 takes a free one.
    // Outside 5554 to 5585, where an adb server looks for emulators and would list the phone twice.
    #[arg(long, default_value_t = 15_555)]
    port: u16,
    /// Install an app of your own and start it: a YAML file as `docs/apps.md` describes it. May be given
    /// several times; the first one is in front.
    #[arg(long, value_name = "FILE")]
    app: Vec<PathBuf>,
    /// Print nothing about what clients do.
    #[arg(long)]
    quiet: bool,
}

pub(super) async fn run(arguments: Arguments) -> ExitCode {
    // Wrong definitions are wrong usage: they are told before a phone starts.
    let apps = match arguments.app.iter().map(|file| read_app(file)).collect::<Result<Vec<_>, _>>()
    {
        Ok(apps) => apps,
        Err(why) => {
            print::error(why);
            return ExitCode::from(2);
        }
    };
    match serve(arguments, apps).await {
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

async fn serve(arguments: Arguments, apps: Vec<Installable>) -> Result<(), String> {
    let first = apps.first().map(|app| app.manifest.package.clone());
    let builder = apps.into_iter().fold(Phone::builder(), ::phone::Builder::app);
    let phone = builder.build().map_err(|error| error.to_string())?;
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
