//! Leanness is not bought with blindness: nothing that a person sees is missing within the default budget.

use judge::{Shown, Subject, Verdict};

use crate::screens;

/// Every loss of this subject, by screen.
fn lost(subject: Subject) -> Vec<String> {
    let mut all = Vec::new();
    for recording in screens() {
        let Ok(shown) = Shown::of(recording) else { continue };
        let verdict = Verdict::on(&shown);
        all.extend(verdict.lost(subject).map(|loss| format!("{}: {loss}", recording.name)));
    }
    all
}

#[test]
fn no_visible_label_is_lost() {
    let lost = lost(Subject::Label);
    assert!(lost.is_empty(), "{} labels: {lost:#?}", lost.len());
}

#[test]
fn everything_that_can_be_acted_on_has_a_ref() {
    let lost = lost(Subject::Element);
    assert!(lost.is_empty(), "{} elements: {lost:#?}", lost.len());
}

#[test]
fn every_state_and_value_is_told() {
    let lost = lost(Subject::State);
    assert!(lost.is_empty(), "{} states: {lost:#?}", lost.len());
}

#[test]
fn no_state_is_told_that_does_not_hold() {
    let told = lost(Subject::Lie);
    assert!(told.is_empty(), "{} lies: {told:#?}", told.len());
}

#[test]
fn no_password_is_told() {
    let told = lost(Subject::Leak);
    assert!(told.is_empty(), "{told:#?}");
}
