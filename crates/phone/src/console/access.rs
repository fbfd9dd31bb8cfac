//! Who may use the console: whoever can read a token in the user's home folder.

use std::hash::{BuildHasher as _, RandomState};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

/// The file that emulators and `adb emu` look for.
const FILE: &str = ".emulator_console_auth_token";
const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// The console's token. An empty one lets everybody in, as with the emulator.
#[derive(Clone)]
pub struct Access {
    token: String,
    file: PathBuf,
}

impl Access {
    /// The token of this home folder; one is made where there is none.
    pub fn in_home(home: &Path) -> io::Result<Self> {
        let file = home.join(FILE);
        let token = match std::fs::read_to_string(&file) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                place(&file, &fresh())?;
                // Another process may have been first: its token is everybody's.
                std::fs::read_to_string(&file)?
            }
            read => read?,
        };
        Ok(Self { token: token.trim().to_owned(), file })
    }

    pub(super) fn is_open(&self) -> bool {
        self.token.is_empty()
    }

    /// Takes the same time wherever the difference is.
    pub(super) fn admits(&self, token: &str) -> bool {
        let (given, ours) = (token.as_bytes(), self.token.as_bytes());
        let differs = given.iter().zip(ours).fold(0, |sum, (one, other)| sum | (one ^ other));
        given.len() == ours.len() && std::hint::black_box(differs) == 0
    }

    pub(super) fn file(&self) -> &Path {
        &self.file
    }
}

impl std::fmt::Debug for Access {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Access").field("file", &self.file).finish_non_exhaustive()
    }
}

/// Sixteen letters from keys that the operating system drew.
fn fresh() -> String {
    let keys = RandomState::new();
    let letter = |place: u8| {
        let index = keys.hash_one(place) % LETTERS.len() as u64;
        char::from(LETTERS[usize::try_from(index).unwrap_or_default()])
    };
    (0..16).map(letter).collect()
}

/// Makes the file appear with the token in it, unless there is one. Whoever reads a file without a token lets
/// everybody in, so it is never seen half made.
fn place(file: &Path, token: &str) -> io::Result<()> {
    // Not after the token: whoever lists the folder would read it.
    let draft = RandomState::new().hash_one(file);
    let draft = file.with_file_name(format!("{FILE}.{draft:016x}"));
    let written = create(&draft).and_then(|mut open| open.write_all(token.as_bytes()));
    let placed = written.and_then(|()| match std::fs::hard_link(&draft, file) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(()),
        // Not every file system has links.
        Err(_) => std::fs::rename(&draft, file),
        Ok(()) => Ok(()),
    });
    // A rename has moved it.
    std::fs::remove_file(&draft).ok();
    placed
}

/// A file that nobody else may read.
fn create(file: &Path) -> io::Result<std::fs::File> {
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_made_once_and_found_again() {
        let home = tempfile::tempdir().unwrap();
        let made = Access::in_home(home.path()).unwrap();
        assert_eq!(made.token.len(), 16);
        let found = Access::in_home(home.path()).unwrap();
        assert!(found.admits(&made.token) && !found.is_open());
        for wrong in ["", "x", &made.token[1..], &format!("{} ", made.token)] {
            assert!(!found.admits(wrong), "{wrong:?}");
        }
        assert_ne!(fresh(), fresh());
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            let mode = std::fs::metadata(made.file()).unwrap().permissions().mode();
            assert_eq!(mode & 0o777, 0o600);
        }
    }

    #[test]
    fn processes_that_start_together_agree_on_a_token() {
        for _ in 0..20 {
            let home = tempfile::tempdir().unwrap();
            let together = std::sync::Barrier::new(8);
            let start = || {
                together.wait();
                Access::in_home(home.path()).unwrap().token
            };
            let tokens: Vec<String> = std::thread::scope(|scope| {
                let all: Vec<_> = (0..8).map(|_| scope.spawn(start)).collect();
                all.into_iter().map(|one| one.join().unwrap()).collect()
            });
            assert_eq!(tokens[0].len(), 16);
            assert!(tokens.iter().all(|token| *token == tokens[0]), "{tokens:?}");
            let left = std::fs::read_dir(home.path()).unwrap().count();
            assert_eq!(left, 1, "only the token is left");
        }
    }

    #[test]
    fn an_empty_file_lets_everybody_in() {
        let home = tempfile::tempdir().unwrap();
        std::fs::write(home.path().join(FILE), "\n").unwrap();
        assert!(Access::in_home(home.path()).unwrap().is_open());
    }
}
