//! Rust sources, with comments and string contents told from code.

use std::path::{Path, PathBuf};

pub(crate) fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

pub(crate) fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

/// Code with comments taken out and every string literal replaced by `""`, and the literals apart.
pub(crate) fn split(source: &str) -> (String, Vec<String>) {
    let (mut code, mut literals) = (String::new(), Vec::new());
    let mut rest = source;
    while let Some(first) = rest.chars().next() {
        let word_before = code.ends_with(|c: char| c.is_alphanumeric() || c == '_');
        if rest.starts_with("//") {
            rest = rest.find('\n').map_or("", |end| &rest[end..]);
        } else if rest.starts_with("/*") {
            rest = rest.find("*/").map_or("", |end| &rest[end + 2..]);
        } else if let Some(hashes) = raw_string(rest).filter(|_| !word_before) {
            let body = &rest[hashes + 2..];
            let end = format!("\"{}", "#".repeat(hashes));
            let length = body.find(&end).unwrap_or(body.len());
            literals.push(body[..length].to_owned());
            code.push_str("\"\"");
            rest = body.get(length + end.len()..).unwrap_or_default();
        } else if first == '"' {
            let body = &rest[1..];
            let mut escaped = false;
            let length = body
                .find(|c: char| {
                    let ends = c == '"' && !escaped;
                    escaped = c == '\\' && !escaped;
                    ends
                })
                .unwrap_or(body.len());
            literals.push(body[..length].to_owned());
            code.push_str("\"\"");
            rest = body.get(length + 1..).unwrap_or_default();
        } else if rest.starts_with("'\"'") {
            rest = &rest[3..];
        } else {
            code.push(first);
            rest = &rest[first.len_utf8()..];
        }
    }
    (code, literals)
}

/// The number of hashes of a raw string that begins here.
fn raw_string(text: &str) -> Option<usize> {
    let after = text.strip_prefix('r')?;
    let hashes = after.len() - after.trim_start_matches('#').len();
    after[hashes..].starts_with('"').then_some(hashes)
}

#[test]
fn comments_and_strings_are_told_from_code() {
    let (code, literals) =
        split("let a = \"x \\\" y\"; // android\nlet b = r#\"ios\"#; /* ios */ c('\"');");
    assert_eq!(code, "let a = \"\"; \nlet b = \"\";  c();");
    assert_eq!(literals, ["x \\\" y", "ios"]);
}
