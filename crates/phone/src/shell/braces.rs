//! `a{b,c}d` becomes `abd acd`, before anything else is expanded.

use super::ast::{Part, Word};

/// More words than this from one are a mistake or an attack.
const MAX_WORDS: usize = 10_000;

#[derive(Clone, Debug)]
enum Unit {
    Char(char),
    Part(Part),
}

/// The words that a word stands for; itself when there is nothing to expand or far too much.
pub(super) fn expand(word: &Word) -> Vec<Word> {
    let has_braces =
        word.0.iter().any(|part| matches!(part, Part::Plain(text) if text.contains('{')))
            && word.0.iter().any(|part| matches!(part, Part::Plain(text) if text.contains(',')));
    if !has_braces {
        return vec![word.clone()];
    }
    let mut units = Vec::new();
    for part in &word.0 {
        match part {
            Part::Plain(text) => units.extend(text.chars().map(Unit::Char)),
            Part::Quoted(_)
            | Part::Parameter { .. }
            | Part::Command { .. }
            | Part::Arithmetic { .. } => {
                units.push(Unit::Part(part.clone()));
            }
        }
    }
    let mut pending = vec![units];
    let mut finished = Vec::new();
    // Depth first, so that the words come out in order.
    while let Some(units) = pending.pop() {
        if pending.len() + finished.len() > MAX_WORDS {
            return vec![word.clone()];
        }
        match alternatives(&units) {
            Some(alternatives) => pending.extend(alternatives.into_iter().rev()),
            None => finished.push(to_word(units)),
        }
    }
    finished
}

/// Replaces the first brace group that has a comma.
fn alternatives(units: &[Unit]) -> Option<Vec<Vec<Unit>>> {
    for open in (0..units.len()).filter(|index| matches!(units[*index], Unit::Char('{'))) {
        let mut depth = 0;
        let mut commas = Vec::new();
        for (index, unit) in units.iter().enumerate().skip(open) {
            match unit {
                Unit::Char('{') => depth += 1,
                Unit::Char(',') if depth == 1 => commas.push(index),
                Unit::Char('}') => {
                    depth -= 1;
                    if depth == 0 {
                        if commas.is_empty() {
                            break;
                        }
                        let mut edges = vec![open];
                        edges.extend(&commas);
                        edges.push(index);
                        let words = edges.windows(2).map(|edge| {
                            let middle = &units[edge[0] + 1..edge[1]];
                            [&units[..open], middle, &units[index + 1..]].concat()
                        });
                        return Some(words.collect());
                    }
                }
                Unit::Char(_) | Unit::Part(_) => {}
            }
        }
    }
    None
}

fn to_word(units: Vec<Unit>) -> Word {
    let mut word = Word::default();
    if units.is_empty() {
        // An empty alternative is an empty word, not none.
        word.0.push(Part::Quoted(String::new()));
    }
    for unit in units {
        match unit {
            Unit::Char(character) => match word.0.last_mut() {
                Some(Part::Plain(text)) => text.push(character),
                Some(_) | None => word.0.push(Part::Plain(character.to_string())),
            },
            Unit::Part(part) => word.0.push(part),
        }
    }
    word
}
