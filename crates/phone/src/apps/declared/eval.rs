//! What expressions come to. Nothing fails: what makes no sense is empty.

use regex::Regex;

use super::{
    Value,
    expr::{Expr, Function, Operator},
};

/// Bytes of the longest text an expression makes.
const LONGEST: usize = 1_000_000;

impl Expr {
    /// The value, with names looked up by `lookup`.
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
            Self::Range => {
                let last = first.map_or(0.0, Value::number).clamp(0.0, 10_000.0);
                #[expect(
                    clippy::cast_possible_truncation,
                    clippy::cast_sign_loss,
                    reason = "within 0 to 10,000"
                )]
                Value::List((1..=last as u32).map(|number| Value::Number(number.into())).collect())
            }
            Self::Filter => match first {
                Some(Value::List(list)) => {
                    let (field, wanted) = (text(1), text(2).to_lowercase());
                    let fits = |entry: &&Value| match entry {
                        Value::Record(record) => record
                            .get(&field)
                            .is_some_and(|have| have.to_string().to_lowercase().contains(&wanted)),
                        Value::Bool(_) | Value::Number(_) | Value::Text(_) | Value::List(_) => {
                            entry.to_string().to_lowercase().contains(&wanted)
                        }
                    };
                    Value::List(list.iter().filter(fits).cloned().collect())
                }
                _ => Value::List(Vec::new()),
            },
            Self::Item => match first {
                #[expect(
                    clippy::cast_possible_truncation,
                    clippy::cast_sign_loss,
                    reason = "saturates: nothing is there"
                )]
                Some(Value::List(list)) => {
                    let place = arguments.get(1).map_or(0.0, Value::number) as usize;
                    let found = place.checked_sub(1).and_then(|place| list.get(place));
                    found.cloned().unwrap_or_else(Value::empty)
                }
                _ => Value::empty(),
            },
            Self::Matches => {
                let pattern = Regex::new(&format!("^(?:{})$", text(1)));
                Value::Bool(pattern.is_ok_and(|pattern| pattern.is_match(&text(0))))
            }
            Self::Choose => {
                let place = if first.is_some_and(Value::is_true) { 1 } else { 2 };
                arguments.get(place).cloned().unwrap_or_else(Value::empty)
            }
            Self::Round => Value::Number(first.map_or(0.0, Value::number).round()),
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

#[cfg(test)]
mod tests {
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
        check("len(range(1000))", "1000");
        check("item(range(5), 3) + item(range(5), 0)", "3");
        check("len(filter(items, 'name', 'LAM'))", "1");
        check("matches(email, '[a-z]+@[a-z.]+') and not matches(email, '[a-z]+')", "true");
        check("matches(email, '(' + '')", "false");
        check("choose(count > 2, 'many', 'few')", "many");
        check("round(2.5 + count)", "6");
    }
}
