//! Wildcards against the phone's files.

use super::pattern::Pattern;
use crate::files::path;
use crate::process::Process;

/// The names a pattern matches, sorted; none when there is no such file.
pub(super) fn glob(process: &Process, pattern: &str) -> Vec<String> {
    let mut found = vec![if pattern.starts_with('/') { "/".to_owned() } else { String::new() }];
    let pieces: Vec<&str> = pattern.split('/').filter(|piece| !piece.is_empty()).collect();
    for (index, piece) in pieces.iter().enumerate() {
        let is_last = index + 1 == pieces.len();
        let mut next = Vec::new();
        for base in &found {
            if is_wild(piece) {
                let compiled = Pattern::new(piece);
                let hidden = piece.starts_with('.') || piece.starts_with("\\.");
                let directory = process.path(if base.is_empty() { "." } else { base });
                for entry in process.files().list(&process.who, &directory).unwrap_or_default() {
                    if (hidden || !entry.name.starts_with('.')) && compiled.matches(&entry.name) {
                        next.push(extend(base, &entry.name));
                    }
                }
            } else {
                let candidate = extend(base, &unescape(piece));
                if !is_last
                    || process.files().lstat(&process.who, &process.path(&candidate)).is_ok()
                {
                    next.push(candidate);
                }
            }
        }
        found = next;
    }
    if pattern.ends_with('/') {
        found.retain(|name| {
            process.files().stat(&process.who, &process.path(name)).is_ok_and(|stat| stat.is_dir())
        });
        for name in &mut found {
            name.push('/');
        }
    }
    found
}

fn extend(base: &str, name: &str) -> String {
    if base.is_empty() { name.to_owned() } else { path::child(base, name) }
}

fn is_wild(piece: &str) -> bool {
    let mut escaped = false;
    piece.chars().any(|character| {
        let wild = !escaped && matches!(character, '*' | '?' | '[');
        escaped = !escaped && character == '\\';
        wild
    })
}

/// The text that a pattern without wildcards stands for.
pub(super) fn unescape(piece: &str) -> String {
    let mut text = String::new();
    let mut chars = piece.chars();
    while let Some(character) = chars.next() {
        match character {
            '\\' => text.extend(chars.next()),
            _ => text.push(character),
        }
    }
    text
}
