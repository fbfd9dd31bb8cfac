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
//! `repeat(text, times)` (at most 10,000 times) `range(n)` (1 to n, at most 10,000)
//! `filter(list, 'field', text)` (records whose field contains the text) `item(list, place)` (from 1)
//! `matches(text, 'pattern')` (a regular expression for all of it) `choose(truth, this, that)` `round(x)`.

use std::collections::BTreeSet;

use regex::Regex;

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
    Range,
    Filter,
    Item,
    Matches,
    Choose,
    Round,
}

/// Name and number of arguments.
const FUNCTIONS: [(&str, Function, usize); 17] = [
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
    ("range", Function::Range, 1),
    ("filter", Function::Filter, 3),
    ("item", Function::Item, 2),
    ("matches", Function::Matches, 2),
    ("choose", Function::Choose, 3),
    ("round", Function::Round, 1),
];

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
        if let (Function::Matches, Some(Expr::Literal(pattern))) = (function, arguments.get(1))
            && Regex::new(&pattern.to_string()).is_err()
        {
            return Err(format!("`{pattern}` is no regular expression"));
        }
        Ok(Expr::Call(function, arguments))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn check(text: &str, expected: &str) {
        assert_eq!(Expr::parse(text).expect_err("it is wrong"), expected, "{text}");
    }

    #[test]
    fn says_what_is_wrong() {
        check("1 +", "the expression ends too early");
        check("a = b", "`=` compares nothing; write `==`");
        check("nope(1)", "there is no function `nope`");
        check("len(1, 2)", "`len` takes 1 argument(s), not 2");
        check("(1", "expected `)` at the end");
        check("matches(a, '(')", "`(` is no regular expression");
        check("'open", "a text without its closing quote");
        check("1 2", "unexpected `2` after the expression");
        check(&"(".repeat(5000), "nested too deeply");
        check(&"-".repeat(5000), "nested too deeply");
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
