//! What on a screen shows the value of a control: its state, its own words, or a label. Pixels do not count.

use ui::{Bounds, Node, State};

use crate::Screen;

/// A place where a number stands that may be the control's value.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Gauge {
    place: Place,
    pub(super) value: f64,
    /// It is surely the control's: its own, or it has its name.
    pub(super) sure: bool,
    /// How far it is from the control, in pixels.
    away: i32,
    /// The line that shows it.
    pub(super) line: String,
}

/// Which of them it is, on whichever screen.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Place {
    State,
    Own,
    Label { id: String, words: String, left: i32 },
}

impl Gauge {
    pub(super) fn is_at(&self, other: &Self) -> bool {
        self.place == other.place
    }
}

/// Everything that may show the control's value, the surest first, then the nearest.
pub(super) fn gauges(screen: &Screen, control: Node<'_>, property: &str) -> Vec<Gauge> {
    let line = || screen.line(control.id());
    let of_control = |place, value| Gauge { place, value, sure: true, away: 0, line: line() };
    let state = State::of(control).get(property).and_then(|value| value.as_f64());
    let mut all: Vec<Gauge> =
        state.map(|value| of_control(Place::State, value)).into_iter().collect();
    let own = [control.state(), control.readable_text(), control.description()];
    // A share is shown as one: another number is not in its units.
    let fits = |text: &str| property != "percent" || text.contains('%');
    let own = own.into_iter().filter(|text| fits(text)).find_map(only_number);
    all.extend(own.map(|value| of_control(Place::Own, value)));
    let Some(around) = screen.visibility.shown(control) else { return all };
    let names = names(control);
    let labels = screen.tree.nodes().filter(|node| {
        let is_text = !node.is_clickable() && !node.is_editable() && !node.is_checkable();
        is_text && node.id() != control.id() && !node.contains(control.id())
    });
    let mut labels: Vec<Gauge> = labels
        .filter_map(|node| {
            let label = node.own_label().filter(|label| fits(label))?;
            let value = only_number(label)?;
            let shown = screen.visibility.shown(node)?;
            let words = words(label);
            let place = Place::Label {
                id: node.resource_id().to_owned(),
                words: words.clone(),
                left: shown.left,
            };
            let sure = names.iter().any(|name| words == *name || is_named(node, name));
            Some(Gauge {
                place,
                value,
                sure,
                away: distance(around, shown),
                line: screen.line(node.id()),
            })
        })
        .collect();
    labels.sort_by_key(|gauge| (!gauge.sure, gauge.away));
    all.extend(labels);
    all
}

/// Labels further away are about something else.
pub(super) fn is_near(gauge: &Gauge) -> bool {
    const NEAR: i32 = 200;
    gauge.away <= NEAR
}

/// What the control is called: by its words, and by its author.
fn names(control: Node<'_>) -> Vec<String> {
    let own = [control.description(), control.readable_text(), control.hint()];
    let own = own.into_iter().map(words).chain([id_words(control)]);
    own.filter(|name| !name.is_empty()).collect()
}

/// Whether the author of a label named it after the control: `quantity_label`.
fn is_named(label: Node<'_>, name: &str) -> bool {
    const SHOWS: [&str; 4] = ["label", "value", "text", "state"];
    let id = id_words(label);
    let rest = id.strip_prefix(name).map(str::trim);
    rest.is_some_and(|rest| rest.is_empty() || SHOWS.contains(&rest))
}

fn id_words(node: Node<'_>) -> String {
    words(node.short_id())
}

/// The letters of a text, in lower case, word by word.
fn words(text: &str) -> String {
    let lower = text.to_lowercase();
    let words = lower.split(|character: char| !character.is_alphabetic());
    words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

/// The number in a text that has exactly one.
pub(super) fn only_number(text: &str) -> Option<f64> {
    let is_part = |character: char| character.is_ascii_digit() || matches!(character, '.' | ',');
    let mut found = None;
    let mut rest = text;
    while let Some(at) = rest.find(|character: char| character.is_ascii_digit()) {
        let end =
            rest[at..].find(|character| !is_part(character)).map_or(rest.len(), |len| at + len);
        let digits = rest[at..end].trim_end_matches(['.', ',']);
        let minus = rest[..at].ends_with(['-', '−']);
        let number: f64 = digits.replace(',', ".").parse().ok()?;
        if found.replace(if minus { -number } else { number }).is_some() {
            return None;
        }
        rest = &rest[end..];
    }
    found
}

/// Between the nearest edges of two boxes.
fn distance(one: Bounds, other: Bounds) -> i32 {
    let gap = |low: i32, high: i32, from: i32, to: i32| (from - high).max(low - to).max(0);
    gap(one.left, one.right, other.left, other.right)
        + gap(one.top, one.bottom, other.top, other.bottom)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_the_only_number_of_its_text() {
        for (text, number) in [
            ("Quantity: 3", Some(3.0)),
            ("50%", Some(50.0)),
            ("1.5 km.", Some(1.5)),
            ("0,25", Some(0.25)),
            ("-7 °C", Some(-7.0)),
            ("Level", None),
            ("3 of 10", None),
            ("1.2.3", None),
        ] {
            assert_eq!(only_number(text), number, "{text}");
        }
    }

    #[test]
    fn names_are_compared_by_their_letters() {
        assert_eq!(words("Mails a week: 3"), "mails a week");
        assert_eq!(words("quantity_label"), "quantity label");
    }
}
