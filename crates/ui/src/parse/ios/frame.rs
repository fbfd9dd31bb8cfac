//! Where an element is: as an object, as two objects, or as a text like `{{16, 700}, {361, 50}}`.

use crate::Bounds;
use crate::parse::build::Builder;
use crate::parse::fields::pixel;
use crate::parse::json::Value;

/// The first of two frames that can be read.
pub(super) fn placed(builder: &mut Builder, frames: [Option<Value<'_>>; 2]) -> Bounds {
    let mut given = frames.into_iter().flatten();
    if let Some(bounds) = given.clone().find_map(frame) {
        return bounds;
    }
    if let Some(unreadable) = given.next() {
        builder.gap(unreadable.at(), "a frame lacks numbers".to_owned());
    }
    Bounds::default()
}

/// None when a number is missing or not finite.
fn frame(value: Value<'_>) -> Option<Bounds> {
    if let Some(text) = value.text() {
        return of_text(&text);
    }
    let number = |value: Option<Value<'_>>| value.and_then(Value::number);
    if let (Some(origin), Some(size)) = (value.get("origin"), value.get("size")) {
        let (x, y) = (number(origin.get("x"))?, number(origin.get("y"))?);
        return Some(bounds(x, y, number(size.get("width"))?, number(size.get("height"))?));
    }
    let (x, y) = (number(value.get("x"))?, number(value.get("y"))?);
    Some(bounds(x, y, number(value.get("width"))?, number(value.get("height"))?))
}

/// Edges are rounded, not sizes, so that neighbours stay neighbours.
pub(super) fn bounds(x: f64, y: f64, width: f64, height: f64) -> Bounds {
    Bounds::new(pixel(x), pixel(y), pixel(x + width), pixel(y + height))
}

fn of_text(text: &str) -> Option<Bounds> {
    let start = text.find("{{")?;
    let mut numbers = text[start..]
        .split(['{', '}', ',', ' '])
        .filter(|part| !part.is_empty())
        .map(|part| part.parse::<f64>().ok().filter(|number| number.is_finite()));
    let mut next = || numbers.next().flatten();
    Some(bounds(next()?, next()?, next()?, next()?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse::json::Json;

    #[test]
    fn every_spelling_is_read_and_holes_refused() {
        let expected = Some(Bounds::new(-36, 700, 361, 750));
        for (written, read) in [
            (r#"{"x":-35.98,"y":700,"width":397,"height":50}"#, expected),
            (r#"{"size":{"width":397,"height":50},"origin":{"x":-36,"y":700.2}}"#, expected),
            (r#""{{-36, 700}, {397, 50}}""#, expected),
            (r#""NSRect: {{-36, 700}, {397, 50}}""#, expected),
            (r#"{"x":null,"y":700,"width":397,"height":50}"#, None),
            (r#"{"x":1,"y":2,"width":3}"#, None),
            (r#""{{-36, inf}, {397, 50}}""#, None),
            (r#""{{1, 2}""#, None),
            ("null", None),
            ("7 ", None),
        ] {
            let json = Json::read(written, 0);
            assert_eq!(json.root().and_then(frame), read, "{written}");
        }
    }
}
