//! Expressions, by the strength of their operators.

use super::ast::{Binary, Call, Expr, Pattern, Unary};
use super::error::Error;
use super::lexer::Kind;
use super::parse::{Parsed, Parser, is_reserved};
use super::value::{Affinity, parse_integer, parse_real};
use crate::sqlite::Cell;

/// Operands in a row, `a OR b OR …`, make a tree as deep as they are many.
const LONGEST_CHAIN: usize = 500;

/// How strongly each binds.
const NOT: u8 = 3;
const EQUALITY: u8 = 4;

fn strength(symbol: &str) -> Option<(u8, Binary)> {
    Some(match symbol {
        "=" | "==" => (EQUALITY, Binary::Equal),
        "<>" | "!=" => (EQUALITY, Binary::Unequal),
        "<" => (5, Binary::Less),
        "<=" => (5, Binary::LessEqual),
        ">" => (5, Binary::Greater),
        ">=" => (5, Binary::GreaterEqual),
        "&" => (7, Binary::BitAnd),
        "|" => (7, Binary::BitOr),
        "<<" => (7, Binary::ShiftLeft),
        ">>" => (7, Binary::ShiftRight),
        "+" => (8, Binary::Add),
        "-" => (8, Binary::Subtract),
        "*" => (9, Binary::Multiply),
        "/" => (9, Binary::Divide),
        "%" => (9, Binary::Remainder),
        "||" => (10, Binary::Concat),
        _ => return None,
    })
}

impl Parser<'_> {
    pub(super) fn expr(&mut self) -> Parsed<Expr> {
        self.binding(1)
    }

    /// An expression of operators that bind at least so strongly.
    fn binding(&mut self, least: u8) -> Parsed<Expr> {
        self.nested(|parser| {
            let mut left = parser.prefix()?;
            for _ in 0..LONGEST_CHAIN {
                match parser.operator(left, least)? {
                    (next, true) => left = next,
                    (done, false) => return Ok(done),
                }
            }
            Err(Error::prepare("Expression tree is too large (maximum depth 1000)"))
        })
    }

    /// What follows an operand, if it binds strongly enough, and whether it did.
    fn operator(&mut self, left: Expr, least: u8) -> Parsed<(Expr, bool)> {
        let Some(token) = self.peek() else { return Ok((left, false)) };
        if token.kind == Kind::Symbol {
            let Some((strength, operator)) = strength(&token.text) else {
                if token.text.starts_with("->") {
                    return Err(Error::unsupported("JSON operators"));
                }
                return Ok((left, false));
            };
            if strength < least {
                return Ok((left, false));
            }
            self.advance();
            let right = self.binding(strength + 1)?;
            return Ok((Expr::binary(operator, left, right), true));
        }
        if token.kind != Kind::Word {
            return Ok((left, false));
        }
        let word = token.text.to_ascii_uppercase();
        let strong = match word.as_str() {
            "OR" => 1,
            "AND" => 2,
            "COLLATE" => 11,
            _ => EQUALITY,
        };
        if strong < least {
            return Ok((left, false));
        }
        let expr = match word.as_str() {
            "OR" | "AND" => {
                self.advance();
                let right = self.binding(strong + 1)?;
                let operator = if word == "OR" { Binary::Or } else { Binary::And };
                Expr::binary(operator, left, right)
            }
            "COLLATE" => {
                self.advance();
                Expr::Collate(Box::new(left), self.name()?)
            }
            "IS" => {
                self.advance();
                let not = self.take_word("NOT");
                let other = self.take_words(&["DISTINCT", "FROM"]);
                let operator = if not == other { Binary::Is } else { Binary::IsNot };
                for (word, wanted) in [("TRUE", true), ("FALSE", false)] {
                    if self.take_word(word) {
                        return Ok((is_truth(left, wanted, operator == Binary::Is), true));
                    }
                }
                let right = self.binding(EQUALITY + 1)?;
                Expr::binary(operator, left, right)
            }
            "ISNULL" | "NOTNULL" => {
                self.advance();
                let operator = if word == "ISNULL" { Binary::Is } else { Binary::IsNot };
                Expr::binary(operator, left, Expr::Value(Cell::Null))
            }
            "NOT" if self.is_word_at(1, "NULL") => {
                self.advance();
                self.advance();
                Expr::binary(Binary::IsNot, left, Expr::Value(Cell::Null))
            }
            "NOT" => {
                self.advance();
                self.tested(left, true)?
            }
            "LIKE" | "GLOB" | "BETWEEN" | "IN" | "REGEXP" | "MATCH" => self.tested(left, false)?,
            _ => return Ok((left, false)),
        };
        Ok((expr, true))
    }

    /// `[NOT] LIKE`, `GLOB`, `BETWEEN`, `IN`.
    fn tested(&mut self, left: Expr, not: bool) -> Parsed<Expr> {
        for (word, pattern) in [("LIKE", Pattern::Like), ("GLOB", Pattern::Glob)] {
            if self.take_word(word) {
                let right = self.binding(EQUALITY + 1)?;
                let escape = if self.take_word("ESCAPE") {
                    Some(Box::new(self.binding(EQUALITY + 1)?))
                } else {
                    None
                };
                return Ok(Expr::Like { pattern, not, operands: Box::new((left, right)), escape });
            }
        }
        if self.take_word("BETWEEN") {
            let low = self.binding(EQUALITY + 1)?;
            self.word("AND")?;
            let high = self.binding(EQUALITY + 1)?;
            return Ok(Expr::Between { not, operands: Box::new((left, low, high)) });
        }
        for name in ["REGEXP", "MATCH"] {
            if self.take_word(name) {
                return Err(Error::prepare(format!("no such function: {name}")));
            }
        }
        self.word("IN")?;
        let left = Box::new(left);
        if !self.is_symbol("(") {
            // `IN table`.
            let select = Box::new(super::parse_select::all_of(self.qualified()?));
            return Ok(Expr::InSelect { not, left, select });
        }
        self.advance();
        if self.is_select() {
            let select = Box::new(self.nested(Self::select)?);
            self.symbol(")")?;
            return Ok(Expr::InSelect { not, left, select });
        }
        let list = if self.is_symbol(")") { Vec::new() } else { self.list(Self::expr)? };
        self.symbol(")")?;
        Ok(Expr::InList { not, left, list })
    }

    /// One operand.
    pub(super) fn single(&mut self) -> Parsed<Expr> {
        self.prefix()
    }

    fn prefix(&mut self) -> Parsed<Expr> {
        let Some(token) = self.peek().cloned() else { return Err(self.unexpected()) };
        match token.kind {
            Kind::Symbol => {
                let (operator, strength) = match token.text.as_str() {
                    "-" => (Unary::Minus, 12),
                    "+" => (Unary::Plus, 12),
                    "~" => (Unary::Invert, 12),
                    "(" => return self.parenthesis(),
                    _ => return Err(self.unexpected()),
                };
                self.advance();
                // The smallest integer has no positive counterpart.
                if operator == Unary::Minus
                    && self.peek().is_some_and(|next| next.text == "9223372036854775808")
                {
                    self.advance();
                    return Ok(Expr::Value(Cell::Integer(i64::MIN)));
                }
                Ok(Expr::Unary(operator, Box::new(self.binding(strength)?)))
            }
            Kind::Integer => {
                self.advance();
                Ok(Expr::Value(integer(&token.text)?))
            }
            Kind::Real => {
                self.advance();
                Ok(Expr::Value(Cell::Real(parse_real(&token.text))))
            }
            Kind::Text if !self.is_symbol_at(1, ".") => {
                self.advance();
                Ok(Expr::Value(Cell::Text(token.text)))
            }
            Kind::Blob => {
                self.advance();
                Ok(Expr::Value(Cell::Blob(super::value::from_hex(&token.text))))
            }
            // Nothing is bound to it.
            Kind::Variable => {
                self.advance();
                Ok(Expr::Value(Cell::Null))
            }
            Kind::Bad => Err(self.unexpected()),
            Kind::Word | Kind::Quoted | Kind::Text => self.word_prefix(&token),
        }
    }

    fn word_prefix(&mut self, token: &super::lexer::Token) -> Parsed<Expr> {
        let bare = token.kind == Kind::Word;
        let word = if bare { token.text.to_ascii_uppercase() } else { String::new() };
        match word.as_str() {
            "NULL" => {
                self.advance();
                Ok(Expr::Value(Cell::Null))
            }
            "NOT" => {
                self.advance();
                Ok(Expr::Unary(Unary::Not, Box::new(self.binding(NOT)?)))
            }
            "EXISTS" => {
                self.advance();
                self.symbol("(")?;
                let select = self.nested(Self::select)?;
                self.symbol(")")?;
                Ok(Expr::Exists(Box::new(select)))
            }
            "CASE" => self.case(),
            "CAST" if self.is_symbol_at(1, "(") => self.cast(),
            "CURRENT_DATE" | "CURRENT_TIME" | "CURRENT_TIMESTAMP" => {
                self.advance();
                let name = match word.as_str() {
                    "CURRENT_DATE" => "date",
                    "CURRENT_TIME" => "time",
                    _ => "datetime",
                };
                Ok(call(name, Vec::new(), token.start))
            }
            "RAISE" if self.is_symbol_at(1, "(") => {
                Err(Error::prepare("RAISE() may only be used within a trigger-program"))
            }
            _ if bare && is_reserved(&word) => Err(self.unexpected()),
            _ if self.is_symbol_at(1, "(") && token.kind != Kind::Text => self.call(),
            _ => self.column(),
        }
    }

    fn column(&mut self) -> Parsed<Expr> {
        let at = self.here();
        let quoted = self.peek().is_some_and(|token| token.kind == Kind::Quoted)
            && self.sql[at..].starts_with('"');
        let mut name = self.name()?;
        let (mut table, mut alone) = (None, true);
        while self.take_symbol(".") {
            alone = false;
            table = Some(name);
            name = self.name()?;
        }
        Ok(Expr::Name { table, name, quoted: quoted && alone, at })
    }

    fn parenthesis(&mut self) -> Parsed<Expr> {
        self.advance();
        if self.is_select() {
            let select = self.nested(Self::select)?;
            self.symbol(")")?;
            return Ok(Expr::Scalar(Box::new(select)));
        }
        let inner = self.expr()?;
        if self.is_symbol(",") {
            return Err(Error::prepare("row value misused"));
        }
        self.symbol(")")?;
        Ok(inner)
    }

    fn case(&mut self) -> Parsed<Expr> {
        self.advance();
        let base = if self.is_word("WHEN") { None } else { Some(Box::new(self.expr()?)) };
        let mut arms = Vec::new();
        while self.take_word("WHEN") {
            let when = self.expr()?;
            self.word("THEN")?;
            arms.push((when, self.expr()?));
        }
        let otherwise = if self.take_word("ELSE") { Some(Box::new(self.expr()?)) } else { None };
        if arms.is_empty() {
            return Err(self.unexpected());
        }
        self.word("END")?;
        Ok(Expr::Case { base, arms, otherwise })
    }

    fn cast(&mut self) -> Parsed<Expr> {
        self.advance();
        self.symbol("(")?;
        let value = self.expr()?;
        self.word("AS")?;
        let name = self.type_name()?;
        self.symbol(")")?;
        Ok(Expr::Cast(Box::new(value), Affinity::of_type(&name)))
    }

    fn call(&mut self) -> Parsed<Expr> {
        let at = self.here();
        let name = self.name()?;
        self.symbol("(")?;
        let distinct = self.take_word("DISTINCT");
        self.take_word("ALL");
        let star = self.take_symbol("*");
        let arguments =
            if star || self.is_symbol(")") { Vec::new() } else { self.list(Self::expr)? };
        self.symbol(")")?;
        let filter = if self.is_word("FILTER") && self.is_symbol_at(1, "(") {
            self.advance();
            self.advance();
            self.word("WHERE")?;
            let filter = self.expr()?;
            self.symbol(")")?;
            Some(filter)
        } else {
            None
        };
        if self.is_word("OVER") {
            return Err(Error::unsupported("window functions"));
        }
        Ok(Expr::Call(Box::new(Call { name, arguments, star, distinct, filter, at })))
    }
}

/// `IS TRUE` and its like, which know no NULL.
fn is_truth(value: Expr, wanted: bool, is: bool) -> Expr {
    let value = if wanted { value } else { Expr::Unary(Unary::Not, Box::new(value)) };
    let number = |yes: bool| Expr::Value(Cell::Integer(i64::from(yes)));
    let arms = vec![(value, number(is))];
    Expr::Case { base: None, arms, otherwise: Some(Box::new(number(!is))) }
}

pub(super) fn call(name: &str, arguments: Vec<Expr>, at: usize) -> Expr {
    let name = name.to_owned();
    let call = Call { name, arguments, star: false, distinct: false, filter: None, at };
    Expr::Call(Box::new(call))
}

/// Decimal or hexadecimal; a decimal one that is too large is a real number.
fn integer(text: &str) -> Parsed<Cell> {
    let hex = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X"));
    if let Some(digits) = hex {
        return u64::from_str_radix(digits, 16)
            .map(|number| Cell::Integer(number.cast_signed()))
            .map_err(|_| Error::prepare(format!("hex literal too big: {text}")));
    }
    Ok(parse_integer(text).map_or_else(|| Cell::Real(parse_real(text)), Cell::Integer))
}
