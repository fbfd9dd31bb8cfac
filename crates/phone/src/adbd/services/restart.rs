//! Services after which adbd starts again, and with it all connections: `root:`, `unroot:`, `tcpip:`, `usb:`, and
//! `reconnect`, which ends only its own.

use super::service::{Context, Service, service};
use crate::adbd::daemon::Adbd;
use crate::adbd::stream::Writer;
use std::time::Duration;

/// How long the answer may take to reach the host before the connection is cut.
const LAST_WORDS: Duration = Duration::from_secs(1);

pub(super) fn root(adbd: &Adbd) -> Service {
    let android = adbd.machine().android();
    if adbd.runs_as_root() {
        return say("adbd is already running as root\n");
    }
    if android.property("ro.debuggable").as_deref() != Some("1") {
        return say("adbd cannot run as root in production builds\n");
    }
    restart(adbd, "service.adb.root", "1", "restarting adbd as root\n".to_owned())
}

pub(super) fn unroot(adbd: &Adbd) -> Service {
    if !adbd.runs_as_root() {
        return say("adbd not running as root\n");
    }
    restart(adbd, "service.adb.root", "0", "restarting adbd as non root\n".to_owned())
}

pub(super) fn tcpip(adbd: &Adbd, port: &str) -> Service {
    match port.parse::<u16>() {
        Ok(number) if number != 0 => {
            let answer = format!("restarting in TCP mode port: {number}\n");
            restart(adbd, "service.adb.tcp.port", port, answer)
        }
        _ => {
            let answer = format!("invalid port {port}\n");
            service(|stream| async move {
                last_words(&stream.writer, answer).await;
            })
        }
    }
}

pub(super) fn usb(adbd: &Adbd) -> Service {
    restart(adbd, "service.adb.tcp.port", "0", "restarting in USB mode\n".to_owned())
}

pub(super) fn reconnect(context: &Context<'_>) -> Service {
    let link = std::sync::Arc::clone(context.link);
    service(|stream| async move {
        last_words(&stream.writer, "done".to_owned()).await;
        stream.writer.close().await;
        link.end();
    })
}

fn say(answer: &'static str) -> Service {
    service(move |stream| async move {
        last_words(&stream.writer, answer.to_owned()).await;
    })
}

fn restart(adbd: &Adbd, key: &'static str, value: &str, answer: String) -> Service {
    let (adbd, value) = (adbd.clone(), value.to_owned());
    service(move |stream| async move {
        last_words(&stream.writer, answer).await;
        stream.writer.close().await;
        // Only `ro.` properties can refuse.
        adbd.machine().android().set_property(key, &value).ok();
        adbd.restart();
    })
}

/// Writes the answer and waits until the host has it: cutting the connection could lose it.
async fn last_words(writer: &Writer, answer: String) {
    let said = async {
        if writer.write(answer).await.is_ok() {
            writer.ready().await.ok();
        }
    };
    // A host that does not answer is cut off as well.
    tokio::time::timeout(LAST_WORDS, said).await.ok();
}
