//! `reverse:`: sockets on the phone whose connections are answered by the host. They go with the connection.

use super::service::{Context, Service, service};
use super::socket;
use crate::adbd::link::Link;
use crate::sockets::{Listening, Sockets};
use bytes::Bytes;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::io::DuplexStream;

/// The phone's sockets of one connection and what the host has behind them.
#[derive(Default)]
pub(in crate::adbd) struct Reverses(Mutex<BTreeMap<String, Reverse>>);

struct Reverse {
    host: Arc<Mutex<String>>,
    _listening: Listening,
}

impl Reverses {
    pub(in crate::adbd) fn clear(&self) {
        self.table().clear();
    }

    fn table(&self) -> MutexGuard<'_, BTreeMap<String, Reverse>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

pub(super) fn open(context: &Context<'_>, request: &str) -> Service {
    let answer = answer(context, request);
    service(|stream| async move {
        // A host that is gone needs no answer.
        stream.writer.write(answer).await.ok();
    })
}

fn answer(context: &Context<'_>, request: &str) -> Bytes {
    let reverses = &context.link.reverses;
    if request == "list-forward" {
        let table = reverses.table();
        let line = |(device, reverse): (&String, &Reverse)| {
            format!("(reverse) {device} {}\n", host_of(&reverse.host))
        };
        return framed(&table.iter().map(line).collect::<String>()).into();
    }
    let done = if request == "killforward-all" {
        reverses.clear();
        Ok(String::new())
    } else if let Some(device) = request.strip_prefix("killforward:") {
        match reverses.table().remove(device) {
            Some(_) => Ok(String::new()),
            None => Err(format!("listener '{device}' not found")),
        }
    } else if let Some(pair) = request.strip_prefix("forward:norebind:") {
        forward(context, pair, true)
    } else if let Some(pair) = request.strip_prefix("forward:") {
        forward(context, pair, false)
    } else {
        Err("not a reverse forwarding command".to_owned())
    };
    match done {
        Ok(text) => format!("OKAY{text}").into(),
        Err(text) => format!("FAIL{}", framed(&text)).into(),
    }
}

/// Listens for the host; the answer to it is the port, for a TCP socket.
fn forward(context: &Context<'_>, pair: &str, norebind: bool) -> Result<String, String> {
    let (device, host) = pair.split_once(';').ok_or("bad forward: expected DEVICE;HOST")?;
    if device.is_empty() || host.is_empty() {
        return Err(format!("bad forward: {pair}"));
    }
    let sockets = context.adbd.machine().sockets();
    let (name, port) = listening_name(sockets, device)?;
    let answer = port.map_or_else(String::new, |port| framed(&port.to_string()));
    let mut table = context.link.reverses.table();
    if let Some(known) = table.get(&name) {
        if norebind {
            return Err("cannot rebind existing socket".to_owned());
        }
        host.clone_into(&mut known.host.lock().unwrap_or_else(PoisonError::into_inner));
        return Ok(answer);
    }
    let target = Arc::new(Mutex::new(host.to_owned()));
    let link = Arc::downgrade(context.link);
    let accept = {
        let target = Arc::clone(&target);
        move |socket| {
            if let Some(link) = link.upgrade() {
                tokio::spawn(carry(link, host_of(&target), socket));
            }
        }
    };
    let listening = sockets
        .listen(&name, accept)
        .map_err(|_| "cannot bind listener: Address already in use".to_owned())?;
    table.insert(name, Reverse { host: target, _listening: listening });
    Ok(answer)
}

/// The socket to listen on, with its port.
fn listening_name(sockets: &Sockets, device: &str) -> Result<(String, Option<u16>), String> {
    let unknown = || format!("cannot bind listener: unknown socket specification: {device}");
    let (kind, argument) = device.split_once(':').ok_or_else(unknown)?;
    match kind {
        "tcp" => {
            let port: u16 = argument.parse().map_err(|_| unknown())?;
            let port = if port == 0 { sockets.free_port() } else { Some(port) };
            let port = port.ok_or("cannot bind listener: Address already in use")?;
            Ok((format!("tcp:{port}"), Some(port)))
        }
        "localabstract" | "localreserved" | "localfilesystem" | "local" if !argument.is_empty() => {
            Ok((device.to_owned(), None))
        }
        _ => Err(unknown()),
    }
}

/// One connection from the phone to the host.
async fn carry(link: Arc<Link>, host: String, socket: DuplexStream) {
    let carried = async {
        // A host that refuses closes the phone's socket.
        if let Ok(stream) = link.ask(&host).await {
            let writer = stream.writer.clone();
            socket::join(stream, socket).await;
            writer.close().await;
        }
    };
    tokio::select! {
        () = link.ended() => {}
        () = carried => {}
    }
}

fn host_of(host: &Mutex<String>) -> String {
    host.lock().unwrap_or_else(PoisonError::into_inner).clone()
}

/// Four hex digits of length, then the text.
fn framed(text: &str) -> String {
    format!("{:04x}{text}", text.len())
}
