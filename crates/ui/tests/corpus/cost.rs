//! What the texts cost a model, counted with its own vocabulary.

use judge::{Shown, tokens};
use ui::view::{DEFAULT_BUDGET, full, most_tokens};

use crate::screens;

#[test]
fn half_of_the_screens_cost_less_than_300_tokens() {
    let shown = screens().iter().filter_map(|recording| Shown::of(recording).ok());
    let mut costs: Vec<usize> = shown.map(|shown| tokens(&shown.text)).collect();
    costs.sort_unstable();
    let Some(median) = costs.get(costs.len() / 2) else { return };
    println!("{} screens, median {median} tokens, most {:?}", costs.len(), costs.last());
    assert!(*median < 300, "median {median} of {costs:?}");
}

#[test]
fn no_screen_exceeds_the_budget_or_the_bound_it_is_kept_by() {
    for recording in screens() {
        let Ok(Shown { text, .. }) = Shown::of(recording) else { continue };
        let (cost, bound) = (tokens(&text), most_tokens(&text));
        assert!(cost <= bound, "{}: {cost} tokens, bound {bound}", recording.name);
        assert!(cost <= DEFAULT_BUDGET, "{}: {cost} tokens", recording.name);
    }
}

#[test]
fn compact_text_costs_at_most_a_quarter_of_the_json() {
    let (mut compact, mut json) = (0, 0);
    for recording in screens() {
        let Ok(shown) = Shown::of(recording) else { continue };
        compact += tokens(&shown.text);
        json += tokens(&full(&shown.reading, &shown.refs));
    }
    println!("{compact} tokens as text, {json} as JSON");
    assert!(compact * 4 <= json, "{compact} tokens as text, {json} as JSON");
}
