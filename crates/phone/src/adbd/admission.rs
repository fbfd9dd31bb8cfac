//! Before a host is let in: a control line is answered, and a phone that is down, offline or does not know the host
//! keeps it out.

use super::daemon::Adbd;
use super::incoming::{Incoming, Lost};
use super::link::Link;
use super::packet::{Command, Packet};
use crate::faults::{self, Fault, Faults, Hit};
use crate::text;
use bytes::Bytes;
use std::io;
use std::time::Duration;
use tokio::io::AsyncRead;

/// A host that says nothing is let go after this time: adb opens connections it does not use.
const PATIENCE: Duration = Duration::from_secs(10);
/// The longest control line.
const LINE: usize = 512;
/// How much of a longer one is read.
const SKIPPED: usize = 1 << 20;
/// An `AUTH` packet with something to sign.
const TOKEN: u32 = 1;
/// An `AUTH` packet with what was signed.
const SIGNATURE: u32 = 2;

/// The introduction of a host that may come in; `None` when there is nothing more to say.
pub(super) async fn admit<R>(
    adbd: &Adbd,
    link: &Link,
    incoming: &mut Incoming<R>,
) -> Result<Option<Packet>, Lost>
where
    R: AsyncRead + Unpin,
{
    if in_time(incoming.begins_with(faults::GREETING)).await? {
        let Some(line) = in_time(incoming.line(LINE)).await? else {
            let answer = format!("error: a control line has at most {LINE} bytes\n");
            link.wire().send_text(answer).await?;
            // A socket that closes with something unread can take the answer with it.
            in_time(incoming.skip_line(SKIPPED)).await?;
            return Ok(None);
        };
        let answer = faults::answer(&Faults::new(adbd.machine().clone()), &text::decode(&line));
        link.wire().send_text(answer).await?;
        return Ok(None);
    }
    let first = loop {
        let packet = in_time(incoming.next()).await?;
        if packet.command == Command::Connect {
            break packet;
        }
    };
    let in_force = adbd.machine().faults();
    loop {
        if in_force.adbd_is_down() {
            return Ok(None);
        }
        let shut = |fault: &Fault| matches!(fault, Fault::Offline | Fault::Unauthorized);
        let Some(hit) = in_force.take(shut) else { break };
        keep_out(adbd, link, incoming, &hit).await?;
    }
    adbd.machine().android().booted().await;
    Ok(Some(first))
}

/// Until the fault is over: offline says nothing, unauthorized wants another signature for each it gets.
async fn keep_out<R>(
    adbd: &Adbd,
    link: &Link,
    incoming: &mut Incoming<R>,
    hit: &Hit,
) -> Result<(), Lost>
where
    R: AsyncRead + Unpin,
{
    let asks = hit.fault == Fault::Unauthorized;
    if asks {
        ask_for_signature(adbd, link).await?;
    }
    loop {
        let packet = tokio::select! {
            biased;
            () = hit.over() => return Ok(()),
            packet = incoming.next() => packet?,
        };
        // A public key is for the person in front of the phone, who does not answer.
        let signed = packet.command == Command::Auth && packet.arg0 == SIGNATURE;
        if asks && (signed || packet.command == Command::Connect) {
            ask_for_signature(adbd, link).await?;
        }
    }
}

async fn ask_for_signature(adbd: &Adbd, link: &Link) -> io::Result<()> {
    let token: Vec<u8> = {
        let mut chance = adbd.machine().faults().chance();
        (0..3).flat_map(|_| chance.next().to_le_bytes()).take(20).collect()
    };
    link.wire().send(Command::Auth, TOKEN, 0, &[Bytes::from(token)]).await
}

async fn in_time<T>(coming: impl Future<Output = Result<T, Lost>>) -> Result<T, Lost> {
    tokio::time::timeout(PATIENCE, coming).await.map_err(|_| Lost::End)?
}
