//! What a device and the host side both can do, as the comma list of the protocol.

use std::collections::BTreeSet;
use std::sync::Arc;

/// The features of one device. Cheap to clone.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Features(Arc<BTreeSet<String>>);

/// The features that change how this crate speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Feature {
    /// Shell packets: separate output and error, and an exit code.
    ShellV2,
    StatV2,
    ListV2,
    /// Binder services with an argument list instead of a command line.
    AbbExec,
}

/// What this crate announces to an adbd. Nothing here may change the wire format unless the code
/// for it exists (`delayed_ack` and `sendrecv_v2` would).
pub(crate) const OURS: &str =
    "shell_v2,cmd,stat_v2,ls_v2,fixed_push_mkdir,fixed_push_symlink_timestamp,apex,abb,abb_exec";

impl Features {
    pub fn parse(list: &str) -> Self {
        let names = list.split(',').map(str::trim).filter(|name| !name.is_empty());
        Self(Arc::new(names.map(str::to_owned).collect()))
    }

    pub fn has(&self, feature: Feature) -> bool {
        self.0.contains(feature.name())
    }

    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(String::as_str)
    }

    /// Those that both sides have.
    #[must_use]
    pub fn intersection(&self, other: &Self) -> Self {
        Self(Arc::new(self.0.intersection(&other.0).cloned().collect()))
    }
}

impl Feature {
    fn name(self) -> &'static str {
        match self {
            Self::ShellV2 => "shell_v2",
            Self::StatV2 => "stat_v2",
            Self::ListV2 => "ls_v2",
            Self::AbbExec => "abb_exec",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_read_and_intersected() {
        let theirs = Features::parse("cmd, shell_v2,,devraw");
        assert!(theirs.has(Feature::ShellV2) && !theirs.has(Feature::StatV2));
        let both = theirs.intersection(&Features::parse(OURS));
        assert_eq!(both.names().collect::<Vec<_>>(), ["cmd", "shell_v2"]);
        assert_eq!(Features::parse("").names().count(), 0);
    }
}
