//! One process acts on a device at a time. A claim is a lock on a file, which the system releases when its holder
//! ends, however that comes about.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use crate::{Error, Result};

/// Where the processes of one user claim devices.
#[derive(Debug, Clone)]
pub struct Claims {
    folder: PathBuf,
}

impl Claims {
    pub fn in_folder(folder: impl Into<PathBuf>) -> Self {
        Self { folder: folder.into() }
    }

    pub(crate) fn of(&self, device: &str) -> Claim {
        Claim { place: Some(Place::new(self, device)), held: Mutex::default() }
    }
}

/// The right to act on one device, once it was taken.
#[derive(Debug, Default)]
pub(crate) struct Claim {
    /// None where nobody else could want it.
    place: Option<Place>,
    held: Mutex<Option<File>>,
}

#[derive(Debug)]
struct Place {
    lock: PathBuf,
    /// Beside it, since a locked file cannot be read by others on every system.
    pid: PathBuf,
}

impl Place {
    fn new(claims: &Claims, device: &str) -> Self {
        // `host:port` and whatever else a serial may hold must be names of files everywhere.
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.');
        let name: String =
            device
                .bytes()
                .map(|byte| {
                    if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02x}") }
                })
                .collect();
        let file = |ending: &str| claims.folder.join(format!("{name}.{ending}"));
        Self { lock: file("lock"), pid: file("pid") }
    }

    fn open(&self) -> io::Result<File> {
        if let Some(folder) = self.lock.parent() {
            fs::create_dir_all(folder)?;
        }
        File::options().create(true).truncate(false).write(true).open(&self.lock)
    }

    fn holder(&self) -> Option<u32> {
        fs::read_to_string(&self.pid).ok()?.trim().parse().ok()
    }
}

impl Claim {
    /// Takes it, unless this process has it already, and keeps it. Never waits: another server may hold a device
    /// for hours.
    pub(crate) fn take(&self, device: &str) -> Result<()> {
        let Some(place) = &self.place else { return Ok(()) };
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        if held.is_some() {
            return Ok(());
        }
        let claimed = place.open().map_err(TryLockError::Error);
        match claimed.and_then(|file| file.try_lock().map(|()| file)) {
            Ok(file) => {
                if let Err(error) = fs::write(&place.pid, std::process::id().to_string()) {
                    tracing::warn!(%error, "others are not told who holds {device}");
                }
                *held = Some(file);
                Ok(())
            }
            Err(TryLockError::WouldBlock) => {
                Err(Error::DeviceBusy { id: device.to_owned(), pid: place.holder() })
            }
            // No place for a file is no reason to refuse work; nor can anybody else claim the device there.
            Err(TryLockError::Error(error)) => {
                tracing::error!(%error, "{device} is used without a claim");
                Ok(())
            }
        }
    }

    /// Nobody else has it.
    pub(crate) fn is_free(&self) -> bool {
        let Some(place) = &self.place else { return true };
        let held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        let taken = || {
            matches!(place.open().map(|file| file.try_lock()), Ok(Err(TryLockError::WouldBlock)))
        };
        held.is_some() || !taken()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_second_is_told_who_has_it_until_the_first_is_gone() {
        let folder = tempfile::tempdir().unwrap();
        let claims = Claims::in_folder(folder.path().join("not/yet/there"));
        let (one, other) = (claims.of("127.0.0.1:5555"), claims.of("127.0.0.1:5555"));
        assert!(one.is_free() && other.is_free());
        one.take("d").unwrap();
        one.take("d").unwrap();
        let pid = Some(std::process::id());
        assert_eq!(other.take("d"), Err(Error::DeviceBusy { id: "d".to_owned(), pid }));
        assert!(one.is_free() && !other.is_free());
        assert_eq!(
            claims.of("127.0.0.1:5556").take("e"),
            Ok(()),
            "another device is another claim"
        );
        drop(one);
        assert_eq!(other.take("d"), Ok(()));
    }

    #[test]
    fn names_of_files_are_plain_and_stay_in_their_folder() {
        let place = Place::new(&Claims::in_folder("/locks"), "../a b:c/ü");
        assert_eq!(place.lock, PathBuf::from("/locks/..%2fa%20b%3ac%2f%c3%bc.lock"));
    }

    #[test]
    fn without_a_place_for_files_work_goes_on() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        fs::write(&file, "").unwrap();
        let claim = Claims::in_folder(file).of("d");
        assert!(claim.is_free());
        assert_eq!(claim.take("d"), Ok(()));
    }
}
