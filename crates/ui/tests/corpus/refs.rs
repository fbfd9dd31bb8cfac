//! Refs on real screens: one for every element, the same while the screen is.

use std::collections::HashSet;

use ui::{Bindings, Reading, Ref, Refs, parse};

use crate::screens;

#[test]
fn every_element_has_a_ref_of_its_own_and_keeps_it() {
    for recording in screens() {
        let Ok(tree) = parse(&recording.bytes, recording.format) else { continue };
        let Reading { tree, outline, .. } = &Reading::of(tree, None);
        let mut registry = Refs::default();
        let first = registry.bind(tree, outline, &["corpus"]);
        let again = registry.bind(tree, outline, &["corpus"]);
        let of = |bindings: &Bindings| -> Vec<Option<Ref>> {
            outline.elements().map(|element| bindings.of(element.node)).collect()
        };
        assert_eq!(of(&first), of(&again), "{}", recording.name);
        let distinct: HashSet<Ref> = of(&first).into_iter().flatten().collect();
        assert_eq!(distinct.len(), outline.elements().count(), "{}", recording.name);
    }
}
