//! `cut`: parts of lines, by byte, character or field.

use super::input_files::read_lines;
use crate::process::Process;
use crate::userland::Outcome;
use crate::userland::options::options;

pub(crate) async fn run(process: &mut Process, arguments: &[String]) -> Outcome {
    let options = options!(process, arguments, "b:c:d:f:sn");
    let by_field = options.value('f');
    let Some(list) = by_field.or_else(|| options.value('c')).or_else(|| options.value('b')) else {
        return process.fail("cut", "Needs -CFfcb (see \"cut --help\")").await;
    };
    let Some(ranges) = ranges(list) else {
        return process.fail("cut", format!("bad list '{list}'")).await;
    };
    let delimiter = options.value('d').map_or(vec![b'\t'], |text| text.as_bytes().to_vec());
    let (lines, status) = read_lines(process, "cut", &options.rest).await?;
    let mut output = Vec::new();
    for line in lines {
        if by_field.is_some() {
            let fields = split(&line, &delimiter);
            if fields.len() == 1 {
                if options.has('s') {
                    continue;
                }
                output.extend_from_slice(&line);
            } else {
                let chosen: Vec<&[u8]> = pick(&fields, &ranges);
                output.extend_from_slice(&chosen.join(delimiter.as_slice()));
            }
        } else if options.value('c').is_some() {
            let text = crate::text::decode(&line);
            let chars: Vec<char> = text.chars().collect();
            let chosen: String = pick(&chars, &ranges).into_iter().collect();
            output.extend_from_slice(&crate::text::encode(&chosen));
        } else {
            output.extend(pick(&line, &ranges));
        }
        output.push(b'\n');
    }
    process.stdout.write(output).await?;
    Ok(status)
}

fn split<'a>(line: &'a [u8], delimiter: &[u8]) -> Vec<&'a [u8]> {
    let mut fields = Vec::new();
    let mut rest = line;
    while let Some(at) = rest.windows(delimiter.len().max(1)).position(|window| window == delimiter)
    {
        fields.push(&rest[..at]);
        rest = &rest[at + delimiter.len()..];
    }
    fields.push(rest);
    fields
}

/// `1,3-5,7-` as pairs that count from 1.
fn ranges(list: &str) -> Option<Vec<(usize, usize)>> {
    list.split(',')
        .map(|piece| {
            let (low, high) = match piece.split_once('-') {
                Some((low, high)) => (
                    if low.is_empty() { 1 } else { low.parse().ok()? },
                    if high.is_empty() { usize::MAX } else { high.parse().ok()? },
                ),
                None => (piece.parse().ok()?, piece.parse().ok()?),
            };
            (low >= 1 && low <= high).then_some((low, high))
        })
        .collect()
}

fn pick<T: Copy>(items: &[T], ranges: &[(usize, usize)]) -> Vec<T> {
    let chosen =
        |index: usize| ranges.iter().any(|(low, high)| (*low..=*high).contains(&(index + 1)));
    items.iter().enumerate().filter(|(index, _)| chosen(*index)).map(|(_, item)| *item).collect()
}
