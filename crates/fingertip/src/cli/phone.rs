//! `fingertip phone`: a virtual phone on a port.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::process::ExitCode;

use ::phone::Phone;
use tokio::net::TcpListener;

use super::print;

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// The port to listen on, on this machine only; 0 takes a free one.
    // Outside 5554 to 5585, where an adb server looks for emulators and would list the phone twice.
    #[arg(long, default_value_t = 15_555)]
    port: u16,
    /// Print nothing about what clients do.
    #[arg(long)]
    quiet: bool,
}

pub(super) async fn run(arguments: Arguments) -> ExitCode {
    match serve(arguments).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            print::error(why);
            ExitCode::FAILURE
        }
    }
}

async fn serve(arguments: Arguments) -> Result<(), String> {
    let phone = Phone::builder().build().map_err(|error| error.to_string())?;
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
