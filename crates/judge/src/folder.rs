//! A folder of recordings: which of its files are screens, by their content.

use std::path::{Path, PathBuf};

use ui::{Format, recognise};

/// The folder named by `DEVICE_CORPUS`, else the corpus beside the checkout, where there is one.
pub fn corpus() -> Option<PathBuf> {
    let named = std::env::var_os("DEVICE_CORPUS").map(PathBuf::from);
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus");
    Some(named.unwrap_or(beside)).filter(|folder| folder.is_dir())
}

/// The same for a test, which then has nothing to do, and says so.
#[expect(clippy::print_stdout, reason = "a test that skips says so")]
pub fn corpus_or_skip() -> Option<PathBuf> {
    let found = corpus();
    if found.is_none() {
        println!("skipped: no corpus (set DEVICE_CORPUS to a folder of recordings)");
    }
    found
}

/// The screens of a folder and everything below it, sorted by name.
#[derive(Debug, Default)]
pub struct Folder {
    pub screens: Vec<Recording>,
    /// Files that are no screens.
    pub others: usize,
}

/// A file that was recognised as a screen.
#[derive(Debug)]
pub struct Recording {
    /// Its path inside the folder, with `/` between the parts.
    pub name: String,
    pub bytes: Vec<u8>,
    pub format: Format,
}

#[derive(Debug, thiserror::Error)]
#[error("{path}: {why}", path = path.display())]
pub struct Unreadable {
    path: PathBuf,
    why: std::io::Error,
}

impl Folder {
    pub fn read(root: &Path) -> Result<Self, Unreadable> {
        let mut folder = Self::default();
        if root.is_file() {
            let name = root.file_name().unwrap_or_default().to_string_lossy().into_owned();
            folder.take(name, root)?;
            return Ok(folder);
        }
        let mut open = vec![(root.to_owned(), String::new())];
        while let Some((path, prefix)) = open.pop() {
            let unreadable = |why| Unreadable { path: path.clone(), why };
            for entry in std::fs::read_dir(&path).map_err(unreadable)? {
                let entry = entry.map_err(unreadable)?;
                let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
                // A link to a folder is not followed: it may lead back here.
                if entry.file_type().map_err(unreadable)?.is_dir() {
                    open.push((entry.path(), format!("{name}/")));
                } else {
                    folder.take(name, &entry.path())?;
                }
            }
        }
        folder.screens.sort_by(|one, other| one.name.cmp(&other.name));
        Ok(folder)
    }

    fn take(&mut self, name: String, path: &Path) -> Result<(), Unreadable> {
        // A link may lead to a folder, or to nothing.
        if !path.is_file() {
            self.others += usize::from(!path.is_dir());
            return Ok(());
        }
        let bytes = std::fs::read(path).map_err(|why| Unreadable { path: path.to_owned(), why })?;
        match recognise(&bytes) {
            Some(format) => self.screens.push(Recording { name, bytes, format }),
            None => self.others += 1,
        }
        Ok(())
    }
}
