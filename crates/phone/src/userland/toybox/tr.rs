//! `tr`: one byte for another.

use crate::process::Process;
use crate::shell::backslash;
use crate::text;
use crate::userland::Outcome;
use crate::userland::options::options;

pub(crate) async fn run(process: &mut Process, arguments: &[String]) -> Outcome {
    let options = options!(process, arguments, "^<1cCds");
    let complement = options.has('c') || options.has('C');
    let (delete, squeeze) = (options.has('d'), options.has('s'));
    let mut from = set(options.rest[0]);
    if complement {
        from = (0..=255).filter(|byte| !from.contains(byte)).collect();
    }
    let to = options.rest.get(1).map(|text| set(text)).unwrap_or_default();
    if !delete && !squeeze && to.is_empty() {
        return process.fail("tr", "Needs 2 arguments (see \"tr --help\")").await;
    }
    let mut map: [Option<u8>; 256] = std::array::from_fn(|byte| u8::try_from(byte).ok());
    for (index, byte) in from.iter().enumerate() {
        map[usize::from(*byte)] =
            if delete { None } else { to.get(index).or(to.last()).copied().or(Some(*byte)) };
    }
    // With two sets the second is squeezed, with one the first.
    let squeezed: &[u8] = if to.is_empty() { &from } else { &to };
    let mut last = None;
    loop {
        let bytes = process.stdin.next().await?;
        if bytes.is_empty() {
            return Ok(0);
        }
        let mut output = Vec::with_capacity(bytes.len());
        for byte in bytes.iter().filter_map(|byte| map[usize::from(*byte)]) {
            if !(squeeze && last == Some(byte) && squeezed.contains(&byte)) {
                output.push(byte);
            }
            last = Some(byte);
        }
        process.stdout.write(output).await?;
    }
}

/// The bytes of a set: ranges, classes and escapes.
fn set(text: &str) -> Vec<u8> {
    type Class = (&'static str, fn(&u8) -> bool);
    const CLASSES: [Class; 8] = [
        ("[:alnum:]", u8::is_ascii_alphanumeric),
        ("[:alpha:]", u8::is_ascii_alphabetic),
        ("[:blank:]", |byte| matches!(byte, b' ' | b'\t')),
        ("[:digit:]", u8::is_ascii_digit),
        ("[:lower:]", u8::is_ascii_lowercase),
        ("[:punct:]", u8::is_ascii_punctuation),
        ("[:space:]", |byte| byte.is_ascii_whitespace() || *byte == 0x0b),
        ("[:upper:]", u8::is_ascii_uppercase),
    ];
    let mut bytes: Vec<u8> = Vec::new();
    let mut rest = text;
    let mut range = false;
    while let Some(character) = rest.chars().next() {
        if let Some((name, test)) = CLASSES.iter().find(|(name, _)| rest.starts_with(name)) {
            bytes.extend((0..=255).filter(test));
            rest = &rest[name.len()..];
            continue;
        }
        let escaped = rest.strip_prefix('\\').and_then(backslash);
        let (next, length) = match escaped {
            Some((character, length)) => (character, length + 1),
            None => (character, character.len_utf8()),
        };
        rest = &rest[length..];
        let encoded = text::encode(next.encode_utf8(&mut [0; 4])).into_owned();
        match (range, encoded.as_slice(), bytes.last().copied()) {
            (true, [end], Some(start)) => {
                range = false;
                bytes.extend((start..=*end).skip(1));
            }
            (false, [b'-'], Some(_)) if !rest.is_empty() => range = true,
            _ => bytes.extend_from_slice(&encoded),
        }
    }
    bytes
}
