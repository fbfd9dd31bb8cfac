//! `$((…))`: C expressions over 32-bit integers, as in mksh.

use super::arithmetic_numbers::{base, code, literal, shown};
use crate::text::raw_byte;

/// Where names get their values.
pub(crate) trait Names {
    fn get(&self, name: &str) -> Option<String>;
    fn set(&mut self, name: &str, value: i32);
    fn is_read_only(&self, _name: &str) -> bool {
        false
    }
}

/// Evaluates an expression; the error is mksh's text without the program's name.
pub(crate) fn evaluate(expression: &str, names: &mut impl Names) -> Result<i64, Wrong> {
    evaluate_at(expression, names, true, 0)
}

/// The same for `test`, to which `0x` is no number.
pub(crate) fn evaluate_operand(expression: &str, names: &mut impl Names) -> Result<i64, Wrong> {
    evaluate_at(expression, names, false, 0)
}

/// What is wrong with an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Wrong {
    pub(crate) message: String,
    /// Not in the expression itself, but in what a name of it stands for: that ends the shell.
    pub(crate) inside: bool,
}

impl From<String> for Wrong {
    fn from(message: String) -> Self {
        Self { message, inside: false }
    }
}

macro_rules! fail {
    ($($argument:tt)*) => { Wrong::from(format!($($argument)*)) };
}

fn evaluate_at(
    expression: &str,
    names: &mut impl Names,
    hexadecimal: bool,
    nesting: usize,
) -> Result<i64, Wrong> {
    let mut evaluator = Evaluator {
        names,
        hexadecimal,
        nesting,
        whole: expression,
        rest: expression,
        token: Token::End,
        operand: None,
        base: 10,
        idle: 0,
        depth: 0,
        unsigned: false,
    };
    evaluator.advance()?;
    if evaluator.token == Token::End {
        return Ok(0);
    }
    let value = evaluator.level(COMMA)?;
    let value = evaluator.number(&value)?;
    if evaluator.token != Token::End {
        return Err(evaluator.unexpected());
    }
    Ok(if evaluator.unsigned { i64::from(value) } else { i64::from(value.cast_signed()) })
}

struct Evaluator<'t, N> {
    names: &'t mut N,
    /// `0x` begins a number.
    hexadecimal: bool,
    /// A name's value is an expression again.
    nesting: usize,
    whole: &'t str,
    rest: &'t str,
    token: Token<'t>,
    /// The last that was read.
    operand: Option<Value<'t>>,
    /// Of the last number that was read.
    base: u32,
    /// Inside a branch that is not taken: names have no value and keep theirs.
    idle: usize,
    depth: usize,
    /// The expression began with `#`.
    unsigned: bool,
}

#[derive(Clone, Debug, PartialEq)]
enum Token<'t> {
    Name(&'t str),
    Number(u32),
    Sign(&'static str),
    Bad(char),
    End,
}

/// What stands left of an operator: a place to assign to, or a number.
#[derive(Clone, Debug, PartialEq)]
enum Value<'t> {
    Name(&'t str),
    Number(u32),
}

/// Longest first.
const SIGNS: [&str; 41] = [
    "^<=", "^>=", "<<=", ">>=", "++", "--", "==", "!=", "*=", "/=", "%=", "+=", "-=", "&=", "^=",
    "|=", "^<", "^>", "<<", ">>", "<=", ">=", "&&", "||", "=", "<", ">", "*", "/", "%", "+", "-",
    "&", "^", "|", "?", ",", "~", "!", "(", ")",
];
const MAX_DEPTH: usize = 60;
const MAX_NESTING: usize = 20;

/// How loosely an operator binds.
fn looseness(sign: &str) -> usize {
    match sign {
        "*" | "/" | "%" => 1,
        "+" | "-" => 2,
        "<<" | ">>" | "^<" | "^>" => 3,
        "<=" | ">=" | "<" | ">" => 4,
        "==" | "!=" => 5,
        "&" => 6,
        "^" => 7,
        "|" => 8,
        "&&" => 9,
        "||" => 10,
        "?" => TERNARY,
        "," => COMMA,
        _ if sign.ends_with('=') => ASSIGN,
        _ => usize::MAX,
    }
}

const TERNARY: usize = 11;
const ASSIGN: usize = 12;
const COMMA: usize = 13;

impl<'t, N: Names> Evaluator<'t, N> {
    fn level(&mut self, looseness_allowed: usize) -> Result<Value<'t>, Wrong> {
        if looseness_allowed == 0 {
            self.depth += 1;
            if self.depth > MAX_DEPTH {
                return Err(fail!("{}: expression recurses", self.whole));
            }
            let value = self.primary();
            self.depth -= 1;
            return value;
        }
        let mut left = self.level(looseness_allowed - 1)?;
        while let Token::Sign(sign) = self.token
            && looseness(sign) == looseness_allowed
        {
            left = match looseness_allowed {
                TERNARY => self.ternary(&left)?,
                ASSIGN => self.assignment(&left, sign)?,
                9 | 10 => {
                    let decided = (self.number(&left)? != 0) == (sign == "||");
                    self.idle += usize::from(decided);
                    self.advance()?;
                    let right = self.level(looseness_allowed - 1)?;
                    let right = self.number(&right)? != 0;
                    self.idle -= usize::from(decided);
                    Value::Number(u32::from(if decided { sign == "||" } else { right }))
                }
                _ => {
                    let left = self.number(&left)?;
                    self.advance()?;
                    let right = self.level(looseness_allowed - 1)?;
                    let right = self.number(&right)?;
                    Value::Number(self.compute(sign, left, right)?)
                }
            };
        }
        Ok(left)
    }

    fn ternary(&mut self, condition: &Value<'t>) -> Result<Value<'t>, Wrong> {
        let met = self.number(condition)? != 0;
        self.idle += usize::from(!met);
        self.advance()?;
        let yes = self.deeper(COMMA)?;
        self.idle -= usize::from(!met);
        if self.token != Token::Bad(':') {
            return Err(fail!("{}: missing :", self.whole));
        }
        self.idle += usize::from(met);
        self.advance()?;
        let no = self.deeper(TERNARY)?;
        self.idle -= usize::from(met);
        Ok(if met { yes } else { no })
    }

    fn assignment(&mut self, left: &Value<'t>, sign: &'static str) -> Result<Value<'t>, Wrong> {
        self.advance()?;
        let before = if sign == "=" { 0 } else { self.number(left)? };
        if self.idle == 0 {
            self.assignable(left, sign)?;
        }
        let right = self.deeper(ASSIGN)?;
        let right = self.number(&right)?;
        let operation = &sign[..sign.len() - 1];
        let value =
            if operation.is_empty() { right } else { self.compute(operation, before, right)? };
        self.store(left, value);
        Ok(Value::Number(value))
    }

    /// Whatever calls itself costs stack.
    fn deeper(&mut self, looseness_allowed: usize) -> Result<Value<'t>, Wrong> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(fail!("{}: expression recurses", self.whole));
        }
        let value = self.level(looseness_allowed);
        self.depth -= 1;
        value
    }

    fn primary(&mut self) -> Result<Value<'t>, Wrong> {
        let mut value = match self.token.clone() {
            Token::Sign(sign @ ("~" | "!" | "-" | "+")) => {
                self.advance()?;
                let value = self.level(0)?;
                let value = self.number(&value)?;
                Value::Number(match sign {
                    "~" => !value,
                    "!" => u32::from(value == 0),
                    "-" => value.wrapping_neg(),
                    _ => value,
                })
            }
            Token::Sign("(") => {
                self.advance()?;
                let value = self.level(COMMA)?;
                if self.token != Token::Sign(")") {
                    return Err(fail!("{}: missing )", self.whole));
                }
                self.advance()?;
                value
            }
            Token::Sign(sign @ ("++" | "--")) => {
                self.advance()?;
                // mksh does not look whether it is one: before a sign, it steps the operand before.
                let place = match self.operand.clone() {
                    Some(place) if self.token != Token::End => place,
                    Some(_) | None => return Err(self.no_place(sign)),
                };
                let value = self.step(&place, sign, true)?;
                self.advance()?;
                value
            }
            Token::Name(name) => {
                self.advance()?;
                Value::Name(name)
            }
            Token::Number(number) => {
                self.advance()?;
                Value::Number(number)
            }
            Token::Sign(_) | Token::Bad(_) | Token::End => return Err(self.unexpected()),
        };
        if let Token::Sign(sign @ ("++" | "--")) = self.token {
            value = self.step(&value, sign, false)?;
            self.advance()?;
        }
        Ok(value)
    }

    fn step(&mut self, place: &Value<'t>, sign: &str, before: bool) -> Result<Value<'t>, Wrong> {
        self.assignable(place, sign)?;
        let old = self.number(place)?;
        let new = if sign == "++" { old.wrapping_add(1) } else { old.wrapping_sub(1) };
        self.store(place, new);
        Ok(Value::Number(if before { new } else { old }))
    }

    fn assignable(&self, place: &Value<'_>, sign: &str) -> Result<(), Wrong> {
        match place {
            Value::Name(_) if self.token == Token::End && !matches!(sign, "++" | "--") => {
                Err(self.no_place(sign))
            }
            Value::Name(name) if self.idle == 0 && self.names.is_read_only(name) => {
                Err(fail!("{}: {sign} applied to read-only variable", self.whole))
            }
            Value::Name(_) => Ok(()),
            Value::Number(_) => Err(self.no_place(sign)),
        }
    }

    fn no_place(&self, sign: &str) -> Wrong {
        fail!("{}: {sign} requires lvalue", self.whole)
    }

    fn store(&mut self, place: &Value<'_>, value: u32) {
        if let Value::Name(name) = place
            && self.idle == 0
        {
            self.names.set(name, value.cast_signed());
        }
    }

    fn number(&mut self, value: &Value<'_>) -> Result<u32, Wrong> {
        let name = match value {
            Value::Number(number) => return Ok(*number),
            Value::Name(_) if self.idle > 0 => return Ok(0),
            Value::Name(name) => name,
        };
        let text = self.names.get(name).unwrap_or_default();
        if let Some(number) = literal(&text, self.hexadecimal) {
            return Ok(number);
        }
        if self.nesting >= MAX_NESTING {
            let whole = self.whole;
            return Err(fail!("{whole}: expression recurses on parameter '{name}'"));
        }
        let value = evaluate_at(&text, self.names, self.hexadecimal, self.nesting + 1)
            .map_err(|wrong| Wrong { inside: true, ..wrong })?;
        Ok(u32::try_from(value & 0xffff_ffff).unwrap_or(u32::MAX))
    }

    fn compute(&self, sign: &str, left: u32, right: u32) -> Result<u32, Wrong> {
        let (signed_left, signed_right) = (left.cast_signed(), right.cast_signed());
        let order = if self.unsigned { left.cmp(&right) } else { signed_left.cmp(&signed_right) };
        let right = match sign {
            "/" | "%" if right == 0 && self.idle == 0 => {
                return Err(fail!("{}: zero divisor", self.whole));
            }
            "/" | "%" if right == 0 => 1,
            _ => right,
        };
        let signed_right =
            if matches!(sign, "/" | "%") { right.cast_signed() } else { signed_right };
        Ok(match sign {
            "*" => left.wrapping_mul(right),
            "/" if self.unsigned => left / right,
            "/" => signed_left.wrapping_div(signed_right).cast_unsigned(),
            "%" if self.unsigned => left % right,
            "%" => signed_left.wrapping_rem(signed_right).cast_unsigned(),
            "+" => left.wrapping_add(right),
            "-" => left.wrapping_sub(right),
            "<<" => left.wrapping_shl(right),
            ">>" if self.unsigned => left.wrapping_shr(right),
            ">>" => signed_left.wrapping_shr(right).cast_unsigned(),
            "^<" => left.rotate_left(right & 31),
            "^>" => left.rotate_right(right & 31),
            "<" => u32::from(order.is_lt()),
            "<=" => u32::from(order.is_le()),
            ">" => u32::from(order.is_gt()),
            ">=" => u32::from(order.is_ge()),
            "==" => u32::from(left == right),
            "!=" => u32::from(left != right),
            "&" => left & right,
            "^" => left ^ right,
            "|" => left | right,
            _ => right,
        })
    }

    fn advance(&mut self) -> Result<(), Wrong> {
        self.read_token()?;
        match self.token {
            Token::Name(name) => self.operand = Some(Value::Name(name)),
            Token::Number(number) => self.operand = Some(Value::Number(number)),
            Token::Sign(_) | Token::Bad(_) | Token::End => {}
        }
        Ok(())
    }

    fn read_token(&mut self) -> Result<(), Wrong> {
        let at_start = self.rest.len() == self.whole.len();
        self.skip_blanks();
        if at_start && let Some(after) = self.rest.strip_prefix('#') {
            self.unsigned = true;
            self.rest = after;
            self.skip_blanks();
        }
        let rest = self.rest;
        let Some(first) = rest.chars().next() else {
            self.token = Token::End;
            return Ok(());
        };
        if first.is_ascii_alphabetic() || first == '_' {
            let name = leading(rest, |c| c.is_ascii_alphanumeric() || c == '_');
            // In a branch that is not taken nothing is looked up, and mksh forgets even the name.
            self.token = Token::Name(if self.idle > 0 { "" } else { name });
            self.rest = &rest[name.len()..];
            if self.rest.starts_with('[') && !closes(self.rest) {
                return Err(fail!("{}: missing ]", self.whole));
            }
        } else if let Some(after) = rest.strip_prefix("1#") {
            let character = after.chars().next();
            self.token = Token::Number(character.map_or(0, code));
            self.base = 1;
            self.rest = &after[character.map_or(0, char::len_utf8)..];
        } else if let Some(after) = rest.strip_prefix('\'') {
            let mut chars = after.chars();
            let Some(character) = chars.next() else {
                return Err(fail!("{}: unexpected 'end of expression'", self.whole));
            };
            if chars.next() != Some('\'') {
                return Err(fail!("{}: multi-character character constant", self.whole));
            }
            self.token = Token::Number(code(character));
            self.base = 1;
            self.rest = chars.as_str();
        } else if first.is_ascii_digit() {
            let text = leading(rest, |c| c.is_ascii_alphanumeric() || c == '#');
            let number = literal(text, self.hexadecimal)
                .ok_or_else(|| fail!("{}: bad number '{text}'", self.whole))?;
            self.token = Token::Number(number);
            self.base = base(text, self.hexadecimal);
            self.rest = &rest[text.len()..];
        } else if let Some(sign) = SIGNS.into_iter().find(|sign| rest.starts_with(sign)) {
            self.token = Token::Sign(sign);
            self.rest = &rest[sign.len()..];
        } else {
            self.token = Token::Bad(first);
            if first == ':' {
                self.rest = &rest[1..];
            }
        }
        Ok(())
    }

    fn skip_blanks(&mut self) {
        self.rest = self.rest.trim_start_matches([' ', '\t', '\n', '\r', '\x0b', '\x0c']);
    }

    fn unexpected(&self) -> Wrong {
        let token = match &self.token {
            Token::Name(name) => (*name).to_owned(),
            Token::Number(number) => shown(*number, self.base),
            Token::Sign(sign) => (*sign).to_owned(),
            // mksh shows one byte.
            Token::Bad(character) => {
                let byte = raw_byte(*character)
                    .unwrap_or_else(|| character.encode_utf8(&mut [0; 4]).as_bytes()[0]);
                crate::text::byte_as_char(byte).to_string()
            }
            Token::End => "end of expression".to_owned(),
        };
        fail!("{}: unexpected '{token}'", self.whole)
    }
}

/// Is the bracket at the beginning closed, after all that are opened in it?
fn closes(text: &str) -> bool {
    let mut open = 0_usize;
    text.chars().any(|character| {
        match character {
            '[' => open += 1,
            ']' => open = open.saturating_sub(1),
            _ => {}
        }
        open == 0
    })
}

fn leading(text: &str, belongs: impl Fn(char) -> bool) -> &str {
    &text[..text.find(|c| !belongs(c)).unwrap_or(text.len())]
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    impl Names for HashMap<String, String> {
        fn get(&self, name: &str) -> Option<String> {
            self.get(name).cloned()
        }
        fn set(&mut self, name: &str, value: i32) {
            self.insert(name.to_owned(), value.to_string());
        }
    }

    fn check(expression: &str, expected: i64) {
        let mut names =
            HashMap::from([("x".to_owned(), "5".to_owned()), ("e".to_owned(), "x+1".to_owned())]);
        assert_eq!(evaluate(expression, &mut names), Ok(expected), "{expression}");
    }

    #[test]
    fn computes() {
        check("1+2*3", 7);
        check("(1+2)*3", 9);
        check("-7/2", -3);
        check("2147483647+1", -2_147_483_648);
        check("#-1", 4_294_967_295);
        check("1 ^< 4", 16);
        check("'a'", 97);
        check("0x1f", 31);
        check("16#ff", 255);
        check("x++ + x", 11);
        check("x+=3, x", 8);
        check("e", 6);
        check("1?2:3", 2);
        check("0 && (x=9)", 0);
        check("0 && (x=9), x", 5);
        check("1<<4|1", 17);
        check("!x", 0);
        check("~0", -1);
        check("3 > 2 && 2 >= 2", 1);
        check("", 0);
    }

    #[test]
    fn refuses() {
        let mut names = HashMap::new();
        for bad in ["1/0", "1+", "(1", "1 2", "0xz", "a b", "$", "1=2", "1++", "x="] {
            assert!(evaluate(bad, &mut names).is_err(), "{bad}");
        }
        names.insert("r".to_owned(), "r+1".to_owned());
        assert!(evaluate("r", &mut names).is_err());
        assert!(evaluate(&"(".repeat(1000), &mut names).is_err());
        assert!(evaluate(&"-".repeat(1001), &mut names).is_err());
    }
}
