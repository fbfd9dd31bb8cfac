//! SQL as tokens.

#[derive(Debug, Clone, PartialEq)]
pub(super) enum Kind {
    /// A bare word: a keyword where one is wanted.
    Word,
    /// `"a"`, `[a]` or a backquoted name; the first could be a text.
    Quoted,
    Text,
    Blob,
    Integer,
    Real,
    Variable,
    Symbol,
    /// No token: what could not be read.
    Bad,
}

#[derive(Debug, Clone, PartialEq)]
pub(super) struct Token {
    pub(super) kind: Kind,
    /// What it stands for: names and texts without their quotes.
    pub(super) text: String,
    pub(super) start: usize,
    pub(super) end: usize,
}

/// The longest first.
const SYMBOLS: [&str; 26] = [
    "->>", "||", "<<", ">>", "<=", ">=", "<>", "!=", "==", "->", "(", ")", ",", ";", ".", "+", "-",
    "*", "/", "%", "&", "|", "~", "<", ">", "=",
];

/// All tokens; blanks and comments are dropped.
pub(super) fn tokens(sql: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some((token, next)) = next_token(sql, at) {
        at = next;
        tokens.extend(token);
    }
    tokens
}

/// What begins here and where it ends; `None` at the end.
fn next_token(sql: &str, at: usize) -> Option<(Option<Token>, usize)> {
    let rest = &sql[at..];
    let first = rest.chars().next()?;
    let bytes = rest.as_bytes();
    if matches!(first, ' ' | '\t' | '\n' | '\r' | '\u{c}') {
        return Some((None, at + 1));
    }
    if rest.starts_with("--") {
        return Some((None, rest.find('\n').map_or(sql.len(), |end| at + end)));
    }
    if let Some(comment) = rest.strip_prefix("/*") {
        let end = comment.find("*/").map_or(sql.len(), |end| at + end + 4);
        return Some((None, end));
    }
    let token = |kind: Kind, text: String, length: usize| {
        Some((Some(Token { kind, text, start: at, end: at + length }), at + length))
    };
    match first {
        '\'' | '"' | '`' | '[' => {
            let close = if first == '[' { ']' } else { first };
            let Some((text, length)) = quoted(rest, close) else {
                return token(Kind::Bad, rest.to_owned(), rest.len());
            };
            let kind = if first == '\'' { Kind::Text } else { Kind::Quoted };
            token(kind, text, length)
        }
        'x' | 'X' if bytes.get(1) == Some(&b'\'') => {
            let end = rest[2..].find('\'').map_or(rest.len(), |end| end + 3);
            let digits = rest.get(2..end - 1).unwrap_or("");
            let good = end <= rest.len()
                && rest[..end].ends_with('\'')
                && end > 2
                && digits.len().is_multiple_of(2)
                && digits.bytes().all(|digit| digit.is_ascii_hexdigit());
            if good {
                token(Kind::Blob, digits.to_owned(), end)
            } else {
                token(Kind::Bad, rest[..end].to_owned(), end)
            }
        }
        '0'..='9' | '.' if first != '.' || bytes.get(1).is_some_and(u8::is_ascii_digit) => {
            let (kind, length) = number(rest);
            token(kind, rest[..length].to_owned(), length)
        }
        '?' | ':' | '@' | '$' | '#' => {
            let length = rest[1..].find(|c| !is_name(c)).map_or(rest.len(), |end| end + 1);
            let kind = if length > 1 || first == '?' { Kind::Variable } else { Kind::Bad };
            token(kind, rest[..length].to_owned(), length)
        }
        _ if is_name(first) => {
            let length = rest.find(|c| !is_name(c)).unwrap_or(rest.len());
            token(Kind::Word, rest[..length].to_owned(), length)
        }
        _ => match SYMBOLS.iter().find(|symbol| rest.starts_with(**symbol)) {
            Some(symbol) => token(Kind::Symbol, (*symbol).to_owned(), symbol.len()),
            None => token(Kind::Bad, first.to_string(), first.len_utf8()),
        },
    }
}

fn is_name(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || letter == '_' || letter == '$' || !letter.is_ascii()
}

/// The text up to the closing quote, which stands for itself when doubled.
fn quoted(rest: &str, close: char) -> Option<(String, usize)> {
    let mut text = String::new();
    let mut letters = rest.char_indices().skip(1).peekable();
    while let Some((at, letter)) = letters.next() {
        if letter != close {
            text.push(letter);
        } else if close != ']' && letters.peek().is_some_and(|(_, next)| *next == close) {
            text.push(close);
            letters.next();
        } else {
            return Some((text, at + letter.len_utf8()));
        }
    }
    None
}

fn number(rest: &str) -> (Kind, usize) {
    let bytes = rest.as_bytes();
    let digits = |from: usize| {
        let run = bytes.iter().skip(from).take_while(|byte| byte.is_ascii_digit());
        from + run.count()
    };
    if bytes[0] == b'0' && matches!(bytes.get(1), Some(b'x' | b'X')) {
        let run = bytes.iter().skip(2).take_while(|byte| byte.is_ascii_hexdigit()).count();
        if run > 0 {
            return ended(rest, Kind::Integer, 2 + run);
        }
    }
    let (mut end, mut kind) = (digits(0), Kind::Integer);
    if bytes.get(end) == Some(&b'.') {
        (end, kind) = (digits(end + 1), Kind::Real);
    }
    if matches!(bytes.get(end), Some(b'e' | b'E')) {
        let sign = usize::from(matches!(bytes.get(end + 1), Some(b'+' | b'-')));
        if bytes.get(end + 1 + sign).is_some_and(u8::is_ascii_digit) {
            (end, kind) = (digits(end + 1 + sign), Kind::Real);
        }
    }
    ended(rest, kind, end)
}

/// A number that letters follow is none.
fn ended(rest: &str, kind: Kind, end: usize) -> (Kind, usize) {
    let more = rest[end..].find(|c| !is_name(c)).unwrap_or(rest.len() - end);
    if more == 0 { (kind, end) } else { (Kind::Bad, end + more) }
}

/// Where statements end: after a semicolon, in a trigger only after the one that `END` stands before.
fn ends(tokens: &[Token]) -> Vec<usize> {
    let mut ends = Vec::new();
    let mut start = 0;
    for (place, token) in tokens.iter().enumerate() {
        let word = |at: usize, word: &str| {
            let token = tokens.get(at).filter(|token| token.kind == Kind::Word);
            token.is_some_and(|token| token.text.eq_ignore_ascii_case(word))
        };
        let temporary = usize::from(word(start + 1, "temp") || word(start + 1, "temporary"));
        let trigger = word(start, "create") && word(start + 1 + temporary, "trigger");
        let ended = !trigger || place > 0 && word(place - 1, "end");
        if token.kind == Kind::Symbol && token.text == ";" && ended {
            ends.push(token.end);
            start = place + 1;
        }
    }
    ends
}

/// The statements of a text, each with its semicolon; the last may have none.
pub(crate) fn statements(sql: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut start = 0;
    for end in ends(&tokens(sql)) {
        found.push(&sql[start..end]);
        start = end;
    }
    found.push(&sql[start..]);
    found
}

/// Is a text a whole number of statements, so that a line more is not needed?
pub(crate) fn is_complete(sql: &str) -> bool {
    let tokens = tokens(sql);
    tokens.last().is_some_and(|last| ends(&tokens).last() == Some(&last.end))
}

/// Is there nothing but blanks, comments and semicolons?
pub(crate) fn is_blank(sql: &str) -> bool {
    tokens(sql).iter().all(|token| token.kind == Kind::Symbol && token.text == ";")
}

/// What a trigger waits for: `INSERT`, `UPDATE` or `DELETE`.
pub(super) fn event_of(trigger: &str) -> Option<String> {
    let words = tokens(trigger).into_iter().filter(|token| token.kind == Kind::Word);
    let mut words = words.map(|token| token.text.to_ascii_uppercase());
    words.find(|word| matches!(word.as_str(), "INSERT" | "UPDATE" | "DELETE"))
}
