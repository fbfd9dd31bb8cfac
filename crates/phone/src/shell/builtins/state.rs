//! Builtins about variables, parameters and options.

use super::super::arithmetic;
use super::super::assign::Declared;
use super::super::interpret::{Flow, Shell, Step};
use super::super::variables::IsReadOnly;
use super::super::words::is_name;
use crate::text;

pub(super) async fn export(shell: &mut Shell, arguments: &[String]) -> Step {
    let words = operands(arguments);
    if words.is_empty() {
        let names: Vec<String> =
            shell.variables.exported().map(|(name, _)| format!("{name}\n")).collect();
        shell.process.print(names.concat()).await.ok();
        return Ok(0);
    }
    for word in words {
        let name = assign_word(shell, "export", word).await?;
        shell.variables.export(&name);
    }
    Ok(0)
}

pub(super) async fn readonly(shell: &mut Shell, arguments: &[String]) -> Step {
    for word in operands(arguments) {
        let name = assign_word(shell, "readonly", word).await?;
        shell.variables.make_read_only(&name);
    }
    Ok(0)
}

pub(super) async fn local(shell: &mut Shell, arguments: &[String]) -> Step {
    for word in operands(arguments) {
        if let Some(declared) = Declared::of(word) {
            shell.variables.make_local(declared.name);
        }
        assign_word(shell, "local", word).await?;
    }
    Ok(0)
}

pub(super) async fn unset(shell: &mut Shell, arguments: &[String]) -> Step {
    let mut functions = false;
    for word in &arguments[1..] {
        match word.as_str() {
            "-f" => functions = true,
            "-v" => functions = false,
            "--" => {}
            name if functions => drop(shell.functions.remove(name)),
            name if !is_name(name) => {
                return shell.die(&format!("unset: {name}: is not an identifier")).await;
            }
            name => {
                if let Err(IsReadOnly(name)) = shell.variables.unset(name) {
                    shell.complain(&format!("read-only: {name}")).await;
                    return Err(Flow::Abort(2));
                }
            }
        }
    }
    Ok(0)
}

pub(super) async fn shift(shell: &mut Shell, arguments: &[String]) -> Step {
    let count = match arguments.get(1).map(String::as_str) {
        Some("--") => arguments.get(2),
        Some(option) if option.starts_with('-') && option.len() > 1 => {
            return shell.die(&format!("shift: {option}: unknown option")).await;
        }
        _ => arguments.get(1),
    };
    let count = match count {
        None => 1,
        Some(text) => match arithmetic::evaluate_operand(text, &mut shell.variables) {
            Ok(count) => match usize::try_from(count) {
                Ok(count) => count,
                Err(_) => return shell.die(&format!("shift: bad number: {text}")).await,
            },
            Err(wrong) => return shell.die(&wrong.message).await,
        },
    };
    if count > shell.parameters.len() {
        return shell.die("shift: nothing to shift").await;
    }
    shell.parameters.drain(..count);
    Ok(0)
}

pub(super) async fn set(shell: &mut Shell, arguments: &[String]) -> Step {
    let mut words = &arguments[1..];
    if words.is_empty() {
        let lines: Vec<String> = shell
            .variables
            .all()
            .map(|(name, value)| format!("{name}={}\n", quote(value)))
            .collect();
        shell.process.print(lines.concat()).await.ok();
        return Ok(0);
    }
    while let Some(word) = words.first() {
        let on = match word.as_bytes() {
            b"--" => {
                shell.parameters = words[1..].to_vec();
                return Ok(0);
            }
            [b'-', _, ..] => true,
            [b'+', _, ..] => false,
            _ => {
                shell.parameters = words.to_vec();
                return Ok(0);
            }
        };
        words = &words[1..];
        for letter in word[1..].chars() {
            if letter == 'o' {
                let Some((name, rest)) = words.split_first() else { return Ok(0) };
                words = rest;
                if !shell.options.set_name(name, on) {
                    return shell.die(&format!("set: {name}: bad option")).await;
                }
            } else if !shell.options.set_letter(letter, on) {
                return shell.die(&format!("set: -{letter}: unknown option")).await;
            }
        }
    }
    Ok(0)
}

pub(super) async fn umask(shell: &mut Shell, arguments: &[String]) -> Step {
    match arguments.get(1) {
        None => {
            shell.process.print(format!("{:03o}\n", shell.process.umask)).await.ok();
            Ok(0)
        }
        Some(text) => match u32::from_str_radix(text, 8) {
            Ok(mask) if mask <= 0o777 => {
                shell.process.umask = mask;
                Ok(0)
            }
            Ok(_) | Err(_) => {
                shell.complain("umask: bad number").await;
                Ok(1)
            }
        },
    }
}

pub(super) async fn compute(shell: &mut Shell, arguments: &[String]) -> Step {
    let mut value = 0;
    for expression in &arguments[1..] {
        match shell.try_evaluate(expression).await? {
            Some(result) => value = result,
            None => return Ok(2),
        }
    }
    Ok(u8::from(value == 0))
}

/// `NAME`, `NAME=value` or `NAME+=value`; the value is assigned.
async fn assign_word(shell: &mut Shell, command: &str, word: &str) -> Result<String, Flow> {
    let Some(Declared { name, appends, value }) = Declared::of(word) else {
        return shell.die(&format!("{command}: {word}: is not an identifier")).await;
    };
    if let Some(value) = value {
        shell.assign_or_append(name, value, appends).await?;
    }
    Ok(name.to_owned())
}

/// The arguments after `-p` or `--`.
fn operands(arguments: &[String]) -> &[String] {
    match arguments.get(1).map(String::as_str) {
        Some("-p" | "--") => &arguments[2..],
        _ => &arguments[1..],
    }
}

/// As mksh shows a value: bare, in quotes, or with escapes where it would not be seen.
pub(in crate::shell) fn quote(value: &str) -> String {
    let plain = !value.is_empty()
        && value.chars().all(|c| {
            c.is_ascii_alphanumeric()
                || "_-./:,+@%^!".contains(c)
                || !c.is_ascii() && text::raw_byte(c).is_none()
        });
    if plain {
        return value.to_owned();
    }
    if value.chars().any(|c| c.is_ascii_control() || text::raw_byte(c).is_some()) {
        return escaped(value);
    }
    // Nothing between two quotation marks has none of its own.
    let parts = value
        .split('\'')
        .map(|part| if part.is_empty() { String::new() } else { format!("'{part}'") });
    let quoted = parts.collect::<Vec<_>>().join("\\'");
    if quoted.is_empty() { "''".to_owned() } else { quoted }
}

fn escaped(value: &str) -> String {
    let mut shown = String::from("$'");
    for character in value.chars() {
        match character {
            '\\' => shown.push_str("\\\\"),
            '\x07' => shown.push_str("\\a"),
            '\x08' => shown.push_str("\\b"),
            '\t' => shown.push_str("\\t"),
            '\n' => shown.push_str("\\n"),
            '\x0b' => shown.push_str("\\v"),
            '\x0c' => shown.push_str("\\f"),
            '\r' => shown.push_str("\\r"),
            '\x1b' => shown.push_str("\\E"),
            '\'' => shown.push_str("\\047"),
            _ => match text::raw_byte(character) {
                Some(byte) => text::append!(shown, "\\{byte:03o}"),
                None if character.is_ascii_control() => {
                    text::append!(shown, "\\{:03o}", u32::from(character));
                }
                None => shown.push(character),
            },
        }
    }
    shown.push('\'');
    shown
}
