//! The expression language of declared apps.
//!
//! ```text
//! expr    = and { "or" and }          and  = not { "and" not }      not = ["not"] compare
//! compare = sum [ ("=="|"!="|"<"|"<="|">"|">=") sum ]
//! sum     = product { ("+"|"-") product }    product = value { ("*"|"/") value }
//! value   = number | 'text' | "text" | true | false | "-" value
//!         | name | function "(" expr { "," expr } ")" | "(" expr ")"   then { "." name }
//! ```
//! Functions: `len` `empty` `contains` `starts` `ends` `lower` `upper` `trim` `fixed(number, places)`
//! `find(list, 'field', value)` (the first record whose field has that value)
//! `repeat(text, times)` (at most 10,000 times).

use std::collections::BTreeSet;

use super::Value;

#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Expr {
    Literal(Value),
    Name(String),
    Member(Box<Self>, String),
    Not(Box<Self>),
    Negative(Box<Self>),
    Binary(Operator, Box<Self>, Box<Self>),
    Call(Function, Vec<Self>),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Operator {
    Or,
    And,
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    Plus,
    Minus,
    Times,
    Over,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Function {
    Len,
    Empty,
    Contains,
    Starts,
    Ends,
    Lower,
    Upper,
    Trim,
    Fixed,
    Find,
    Repeat,
}

/// Name and number of arguments.
const FUNCTIONS: [(&str, Function, usize); 11] = [
    ("len", Function::Len, 1),
    ("empty", Function::Empty, 1),
    ("contains", Function::Contains, 2),
    ("starts", Function::Starts, 2),
    ("ends", Function::Ends, 2),
    ("lower", Function::Lower, 1),
    ("upper", Function::Upper, 1),
    ("trim", Function::Trim, 1),
    ("fixed", Function::Fixed, 2),
    ("find", Function::Find, 3),
    ("repeat", Function::Repeat, 2),
];

/// Bytes of the longest text an expression makes.
const LONGEST: usize = 1_000_000;

/// Deeper nesting is refused, so that no text can exhaust the stack.
const DEPTH: usize = 64;

impl Expr {
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let mut parser = Parser { tokens: tokens(text)?, at: 0, depth: 0 };
        let expr = parser.or()?;
        match parser.peek() {
            None => Ok(expr),
            Some(token) => Err(format!("unexpected {token} after the expression")),
        }
    }

    /// The names it reads, without members.
    pub(crate) fn names(&self, names: &mut BTreeSet<String>) {
        match self {
            Self::Literal(_) => {}
            Self::Name(name) => {
                names.insert(name.clone());
            }
            Self::Member(inner, _) | Self::Not(inner) | Self::Negative(inner) => inner.names(names),
            Self::Binary(_, left, right) => {
                left.names(names);
                right.names(names);
            }
            Self::Call(_, arguments) => arguments.iter().for_each(|argument| argument.names(names)),
        }
    }

    /// The value, with names looked up by `lookup`. Nothing fails: what makes no sense is empty.
    pub(crate) fn eval(&self, lookup: &dyn Fn(&str) -> Value) -> Value {
        match self {
            Self::Literal(value) => value.clone(),
            Self::Name(name) => lookup(name),
            Self::Member(inner, name) => match inner.eval(lookup) {
                Value::Record(mut record) => record.remove(name).unwrap_or_else(Value::empty),
                Value::Bool(_) | Value::Number(_) | Value::Text(_) | Value::List(_) => {
                    Value::empty()
                }
            },
            Self::Not(inner) => Value::Bool(!inner.eval(lookup).is_true()),
            Self::Negative(inner) => Value::Number(-inner.eval(lookup).number()),
            Self::Binary(operator, left, right) => operator.apply(left, right, lookup),
            Self::Call(function, arguments) => {
                let arguments: Vec<_> =
                    arguments.iter().map(|argument| argument.eval(lookup)).collect();
                function.call(&arguments)
            }
        }
    }
}

impl Operator {
    fn apply(self, left: &Expr, right: &Expr, lookup: &dyn Fn(&str) -> Value) -> Value {
        let left = left.eval(lookup);
        if self == Self::Or && left.is_true() {
            return Value::Bool(true);
        }
        if self == Self::And && !left.is_true() {
            return Value::Bool(false);
        }
        let right = right.eval(lookup);
        let numbers = || (left.number(), right.number());
        match self {
            Self::Or | Self::And => Value::Bool(right.is_true()),
            Self::Equal => Value::Bool(same(&left, &right)),
            Self::NotEqual => Value::Bool(!same(&left, &right)),
            Self::Less => Value::Bool(numbers().0 < numbers().1),
            Self::LessOrEqual => Value::Bool(numbers().0 <= numbers().1),
            Self::Greater => Value::Bool(numbers().0 > numbers().1),
            Self::GreaterOrEqual => Value::Bool(numbers().0 >= numbers().1),
            Self::Plus => match (&left, &right) {
                (Value::Text(_), _) | (_, Value::Text(_)) => bounded(format!("{left}{right}")),
                _ => Value::Number(numbers().0 + numbers().1),
            },
            Self::Minus => Value::Number(numbers().0 - numbers().1),
            Self::Times => Value::Number(numbers().0 * numbers().1),
            Self::Over if numbers().1 == 0.0 => Value::Number(0.0),
            Self::Over => Value::Number(numbers().0 / numbers().1),
        }
    }
}

/// A text that an app makes longer and longer must not take the phone's memory.
fn bounded(mut text: String) -> Value {
    if text.len() > LONGEST {
        let end = (0..=LONGEST).rev().find(|end| text.is_char_boundary(*end)).unwrap_or(0);
        text.truncate(end);
    }
    Value::Text(text)
}

/// A number and the text that shows it are the same.
fn same(left: &Value, right: &Value) -> bool {
    left == right || left.to_string() == right.to_string()
}

impl Function {
    fn call(self, arguments: &[Value]) -> Value {
        let text = |place: usize| arguments.get(place).map(Value::to_string).unwrap_or_default();
        let first = arguments.first();
        match self {
            #[expect(clippy::cast_precision_loss, reason = "lengths are small")]
            Self::Len => Value::Number(first.map_or(0, Value::length) as f64),
            Self::Empty => Value::Bool(first.is_none_or(|value| value.length() == 0)),
            Self::Contains => Value::Bool(match first {
                Some(Value::List(list)) => arguments
                    .get(1)
                    .is_some_and(|wanted| list.iter().any(|have| same(have, wanted))),
                _ => text(0).contains(&text(1)),
            }),
            Self::Starts => Value::Bool(text(0).starts_with(&text(1))),
            Self::Ends => Value::Bool(text(0).ends_with(&text(1))),
            Self::Lower => Value::Text(text(0).to_lowercase()),
            Self::Upper => Value::Text(text(0).to_uppercase()),
            Self::Trim => Value::Text(text(0).trim().to_owned()),
            Self::Fixed => {
                #[expect(
                    clippy::cast_possible_truncation,
                    clippy::cast_sign_loss,
                    reason = "within 0 to 9"
                )]
                let places = arguments.get(1).map_or(0.0, Value::number).clamp(0.0, 9.0) as usize;
                Value::Text(format!("{:.places$}", first.map_or(0.0, Value::number)))
            }
            Self::Repeat => {
                #[expect(
                    clippy::cast_possible_truncation,
                    clippy::cast_sign_loss,
                    reason = "within 0 to 10,000"
                )]
                let times =
                    arguments.get(1).map_or(0.0, Value::number).clamp(0.0, 10_000.0) as usize;
                let text = text(0);
                let most = LONGEST / text.len().max(1);
                Value::Text(text.repeat(times.min(most)))
            }
            Self::Find => match (first, arguments.get(2)) {
                (Some(Value::List(list)), Some(wanted)) => {
                    let field = text(1);
                    let found = list.iter().find(|entry| match entry {
                        Value::Record(record) => {
                            record.get(&field).is_some_and(|have| same(have, wanted))
                        }
                        Value::Bool(_) | Value::Number(_) | Value::Text(_) | Value::List(_) => {
                            false
                        }
                    });
                    found.cloned().unwrap_or_else(Value::empty)
                }
                _ => Value::empty(),
            },
        }
    }
}

#[derive(Debug, Clone, PartialEq)]
enum Token {
    Number(f64),
    Text(String),
    Word(String),
    Sign(&'static str),
}

impl std::fmt::Display for Token {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Number(number) => write!(f, "`{number}`"),
            Self::Text(text) => write!(f, "`'{text}'`"),
            Self::Word(word) => write!(f, "`{word}`"),
            Self::Sign(sign) => write!(f, "`{sign}`"),
        }
    }
}

const SIGNS: [&str; 15] =
    ["==", "!=", "<=", ">=", "<", ">", "+", "-", "*", "/", "(", ")", ",", ".", "="];

fn tokens(text: &str) -> Result<Vec<Token>, String> {
    let mut tokens = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let length = if first.is_ascii_digit() {
            let length =
                rest.find(|char: char| !char.is_ascii_digit() && char != '.').unwrap_or(rest.len());
            let number = rest[..length].parse();
            tokens.push(Token::Number(
                number.map_err(|_| format!("bad number `{}`", &rest[..length]))?,
            ));
            length
        } else if first == '\'' || first == '"' {
            let end = rest[1..].find(first).ok_or("a text without its closing quote")?;
            tokens.push(Token::Text(rest[1..=end].to_owned()));
            end + 2
        } else if first.is_alphabetic() || first == '_' {
            let length = rest
                .find(|char: char| !char.is_alphanumeric() && char != '_')
                .unwrap_or(rest.len());
            tokens.push(Token::Word(rest[..length].to_owned()));
            length
        } else {
            let sign = SIGNS
                .into_iter()
                .find(|sign| rest.starts_with(sign))
                .ok_or_else(|| format!("unexpected character `{first}`"))?;
            if sign == "=" {
                return Err("`=` compares nothing; write `==`".to_owned());
            }
            tokens.push(Token::Sign(sign));
            sign.len()
        };
        rest = rest[length..].trim_start();
    }
    Ok(tokens)
}

struct Parser {
    tokens: Vec<Token>,
    at: usize,
    depth: usize,
}

impl Parser {
    fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.at)
    }

    fn take_word(&mut self, word: &str) -> bool {
        let found = matches!(self.peek(), Some(Token::Word(have)) if have == word);
        self.at += usize::from(found);
        found
    }

    fn take_sign(&mut self, signs: &[(&str, Operator)]) -> Option<Operator> {
        let Some(Token::Sign(have)) = self.peek() else { return None };
        let (_, operator) = signs.iter().find(|(sign, _)| sign == have)?;
        self.at += 1;
        Some(*operator)
    }

    fn expect(&mut self, sign: &'static str) -> Result<(), String> {
        if self.peek() == Some(&Token::Sign(sign)) {
            self.at += 1;
            return Ok(());
        }
        Err(match self.peek() {
            Some(token) => format!("expected `{sign}`, found {token}"),
            None => format!("expected `{sign}` at the end"),
        })
    }

    fn or(&mut self) -> Result<Expr, String> {
        self.depth += 1;
        if self.depth > DEPTH {
            return Err("nested too deeply".to_owned());
        }
        let mut left = self.and()?;
        while self.take_word("or") {
            left = Expr::Binary(Operator::Or, Box::new(left), Box::new(self.and()?));
        }
        self.depth -= 1;
        Ok(left)
    }

    fn and(&mut self) -> Result<Expr, String> {
        let mut left = self.not()?;
        while self.take_word("and") {
            left = Expr::Binary(Operator::And, Box::new(left), Box::new(self.not()?));
        }
        Ok(left)
    }

    fn not(&mut self) -> Result<Expr, String> {
        let mut negations = 0_usize;
        while self.take_word("not") {
            negations += 1;
        }
        let inner = self.compare()?;
        Ok(match negations {
            0 => inner,
            odd if odd % 2 == 1 => Expr::Not(Box::new(inner)),
            _ => Expr::Not(Box::new(Expr::Not(Box::new(inner)))),
        })
    }

    fn compare(&mut self) -> Result<Expr, String> {
        const SIGNS: [(&str, Operator); 6] = [
            ("==", Operator::Equal),
            ("!=", Operator::NotEqual),
            ("<=", Operator::LessOrEqual),
            (">=", Operator::GreaterOrEqual),
            ("<", Operator::Less),
            (">", Operator::Greater),
        ];
        let left = self.sum()?;
        Ok(match self.take_sign(&SIGNS) {
            Some(operator) => Expr::Binary(operator, Box::new(left), Box::new(self.sum()?)),
            None => left,
        })
    }

    fn sum(&mut self) -> Result<Expr, String> {
        const SIGNS: [(&str, Operator); 2] = [("+", Operator::Plus), ("-", Operator::Minus)];
        let mut left = self.product()?;
        while let Some(operator) = self.take_sign(&SIGNS) {
            left = Expr::Binary(operator, Box::new(left), Box::new(self.product()?));
        }
        Ok(left)
    }

    fn product(&mut self) -> Result<Expr, String> {
        const SIGNS: [(&str, Operator); 2] = [("*", Operator::Times), ("/", Operator::Over)];
        let mut left = self.member()?;
        while let Some(operator) = self.take_sign(&SIGNS) {
            left = Expr::Binary(operator, Box::new(left), Box::new(self.member()?));
        }
        Ok(left)
    }

    fn member(&mut self) -> Result<Expr, String> {
        let mut value = self.value()?;
        while self.peek() == Some(&Token::Sign(".")) {
            self.at += 1;
            let Some(Token::Word(name)) = self.peek().cloned() else {
                return Err("expected a name after `.`".to_owned());
            };
            self.at += 1;
            value = Expr::Member(Box::new(value), name);
        }
        Ok(value)
    }

    fn value(&mut self) -> Result<Expr, String> {
        let Some(token) = self.peek().cloned() else {
            return Err("the expression ends too early".to_owned());
        };
        self.at += 1;
        match token {
            Token::Number(number) => Ok(Expr::Literal(Value::Number(number))),
            Token::Text(text) => Ok(Expr::Literal(Value::Text(text))),
            Token::Sign("(") => {
                let inner = self.or()?;
                self.expect(")")?;
                Ok(inner)
            }
            Token::Sign("-") => {
                self.depth += 1;
                if self.depth > DEPTH {
                    return Err("nested too deeply".to_owned());
                }
                let inner = self.value()?;
                self.depth -= 1;
                Ok(Expr::Negative(Box::new(inner)))
            }
            Token::Word(word) => match word.as_str() {
                "true" => Ok(Expr::Literal(Value::Bool(true))),
                "false" => Ok(Expr::Literal(Value::Bool(false))),
                "and" | "or" => Err(format!("unexpected `{word}`")),
                _ if self.peek() == Some(&Token::Sign("(")) => self.call(&word),
                _ => Ok(Expr::Name(word)),
            },
            Token::Sign(_) => Err(format!("unexpected {token}")),
        }
    }

    fn call(&mut self, name: &str) -> Result<Expr, String> {
        let Some((_, function, count)) = FUNCTIONS.into_iter().find(|(have, ..)| *have == name)
        else {
            return Err(format!("there is no function `{name}`"));
        };
        self.expect("(")?;
        let mut arguments = vec![self.or()?];
        while self.peek() == Some(&Token::Sign(",")) {
            self.at += 1;
            arguments.push(self.or()?);
        }
        self.expect(")")?;
        if arguments.len() != count {
            let given = arguments.len();
            return Err(format!("`{name}` takes {count} argument(s), not {given}"));
        }
        Ok(Expr::Call(function, arguments))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn check(text: &str, expected: &str) {
        let lookup = |name: &str| match name {
            "email" => Value::Text("a@b.c".to_owned()),
            "count" => Value::Number(3.0),
            "item" => Value::Record([("name".to_owned(), Value::Text("Lamp".to_owned()))].into()),
            "items" => Value::List(vec![Value::Record(
                [
                    ("id".to_owned(), Value::Number(7.0)),
                    ("name".to_owned(), Value::Text("Lamp".to_owned())),
                ]
                .into(),
            )]),
            _ => Value::empty(),
        };
        let shown = match Expr::parse(text) {
            Ok(expr) => expr.eval(&lookup).to_string(),
            Err(error) => format!("error: {error}"),
        };
        assert_eq!(shown, expected, "{text}");
    }

    #[test]
    fn computes() {
        check("1 + 2 * 3", "7");
        check("(1 + 2) * -3", "-9");
        check("'a' + 1", "a1");
        check("not empty(email) and contains(email, '@')", "true");
        check("count >= 3 or false", "true");
        check("item.name", "Lamp");
        check("find(items, 'id', 7).name", "Lamp");
        check("fixed(count * 2.5, 2)", "7.50");
        check("len('äöü') == count", "true");
        check("1 / 0", "0");
        check("repeat('ab', 3)", "ababab");
        check("len(repeat(repeat(repeat('x', 9999), 9999), 9999)) <= 1000000", "true");
        check("missing == ''", "true");
    }

    #[test]
    fn says_what_is_wrong() {
        check("1 +", "error: the expression ends too early");
        check("a = b", "error: `=` compares nothing; write `==`");
        check("nope(1)", "error: there is no function `nope`");
        check("len(1, 2)", "error: `len` takes 1 argument(s), not 2");
        check("(1", "error: expected `)` at the end");
        check("'open", "error: a text without its closing quote");
        check("1 2", "error: unexpected `2` after the expression");
        check(&"(".repeat(5000), "error: nested too deeply");
        check(&"-".repeat(5000), "error: nested too deeply");
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(256))]
        #[test]
        fn never_panics(text in "[ -~äö]{0,60}") {
            if let Ok(expr) = Expr::parse(&text) {
                expr.eval(&|_| Value::empty());
            }
        }
    }
}
