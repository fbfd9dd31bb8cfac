//! Modes, owners and symbolic links of the files in the folder, which the host's file system cannot keep for us.
//!
//! Only what differs from the rule of its place is stored. The table is plain data, so that it can be written to disk.

use super::identity::{FIRST_APP, MEDIA_RW, ROOT, SHELL, SYSTEM};
use std::collections::BTreeMap;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Attributes {
    pub(crate) mode: u32,
    pub(crate) uid: u32,
    pub(crate) gid: u32,
    /// The target, when this is a symbolic link; the host then holds an empty file of that name.
    pub(crate) link: Option<String>,
}

/// Where apps keep their own.
const APP_DATA: &str = "/data/data/";

#[derive(Debug, Default)]
pub(crate) struct Table(BTreeMap<String, Attributes>);

impl Table {
    pub(crate) fn get(&self, path: &str, is_dir: bool) -> Attributes {
        self.0.get(path).cloned().unwrap_or_else(|| self.rule(path, is_dir))
    }

    pub(crate) fn link(&self, path: &str) -> Option<&str> {
        self.0.get(path).and_then(|attributes| attributes.link.as_deref())
    }

    pub(crate) fn set(&mut self, path: &str, is_dir: bool, mut attributes: Attributes) {
        let rule = self.rule(path, is_dir);
        // Shared storage is emulated: it takes no modes and no owners.
        if is_shared(path) {
            attributes = Attributes { link: attributes.link, ..rule.clone() };
        }
        if attributes == rule {
            self.0.remove(path);
        } else {
            self.0.insert(path.to_owned(), attributes);
        }
    }

    /// What holds in the absence of an entry. What an app's own process has written is the app's.
    fn rule(&self, path: &str, is_dir: bool) -> Attributes {
        self.of_app(path, is_dir).unwrap_or_else(|| rule(path, is_dir))
    }

    fn of_app(&self, path: &str, is_dir: bool) -> Option<Attributes> {
        let (package, inside) = path.strip_prefix(APP_DATA)?.split_once('/')?;
        let app = self.0.get(&format!("{APP_DATA}{package}")).filter(|app| app.uid >= FIRST_APP)?;
        let (first, deeper) =
            inside.split_once('/').map_or((inside, false), |(first, _)| (first, true));
        let caches = matches!(first, "cache" | "code_cache");
        // The framework opens the folders it makes for all, and what it keeps for the group; the rest is made under a
        // mask that leaves it to the app.
        let mode = match (is_dir, first) {
            (true, _) if !deeper => 0o771,
            (true, _) if caches => 0o2700,
            (true, _) => 0o700,
            (false, "shared_prefs" | "databases") => 0o660,
            (false, _) => 0o600,
        };
        let around = self.0.get(&format!("{APP_DATA}{package}/{first}"));
        let gid = around.filter(|_| deeper).map_or(app.gid, |around| around.gid);
        Some(Attributes { mode, uid: app.uid, gid, link: None })
    }

    /// Forgets a path and everything below it.
    pub(crate) fn remove(&mut self, path: &str) {
        self.take(path);
    }

    /// Follows a rename.
    pub(crate) fn rename(&mut self, from: &str, to: &str) {
        let moved = self.take(from);
        self.take(to);
        for (path, attributes) in moved {
            self.0.insert(format!("{to}{}", &path[from.len()..]), attributes);
        }
    }

    fn take(&mut self, path: &str) -> Vec<(String, Attributes)> {
        let mut taken = Vec::new();
        if let Some(attributes) = self.0.remove(path) {
            taken.push((path.to_owned(), attributes));
        }
        let below = format!("{path}/");
        let keys: Vec<String> = self
            .0
            .range(below.clone()..)
            .map(|(key, _)| key)
            .take_while(|key| key.starts_with(&below))
            .cloned()
            .collect();
        for key in keys {
            if let Some(attributes) = self.0.remove(&key) {
                taken.push((key, attributes));
            }
        }
        taken
    }
}

pub(crate) fn is_shared(path: &str) -> bool {
    path.strip_prefix("/storage/emulated")
        .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// What holds in the absence of an entry.
fn rule(path: &str, is_dir: bool) -> Attributes {
    let (mode, uid, gid) = if is_shared(path) {
        if is_dir { (0o2770, MEDIA_RW, MEDIA_RW) } else { (0o660, MEDIA_RW, MEDIA_RW) }
    } else if path == "/data/local" {
        (0o751, ROOT, ROOT)
    } else if path == "/data/local/tmp" {
        (0o771, SHELL, SHELL)
    } else if path.starts_with("/data/local/tmp/") {
        (if is_dir { 0o777 } else { 0o666 }, SHELL, SHELL)
    } else if is_dir {
        (0o771, SYSTEM, SYSTEM)
    } else {
        (0o644, SYSTEM, SYSTEM)
    };
    Attributes { mode, uid, gid, link: None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn follows_renames_of_whole_directories() {
        let odd = Attributes { mode: 0o600, uid: 1, gid: 1, link: None };
        let mut table = Table::default();
        table.set("/data/local/tmp/a/x", false, odd.clone());
        table.set("/data/local/tmp/ab", false, odd.clone());
        table.rename("/data/local/tmp/a", "/data/local/tmp/b");
        assert_eq!(table.get("/data/local/tmp/b/x", false), odd);
        assert_eq!(table.get("/data/local/tmp/a/x", false).mode, 0o666);
        assert_eq!(table.get("/data/local/tmp/ab", false), odd);
        table.remove("/data/local/tmp/b");
        assert_eq!(table.get("/data/local/tmp/b/x", false).mode, 0o666);
    }

    #[test]
    fn what_an_app_wrote_is_its_own() {
        let mut table = Table::default();
        let own = |mode, gid| Attributes { mode, uid: 10_123, gid, link: None };
        let before = table.get("/data/data/com.x/files/a", false);
        assert_eq!(before.uid, SYSTEM, "nobody knows the app yet");
        table.set("/data/data/com.x", true, own(0o700, 10_123));
        table.set("/data/data/com.x/cache", true, own(0o2771, 20_123));
        for (path, is_dir, mode, gid) in [
            ("shared_prefs", true, 0o771, 10_123),
            ("shared_prefs/a.xml", false, 0o660, 10_123),
            ("databases/a.db", false, 0o660, 10_123),
            ("files/a", false, 0o600, 10_123),
            ("files/b/c", true, 0o700, 10_123),
            ("cache/a", false, 0o600, 20_123),
            ("cache/a/b", true, 0o2700, 20_123),
        ] {
            let path = format!("/data/data/com.x/{path}");
            assert_eq!(table.get(&path, is_dir), own(mode, gid), "{path}");
        }
        // Others are not confused with it.
        assert_eq!(table.get("/data/data/com.xy/files/a", false).uid, SYSTEM);
    }

    #[test]
    fn shared_storage_keeps_no_modes() {
        let mut table = Table::default();
        table.set(
            "/storage/emulated/0/x",
            false,
            Attributes { mode: 0o777, uid: 0, gid: 0, link: None },
        );
        assert_eq!(table.get("/storage/emulated/0/x", false).mode, 0o660);
    }
}
