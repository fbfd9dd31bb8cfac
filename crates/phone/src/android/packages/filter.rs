//! Intent filters and what they match, after `android.content.IntentFilter`.

use crate::android::Intent;

/// An intent filter.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Filter {
    pub actions: Vec<String>,
    pub categories: Vec<String>,
    /// URI schemes; with none, only intents without data match, or with a local one if there are types.
    pub schemes: Vec<String>,
    /// Hosts; with none, any will do.
    pub authorities: Vec<Authority>,
    /// Paths; with none, any will do. They count only beside authorities.
    pub paths: Vec<PathRule>,
    /// MIME types.
    pub types: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Authority {
    /// `*` or `*.example.com` stand for many.
    pub host: String,
    pub port: Option<u16>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PathRule {
    Literal(String),
    Prefix(String),
    Suffix(String),
    /// `.` is any character, `*` repeats the one before it, `\` takes the next one as it is.
    Pattern(String),
}

/// How close a match is, as `IntentFilter` counts it: greater is closer.
const EMPTY: u32 = 0x0010_0000;
const SCHEME: u32 = 0x0020_0000;
const HOST: u32 = 0x0030_0000;
const PORT: u32 = 0x0040_0000;
const PATH: u32 = 0x0050_0000;
const TYPE: u32 = 0x0060_0000;
/// Added to every match that nobody asked to be worse.
const NORMAL: u32 = 0x8000;

impl Filter {
    /// How well the intent matches; `None` if it does not.
    pub(crate) fn matches(&self, intent: &Intent) -> Option<u32> {
        let action = intent.action.as_ref().is_none_or(|action| self.actions.contains(action));
        let categories =
            intent.categories.iter().all(|category| self.categories.contains(category));
        if !action || !categories {
            return None;
        }
        self.matches_data(intent.data.as_deref(), intent.mime.as_deref())
            .map(|closeness| closeness + NORMAL)
    }

    fn matches_data(&self, data: Option<&str>, mime: Option<&str>) -> Option<u32> {
        if self.types.is_empty() && self.schemes.is_empty() {
            return (data.is_none() && mime.is_none()).then_some(EMPTY);
        }
        let scheme = data.and_then(|data| data.split_once(':')).map_or("", |(scheme, _)| scheme);
        let closeness = if self.schemes.is_empty() {
            // Types alone: whatever is at hand.
            matches!(scheme, "" | "content" | "file").then_some(EMPTY)?
        } else if self.schemes.iter().any(|have| have == scheme) {
            self.matches_place(data.unwrap_or_default())?
        } else {
            return None;
        };
        match mime {
            None => self.types.is_empty().then_some(closeness),
            Some(mime) => self.types.iter().any(|have| same_type(have, mime)).then_some(TYPE),
        }
    }

    fn matches_place(&self, data: &str) -> Option<u32> {
        if self.authorities.is_empty() {
            return Some(SCHEME);
        }
        let (host, port, path) = split_uri(data)?;
        let best = self.authorities.iter().filter_map(|have| have.matches(host, port)).max()?;
        if self.paths.is_empty() {
            return Some(best);
        }
        self.paths.iter().any(|rule| rule.matches(path)).then_some(PATH)
    }
}

/// The host of an address that has one.
pub(crate) fn host(data: &str) -> Option<&str> {
    split_uri(data).map(|(host, ..)| host)
}

/// Host, port and path of `scheme://host:port/path?query`.
fn split_uri(data: &str) -> Option<(&str, Option<u16>, &str)> {
    let rest = data.split_once(':')?.1.strip_prefix("//")?;
    let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
    let (authority, path) = rest.split_at(end);
    let path = path.split(['?', '#']).next().unwrap_or_default();
    let authority = authority.rsplit_once('@').map_or(authority, |(_, host)| host);
    match authority.rsplit_once(':') {
        Some((host, port)) => Some((host, port.parse().ok(), path)),
        None => Some((authority, None, path)),
    }
}

impl Authority {
    fn matches(&self, host: &str, port: Option<u16>) -> Option<u32> {
        let same = match self.host.strip_prefix('*') {
            Some(end) => {
                let start = host.len().checked_sub(end.len())?;
                host.get(start..).is_some_and(|have| have.eq_ignore_ascii_case(end))
            }
            None => self.host.eq_ignore_ascii_case(host),
        };
        match self.port {
            _ if !same => None,
            None => Some(HOST),
            Some(wanted) => (port == Some(wanted)).then_some(PORT),
        }
    }
}

impl PathRule {
    fn matches(&self, path: &str) -> bool {
        match self {
            Self::Literal(text) => path == text,
            Self::Prefix(text) => path.starts_with(text),
            Self::Suffix(text) => path.ends_with(text),
            Self::Pattern(pattern) => matches_pattern(pattern, path),
        }
    }
}

/// Each place in the pattern that may have been reached, for one character of the path after the other.
fn matches_pattern(pattern: &str, path: &str) -> bool {
    let pieces = pieces(pattern);
    let mut reached = vec![false; pieces.len() + 1];
    reached[0] = true;
    skip_repeats(&pieces, &mut reached);
    for character in path.chars() {
        let mut next = vec![false; pieces.len() + 1];
        for (place, piece) in pieces.iter().enumerate() {
            if reached[place] && piece.wanted.is_none_or(|wanted| wanted == character) {
                next[if piece.repeats { place } else { place + 1 }] = true;
            }
        }
        reached = next;
        skip_repeats(&pieces, &mut reached);
    }
    reached[pieces.len()]
}

/// What may repeat may also be missing.
fn skip_repeats(pieces: &[Piece], reached: &mut [bool]) {
    for (place, piece) in pieces.iter().enumerate() {
        if piece.repeats && reached[place] {
            reached[place + 1] = true;
        }
    }
}

struct Piece {
    /// `None` is any character.
    wanted: Option<char>,
    repeats: bool,
}

fn pieces(pattern: &str) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut characters = pattern.chars().peekable();
    while let Some(character) = characters.next() {
        let wanted = match character {
            '.' => None,
            '\\' => characters.next(),
            character => Some(character),
        };
        let repeats = characters.next_if_eq(&'*').is_some();
        pieces.push(Piece { wanted, repeats });
    }
    pieces
}

/// Either may be a wildcard: `*/*`, `image/*`.
fn same_type(have: &str, wanted: &str) -> bool {
    if have == wanted || have == "*/*" || wanted == "*/*" || have == "*" {
        return true;
    }
    let (Some((have, have_rest)), Some((wanted, wanted_rest))) =
        (have.split_once('/'), wanted.split_once('/'))
    else {
        return false;
    };
    have == wanted && (have_rest == "*" || wanted_rest == "*")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn view(data: Option<&str>, mime: Option<&str>) -> Intent {
        let text = |text: &str| text.to_owned();
        Intent {
            action: Some("VIEW".to_owned()),
            data: data.map(text),
            mime: mime.map(text),
            ..Intent::default()
        }
    }

    fn filter(schemes: &[&str], hosts: &[&str], paths: &[PathRule], types: &[&str]) -> Filter {
        let texts = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect();
        let authority = |host: &&str| match host.split_once(':') {
            Some((host, port)) => {
                Authority { host: host.to_owned(), port: Some(port.parse().unwrap()) }
            }
            None => Authority { host: (*host).to_owned(), port: None },
        };
        Filter {
            actions: vec!["VIEW".to_owned()],
            categories: Vec::new(),
            schemes: texts(schemes),
            authorities: hosts.iter().map(authority).collect(),
            paths: paths.to_vec(),
            types: texts(types),
        }
    }

    #[test]
    fn data_must_fit_in_every_part() {
        let prefix = [PathRule::Prefix("/item".to_owned())];
        let shop = filter(&["https"], &["shop.example"], &prefix, &[]);
        let check = |filter: &Filter, data: &str| filter.matches(&view(Some(data), None));
        assert_eq!(check(&shop, "https://shop.example/item/3?x=1"), Some(0x0050_8000));
        for other in [
            "http://shop.example/item",
            "https://other.example/item",
            "https://shop.example/cart",
            "https:opaque",
        ] {
            assert_eq!(check(&shop, other), None, "{other}");
        }
        assert_eq!(shop.matches(&view(None, None)), None);
        let many = filter(&["http"], &["*.example:8080"], &[], &[]);
        assert_eq!(check(&many, "http://a.Example:8080/"), Some(0x0040_8000));
        assert_eq!(check(&many, "http://a.example/"), None);
        let scheme = filter(&["shop"], &[], &[], &[]);
        assert_eq!(check(&scheme, "shop://anything"), Some(0x0020_8000));
        assert_eq!(filter(&[], &[], &[], &[]).matches(&view(None, None)), Some(0x0010_8000));
    }

    #[test]
    fn types_match_with_wildcards_and_local_data() {
        let images = filter(&[], &[], &[], &["image/*"]);
        let check = |data: Option<&str>, mime: &str| images.matches(&view(data, Some(mime)));
        assert_eq!(check(None, "image/png"), Some(0x0060_8000));
        assert_eq!(check(Some("content://x/1"), "image/*"), Some(0x0060_8000));
        assert_eq!(check(Some("https://x/1"), "image/png"), None);
        assert_eq!(check(None, "text/plain"), None);
    }

    #[test]
    fn patterns_repeat_characters() {
        for (pattern, path, matches) in [
            ("/.*\\.txt", "/a/b.txt", true),
            ("/.*\\.txt", "/a/b_txt", false),
            ("/a*b", "/b", true),
            ("/a*b", "/aaab", true),
            ("/a*b", "/aaa", false),
            (".*.*.*.*.*.*.*.*x", "aaaaaaaaaaaaaaaaaaaaaaaaaaaa", false),
            ("", "", true),
        ] {
            assert_eq!(matches_pattern(pattern, path), matches, "{pattern} {path}");
        }
    }
}
