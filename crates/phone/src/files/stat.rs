//! What is known about a file.

use super::image::Device;

/// The type bits of `st_mode`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    File,
    Directory,
    Link,
    Device(Device),
}

impl Kind {
    pub fn bits(self) -> u32 {
        match self {
            Self::File => 0o100_000,
            Self::Directory => 0o040_000,
            Self::Link => 0o120_000,
            Self::Device(_) => 0o020_000,
        }
    }

    /// The first letter of `ls -l`.
    pub fn letter(self) -> char {
        match self {
            Self::File => '-',
            Self::Directory => 'd',
            Self::Link => 'l',
            Self::Device(_) => 'c',
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stat {
    pub kind: Kind,
    /// The permission bits only.
    pub mode: u32,
    pub uid: u32,
    pub gid: u32,
    pub size: u64,
    /// Seconds since 1970.
    pub modified: i64,
    pub links: u32,
    pub inode: u64,
}

impl Stat {
    /// Type and permissions together.
    pub fn st_mode(&self) -> u32 {
        self.kind.bits() | self.mode
    }

    pub fn is_dir(&self) -> bool {
        self.kind == Kind::Directory
    }

    /// `drwxr-xr-x`
    pub fn mode_text(&self) -> String {
        let mut text = String::with_capacity(10);
        text.push(self.kind.letter());
        for (shift, special, letter) in [(6, 0o4000, 's'), (3, 0o2000, 's'), (0, 0o1000, 't')] {
            let bits = self.mode >> shift;
            text.push(if bits & 4 != 0 { 'r' } else { '-' });
            text.push(if bits & 2 != 0 { 'w' } else { '-' });
            text.push(match (self.mode & special != 0, bits & 1 != 0) {
                (false, false) => '-',
                (false, true) => 'x',
                (true, true) => letter,
                (true, false) => letter.to_ascii_uppercase(),
            });
        }
        text
    }
}

/// One line of a directory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    pub name: String,
    pub stat: Stat,
}
