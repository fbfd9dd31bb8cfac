//! `reverse:…`: listeners on the phone whose connections go to the host.

use super::session::Session;
use super::socket::{canonical, relay};
use crate::adbd::connection::Service;
use crate::sockets::Listening;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The listeners of one connection: where, what the host asked for, and the guard.
#[derive(Clone, Debug, Default)]
pub(super) struct Listeners(Arc<Mutex<BTreeMap<String, (String, Listening)>>>);

impl Listeners {
    pub(super) fn clear(&self) {
        self.table().clear();
    }

    fn table(&self) -> MutexGuard<'_, BTreeMap<String, (String, Listening)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

pub(super) fn service(session: &Session, request: &str) -> Service {
    let answer = match answer(session, request) {
        Ok(text) => format!("OKAY{text}"),
        Err(text) => format!("FAIL{}", framed(&text)),
    };
    Box::new(move |stream| {
        Box::pin(async move {
            stream.writer.write(answer.into()).await.ok();
        })
    })
}

/// What follows OKAY or FAIL.
fn answer(session: &Session, request: &str) -> Result<String, String> {
    let (command, rest) = request.split_once(':').unwrap_or((request, ""));
    match command {
        "forward" => {
            let (rebind, pair) = match rest.strip_prefix("norebind:") {
                Some(pair) => (false, pair),
                None => (true, rest),
            };
            forward(session, pair, rebind)
        }
        "killforward" => match session.listeners.table().remove(&canonical(rest).unwrap_or_default()) {
            Some(_) => Ok(String::new()),
            None => Err(format!("listener '{rest}' not found")),
        },
        "killforward-all" => {
            session.listeners.clear();
            Ok(String::new())
        }
        "list-forward" => {
            let table = session.listeners.table();
            let lines: String = table.iter().map(|(device, (host, _))| format!("host-{} {device} {host}\n", session.number)).collect();
            Ok(framed(&lines))
        }
        _ => Err(format!("unknown host service '{request}'")),
    }
}

fn forward(session: &Session, pair: &str, rebind: bool) -> Result<String, String> {
    let (device, host) = pair.split_once(';').ok_or_else(|| format!("bad forward: {pair}"))?;
    let mut name = canonical(device).ok_or_else(|| format!("cannot bind listener: unknown socket specification:{device}"))?;
    let sockets = session.machine().sockets();
    if name == "tcp:0" {
        let port = sockets.free_port().ok_or("cannot bind listener: Address already in use")?;
        name = format!("tcp:{port}");
    }
    let mut table = session.listeners.table();
    if table.contains_key(&name) && !rebind {
        return Err("cannot rebind existing socket".to_owned());
    }
    // The old listener has to go before its name is free.
    table.remove(&name);
    let (link, destination) = (Arc::downgrade(&session.link), host.to_owned());
    let accept = move |near| {
        let Some(link) = link.upgrade() else { return };
        let destination = destination.clone();
        tokio::spawn(async move {
            let gone = link.gone.clone();
            let carry = async {
                if let Some(stream) = link.open(&destination).await {
                    let writer = stream.writer.clone();
                    tokio::select! {
                        () = relay(stream, near) => {}
                        () = writer.hung_up() => {}
                    }
                    writer.close();
                }
            };
            tokio::select! {
                () = carry => {}
                () = gone.cancelled() => {}
            }
        });
    };
    let listening = sockets.listen(&name, accept).map_err(|_| "cannot bind listener: Address already in use".to_owned())?;
    let port = name.strip_prefix("tcp:").map(str::to_owned);
    table.insert(name, (host.to_owned(), listening));
    // The port is named only where there is one.
    Ok(port.map(|port| framed(&port)).unwrap_or_default())
}

/// Four hex digits of length, then the text.
pub(super) fn framed(text: &str) -> String {
    format!("{:04x}{text}", text.len())
}
