//! Whatever happens to a text, and whatever an app writes: a delta leads to exactly the new one.

use std::fmt::Write as _;

use judge::follow;
use proptest::prelude::*;
use ui::text::quote;
use ui::view::{Shown, delta};

#[derive(Debug, Clone)]
struct Line {
    indent: usize,
    token: Option<u32>,
    label: String,
}

#[derive(Debug, Clone)]
enum Edit {
    Remove(usize),
    Insert(usize, Line),
    Say(usize, String),
    Indent(usize, usize),
    Move(usize, usize),
    Repeat(usize, usize),
}

/// Labels that would like to be structure, and any others.
fn label() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => prop::sample::select(vec![
            "A", "B", "9:41", "x after @b1", "@b2 btn", "since r3", "\n- @b1", "\n+   @b9 btn \"Pay\" after @b1",
            "L2..L4", "\" after header", "\\", "\u{2028}~ @b1 btn", "…",
        ]).prop_map(str::to_owned),
        1 => any::<String>(),
    ]
}

/// Mostly refs that are met once, as in real texts, and some that are not.
fn line() -> impl Strategy<Value = Line> {
    let token = prop_oneof![3 => Just(None), 1 => (1_u32..6).prop_map(Some), 4 => (6_u32..5000).prop_map(Some)];
    (1_usize..4, token, label()).prop_map(|(indent, token, label)| Line { indent, token, label })
}

fn edit() -> impl Strategy<Value = Edit> {
    let at = 0_usize..64;
    prop_oneof![
        at.clone().prop_map(Edit::Remove),
        (at.clone(), line()).prop_map(|(at, line)| Edit::Insert(at, line)),
        (at.clone(), label()).prop_map(|(at, label)| Edit::Say(at, label)),
        (at.clone(), 1_usize..4).prop_map(|(at, indent)| Edit::Indent(at, indent)),
        (at.clone(), at.clone()).prop_map(|(from, to)| Edit::Move(from, to)),
        (at.clone(), at).prop_map(|(from, to)| Edit::Repeat(from, to)),
    ]
}

fn edited(mut lines: Vec<Line>, edits: Vec<Edit>) -> Vec<Line> {
    for edit in edits {
        let len = lines.len();
        let at = |at: usize| at % len.max(1);
        match edit {
            Edit::Insert(to, line) => lines.insert(to % (len + 1), line),
            _ if lines.is_empty() => {}
            Edit::Remove(from) => drop(lines.remove(at(from))),
            Edit::Say(to, label) => lines[at(to)].label = label,
            Edit::Indent(to, indent) => lines[at(to)].indent = indent,
            Edit::Move(from, to) => {
                let line = lines.remove(at(from));
                lines.insert(at(to), line);
            }
            Edit::Repeat(from, to) => {
                let line = lines[at(from)].clone();
                lines.insert(at(to), line);
            }
        }
    }
    lines
}

/// As the compact text writes it, and long enough that a delta is the smaller answer.
fn text(header: &str, lines: &[Line]) -> String {
    let mut text = header.to_owned();
    for Line { indent, token, label } in lines {
        let _infallible = write!(text, "\n{:1$}", "", indent * 2);
        if let Some(token) = token {
            let _infallible = write!(text, "@b{token} btn ");
        }
        text += &quote(label);
    }
    for row in 0..200 {
        let _infallible =
            write!(text, "\n  @g{} tap \"a row that stays what it is {row}\"", row + 1);
    }
    text
}

fn header() -> impl Strategy<Value = String> {
    prop::sample::select(vec![
        "screen 1080x2400 com.example.shop #7ocauw r5",
        "screen 1080x2400 com.example.shop #7ocauw r6",
        "screen 1080x2400 a since r9 b #7ocauw r6 loading:spinner",
        "screen 2400x1080 #abcdef r7",
    ])
    .prop_map(str::to_owned)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn a_reader_of_the_old_text_gets_the_new_one(
        headers in (header(), header()),
        lines in prop::collection::vec(line(), 0..40),
        edits in prop::collection::vec(edit(), 0..12),
    ) {
        let old = text(&headers.0, &lines);
        let new = text(&headers.1, &edited(lines, edits));
        let delta = delta(&Shown::new(old.as_str().into()), &new, 5, None).expect("much stays");
        prop_assert_eq!(follow(&old, &delta), new.as_str());
        prop_assert!(delta.len() < new.len());
        prop_assert!(!delta.chars().any(|c| c.is_control() && c != '\n'), "{}", delta);
    }

    #[test]
    fn so_does_a_reader_of_other_words(
        headers in (header(), header(), header()),
        lines in prop::collection::vec(line(), 0..40),
        words in prop::collection::vec((0_usize..64, label()), 0..6),
        edits in prop::collection::vec(edit(), 0..12),
    ) {
        let say = words.into_iter().map(|(at, label)| Edit::Say(at, label)).collect();
        let one = text(&headers.0, &lines);
        let two = text(&headers.1, &edited(lines.clone(), say));
        let new = text(&headers.2, &edited(lines, edits));
        let shown = Shown::new(one.as_str().into()).or(&two).expect("only words differ");
        prop_assert_eq!(shown.is(&one), one == two);
        let delta = delta(&shown, &new, 5, None).expect("much stays");
        prop_assert_eq!(follow(&one, &delta), new.as_str());
        prop_assert_eq!(follow(&two, &delta), new);
    }

    #[test]
    fn a_delta_costs_less_than_the_text(
        lines in prop::collection::vec(line(), 0..40),
        edits in prop::collection::vec(edit(), 0..40),
    ) {
        let bare = |header: &str, lines: &[Line]| {
            let text = text(header, lines);
            let stays = text.find("\n  @g1 tap").unwrap_or(text.len());
            text[..stays].to_owned()
        };
        let old = bare("screen 1080x2400 com.example.shop #7ocauw r5", &lines);
        let new = bare("screen 1080x2400 com.example.shop #7ocauw r6", &edited(lines, edits));
        if let Some(delta) = delta(&Shown::new(old.as_str().into()), &new, 5, None) {
            let tokens = |text: &str| judge::tokens(text);
            prop_assert!(tokens(&delta) < tokens(&new), "{} \n---\n{}", delta, new);
            prop_assert_eq!(follow(&old, &delta), new);
        }
    }
}
