//! Services about adbd itself: `root:`, `tcpip:`, `reboot:` and the like. This phone is a production build.

use super::session::Session;
use crate::adbd::connection::Service;
use crate::process::pause;
use std::time::Duration;

const FAREWELL: Duration = Duration::from_millis(100);

/// What happens to connections after the answer.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Afterwards {
    Nothing,
    /// This connection ends.
    Reconnect,
    /// All connections end.
    Restart,
}

pub(super) fn service(session: &Session, kind: &str, rest: &str) -> Option<Service> {
    let (answer, afterwards) = match kind {
        "root" => ("adbd cannot run as root in production builds\n".to_owned(), Afterwards::Nothing),
        "unroot" => ("adbd not running as root\n".to_owned(), Afterwards::Nothing),
        "remount" => ("Not running as root. Try \"adb root\" first.\n".to_owned(), Afterwards::Nothing),
        "disable-verity" => ("verity cannot be disabled - USER build\n".to_owned(), Afterwards::Nothing),
        "enable-verity" => ("verity cannot be enabled - USER build\n".to_owned(), Afterwards::Nothing),
        "usb" => ("restarting in USB mode\n".to_owned(), Afterwards::Restart),
        "tcpip" => match rest.parse::<u16>() {
            Ok(port) if port > 0 => (format!("restarting in TCP mode port: {port}\n"), Afterwards::Restart),
            Ok(_) | Err(_) => (format!("invalid port {rest}\n"), Afterwards::Nothing),
        },
        "reboot" => (String::new(), Afterwards::Restart),
        "reconnect" => ("done".to_owned(), Afterwards::Reconnect),
        _ => return None,
    };
    let (daemon, link) = (session.daemon.clone(), session.link.clone());
    Some(Box::new(move |stream| {
        Box::pin(async move {
            stream.writer.write(answer.into()).await.ok();
            stream.writer.close();
            if afterwards == Afterwards::Nothing {
                return;
            }
            // Let the answer reach the host before its connection goes.
            pause(FAREWELL).await;
            match afterwards {
                Afterwards::Restart => daemon.restart(),
                Afterwards::Reconnect => link.gone.cancel(),
                Afterwards::Nothing => {}
            }
        })
    }))
}
