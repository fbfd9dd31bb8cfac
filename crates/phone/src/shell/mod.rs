//! `sh`: a POSIX shell after mksh, which is what Android has. What it does not know is a syntax error.

mod arithmetic;
mod arithmetic_numbers;
mod assign;
mod ast;
mod braces;
mod builtins;
mod compound;
mod escapes;
mod expand;
mod expand_parameter;
mod fields;
mod glob;
mod how;
mod interactive;
mod interpret;
mod launch;
mod options;
mod parse;
mod parse_compound;
mod parse_parameter;
mod parse_redirect;
mod pattern;
mod pipeline;
mod redirect;
mod traps;
mod value;
mod variables;
mod words;

#[cfg(test)]
pub(crate) mod differential;
#[cfg(test)]
pub(crate) mod tests;

pub(crate) use builtins::signal_number;
pub(crate) use escapes::{backslash, digits, low_byte};
pub(crate) use interactive::{interactive, read_script};
pub(crate) use interpret::{Shell, ShellSource};
pub(crate) use launch::run_program;
pub(crate) use pattern::Pattern;
