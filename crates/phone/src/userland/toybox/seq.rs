//! `seq`: numbers in a row.

use crate::process::Process;
use crate::text::append;
use crate::userland::Outcome;

pub(crate) async fn run(process: &mut Process, arguments: &[String]) -> Outcome {
    let mut words = &arguments[1..];
    let (mut separator, mut pad) = ("\n".to_owned(), false);
    while let Some(option) = words.first() {
        match option.as_str() {
            "-w" => pad = true,
            attached if attached.starts_with("-s") && attached.len() > 2 => {
                separator = attached[2..].to_owned();
            }
            "-s" => {
                let Some(value) = words.get(1) else {
                    return process
                        .fail("seq", "Missing argument to 's' (see \"seq --help\")")
                        .await;
                };
                separator.clone_from(value);
                words = &words[1..];
            }
            _ => break,
        }
        words = &words[1..];
    }
    let mut numbers = Vec::new();
    for word in words {
        match word.parse::<f64>() {
            Ok(number) if number.is_finite() => numbers.push(number),
            _ => return process.fail("seq", format!("Not a number '{word}'")).await,
        }
    }
    let (first, step, last) = match numbers.as_slice() {
        [last] => (1.0, 1.0, *last),
        [first, last] => (*first, 1.0, *last),
        [first, step, last] => (*first, *step, *last),
        [] => return process.fail("seq", "Needs 1 argument (see \"seq --help\")").await,
        _ => return process.fail("seq", "Max 3 arguments (see \"seq --help\")").await,
    };
    let places = words
        .iter()
        .filter_map(|word| word.split_once('.'))
        .map(|(_, places)| places.len())
        .max()
        .unwrap_or(0);
    let width = if pad {
        [first, last].iter().map(|number| format!("{number:.places$}").len()).max().unwrap_or(0)
    } else {
        0
    };
    let mut text = String::new();
    let mut index = 0_u32;
    loop {
        let value = first + f64::from(index) * step;
        if (step > 0.0 && value > last)
            || (step < 0.0 && value < last)
            || step == 0.0 && first > last
        {
            break;
        }
        if index > 0 {
            text.push_str(&separator);
        }
        append!(text, "{value:0width$.places$}");
        if text.len() > 32 * 1024 {
            process.print(std::mem::take(&mut text)).await?;
        }
        index = index.wrapping_add(1);
    }
    if index > 0 {
        text.push('\n');
    }
    process.print(text).await?;
    Ok(0)
}
