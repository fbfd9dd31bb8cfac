//! `fingertip phone` on a port, in a process of its own.

use std::path::Path;
use std::process::Stdio;
use std::sync::Arc;
use std::time::Duration;

use adb::{CommandLine, Deadline, Host, ServerAddr};
use tokio::io::{AsyncBufReadExt as _, BufReader};
use tokio::process::Child;

use crate::{Outcome, floor};

pub struct VirtualPhone {
    pub address: String,
    /// Stops the phone when it is dropped.
    _child: Child,
}

impl VirtualPhone {
    #[expect(clippy::disallowed_methods, reason = "the program that is measured")]
    pub async fn start(program: &Path) -> Outcome<Self> {
        let mut child = tokio::process::Command::new(program)
            .args(["phone", "--port", "0", "--quiet"])
            .stdout(Stdio::piped())
            .kill_on_drop(true)
            .spawn()?;
        let mut lines = BufReader::new(child.stdout.take().ok_or("no stdout")?).lines();
        let first = lines.next_line().await?.unwrap_or_default();
        let address = first.rsplit(' ').next().unwrap_or_default().to_owned();
        // Whoever prints must find a reader.
        tokio::spawn(async move { while let Ok(Some(_)) = lines.next_line().await {} });
        Ok(Self { address, _child: child })
    }

    pub async fn device(&self) -> Outcome<adb::Device> {
        let direct = adb::Direct::connect(&self.address, soon()).await?;
        Ok(adb::Device::new(Arc::new(direct)))
    }

    /// Makes it known to the adb server that the environment names; what it is called there.
    pub async fn join(&self) -> Outcome<String> {
        server()?.connect(&self.address, soon()).await?;
        Ok(self.address.clone())
    }

    /// Takes it off that adb server.
    pub async fn leave(&self) -> Outcome<()> {
        Ok(server()?.disconnect(&self.address, soon()).await?)
    }

    /// The same phone through that adb server.
    pub fn through_server(&self) -> Outcome<adb::Device> {
        Ok(server()?.device(&self.address)?)
    }

    /// Brings an app to the front.
    pub async fn show(&self, device: &adb::Device, package: &str) -> Outcome<()> {
        let words = ["monkey", "-p", package, "-c", "android.intent.category.LAUNCHER", "1"];
        device.shell(&CommandLine::new(words)?, 65_536, soon()).await?;
        // The first read waits for the phone to be silent; what is measured comes after it.
        floor::screen(device).await?;
        Ok(())
    }

    /// Selects another cell, and waits until the phone is silent again.
    pub async fn touch(&self, device: &adb::Device, round: usize) -> Outcome<()> {
        let x = (30 + round * 50).to_string();
        device.shell(&CommandLine::new(["input", "tap", &x, "90"])?, 4096, soon()).await?;
        floor::screen(device).await?;
        Ok(())
    }

    /// A screen of about this many nodes.
    pub async fn show_nodes(&self, device: &adb::Device, nodes: usize) -> Outcome<()> {
        let component = format!("com.example.bench/.Nodes{nodes}Activity");
        device.shell(&CommandLine::new(["am", "start", "-n", &component])?, 65_536, soon()).await?;
        floor::screen(device).await?;
        Ok(())
    }
}

fn server() -> Outcome<Host> {
    Ok(Host::new(ServerAddr::from_env(&adb::process_env)?))
}

fn soon() -> Deadline {
    Deadline::after(Duration::from_secs(20))
}
