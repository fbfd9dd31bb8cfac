//! Where phones listen: one port each, or an emulator's pair of ports.

use std::net::{Ipv4Addr, SocketAddr};
use std::ops::RangeInclusive;

use ::phone::console::Access;
use tokio::net::TcpListener;

use super::{Arguments, emulator};

/// Consoles of emulators; adb is always on the odd port above.
const CONSOLES: RangeInclusive<u16> = 5554..=5682;

/// The ports of one phone, taken.
pub(super) struct Place {
    pub(super) adb: TcpListener,
    pub(super) console: Option<(TcpListener, Access)>,
}

impl Place {
    /// Taken ports have a number; 0 would mean that the system forgot it.
    pub(super) fn port(&self) -> u16 {
        self.adb.local_addr().map_or(0, |address| address.port())
    }

    pub(super) fn address(&self) -> SocketAddr {
        SocketAddr::from((Ipv4Addr::LOCALHOST, self.port()))
    }

    pub(super) fn console_address(&self) -> Option<SocketAddr> {
        self.console.as_ref().and_then(|(listener, _)| listener.local_addr().ok())
    }

    /// What an adb server calls it: after the port of its console.
    pub(super) fn emulator(&self) -> Option<String> {
        self.console_address().map(|console| format!("emulator-{}", console.port()))
    }
}

impl Arguments {
    pub(super) fn serial_of(&self, index: usize) -> String {
        match &self.serial {
            Some(serial) if self.count == 1 => serial.clone(),
            serial => {
                format!("{}{:02}", serial.as_deref().unwrap_or("FINGERTIP"), index + 1)
            }
        }
    }
}

/// A serial is a word in lists of devices.
pub(super) fn serial(text: &str) -> Result<String, String> {
    let fits = |byte: u8| byte.is_ascii_alphanumeric() || b"._-".contains(&byte);
    if (1..=60).contains(&text.len()) && text.bytes().all(fits) {
        return Ok(text.to_owned());
    }
    Err("a serial has letters, digits, '.', '_' and '-', at most 60".to_owned())
}

pub(super) fn console_port(text: &str) -> Result<u16, String> {
    let port = text.parse().ok().filter(|port| CONSOLES.contains(port) && port % 2 == 0);
    port.ok_or_else(|| "an emulator's console has an even port from 5554 to 5682".to_owned())
}

/// Takes the ports of all phones, or says which one is not to be had.
pub(super) async fn take(arguments: &Arguments) -> Result<Vec<Place>, String> {
    let count = arguments.count;
    match arguments.emulator {
        None => {
            let mut places = Vec::new();
            for number in 0..count {
                places.push(plain(arguments.port, number).await?);
            }
            Ok(places)
        }
        Some(first) => pairs(first, count).await,
    }
}

async fn plain(first: u16, number: u16) -> Result<Place, String> {
    let port = if first == 0 { Some(0) } else { first.checked_add(number) };
    let port = port.ok_or("the ports do not suffice: choose a lower --port, or 0 for any")?;
    let adb = bind(port).await.map_err(|error| {
        if error.kind() == std::io::ErrorKind::AddrInUse {
            format!("port {port} is taken; choose another with --port, or 0 for any")
        } else {
            format!("cannot listen on port {port}: {error}")
        }
    })?;
    Ok(Place { adb, console: None })
}

/// As many pairs as phones. From a port that was asked for they follow each other, else the free ones are taken.
async fn pairs(first: Option<u16>, count: u16) -> Result<Vec<Place>, String> {
    let access = emulator::access()?;
    let mut places = Vec::new();
    for console in (first.unwrap_or(*CONSOLES.start())..=*CONSOLES.end()).step_by(2) {
        if places.len() == usize::from(count) {
            break;
        }
        match pair(console).await {
            Ok((listener, adb)) => {
                places.push(Place { adb, console: Some((listener, access.clone())) });
            }
            Err(error) if first.is_some() => {
                return Err(format!(
                    "ports {console} and {} are not both to be had ({error}); leave the port out to take the first free pair",
                    console + 1
                ));
            }
            Err(_) => {}
        }
    }
    if places.len() < usize::from(count) {
        return Err(format!("only {} pairs of emulator ports are free", places.len()));
    }
    Ok(places)
}

async fn pair(console: u16) -> std::io::Result<(TcpListener, TcpListener)> {
    Ok((bind(console).await?, bind(console + 1).await?))
}

async fn bind(port: u16) -> std::io::Result<TcpListener> {
    TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_ports_of_emulators_are_ports_of_emulators() {
        assert_eq!(console_port("5554"), Ok(5554));
        assert_eq!(console_port("5682"), Ok(5682));
        for wrong in ["5555", "5552", "5684", "", "x", "-1", "99999"] {
            assert!(console_port(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_serial_is_one_word() {
        assert_eq!(serial("a-B_1.2"), Ok("a-B_1.2".to_owned()));
        for wrong in ["", "a b", "a\n", "ä", &"x".repeat(61)] {
            assert!(serial(wrong).is_err(), "{wrong:?}");
        }
    }

    #[tokio::test]
    async fn a_port_that_is_taken_is_named() {
        let one = plain(0, 0).await.unwrap();
        let port = one.port();
        let error = plain(port, 0).await.err().unwrap();
        assert_eq!(
            error,
            format!("port {port} is taken; choose another with --port, or 0 for any")
        );
        assert!(plain(u16::MAX, 1).await.err().unwrap().contains("do not suffice"));
    }
}
