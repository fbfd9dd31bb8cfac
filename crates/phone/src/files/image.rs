//! The part of the file system that never changes: directories, links, devices, the programs in `/system/bin`
//! and files whose content is made when they are read.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

/// A character device.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Device {
    Null,
    Zero,
    Full,
    Random,
    Tty,
}

pub(crate) type Generator = Arc<dyn Fn() -> Vec<u8> + Send + Sync>;

#[derive(Clone)]
pub(crate) enum Node {
    Directory {
        mode: u32,
        uid: u32,
        gid: u32,
    },
    Link(String),
    Device(Device),
    /// A command of the userland.
    Program,
    Generated(Generator),
}

impl fmt::Debug for Node {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Directory { mode, uid, gid } => write!(f, "Directory({mode:o} {uid} {gid})"),
            Self::Link(target) => write!(f, "Link({target})"),
            Self::Device(device) => write!(f, "{device:?}"),
            Self::Program => f.write_str("Program"),
            Self::Generated(_) => f.write_str("Generated"),
        }
    }
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Image(BTreeMap<String, Node>);

impl Image {
    /// A phone's root without programs.
    pub(crate) fn android() -> Self {
        let mut image = Self::default();
        for (path, mode, uid, gid) in DIRECTORIES {
            image.0.insert(path.to_owned(), Node::Directory { mode, uid, gid });
        }
        for (path, target) in LINKS {
            image.0.insert(path.to_owned(), Node::Link(target.to_owned()));
        }
        for (path, device) in DEVICES {
            image.0.insert(path.to_owned(), Node::Device(device));
        }
        image
    }

    pub(crate) fn add_program(&mut self, name: &str) {
        self.0.insert(format!("/system/bin/{name}"), Node::Program);
    }

    pub(crate) fn add_generated(&mut self, path: &str, generator: Generator) {
        self.0.insert(path.to_owned(), Node::Generated(generator));
    }

    pub(crate) fn get(&self, path: &str) -> Option<&Node> {
        self.0.get(path)
    }

    /// Names and nodes directly inside a directory.
    pub(crate) fn children(&self, directory: &str) -> impl Iterator<Item = (&str, &Node)> {
        let prefix = if directory == "/" { "/".to_owned() } else { format!("{directory}/") };
        self.0
            .range(prefix.clone()..)
            .take_while({
                let prefix = prefix.clone();
                move |(path, _)| path.starts_with(&prefix)
            })
            .filter_map(move |(path, node)| {
                let name = &path[prefix.len()..];
                (!name.is_empty() && !name.contains('/')).then_some((name, node))
            })
    }
}

const DIRECTORIES: [(&str, u32, u32, u32); 34] = [
    ("/", 0o755, 0, 0),
    ("/acct", 0o755, 0, 0),
    ("/apex", 0o755, 0, 0),
    ("/cache", 0o770, 1000, 2001),
    ("/config", 0o755, 0, 0),
    ("/data", 0o771, 1000, 1000),
    ("/data/anr", 0o775, 1000, 1000),
    ("/data/app", 0o771, 1000, 1000),
    ("/data/data", 0o771, 1000, 1000),
    ("/data/local", 0o751, 0, 0),
    ("/data/misc", 0o1771, 1000, 9998),
    ("/data/system", 0o775, 1000, 1000),
    ("/data/user", 0o711, 1000, 1000),
    ("/dev", 0o755, 0, 0),
    ("/dev/socket", 0o755, 0, 0),
    ("/linkerconfig", 0o755, 0, 0),
    ("/metadata", 0o700, 0, 1000),
    ("/mnt", 0o755, 0, 1000),
    ("/odm", 0o755, 0, 0),
    ("/proc", 0o555, 0, 0),
    ("/proc/net", 0o555, 0, 0),
    ("/product", 0o755, 0, 0),
    ("/storage", 0o755, 0, 0),
    ("/storage/emulated", 0o755, 0, 0),
    ("/storage/self", 0o755, 0, 0),
    ("/sys", 0o755, 0, 0),
    ("/system", 0o755, 0, 0),
    ("/system/app", 0o755, 0, 0),
    ("/system/bin", 0o751, 0, 2000),
    ("/system/etc", 0o755, 0, 0),
    ("/system/framework", 0o755, 0, 0),
    ("/system/priv-app", 0o755, 0, 0),
    ("/system_ext", 0o755, 0, 0),
    ("/vendor", 0o755, 0, 2000),
];

const LINKS: [(&str, &str); 7] = [
    ("/bin", "/system/bin"),
    ("/d", "/sys/kernel/debug"),
    ("/data/user/0", "/data/data"),
    ("/etc", "/system/etc"),
    ("/sdcard", "/storage/self/primary"),
    ("/storage/self/primary", "/storage/emulated/0"),
    ("/mnt/sdcard", "/storage/self/primary"),
];

const DEVICES: [(&str, Device); 6] = [
    ("/dev/full", Device::Full),
    ("/dev/null", Device::Null),
    ("/dev/random", Device::Random),
    ("/dev/tty", Device::Tty),
    ("/dev/urandom", Device::Random),
    ("/dev/zero", Device::Zero),
];
