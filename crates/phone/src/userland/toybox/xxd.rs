//! `xxd`: bytes as hexadecimal digits, and back.

use super::input_files::{InputFiles, all_of};
use crate::files::Errno;
use crate::process::{Input, Output, Process};
use crate::text::append;
use crate::userland::Outcome;
use crate::userland::options::{Options, options};

pub(crate) async fn run(process: &mut Process, arguments: &[String]) -> Outcome {
    let options = options!(process, arguments, ">1c#<0>256l#o#g#<0=2iprs#[!rs]");
    let usual = if options.has('p') {
        30
    } else if options.has('i') {
        12
    } else {
        16
    };
    let size = |letter| options.number(letter).and_then(|count| usize::try_from(count).ok());
    let columns = size('c').unwrap_or(usual);
    let group = match size('g') {
        _ if options.has('p') && !options.has('g') => columns,
        group => group.unwrap_or(2),
    };
    let mut files = InputFiles::new(&options.rest);
    files.opens_directories = true;
    while let Some((name, input)) = files.next(process, "xxd").await {
        let unreadable = matches!(input, Input::Directory | Input::Closed);
        let bytes = all_of(&input).await?;
        if options.has('r') {
            let seekable = matches!(process.stdout, Output::File(_) | Output::Null);
            let mut reversed = Reversed { bytes: Vec::new(), at: 0, seekable };
            let whole = reversed.read(&bytes, &options, columns);
            process.stdout.write(reversed.bytes).await?;
            if !whole {
                return process.fail("xxd", format!("{name}: seek failed: Illegal seek")).await;
            }
        } else if options.has('i') {
            process.print(include(&bytes, columns)).await?;
        } else {
            process.print(dump(&bytes, &options, columns, group)).await?;
            if unreadable {
                return process.fail("xxd", format!("read: {}", Errno::IsDirectory)).await;
            }
        }
        if unreadable {
            files.failed = true;
            process.fail("xxd", format!("{name}: {}", Errno::IsDirectory)).await?;
        }
    }
    Ok(files.status())
}

fn dump(bytes: &[u8], options: &Options<'_>, columns: usize, group: usize) -> String {
    let skipped = options.number('s').and_then(|at| usize::try_from(at).ok()).unwrap_or(0);
    let mut bytes = bytes.get(skipped..).unwrap_or_default();
    if let Some(limit) = options.number('l').and_then(|limit| usize::try_from(limit).ok())
        && limit > 0
    {
        bytes = &bytes[..limit.min(bytes.len())];
    }
    let plain = options.has('p');
    let mut at = options.number('o').unwrap_or(0).wrapping_add(i64::try_from(skipped).unwrap_or(0));
    let mut text = String::new();
    for line in bytes.chunks(if columns == 0 { 4096 } else { columns }) {
        if !plain {
            append!(text, "{at:08x}: ");
        }
        at = at.wrapping_add(i64::try_from(line.len()).unwrap_or(0));
        let groups = if group > 0 { columns.div_ceil(group) + 1 } else { 2 };
        let mut left = i64::try_from(2 * columns + groups).unwrap_or(0);
        for (index, byte) in (1..).zip(line) {
            append!(text, "{byte:02x}");
            left -= 2;
            if group > 0 && index % group == 0 {
                text.push(' ');
                left -= 1;
            }
        }
        if !plain {
            // A row that is wider than said is followed by as much as it is too wide.
            text.push_str(&" ".repeat(usize::try_from(left.unsigned_abs()).unwrap_or(0)));
            let shown =
                |byte: &u8| if (b' '..=b'~').contains(byte) { char::from(*byte) } else { '.' };
            text.extend(line.iter().map(shown));
        }
        if columns > 0 || !plain {
            text.push('\n');
        }
    }
    if columns == 0 && plain {
        text.push('\n');
    }
    text
}

/// As C would have it between braces.
fn include(bytes: &[u8], columns: usize) -> String {
    let mut text = String::new();
    let mut column = 1;
    for byte in bytes {
        let gap = if column > 1 { ", " } else { "  " };
        // C leaves the prefix out for zero.
        if *byte == 0 {
            append!(text, "{gap}00");
        } else {
            append!(text, "{gap}0x{byte:02x}");
        }
        if column == columns {
            text.push_str(",\n");
            column = 1;
        } else {
            column += 1;
        }
    }
    if column > 1 {
        text.push('\n');
    }
    text
}

/// Where the bytes of a dump go; an address that does not go on where the last line ended is sought.
struct Reversed {
    bytes: Vec<u8>,
    at: usize,
    seekable: bool,
}

impl Reversed {
    fn push(&mut self, byte: u8) {
        if self.at >= self.bytes.len() {
            self.bytes.resize(self.at + 1, 0);
        }
        self.bytes[self.at] = byte;
        self.at += 1;
    }

    /// False where the output cannot be sought.
    fn read(&mut self, dump: &[u8], options: &Options<'_>, columns: usize) -> bool {
        let digit = |byte: Option<&u8>| byte.and_then(|byte| char::from(*byte).to_digit(16));
        let text = String::from_utf8_lossy(dump);
        if options.has('i') {
            for piece in text.split(',') {
                let digits = piece.trim_start().strip_prefix("0x").map(str::trim_end);
                let Some(byte) = digits.and_then(|digits| u8::from_str_radix(digits, 16).ok())
                else {
                    break;
                };
                self.push(byte);
            }
            return true;
        }
        let mut written = 0;
        for line in text.lines() {
            let mut rest = line;
            if !options.has('p') {
                let number = line.trim_start();
                let number = number.strip_prefix("0x").unwrap_or(number);
                let length = number.find(|c: char| !c.is_ascii_hexdigit()).unwrap_or(number.len());
                if let Ok(address) = usize::from_str_radix(&number[..length], 16) {
                    let after = &number[length..];
                    rest = after.strip_prefix(':').map_or(after, str::trim_start);
                    if address != written {
                        if !self.seekable || address >= (1 << 24) {
                            return false;
                        }
                        self.at = address;
                    }
                }
            }
            let bytes = rest.as_bytes();
            let (mut at, mut count) = (0, 0);
            while options.has('p') || columns == 0 || count < columns {
                let (Some(high), Some(low)) = (digit(bytes.get(at)), digit(bytes.get(at + 1)))
                else {
                    break;
                };
                self.push((high * 16 + low).to_le_bytes()[0]);
                written += 1;
                count += 1;
                at += 2;
                at += usize::from(bytes.get(at) == Some(&b' '));
            }
        }
        true
    }
}
