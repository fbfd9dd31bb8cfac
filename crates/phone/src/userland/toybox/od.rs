//! `od`: bytes as octal and other numbers.

use super::input_files::InputFiles;
use crate::files::Errno;
use crate::process::{Input, Process};
use crate::text::append;
use crate::userland::Outcome;
use crate::userland::options::options;

const NAMES: [&str; 33] = [
    "nul", "soh", "stx", "etx", "eot", "enq", "ack", "bel", " bs", " ht", " nl", " vt", " ff",
    " cr", " so", " si", "dle", "dc1", "dc2", "dc3", "dc4", "nak", "syn", "etb", "can", " em",
    "sub", "esc", " fs", " gs", " rs", " us", " sp",
];

pub(crate) async fn run(process: &mut Process, arguments: &[String]) -> Outcome {
    let options = options!(process, arguments, "j#vw#<1=16N#xsodcbA:t*");
    let address = match options.value('A') {
        None => 'o',
        Some(text) => match text.chars().next() {
            Some(letter) if "ndox".contains(letter) => letter,
            letter => {
                let letter = letter.unwrap_or('\0');
                return process.fail("od", format!("bad -A '{letter}'")).await;
            }
        },
    };
    let mut shapes = Vec::new();
    let implied = [('b', "o1"), ('c', "c"), ('d', "u2"), ('o', "o2"), ('s', "d2"), ('x', "x2")];
    let implied =
        implied.iter().filter(|(letter, _)| options.has(*letter)).map(|(_, shape)| *shape);
    for text in options.values('t').chain(implied) {
        if Shape::parse(text, &mut shapes).is_none() {
            return process.fail("od", format!("bad -t {text}")).await;
        }
    }
    if shapes.is_empty() {
        shapes.push(Shape { kind: 'o', size: 2 });
    }
    let size = |letter| options.number(letter).and_then(|count| usize::try_from(count).ok());
    let skip = size('j').unwrap_or(0);
    let mut limit = options.has('N').then(|| size('N').unwrap_or(usize::MAX));
    let mut files = InputFiles::new(&options.rest);
    files.opens_directories = true;
    let (mut bytes, mut skipped) = (Vec::new(), 0);
    while let Some((name, input)) = files.next(process, "od").await {
        let enough = limit == Some(0) && skipped >= skip;
        if matches!(input, Input::Directory | Input::Closed) && !enough {
            files.failed = true;
            process.fail("od", format!("{name}: {}", Errno::IsDirectory)).await?;
            continue;
        }
        let mut untouched = skipped < skip;
        while limit != Some(0) || skipped < skip {
            let wanted = if skipped < skip { skip - skipped } else { limit.unwrap_or(usize::MAX) };
            let piece = input.read(wanted).await?;
            if piece.is_empty() {
                // At the end of a file the place to go on from is sought beyond it, and counts as skipped.
                if untouched && matches!(input, Input::File(_)) {
                    skipped = skipped.max(skip);
                }
                break;
            }
            untouched = false;
            if skipped < skip {
                skipped += piece.len();
                continue;
            }
            limit = limit.map(|limit| limit - piece.len());
            bytes.extend_from_slice(&piece);
        }
    }
    let page = Page { shapes, address, width: size('w').unwrap_or(16), all: options.has('v') };
    process.print(page.text(&bytes, skipped)).await?;
    Ok(files.status())
}

struct Shape {
    /// `a` and `c` are characters, `d`, `u`, `o` and `x` numbers.
    kind: char,
    size: usize,
}

impl Shape {
    /// `x2o1c`
    fn parse(text: &str, shapes: &mut Vec<Self>) -> Option<()> {
        let mut rest = text;
        while let Some(kind) = rest.chars().next() {
            if !"acduox".contains(kind) {
                return None;
            }
            rest = &rest[1..];
            let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
            let is_character = "ac".contains(kind);
            let mut size = if is_character { 1 } else { 4 };
            if digits > 0 {
                size = rest[..digits].parse().ok()?;
                rest = &rest[digits..];
                if (is_character && size != 1) || !(1..=8).contains(&size) {
                    return None;
                }
            } else if !is_character
                && let Some(power) = rest.chars().next().and_then(|letter| "CSIL".find(letter))
            {
                rest = &rest[1..];
                size = 1 << power;
            }
            shapes.push(Self { kind, size });
        }
        Some(())
    }

    /// The text of what the bytes start with, and how wide such a column is.
    fn show(&self, bytes: &[u8]) -> (String, usize) {
        let byte = bytes.first().copied().unwrap_or(0);
        match self.kind {
            'a' => {
                let byte = byte & 127;
                let shown = match NAMES.get(usize::from(byte)) {
                    Some(name) => (*name).to_owned(),
                    None if byte == 127 => "del".to_owned(),
                    None => char::from(byte).to_string(),
                };
                return (shown, 4);
            }
            'c' => {
                let escape = b"\x08\x0c\n\r\t\x07\x0b\0".iter().position(|known| *known == byte);
                let shown = match escape {
                    Some(at) => format!("\\{}", &"bfnrtav0"[at..=at]),
                    None if !(32..127).contains(&byte) => format!("{byte:03o}"),
                    None => char::from(byte).to_string(),
                };
                return (shown, 4);
            }
            _ => {}
        }
        let mut raw = [0; 8];
        for (to, from) in raw.iter_mut().zip(bytes.iter().take(self.size)) {
            *to = *from;
        }
        let value = u64::from_le_bytes(raw);
        let bits = 8 * u32::try_from(self.size).unwrap_or(8);
        let most = u64::MAX >> (64 - bits);
        let (shown, width) = match self.kind {
            'd' => {
                let signed = value.cast_signed() << (64 - bits) >> (64 - bits);
                // The widest is measured as if it had no sign, and the sign added.
                let widest = if self.size == 8 { most >> 1 } else { most };
                (signed.to_string(), widest.to_string().len() + 1)
            }
            'u' => (value.to_string(), most.to_string().len()),
            'o' => {
                let width = format!("{most:o}").len();
                (format!("{value:0width$o}"), width)
            }
            _ => {
                let width = format!("{most:x}").len();
                (format!("{value:0width$x}"), width)
            }
        };
        (shown, width + 1)
    }
}

struct Page {
    shapes: Vec<Shape>,
    address: char,
    width: usize,
    all: bool,
}

impl Page {
    fn text(&self, bytes: &[u8], start: usize) -> String {
        let mut text = String::new();
        let (mut at, mut starred) = (start, false);
        let mut last: Option<&[u8]> = None;
        // The widest column for one byte.
        let pad = self
            .shapes
            .iter()
            .map(|shape| shape.show(&[]).1.div_ceil(shape.size))
            .max()
            .unwrap_or(0);
        for line in bytes.chunks(self.width) {
            // The same again is left out.
            if !self.all && last == Some(line) {
                if !starred {
                    text.push_str("*\n");
                }
                starred = true;
                at += line.len();
                continue;
            }
            starred = false;
            text.push_str(&self.place(at));
            for (row, shape) in self.shapes.iter().enumerate() {
                if row > 0 {
                    text.push_str("       ");
                }
                let mut column = 0;
                while column < line.len() {
                    let width = pad * shape.size;
                    append!(text, "{:>width$}", shape.show(&line[column..]).0);
                    column += shape.size;
                }
                text.push('\n');
            }
            at += line.len();
            last = Some(line);
        }
        text.push_str(&self.place(at));
        if self.address != 'n' {
            text.push('\n');
        }
        text
    }

    fn place(&self, at: usize) -> String {
        match self.address {
            'd' => format!("{at:07}"),
            'o' => format!("{at:07o}"),
            'x' => format!("{at:06x}"),
            _ => String::new(),
        }
    }
}
