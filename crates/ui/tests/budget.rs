//! The bound that budgets are kept by, held against the tokenizer that it speaks of.

use proptest::prelude::*;
use ui::view::most_tokens;

#[test]
fn two_common_letters_three_digits_and_blanks_are_one_token() {
    let letters = || ('a'..='z').filter(|letter| !"jkqxz".contains(*letter));
    for (one, other) in letters().flat_map(|one| letters().map(move |other| (one, other))) {
        assert_eq!(judge::tokens(&format!("{one}{other}")), 1, "{one}{other}");
    }
    assert!((0..1000).all(|number| judge::tokens(&format!("{number:03}")) == 1));
    assert!((1..40).all(|blanks| judge::tokens(&" ".repeat(blanks)) == 1));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn no_text_has_more_tokens_than_the_bound(
        text in prop_oneof![
            any::<String>(),
            "[a-z]{0,60}",
            "[A-Za-z]{0,60}",
            "[A-Z ]{0,40}",
            "[a-zA-Z0-9 \"@=.,#()-]{0,120}",
            "(\n *@[a-z][0-9]{1,4} [a-z]{3,6} \"[ -~]{0,30}\"){0,6}",
            "[а-яА-Я ]{0,40}",
            "[一-龥ぁ-ん가-힣]{0,40}",
        ]
    ) {
        prop_assert!(judge::tokens(&text) <= most_tokens(&text), "{} of {}", judge::tokens(&text), most_tokens(&text));
    }
}
