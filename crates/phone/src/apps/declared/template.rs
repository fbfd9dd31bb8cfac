//! Text with expressions in braces, and the values that actions set.

use std::collections::BTreeSet;

use serde::{Deserialize, Deserializer, de::Error as _};

use super::{Value, expr::Expr, place::Located};

/// A literal, or text with `{expression}` in it. Text that is one expression and nothing else keeps
/// the type of its value. `{{` and `}}` stand for braces.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Dynamic {
    Literal(Value),
    Template(Vec<Part>),
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Part {
    Text(String),
    Expr(Expr),
}

impl Dynamic {
    fn parse(text: &str) -> Result<Self, String> {
        let mut parts = Vec::new();
        let mut plain = String::new();
        let mut rest = text;
        while let Some(at) = rest.find(['{', '}']) {
            plain.push_str(&rest[..at]);
            let brace = &rest[at..=at];
            rest = &rest[at + 1..];
            if let Some(after) = rest.strip_prefix(brace) {
                plain.push_str(brace);
                rest = after;
            } else if brace == "}" {
                return Err("`}` without `{`; write `}}` for the character".to_owned());
            } else {
                let end = rest.find('}').ok_or("`{` without `}`; write `{{` for the character")?;
                if !plain.is_empty() {
                    parts.push(Part::Text(std::mem::take(&mut plain)));
                }
                parts.push(Part::Expr(Expr::parse(&rest[..end])?));
                rest = &rest[end + 1..];
            }
        }
        plain.push_str(rest);
        if parts.is_empty() {
            return Ok(Self::Literal(Value::Text(plain)));
        }
        if !plain.is_empty() {
            parts.push(Part::Text(plain));
        }
        Ok(Self::Template(parts))
    }

    pub(crate) fn eval(&self, lookup: &dyn Fn(&str) -> Value) -> Value {
        match self {
            Self::Literal(value) => value.clone(),
            Self::Template(parts) => match parts.as_slice() {
                [Part::Expr(expr)] => expr.eval(lookup),
                parts => {
                    let shown = parts.iter().map(|part| match part {
                        Part::Text(text) => text.clone(),
                        Part::Expr(expr) => expr.eval(lookup).to_string(),
                    });
                    Value::Text(shown.collect())
                }
            },
        }
    }

    pub(crate) fn names(&self, names: &mut BTreeSet<String>) {
        if let Self::Template(parts) = self {
            for part in parts {
                if let Part::Expr(expr) = part {
                    expr.names(names);
                }
            }
        }
    }
}

impl<'de> Deserialize<'de> for Dynamic {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match Value::deserialize(deserializer)? {
            Value::Text(text) => Self::parse(&text).map_err(D::Error::custom),
            literal @ (Value::Bool(_) | Value::Number(_) | Value::List(_) | Value::Record(_)) => {
                Ok(Self::Literal(literal))
            }
        }
    }
}

/// Text for people: a plain scalar is taken as it is written, whatever YAML would make of it.
struct Words(Dynamic);

impl<'de> Deserialize<'de> for Words {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Dynamic::parse(&text).map(Self).map_err(D::Error::custom)
    }
}

impl From<Located<Words>> for Located<Dynamic> {
    fn from(words: Located<Words>) -> Self {
        Self { value: words.value.0, at: words.at }
    }
}

pub(crate) fn words<'de, D: Deserializer<'de>>(d: D) -> Result<Located<Dynamic>, D::Error> {
    Located::<Words>::deserialize(d).map(Into::into)
}

pub(crate) fn optional_words<'de, D: Deserializer<'de>>(
    d: D,
) -> Result<Option<Located<Dynamic>>, D::Error> {
    Ok(Option::<Located<Words>>::deserialize(d)?.map(Into::into))
}

impl<'de> Deserialize<'de> for Expr {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match Value::deserialize(deserializer)? {
            Value::Text(text) => Self::parse(&text).map_err(D::Error::custom),
            literal @ (Value::Bool(_) | Value::Number(_) | Value::List(_) | Value::Record(_)) => {
                Ok(Self::Literal(literal))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(template: &str, expected: &str) {
        let lookup = |name: &str| match name {
            "n" => Value::Number(2.0),
            _ => Value::Text("x{y}".to_owned()),
        };
        let shown = match Dynamic::parse(template) {
            Ok(dynamic) => dynamic.eval(&lookup).to_string(),
            Err(error) => format!("error: {error}"),
        };
        assert_eq!(shown, expected, "{template}");
    }

    #[test]
    fn fills_in() {
        check("plain", "plain");
        check("{n} of {n + 1}", "2 of 3");
        check("{{n}}", "{n}");
        check("{name}!", "x{y}!");
        check("{n", "error: `{` without `}`; write `{{` for the character");
        check("n}", "error: `}` without `{`; write `}}` for the character");
    }

    #[test]
    fn one_expression_keeps_its_type() {
        let dynamic = Dynamic::parse("{1 + 1}").unwrap();
        assert_eq!(dynamic.eval(&|_| Value::empty()), Value::Number(2.0));
    }
}
