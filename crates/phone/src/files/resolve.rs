//! From a path to the one place it means: links followed, `..` resolved, search permission checked on the way.

use super::errno::Errno;
use super::identity::Identity;
use super::path;
use super::stat::Kind;
use super::storage::Files;

/// As many links as Linux follows.
const MAX_LINKS: usize = 40;
const MAX_PATH: usize = 4096;

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum LastLink {
    Follow,
    Keep,
}

impl Files {
    /// The canonical path. Everything but the last piece exists; the last may be about to be created.
    pub(crate) fn resolve(
        &self,
        who: &Identity,
        absolute: &str,
        last: LastLink,
    ) -> Result<String, Errno> {
        if absolute.is_empty() {
            return Err(Errno::NoEntry);
        }
        if absolute.len() > MAX_PATH {
            return Err(Errno::NameTooLong);
        }
        if absolute.contains('\0') {
            return Err(Errno::Invalid);
        }
        let mut followed = 0;
        let mut current = String::from("/");
        let mut pending: Vec<String> = pieces(absolute);
        while let Some(name) = pending.pop() {
            self.enter(who, &current)?;
            if name == ".." {
                current.truncate(path::parent(&current).len());
                continue;
            }
            if name.len() > 255 {
                return Err(Errno::NameTooLong);
            }
            let next = path::child(&current, &name);
            let is_last = pending.is_empty();
            let target =
                if is_last && last == LastLink::Keep { None } else { self.link_target(&next) };
            match target {
                Some(target) => {
                    followed += 1;
                    if followed > MAX_LINKS {
                        return Err(Errno::Loop);
                    }
                    if target.starts_with('/') {
                        current = String::from("/");
                    }
                    pending.extend(pieces(&target));
                }
                None => current = next,
            }
        }
        Ok(current)
    }

    /// `directory` must be one, and open to this user.
    fn enter(&self, who: &Identity, directory: &str) -> Result<(), Errno> {
        let stat = self.node(directory)?;
        if stat.kind != Kind::Directory {
            return Err(Errno::NotDirectory);
        }
        Self::permit(who, directory, &stat, 1)
    }
}

/// In reverse, so that the next one can be popped.
fn pieces(path: &str) -> Vec<String> {
    path.split('/')
        .rev()
        .filter(|piece| !piece.is_empty() && *piece != ".")
        .map(str::to_owned)
        .collect()
}
