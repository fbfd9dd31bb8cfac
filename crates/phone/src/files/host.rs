//! Names of the phone as names of the host.
//!
//! A name is one piece: never `.`, `..`, empty, nor with a slash in it. So a host path made of such pieces
//! below the folder cannot leave it.

use super::errno::Errno;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

/// The host's path of a canonical phone path.
pub(crate) fn locate(folder: &Path, canonical: &str) -> Result<PathBuf, Errno> {
    let mut host = folder.to_owned();
    for name in canonical.split('/').filter(|name| !name.is_empty()) {
        check(name)?;
        host.push(to_host(name));
    }
    Ok(host)
}

fn check(name: &str) -> Result<(), Errno> {
    if name == "." || name == ".." || name.contains('\0') {
        return Err(Errno::Invalid);
    }
    if name.len() > 255 {
        return Err(Errno::NameTooLong);
    }
    Ok(())
}

#[cfg(unix)]
fn to_host(name: &str) -> OsString {
    use std::os::unix::ffi::OsStringExt as _;
    OsString::from_vec(crate::text::encode(name).into_owned())
}

#[cfg(unix)]
pub(crate) fn from_host(name: &OsStr) -> String {
    use std::os::unix::ffi::OsStrExt as _;
    crate::text::decode(name.as_bytes())
}

/// What the host does not allow in a name is written as `%` and two hex digits.
#[cfg(not(unix))]
fn to_host(name: &str) -> OsString {
    use std::fmt::Write as _;
    let mut host = String::new();
    let last = name.chars().count().saturating_sub(1);
    for (index, character) in name.chars().enumerate() {
        let bad = matches!(character, '<' | '>' | ':' | '"' | '\\' | '|' | '?' | '*' | '%')
            || character < ' '
            || (index == last && matches!(character, '.' | ' '));
        if bad {
            // Writing to a String cannot fail.
            write!(host, "%{:02x}", u32::from(character)).ok();
        } else {
            host.push(character);
        }
    }
    host.into()
}

#[cfg(not(unix))]
pub(crate) fn from_host(name: &OsStr) -> String {
    let text = name.to_string_lossy();
    let mut phone = String::new();
    let mut rest = text.as_ref();
    while let Some((before, after)) = rest.split_once('%') {
        phone.push_str(before);
        match after.get(..2).and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
            Some(byte) => {
                phone.push(char::from(byte));
                rest = &after[2..];
            }
            None => {
                phone.push('%');
                rest = after;
            }
        }
    }
    phone.push_str(rest);
    phone
}
