//! What a delta looks like.

use judge::follow;
use ui::Change;
use ui::view::{Shown, delta};

const LOGIN: &str = r#"screen 1080x2400 com.example.shop #7ocauw r5
  "Welcome to Shop"
  "9:41"
  @f1 input "Email" focused
  @f2 input "Password" password
  @c1 check "Remember me"
  @s1 scroll
    @b1 btn "Sign in"
    @b2 btn "Register"
      "free for 30 days"
    @b3 btn "Help"
    "Terms"
    "Privacy"
    "Imprint"
  @l1 link "Forgot password?""#;

fn change(new: &str) -> String {
    let shown = Shown::new(LOGIN.into());
    let delta = delta(&shown, new, 5, None).unwrap_or_else(|| new.to_owned());
    if delta != new {
        assert_eq!(follow(LOGIN, &delta), new);
    }
    delta
}

/// The login screen with some of its text replaced, as revision 6.
fn edited(edits: &[(&str, &str)]) -> String {
    edits.iter().fold(LOGIN.replace(" r5", " r6"), |text, (from, to)| {
        assert!(text.contains(from), "{from}");
        text.replacen(from, to, 1)
    })
}

fn tokens(text: &str) -> usize {
    judge::tokens(text)
}

#[test]
fn nothing_changed() {
    insta::assert_snapshot!(change(LOGIN), @"screen unchanged #7ocauw r5");
    let long = LOGIN.replace(" r5", " r18446744073709551615 loading:progress_indicator");
    let line = delta(&Shown::new(long.as_str().into()), &long, u64::MAX, None).unwrap();
    assert_eq!(line, "screen unchanged #7ocauw r18446744073709551615 loading:progress_indicator");
    for text in [change(LOGIN), line] {
        assert!(tokens(&text) <= 20, "{} tokens: {text}", tokens(&text));
    }
    let bare = "screen 9x9 #7ocauw r5";
    assert_eq!(delta(&Shown::new(bare.into()), bare, 5, None), None, "no line says less");
}

#[test]
fn words_change_in_place() {
    let typed = edited(&[
        (r#""Email" focused"#, r#""Email" = "x" focused"#),
        ("9:41", "9:42"),
        ("Imprint", "Contact"),
    ]);
    insta::assert_snapshot!(change(&typed), @r#"
    screen 1080x2400 com.example.shop #7ocauw r6 since r5
    ~ L3 "9:42"
    ~ @f1 input "Email" = "x" focused
    ~ L14 "Contact"
    "#);
}

#[test]
fn lines_come_and_go() {
    let more = edited(&[
        ("\n  \"Welcome to Shop\"", ""),
        ("\n    @b1 btn \"Sign in\"", ""),
        ("\n    @b3 btn", "\n    @b4 btn \"New\"\n      \"one\"\n      \"two\"\n    @b3 btn"),
        ("\n    \"Terms\"\n    \"Privacy\"\n    \"Imprint\"", ""),
    ]);
    insta::assert_snapshot!(change(&more), @r#"
    screen 1080x2400 com.example.shop #7ocauw r6 since r5
    - L2 "Welcome to Shop"
    - @b1
    - L12..L14 "Terms" …
    +     @b4 btn "New" after L10
    +       "one" after @b4
    +       "two" after @b4
    "#);
    let top = edited(&[("r6\n", "r6\n  pane \"Note\"\n    @b9 btn \"Close\"\n")]);
    insta::assert_snapshot!(change(&top), @r#"
    screen 1080x2400 com.example.shop #7ocauw r6 since r5
    +   pane "Note" after header
    +     @b9 btn "Close" after header
    "#);
}

#[test]
fn a_run_that_went_is_one_line() {
    let start = LOGIN.find("\n  @c1").unwrap();
    let end = LOGIN.find("\n    \"Terms\"").unwrap();
    let fewer = edited(&[(&LOGIN[start..end], "")]);
    insta::assert_snapshot!(change(&fewer), @"
    screen 1080x2400 com.example.shop #7ocauw r6 since r5
    - L6..L11 @c1 @s1 @b1 @b2 @b3
    ");
}

#[test]
fn what_moved_goes_before_it_comes() {
    let moved = edited(&[
        ("\n    @b3 btn \"Help\"", ""),
        ("\n  @c1", "\n  @b3 btn \"Help\"\n  @c1"),
        ("\n  @l1 link", "\n    @l1 link"),
    ]);
    insta::assert_snapshot!(change(&moved), @r#"
    screen 1080x2400 com.example.shop #7ocauw r6 since r5
    - @b3
    - @l1
    +   @b3 btn "Help" after @f2
    +     @l1 link "Forgot password?" after L14
    "#);
}

#[test]
fn only_the_header_changed() {
    let shown = Shown::new(LOGIN.into());
    let loading = edited(&[("r6", "r6 loading:spinner")]);
    let delta = delta(&shown, &loading, 5, Some(Change::StateChange)).unwrap();
    insta::assert_snapshot!(delta, @"screen 1080x2400 com.example.shop #7ocauw r6 loading:spinner since r5 state_change: every line as in r5");
    assert_eq!(follow(LOGIN, &delta), loading);
}

#[test]
fn another_screen_is_told_whole() {
    let other = "screen 1080x2400 com.example.shop #abcdef r6\n  @b7 btn \"Back\"\n  \"Walnut desk lamp\"\n  \"€ 79\"\n  @b8 btn \"Add to cart\"";
    assert_eq!(change(other), other);
}

#[test]
fn a_line_that_readers_saw_in_different_words_is_told_in_any_case() {
    let later = LOGIN.replace("9:41", "9:42").replace(" focused", "");
    let shown = Shown::new(LOGIN.into()).or(&later).unwrap();
    assert!(!shown.is(LOGIN) && !shown.is(&later));
    for now in [LOGIN.to_owned(), later.clone(), edited(&[("9:41", "9:43"), ("Help", "FAQ")])] {
        let delta = delta(&shown, &now, 5, None).unwrap();
        assert_eq!(follow(LOGIN, &delta), now);
        assert_eq!(follow(&later, &delta), now);
    }
    insta::assert_snapshot!(delta(&shown, LOGIN, 5, None).unwrap(), @r#"
    screen 1080x2400 com.example.shop #7ocauw r5 since r5
    ~ L3 "9:41"
    ~ @f1 input "Email" focused
    "#);
    let longer = format!("{LOGIN}\n  \"more\"");
    assert_eq!(Shown::new(LOGIN.into()).or(&longer), None, "not only words differ");
    assert_eq!(Shown::new(LOGIN.into()).or(&LOGIN.replace("@b1", "@b7")), None);
}

#[test]
fn twenty_thousand_lines_are_no_trouble() {
    let text = |line: &dyn Fn(usize) -> String| {
        let body: String = (0..20_000).map(|at| format!("\n  {}", line(at))).collect();
        format!("screen 1080x2400 com.example.shop #7ocauw r5{body}")
    };
    let named = text(&|at| format!("@b{} btn \"x\"", at + 1));
    let reversed = text(&|at| format!("@b{} btn \"x\"", 20_000 - at));
    let shuffled = text(&|at| format!("@b{} btn \"x\"", at * 7919 % 20_000 + 1));
    let other = text(&|at| format!("\"y{at}\""));
    let coarse = text(&|at| format!("\"{}\"", at * at % 7 % 2));
    let coarser = text(&|at| format!("\"{}\"", at * at % 11 % 2));
    let texts = [named, reversed, shuffled, other, coarse, coarser];
    for (old, new) in texts.iter().zip(texts.iter().cycle().skip(1)) {
        let delta = delta(&Shown::new(old.as_str().into()), new, 5, None);
        assert!(delta.is_none_or(|delta| delta.len() < new.len()));
    }
}
