//! What a service remembers between two calls: `key=value` lines in a folder of its own in `/data/system`.

use crate::files::{Errno, Identity};
use crate::process::Process;
use std::collections::BTreeMap;

pub(super) struct Store<'a> {
    process: &'a Process,
    folder: String,
    values: BTreeMap<String, String>,
}

impl<'a> Store<'a> {
    pub(super) fn open(process: &'a Process, service: &str) -> Self {
        let folder = format!("/data/system/{service}");
        let bytes = process.files().read(&Identity::ROOT, &file(&folder)).unwrap_or_default();
        let text = String::from_utf8_lossy(&bytes);
        let pairs = text.lines().filter_map(|line| line.split_once('='));
        let values = pairs.map(|(key, value)| (key.to_owned(), value.to_owned())).collect();
        Self { process, folder, values }
    }

    pub(super) fn get(&self, key: &str) -> Option<&str> {
        self.values.get(key).map(String::as_str)
    }

    /// Everything whose key starts with this, sorted, with the rest of the key.
    pub(super) fn below<'s>(&'s self, prefix: &'s str) -> impl Iterator<Item = (&'s str, &'s str)> {
        self.values
            .iter()
            .filter_map(move |(key, value)| Some((key.strip_prefix(prefix)?, value.as_str())))
    }

    /// Keys and values come from callers that have checked them: no `=` in a key, no newline in either.
    pub(super) fn set(&mut self, key: &str, value: &str) -> Result<(), Errno> {
        self.values.insert(key.to_owned(), value.to_owned());
        self.save()
    }

    /// Forgets everything whose key starts with this.
    pub(super) fn remove_below(&mut self, prefix: &str) -> Result<(), Errno> {
        self.values.retain(|key, _| !key.starts_with(prefix));
        self.save()
    }

    fn save(&self) -> Result<(), Errno> {
        let mut text = String::new();
        for (key, value) in &self.values {
            text.push_str(&[key, "=", value, "\n"].concat());
        }
        let (files, root) = (self.process.files(), &Identity::ROOT);
        files.make_dirs(root, &self.folder, 0o700)?;
        files.write(root, &file(&self.folder), text.as_bytes(), 0o600)
    }
}

fn file(folder: &str) -> String {
    format!("{folder}/state.list")
}
