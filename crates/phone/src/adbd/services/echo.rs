//! Two sockets that are always there and send back what they get, for trying out a connection.

use crate::sockets::{Listening, Sockets};
use tokio::io::DuplexStream;

/// Closed when dropped.
pub(in crate::adbd) struct Echo {
    _listening: Vec<Listening>,
}

impl Echo {
    pub(in crate::adbd) fn listen(sockets: &Sockets) -> Self {
        let names = ["localabstract:fingertip.echo", "tcp:7"];
        // A name that is taken has another to answer for it.
        let listening = names.iter().filter_map(|name| sockets.listen(name, answer).ok()).collect();
        Self { _listening: listening }
    }
}

fn answer(socket: DuplexStream) {
    tokio::spawn(async move {
        let (mut from, mut to) = tokio::io::split(socket);
        // It ends when the other side goes.
        tokio::io::copy(&mut from, &mut to).await.ok();
    });
}
