//! `expr`: a calculation given word by word.

use super::regular::{Dialect, compile};
use crate::process::Process;
use crate::userland::Outcome;

pub(crate) async fn run(process: &mut Process, arguments: &[String]) -> Outcome {
    let mut words = &arguments[1..];
    let result = evaluate(&mut words, 1).and_then(|value| match words.first() {
        // The newline is the original's.
        Some(word) => Err(format!("Unexpected extra input '{word}'\n")),
        None => Ok(value),
    });
    match result {
        Ok(value) => {
            process.print(format!("{}\n", value.text())).await?;
            Ok(u8::from(value.is_false()))
        }
        Err(text) => {
            process.fail("expr", text).await?;
            Ok(2)
        }
    }
}

#[derive(Clone)]
enum Value {
    Text(String),
    Number(i64),
}

impl Value {
    fn text(&self) -> String {
        match self {
            Self::Text(text) => text.clone(),
            Self::Number(number) => number.to_string(),
        }
    }

    /// Nothing at all is zero.
    fn number(&self) -> Option<i64> {
        match self {
            Self::Text(text) if text.is_empty() => Some(0),
            Self::Text(text) => {
                let trimmed = text.trim_start();
                let digits = trimmed.strip_prefix(['-', '+']).unwrap_or(trimmed);
                let plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
                let most = if trimmed.starts_with('-') { i64::MIN } else { i64::MAX };
                plain.then(|| trimmed.parse().unwrap_or(most))
            }
            Self::Number(number) => Some(*number),
        }
    }

    fn is_false(&self) -> bool {
        self.number() == Some(0)
    }
}

const OPERATORS: [(&str, u8); 14] = [
    ("|", 1),
    ("&", 2),
    ("=", 3),
    ("==", 3),
    ("!=", 3),
    (">", 3),
    (">=", 3),
    ("<", 3),
    ("<=", 3),
    ("+", 4),
    ("-", 4),
    ("*", 5),
    ("/", 5),
    ("%", 5),
];

fn evaluate(words: &mut &[String], least: u8) -> Result<Value, String> {
    let Some((first, rest)) = words.split_first() else {
        return Err("Unexpected end of input".to_owned());
    };
    *words = rest;
    let mut value = Value::Text(first.clone());
    if first == "(" {
        value = evaluate(words, 1)?;
        if matches!(&value, Value::Text(text) if text == ")") {
            return Err("empty ( )".to_owned());
        }
        match words.split_first() {
            None => return Err("Expected )".to_owned()),
            Some((word, rest)) if word == ")" => *words = rest,
            Some((word, _)) => return Err(format!("Expected ) but got {word}")),
        }
    }
    while let Some((operator, rest)) = words.split_first() {
        let known = OPERATORS.iter().chain(&[(":", 6)]).find(|(name, _)| name == operator);
        let Some((operator, rank)) = known.filter(|(_, rank)| *rank >= least) else { break };
        *words = rest;
        let right = evaluate(words, rank + 1)?;
        value = apply(operator, value, &right)?;
    }
    Ok(value)
}

fn apply(operator: &str, left: Value, right: &Value) -> Result<Value, String> {
    Ok(match operator {
        "|" => {
            if left.is_false() {
                right.clone()
            } else {
                left
            }
        }
        "&" => {
            if left.is_false() || right.is_false() {
                Value::Number(0)
            } else {
                left
            }
        }
        ":" => matched(&left.text(), &right.text())?,
        "+" | "-" | "*" | "/" | "%" => {
            let (Some(a), Some(b)) = (left.number(), right.number()) else {
                return Err("non-integer argument".to_owned());
            };
            Value::Number(match operator {
                "+" => a.wrapping_add(b),
                "-" => a.wrapping_sub(b),
                "*" => a.wrapping_mul(b),
                _ if b == 0 => return Err("division by zero".to_owned()),
                "/" => a.wrapping_div(b),
                _ => a.wrapping_rem(b),
            })
        }
        _ => {
            let order = match (left.number(), right.number()) {
                (Some(a), Some(b)) => a.cmp(&b),
                _ => left.text().cmp(&right.text()),
            };
            Value::Number(i64::from(match operator {
                "=" | "==" => order.is_eq(),
                "!=" => order.is_ne(),
                ">" => order.is_gt(),
                ">=" => order.is_ge(),
                "<" => order.is_lt(),
                _ => order.is_le(),
            }))
        }
    })
}

/// How much of the start matches, or the first group.
fn matched(text: &str, pattern: &str) -> Result<Value, String> {
    let regex = compile(pattern, Dialect::Basic, false)?;
    let bytes = crate::text::encode(text);
    let hit = regex.captures(&bytes).filter(|hit| hit.get(0).is_some_and(|all| all.start() == 0));
    Ok(if regex.captures_len() > 1 {
        let group = hit.as_ref().and_then(|hit| hit.get(1));
        Value::Text(group.map(|group| crate::text::decode(group.as_bytes())).unwrap_or_default())
    } else {
        let length = hit.and_then(|hit| hit.get(0)).map_or(0, |all| all.end());
        Value::Number(i64::try_from(length).unwrap_or(i64::MAX))
    })
}
