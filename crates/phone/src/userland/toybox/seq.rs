//! `seq`: numbers in a row.

use crate::process::Process;
use crate::text::append;
use crate::userland::Outcome;
use crate::userland::options::options;

/// More than this between two numbers is refused.
const LONGEST: usize = 4064;

pub(crate) async fn run(process: &mut Process, arguments: &[String]) -> Outcome {
    let options = options!(process, arguments, "<1>3?s:w");
    let words = &options.rest;
    let mut numbers = Vec::new();
    // The step is read first, then the first, then the last.
    let order: &[usize] = match words.len() {
        1 => &[0],
        2 => &[0, 1],
        _ => &[1, 0, 2],
    };
    let mut places = 0;
    for index in order {
        let word = words[*index];
        if let Some((_, fraction)) = word.split_once('.') {
            places = places.max(fraction.find(['e', 'E']).unwrap_or(fraction.len()));
        }
        let Some(number) = float(word) else {
            return process.fail("seq", format!("strtod {word}: Argument list too long")).await;
        };
        numbers.push(number);
    }
    let (step, first, last) = match numbers.as_slice() {
        [last] => (1.0, 1.0, *last),
        [first, last] => (1.0, *first, *last),
        [step, first, last, ..] => (*step, *first, *last),
        [] => return Ok(1),
    };
    let separator = options.value('s').unwrap_or("\n");
    let width = [first, step, last]
        .iter()
        .map(|number| format!("{:.places$}", number.abs()).len())
        .max()
        .unwrap_or(0);
    if width + places + separator.len() > LONGEST {
        return process.fail("seq", "bad -s").await;
    }
    let small = |number: f64| number.fract() == 0.0 && number.abs() <= f64::from(i32::MAX);
    // Plain counting does not line the numbers up, everything else does.
    let plain = !options.has_any("sw") && small(first) && small(step) && small(last + step);
    let mut text = String::new();
    let mut index = 0_u32;
    loop {
        let value = first + f64::from(index) * step;
        if step == 0.0 || (step > 0.0 && value > last) || (step < 0.0 && value < last) {
            break;
        }
        if plain {
            append!(text, "{value}\n");
        } else {
            let gap = if index > 0 { separator } else { "" };
            append!(text, "{gap}{value:0width$.places$}");
        }
        if text.len() > 32 * 1024 {
            process.print(std::mem::take(&mut text)).await?;
        }
        index += 1;
    }
    if !plain && step != 0.0 {
        text.push('\n');
    }
    process.print(text).await?;
    Ok(0)
}

/// What C's `strtod` takes as a whole; nothing at all is zero.
fn float(word: &str) -> Option<f64> {
    let trimmed = word.trim_start();
    if word.is_empty() { Some(0.0) } else { trimmed.parse::<f64>().ok() }
}
