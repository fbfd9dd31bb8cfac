//! Paths as text: joining and taking apart, without looking at any file.

/// `path` seen from the directory `base`, with `.` and empty pieces removed; `..` stays for `resolve`,
/// because what it means depends on links.
pub(crate) fn join(base: &str, path: &str) -> String {
    let mut joined =
        if path.starts_with('/') { String::new() } else { base.trim_end_matches('/').to_owned() };
    for piece in path.split('/').filter(|piece| !piece.is_empty() && *piece != ".") {
        joined.push('/');
        joined.push_str(piece);
    }
    if joined.is_empty() {
        joined.push('/');
    }
    joined
}

/// `a/b` plus one name.
pub(crate) fn child(directory: &str, name: &str) -> String {
    if directory == "/" { format!("/{name}") } else { format!("{directory}/{name}") }
}

/// The directory something is in; `/` for the root itself.
pub(crate) fn parent(path: &str) -> &str {
    match path.rsplit_once('/') {
        Some(("", _)) | None => "/",
        Some((parent, _)) => parent,
    }
}

/// The last piece, or `/`.
pub(crate) fn name(path: &str) -> &str {
    let trimmed = path.trim_end_matches('/');
    match trimmed.rsplit_once('/') {
        Some((_, name)) => name,
        None if trimmed.is_empty() => "/",
        None => trimmed,
    }
}

/// `path` with `..` taken away by text alone, as `cd` does it.
pub(crate) fn collapse(path: &str) -> String {
    let mut pieces: Vec<&str> = Vec::new();
    for piece in path.split('/') {
        match piece {
            "" | "." => {}
            ".." => drop(pieces.pop()),
            name => pieces.push(name),
        }
    }
    format!("/{}", pieces.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn joins() {
        assert_eq!(join("/", "a"), "/a");
        assert_eq!(join("/a/b", "./c//d/"), "/a/b/c/d");
        assert_eq!(join("/a", "/b"), "/b");
        assert_eq!(join("/a", ""), "/a");
        assert_eq!(join("/a", "../b"), "/a/../b");
        assert_eq!(collapse("/a/../../b/./c"), "/b/c");
        assert_eq!((parent("/a/b"), parent("/a"), parent("/")), ("/a", "/", "/"));
        assert_eq!((name("/a/b/"), name("/"), name("x")), ("b", "/", "x"));
    }
}
