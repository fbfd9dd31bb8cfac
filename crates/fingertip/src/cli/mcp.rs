//! `fingertip mcp`: serve agents.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::ExitCode;

use phone::android::Api;
use tokio_util::sync::CancellationToken;

use super::{apps, guard, print};
use crate::host::Devices;
use crate::mcp::{Http, HttpOptions, serve_stdio};
use crate::server::{Serving, server};
use crate::tools::ToolSet;

#[derive(Debug, Default, clap::Args)]
pub(super) struct Arguments {
    /// Serve HTTP at this address instead of stdin and stdout: 8765, or 127.0.0.1:8765.
    #[arg(long, value_name = "ADDR", value_parser = address)]
    http: Option<SocketAddr>,
    /// Offer the embedded phone, and drive it unless another device is named.
    #[arg(long)]
    phone: bool,
    /// Install an app on the embedded phone and start it: an APK, a build folder with one, or a declared app. May be
    /// repeated; the first one is in front.
    #[arg(long, value_name = "FILE", requires = "phone")]
    app: Vec<PathBuf>,
    /// The Android that the embedded phone is, by its API level: 28, 31, 34, 35 or 36.
    #[arg(long, default_value_t = Api::default(), value_name = "LEVEL", requires = "phone")]
    api: Api,
    #[command(flatten)]
    apps: apps::Flags,
    /// Which tools to offer; core is what most tasks need, and costs agents a third less.
    #[arg(long, value_enum, default_value_t)]
    tools: ToolSet,
    /// Declare output schemas and answer with structured content, too.
    #[arg(long)]
    structured: bool,
    /// The token that HTTP clients must present; required when others can reach the address.
    #[arg(long, env = "FINGERTIP_TOKEN", hide_env_values = true)]
    token: Option<String>,
    /// Another name by which HTTP clients may call this machine.
    #[arg(long = "host", value_name = "NAME")]
    hosts: Vec<String>,
    #[command(flatten)]
    guard: guard::Flags,
}

pub(super) async fn run(arguments: Arguments) -> ExitCode {
    let Arguments { phone, tools, structured, guard, .. } = arguments;
    let given = match arguments.apps.given(&arguments.app, arguments.api) {
        Ok(given) => given,
        Err(why) => {
            print::error(why);
            return ExitCode::from(2);
        }
    };
    apps::warn(&given).await;
    let (devices, guard) = (Devices { phone }, guard.guard());
    let server = match server(Serving { devices, given, guard, tools, structured }) {
        Ok(server) => server,
        Err(error) => return fail(format!("{error}; {}", error.hint())),
    };
    let Some(address) = arguments.http else {
        return match serve_stdio(&server).await {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => fail(error),
        };
    };
    let options = HttpOptions { address, token: arguments.token, hosts: arguments.hosts };
    let http = match Http::bind(options).await {
        Ok(http) => http,
        Err(error) => return fail(error),
    };
    print::note(format!("serving MCP at {}", http.url()));
    let stop = CancellationToken::new();
    let stopped = stop.clone();
    tokio::spawn(async move {
        if tokio::signal::ctrl_c().await.is_ok() {
            stopped.cancel();
        }
    });
    match http.serve(server, stop).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => fail(error),
    }
}

/// A port alone means this machine only.
fn address(text: &str) -> Result<SocketAddr, String> {
    let local = |port| SocketAddr::from(([127, 0, 0, 1], port));
    let port = text.strip_prefix("localhost:").unwrap_or(text);
    port.parse()
        .map(local)
        .or_else(|_| text.parse())
        .map_err(|_| "give a port such as 8765, or an address such as 127.0.0.1:8765".to_owned())
}

fn fail(error: impl std::fmt::Display) -> ExitCode {
    print::error(error);
    ExitCode::FAILURE
}
