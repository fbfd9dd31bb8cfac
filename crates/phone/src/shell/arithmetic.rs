//! `$((…))`: C expressions over 32-bit integers, as in mksh.

use super::words::is_name;

/// Where names get their values.
pub(crate) trait Names {
    fn get(&self, name: &str) -> Option<String>;
    fn set(&mut self, name: &str, value: i32);
    /// `set -u`
    fn must_exist(&self) -> bool {
        false
    }
}

/// Evaluates an expression; the error is mksh's text without the program's name.
pub(crate) fn evaluate(expression: &str, names: &mut impl Names) -> Result<i32, String> {
    Evaluator { names, nesting: 0 }.evaluate(expression)
}

struct Evaluator<'a, N> {
    names: &'a mut N,
    /// A name's value is an expression again.
    nesting: usize,
}

struct Tokens<'t> {
    whole: &'t str,
    rest: &'t str,
    depth: usize,
}

/// Loosest first.
const BINARY: [&[&str]; 10] = [
    &["||"],
    &["&&"],
    &["|"],
    &["^"],
    &["&"],
    &["==", "!="],
    &["<=", ">=", "<", ">"],
    &["<<", ">>"],
    &["+", "-"],
    &["*", "/", "%"],
];
const ASSIGN: [&str; 11] = ["*=", "/=", "%=", "+=", "-=", "<<=", ">>=", "&=", "^=", "|=", "="];
const MAX_DEPTH: usize = 60;

impl<N: Names> Evaluator<'_, N> {
    fn evaluate(&mut self, expression: &str) -> Result<i32, String> {
        let mut tokens = Tokens { whole: expression, rest: expression, depth: 0 };
        if tokens.peek().is_empty() {
            return Ok(0);
        }
        let value = self.comma(&mut tokens, true)?;
        let rest = tokens.peek();
        if rest.is_empty() { Ok(value) } else { Err(tokens.unexpected()) }
    }

    fn comma(&mut self, tokens: &mut Tokens<'_>, live: bool) -> Result<i32, String> {
        let mut value = self.assignment(tokens, live)?;
        while tokens.take(",") {
            value = self.assignment(tokens, live)?;
        }
        Ok(value)
    }

    fn assignment(&mut self, tokens: &mut Tokens<'_>, live: bool) -> Result<i32, String> {
        tokens.depth += 1;
        if tokens.depth > MAX_DEPTH {
            return Err(format!("{}: expression recurses", tokens.whole));
        }
        let start = tokens.rest;
        if let Some(name) = tokens.name() {
            let after = tokens.peek();
            let operator =
                ASSIGN.into_iter().find(|sign| after.starts_with(sign) && !after.starts_with("=="));
            if let Some(operator) = operator {
                tokens.rest = &after[operator.len()..];
                let right = self.assignment(tokens, live)?;
                tokens.depth -= 1;
                let value = match operator {
                    "=" => right,
                    _ if !live => 0,
                    _ => {
                        let left = self.value_of(name, tokens)?;
                        binary(&operator[..operator.len() - 1], left, right, tokens)?
                    }
                };
                if live {
                    self.names.set(name, value);
                }
                return Ok(value);
            }
            tokens.rest = start;
        }
        let condition = self.binary_level(tokens, 0, live)?;
        let value = if tokens.take("?") {
            let yes = self.assignment(tokens, live && condition != 0)?;
            if !tokens.take(":") {
                return Err(tokens.unexpected());
            }
            let no = self.assignment(tokens, live && condition == 0)?;
            if condition != 0 { yes } else { no }
        } else {
            condition
        };
        tokens.depth -= 1;
        Ok(value)
    }

    fn binary_level(
        &mut self,
        tokens: &mut Tokens<'_>,
        level: usize,
        live: bool,
    ) -> Result<i32, String> {
        let Some(signs) = BINARY.get(level) else { return self.unary(tokens, live) };
        let mut left = self.binary_level(tokens, level + 1, live)?;
        loop {
            let rest = tokens.peek();
            let Some(sign) = signs.iter().find(|sign| is_operator(rest, sign)) else {
                return Ok(left);
            };
            tokens.rest = &rest[sign.len()..];
            let right_is_live = live
                && match *sign {
                    "||" => left == 0,
                    "&&" => left != 0,
                    _ => true,
                };
            let right = self.binary_level(tokens, level + 1, right_is_live)?;
            left = match *sign {
                "||" => i32::from(left != 0 || right != 0),
                "&&" => i32::from(left != 0 && right != 0),
                _ if !live => 0,
                _ => binary(sign, left, right, tokens)?,
            };
        }
    }

    fn unary(&mut self, tokens: &mut Tokens<'_>, live: bool) -> Result<i32, String> {
        tokens.depth += 1;
        if tokens.depth > MAX_DEPTH {
            return Err(format!("{}: expression recurses", tokens.whole));
        }
        let value = self.unary_at_depth(tokens, live);
        tokens.depth -= 1;
        value
    }

    fn unary_at_depth(&mut self, tokens: &mut Tokens<'_>, live: bool) -> Result<i32, String> {
        for (sign, step) in [("++", 1), ("--", -1)] {
            if tokens.take(sign) {
                let name = tokens.name().ok_or_else(|| tokens.unexpected())?;
                let value = self.value_of(name, tokens)?.wrapping_add(step);
                if live {
                    self.names.set(name, value);
                }
                return Ok(value);
            }
        }
        if tokens.take("+") {
            return self.unary(tokens, live);
        }
        if tokens.take("-") {
            return Ok(self.unary(tokens, live)?.wrapping_neg());
        }
        if tokens.take("!") {
            return Ok(i32::from(self.unary(tokens, live)? == 0));
        }
        if tokens.take("~") {
            return Ok(!self.unary(tokens, live)?);
        }
        if tokens.take("(") {
            let value = self.comma(tokens, live)?;
            return if tokens.take(")") {
                Ok(value)
            } else {
                Err(format!("{}: missing )", tokens.whole))
            };
        }
        if let Some(name) = tokens.name() {
            let value = if live { self.value_of(name, tokens)? } else { 0 };
            for (sign, step) in [("++", 1), ("--", -1)] {
                if tokens.take(sign) {
                    if live {
                        self.names.set(name, value.wrapping_add(step));
                    }
                    break;
                }
            }
            return Ok(value);
        }
        tokens.number()
    }

    fn value_of(&mut self, name: &str, tokens: &Tokens<'_>) -> Result<i32, String> {
        let text = match self.names.get(name) {
            Some(text) => text,
            None if self.names.must_exist() => return Err(format!("{name}: parameter not set")),
            None => return Ok(0),
        };
        if let Ok(number) = text.trim().parse::<i32>() {
            return Ok(number);
        }
        self.nesting += 1;
        if self.nesting > 20 {
            return Err(format!("{}: expression recurses on parameter '{name}'", tokens.whole));
        }
        let value = self.evaluate(&text);
        self.nesting -= 1;
        value
    }
}

/// `<` must not take the first half of `<<` or `<=`, nor `&` of `&&` or `&=`.
fn is_operator(rest: &str, sign: &str) -> bool {
    let Some(after) = rest.strip_prefix(sign) else { return false };
    match sign {
        "<" => !after.starts_with('<'),
        ">" => !after.starts_with('>'),
        "&" => !after.starts_with(['&', '=']),
        "|" => !after.starts_with(['|', '=']),
        "<<" | ">>" | "+" | "-" | "*" | "/" | "%" | "^" => !after.starts_with('='),
        _ => true,
    }
}

fn binary(sign: &str, left: i32, right: i32, tokens: &Tokens<'_>) -> Result<i32, String> {
    Ok(match sign {
        "|" => left | right,
        "^" => left ^ right,
        "&" => left & right,
        "==" => i32::from(left == right),
        "!=" => i32::from(left != right),
        "<=" => i32::from(left <= right),
        ">=" => i32::from(left >= right),
        "<" => i32::from(left < right),
        ">" => i32::from(left > right),
        "<<" => left.wrapping_shl(right.cast_unsigned()),
        ">>" => left.wrapping_shr(right.cast_unsigned()),
        "+" => left.wrapping_add(right),
        "-" => left.wrapping_sub(right),
        "*" => left.wrapping_mul(right),
        _ if right == 0 => return Err(format!("{}: zero divisor", tokens.whole)),
        "/" => left.wrapping_div(right),
        _ => left.wrapping_rem(right),
    })
}

/// Like the C conversion: what does not fit wraps around.
fn wrapped(value: u64) -> i32 {
    let low = u32::try_from(value & 0xffff_ffff).unwrap_or(u32::MAX);
    low.cast_signed()
}

impl<'t> Tokens<'t> {
    fn peek(&mut self) -> &'t str {
        self.rest = self.rest.trim_start();
        self.rest
    }

    fn take(&mut self, sign: &str) -> bool {
        match self.peek().strip_prefix(sign) {
            Some(after) => {
                self.rest = after;
                true
            }
            None => false,
        }
    }

    fn name(&mut self) -> Option<&'t str> {
        let rest = self.peek();
        let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
        let name = &rest[..end];
        is_name(name).then(|| {
            self.rest = &rest[end..];
            name
        })
    }

    fn number(&mut self) -> Result<i32, String> {
        let rest = self.peek();
        let end = rest
            .find(|c: char| !c.is_ascii_alphanumeric() && c != '#' && c != '_')
            .unwrap_or(rest.len());
        let text = &rest[..end];
        if text.is_empty() {
            return Err(self.unexpected());
        }
        self.rest = &rest[end..];
        let value = if let Some(hex) = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
            u64::from_str_radix(hex, 16).ok()
        } else if let Some((base, number)) = text.split_once('#') {
            base.parse()
                .ok()
                .filter(|base| (2..=36).contains(base))
                .and_then(|base| u64::from_str_radix(number, base).ok())
        } else {
            text.parse().ok()
        };
        value.map(wrapped).ok_or_else(|| format!("{}: bad number '{text}'", self.whole))
    }

    fn unexpected(&mut self) -> String {
        let rest = self.peek();
        if rest.is_empty() {
            return format!("{}: unexpected end of expression", self.whole);
        }
        let end = rest.char_indices().nth(1).map_or(rest.len(), |(index, _)| index);
        format!("{}: unexpected '{}'", self.whole, &rest[..end])
    }
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

    fn check(expression: &str, expected: i32) {
        let mut names =
            HashMap::from([("x".to_owned(), "5".to_owned()), ("e".to_owned(), "x+1".to_owned())]);
        assert_eq!(evaluate(expression, &mut names), Ok(expected), "{expression}");
    }

    #[test]
    fn computes() {
        check("1+2*3", 7);
        check("(1+2)*3", 9);
        check("-7/2", -3);
        check("2147483647+1", i32::MIN);
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
        for bad in ["1/0", "1+", "(1", "1 2", "0xz", "a b", "$"] {
            assert!(evaluate(bad, &mut names).is_err(), "{bad}");
        }
        names.insert("r".to_owned(), "r+1".to_owned());
        assert!(evaluate("r", &mut names).is_err());
        assert!(evaluate(&"(".repeat(1000), &mut names).is_err());
        assert!(evaluate(&"-".repeat(1001), &mut names).is_err());
    }
}
