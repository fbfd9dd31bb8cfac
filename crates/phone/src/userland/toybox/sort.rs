//! `sort`: lines in order.

use super::input_files::{InputFiles, all_of};
use super::sort_key::Key;
use crate::files::WriteMode;
use crate::process::Process;
use crate::userland::Outcome;
use crate::userland::options::options;
use std::cmp::Ordering;

pub(crate) async fn run(process: &mut Process, arguments: &[String]) -> Outcome {
    let options = options!(process, arguments, "gS:T:mo:k*t:xVbMCcszdfirun");
    let mut global: String = "gxVbMCdfirn".chars().filter(|flag| options.has(*flag)).collect();
    if options.has('b') {
        // Both ends.
        global.push('B');
    }
    let separator = options.value('t').and_then(|text| text.bytes().next());
    let mut keys = Vec::new();
    for text in options.values('k') {
        let Some(key) = Key::parse(text) else {
            process.fail("sort", "Unknown key option.").await?;
            return Ok(2);
        };
        keys.push(key);
    }
    if keys.is_empty() {
        keys.push(Key::whole_line());
    }
    let order = Order { keys, global, separator, stable: options.has_any("su") };
    let end = if options.has('z') { b'\0' } else { b'\n' };
    let checks = options.has_any("cC");
    let mut files = InputFiles::new(&options.rest);
    files.opens_directories = true;
    let mut lines: Vec<Vec<u8>> = Vec::new();
    while let Some((name, input)) = files.next(process, "sort").await {
        let bytes = all_of(&input).await?;
        for line in bytes.split_inclusive(|byte| *byte == end) {
            let line = line.strip_suffix(&[end]).unwrap_or(line);
            if checks && let Some(last) = lines.last() {
                let found = order.compare(last, line);
                if found == Ordering::Greater || (options.has('u') && found == Ordering::Equal) {
                    if options.has('c') && !options.has('C') {
                        process
                            .fail("sort", format!("{name}: Check line {}", lines.len() + 1))
                            .await?;
                    }
                    return Ok(1);
                }
            }
            lines.push(line.to_vec());
        }
    }
    let status = if files.failed { 2 } else { 0 };
    if checks {
        return Ok(status);
    }
    lines = sorted(lines, &order);
    if options.has('u') {
        lines.dedup_by(|next, kept| order.compare(kept, next) == Ordering::Equal);
    }
    let mut output = process.stdout.clone();
    if let Some(name) = options.value('o') {
        match process.open_output(name, WriteMode::Truncate) {
            Ok(opened) => output = opened,
            Err(errno) => {
                process.fail("sort", format!("{name}: {errno}")).await?;
                return Ok(2);
            }
        }
    }
    let text: Vec<u8> = lines.iter().flat_map(|line| line.iter().chain([&end])).copied().collect();
    output.write(text).await?;
    Ok(status)
}

struct Order {
    keys: Vec<Key>,
    global: String,
    separator: Option<u8>,
    stable: bool,
}

impl Order {
    fn compare(&self, one: &[u8], other: &[u8]) -> Ordering {
        let mut flags = self.global.as_str();
        let mut found = Ordering::Equal;
        for key in &self.keys {
            flags = if key.flags.is_empty() { &self.global } else { &key.flags };
            let (a, b) = (key.of(one, self.separator, flags), key.of(other, self.separator, flags));
            found = super::sort_key::compare(flags, &a, &b);
            if found != Ordering::Equal {
                break;
            }
        }
        if found == Ordering::Equal && !self.stable {
            flags = &self.global;
            found = one.cmp(other);
        }
        if flags.contains('r') { found.reverse() } else { found }
    }
}

/// By merging, because an order by version is not one that the library's sort would accept.
fn sorted(mut lines: Vec<Vec<u8>>, order: &Order) -> Vec<Vec<u8>> {
    if lines.len() < 2 {
        return lines;
    }
    let rest = lines.split_off(lines.len() / 2);
    let mut left = sorted(lines, order).into_iter().peekable();
    let mut right = sorted(rest, order).into_iter().peekable();
    let mut merged = Vec::new();
    while let (Some(a), Some(b)) = (left.peek(), right.peek()) {
        let from_left = order.compare(a, b) != Ordering::Greater;
        merged.extend(if from_left { left.next() } else { right.next() });
    }
    merged.extend(left.chain(right));
    merged
}
