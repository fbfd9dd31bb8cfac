//! `wc`: lines, words, bytes.

use super::input_files::InputFiles;
use crate::process::Process;
use crate::userland::Outcome;
use crate::userland::options::options;

pub(crate) async fn run(process: &mut Process, arguments: &[String]) -> Outcome {
    let options = options!(process, arguments, "mcwl");
    let any = "mcwl".chars().any(|letter| options.has(letter));
    let one_file = options.rest.len() == 1;
    let mut files = InputFiles::new(&options.rest);
    let (mut total, mut count) = ([0_u64; 4], 0);
    let mut text = String::new();
    let row = |counts: &[u64; 4], name: &str| {
        let chosen = [('l', counts[0]), ('w', counts[1]), ('c', counts[2]), ('m', counts[3])];
        let cells: Vec<String> = chosen
            .iter()
            .filter(|(letter, _)| options.has(*letter) || (!any && *letter != 'm'))
            .map(|(_, value)| value.to_string())
            .collect();
        // Several columns are lined up, unless there is one file to name.
        let line = if cells.len() > 1 && !one_file {
            cells.iter().map(|cell| format!("{cell:>7}")).collect::<Vec<_>>().join(" ")
        } else {
            cells.join(" ")
        };
        if name == "-" { format!("{line}\n") } else { format!("{line} {name}\n") }
    };
    while let Some((name, input)) = files.next(process, "wc").await {
        let mut counts = [0_u64; 4];
        let mut in_word = false;
        loop {
            let bytes = input.next().await?;
            if bytes.is_empty() {
                break;
            }
            counts[2] += bytes.len() as u64;
            for byte in &bytes {
                counts[0] += u64::from(*byte == b'\n');
                counts[3] += u64::from(byte & 0xc0 != 0x80);
                let blank = byte.is_ascii_whitespace() || *byte == 0x0b;
                counts[1] += u64::from(!blank && !in_word);
                in_word = !blank;
            }
        }
        for (sum, value) in total.iter_mut().zip(counts) {
            *sum += value;
        }
        count += 1;
        text.push_str(&row(&counts, name));
    }
    if count > 1 {
        text.push_str(&row(&total, "total"));
    }
    process.print(text).await?;
    Ok(files.status())
}
