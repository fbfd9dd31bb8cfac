//! Recordings broken at random, the same way every time: whatever comes of them, nothing panics, and the
//! text stays well formed.

use judge::{Recording, Shown, Verdict};
use ui::{parse, recognise};

use crate::screens;

/// Mutants of each file. Most are cut to a part of it, which is as hostile and quicker to read.
const MUTANTS: usize = 300;
const PART: usize = 1_500;

#[test]
fn broken_recordings_never_panic_and_stay_lines() {
    let mut read = 0;
    for recording in screens() {
        let mut dice = Dice::new(&recording.name);
        for nth in 0..MUTANTS {
            let bytes = mutant(&mut dice, recording, nth);
            recognise(&bytes);
            let Ok(tree) = parse(&bytes, recording.format) else { continue };
            read += 1;
            let shown = Shown::of_tree(tree);
            for line in shown.text.lines() {
                assert!(has_closed_quotes(line), "{}, mutant {nth}: {line}", recording.name);
                assert!(!line.chars().any(char::is_control), "{}: {line:?}", recording.name);
            }
            if nth % 20 == 0 {
                Verdict::on(&shown);
            }
        }
    }
    println!("{read} mutants were still screens");
}

fn mutant(dice: &mut Dice, recording: &Recording, nth: usize) -> Vec<u8> {
    let whole = &recording.bytes;
    let mut bytes = if nth.is_multiple_of(100) || whole.len() <= PART {
        whole.clone()
    } else {
        // The start stays, so that the format is still known.
        let start = dice.below(whole.len() - PART);
        let mut part = whole[..whole.len().min(200)].to_vec();
        part.extend_from_slice(&whole[start..start + PART]);
        part
    };
    for _ in 0..=dice.below(4) {
        damage(dice, &mut bytes);
    }
    bytes
}

/// What stands in a hostile dump, or breaks a parser.
const SPLINTERS: &[&[u8]] = &[
    b"<node ",
    b"</node>",
    b"/>",
    b">",
    b"\"",
    b"'",
    b"&#x202e;",
    b"&#0;",
    b"&bogus;",
    b"&",
    b"<![CDATA[",
    b"]]>",
    b"<!--",
    b"-->",
    b"[2147483647,-2147483648][0,0]",
    b"[5,5][1,1]",
    b"\xff\xfe",
    b"\0",
    b"{",
    b"}",
    b"[",
    b"]",
    b",",
    b":",
    b"\\u0000",
    b"\\ud800",
    b"1e999",
    b"null",
    b"true",
    b"\n@b1 btn \"Pay\"",
    b"text=\"\" text=\"again\"",
    b"password=\"true\"",
    b"\xe2\x80",
    b"</hierarchy>",
];

fn damage(dice: &mut Dice, bytes: &mut Vec<u8>) {
    if bytes.is_empty() {
        return bytes.extend_from_slice(SPLINTERS[dice.below(SPLINTERS.len())]);
    }
    let at = dice.below(bytes.len());
    let run = dice.below(64).min(bytes.len() - at);
    match dice.below(6) {
        0 => bytes.truncate(at),
        1 => bytes[at] = dice.byte(),
        2 => drop(bytes.drain(at..at + run)),
        3 => {
            let copy = bytes[at..at + run].to_vec();
            let to = dice.below(bytes.len());
            drop(bytes.splice(to..to, copy));
        }
        4 => bytes[at..at + run].reverse(),
        _ => {
            let splinter = SPLINTERS[dice.below(SPLINTERS.len())];
            drop(bytes.splice(at..at, splinter.iter().copied()));
        }
    }
}

fn has_closed_quotes(line: &str) -> bool {
    let (mut open, mut escaped) = (false, false);
    for byte in line.bytes() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'"' => open = !open,
            _ => {}
        }
    }
    !open
}

/// The same numbers for the same name.
struct Dice(u64);

impl Dice {
    fn new(name: &str) -> Self {
        let seed = name.bytes().fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
        Self(seed | 1)
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, limit: usize) -> usize {
        let limit = u64::try_from(limit.max(1)).unwrap_or(u64::MAX);
        usize::try_from(self.next() % limit).unwrap_or_default()
    }

    fn byte(&mut self) -> u8 {
        self.next().to_le_bytes()[3]
    }
}
