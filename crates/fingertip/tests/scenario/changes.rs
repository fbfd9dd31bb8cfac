//! What changed since a revision, as an agent asks for it.

use fingertip::host::Devices;
use serde_json::json;

use crate::agent::{Agent, still};
use crate::shop::sign_in;

async fn since(agent: &Agent, revision: u64) -> String {
    agent.done("get_ui_tree", json!({ "since": revision })).await.screen
}

/// The number behind the r in a header.
fn revision(screen: &str) -> u64 {
    let header = screen.lines().next().unwrap_or_default();
    let word = header.split(' ').find_map(|word| word.strip_prefix('r')?.parse().ok());
    word.unwrap_or_else(|| panic!("no revision in {header}"))
}

fn tokens(text: &str) -> usize {
    judge::tokens(text)
}

/// Holds get_ui_tree.7.
#[tokio::test(start_paused = true)]
async fn an_unchanged_screen_costs_a_line() {
    let (agent, first) = Agent::in_shop().await;
    let answer = since(&agent, revision(&first.screen)).await;
    assert!(answer.starts_with("screen unchanged #") && answer.ends_with(" r1"), "{answer}");
    assert!(tokens(&answer) <= 20, "{} tokens: {answer}", tokens(&answer));
    assert_eq!(since(&agent, 1).await, answer, "and so it stays");
    insta::assert_snapshot!(still(&since(&agent, 0).await), @r#"
    screen 1080x2400 com.example.shop r1
      "Shop logo"
      "Welcome to Shop"
      "Demo account: demo@example.com with password secret123"
      @f1 input "Email"
      @f2 input password
      @c1 check "Remember me"
      @b1 btn "Sign in"
    "#);
}

/// Holds get_ui_tree.7, get_ui_tree.18.
#[tokio::test(start_paused = true)]
async fn typing_changes_a_line() {
    let (agent, first) = Agent::in_shop().await;
    agent.done("type_text", json!({ "id": "email", "text": "demo@example.com" })).await;
    insta::assert_snapshot!(still(&since(&agent, revision(&first.screen)).await), @r#"
    screen 1080x2400 com.example.shop r2 since r1 hierarchy_diff
    ~ @f1 input "demo@example.com" focused
    +   keyboard shown after @b1
    "#);
    agent.done("tap_element", json!({ "id": "sign_in" })).await;
    insta::assert_snapshot!(still(&since(&agent, 1).await), @r#"
    screen 1080x2400 com.example.shop r3 since r1 hierarchy_diff
    ~ @f1 input "demo@example.com" focused
    +   "Enter your password" after @f2
    +   keyboard shown after @b1
    "#);
}

/// Holds get_ui_tree.8.
#[tokio::test(start_paused = true)]
async fn another_screen_is_shown_whole() {
    let (agent, first) = Agent::in_shop().await;
    sign_in(&agent).await;
    let answer = since(&agent, revision(&first.screen)).await;
    assert_eq!(answer, agent.screen().await);
    assert!(!answer.contains(" since "), "{answer}");
}

#[tokio::test(start_paused = true)]
async fn refs_in_a_delta_are_refs() {
    let (agent, _) = Agent::in_shop().await;
    sign_in(&agent).await;
    let before = agent.screen().await;
    let some = json!({ "x1": 540, "y1": 1500, "x2": 540, "y2": 1100, "durationMs": 2000 });
    agent.done("swipe", some).await;
    let delta = since(&agent, revision(&before)).await;
    insta::assert_snapshot!(still(&delta), @r#"
    screen 1080x2400 com.example.shop r6 since r5 text_change
    - L5..L10 @b3 @b4
    - @g1
    +     @b13 btn "Reading chair" after L34
    +       "Furniture" after @b13
    +       "€429.00" after @b13
    +     @b14 btn "Brass wall hooks" after @b13
    +       "Hallway" after @b14
    +       "€32.50" after @b14
    +     @g2 tap after @b14
    "#);
    let row = delta.lines().find_map(|line| line.strip_prefix("+ ")?.trim().split_once(" btn "));
    let (token, _) = row.unwrap_or_else(|| panic!("no new row in {delta}"));
    let opened = agent.done("tap", json!({ "ref": token })).await;
    assert!(opened.screen.contains("Add to cart"), "{}", opened.screen);
}

/// Holds get_ui_tree.8.
#[tokio::test(start_paused = true)]
async fn the_last_sixteen_revisions_are_known() {
    let (agent, first) = Agent::in_shop().await;
    assert_eq!(revision(&first.screen), 1);
    for next in 2..=17 {
        let tapped = agent.done("tap_element", json!({ "id": "remember_me" })).await;
        assert_eq!(revision(&tapped.screen), next);
    }
    assert!(!since(&agent, 1).await.contains(" since "), "too long ago");
    let delta = since(&agent, 2).await;
    insta::assert_snapshot!(still(&delta), @r#"
    screen 1080x2400 com.example.shop r17 since r2 state_change
    ~ @c1 check "Remember me"
    "#);
}

/// Holds get_ui_tree.6, get_ui_tree.9.
#[tokio::test(start_paused = true)]
async fn what_is_yet_to_come_or_makes_no_sense_is_refused() {
    let (agent, _) = Agent::in_shop().await;
    let error = agent.refused("get_ui_tree", json!({ "since": 7 })).await;
    assert_eq!(error["code"], "INVALID_ARGUMENT");
    assert!(error["message"].as_str().unwrap_or_default().contains("r1"), "{error}");
    assert!(error["hint"].as_str().unwrap_or_default().contains("header"), "{error}");
    for arguments in [
        json!({ "since": 1, "depth": 2 }),
        json!({ "since": 1, "onlyInteractive": true }),
        json!({ "since": -1 }),
        json!({ "since": "r" }),
        json!({ "budget": 99 }),
    ] {
        let error = agent.refused("get_ui_tree", arguments.clone()).await;
        assert_eq!(error["code"], "INVALID_ARGUMENT", "{arguments}");
    }
}

/// Holds get_ui_tree.8.
#[tokio::test(start_paused = true)]
async fn who_saw_a_part_is_not_told_of_lines_that_were_not_in_it() {
    let (agent, _) = Agent::in_shop().await;
    agent.done("get_ui_tree", json!({ "onlyInteractive": true })).await;
    assert!(since(&agent, 1).await.starts_with("screen unchanged"), "true of the part as well");
    agent.done("type_text", json!({ "id": "email", "text": "x" })).await;
    assert!(!since(&agent, 1).await.contains(" since "));
}

/// Holds get_ui_tree.18.
#[tokio::test(start_paused = true)]
async fn a_moved_focus_is_told_whatever_was_seen_of_it() {
    let (agent, _) = Agent::in_shop().await;
    let one = agent.done("tap_element", json!({ "id": "email" })).await.screen;
    let two = agent.done("tap_element", json!({ "id": "password" })).await.screen;
    assert_eq!(revision(&one), revision(&two), "focus alone is no new revision");
    insta::assert_snapshot!(still(&since(&agent, revision(&one)).await), @r#"
    screen 1080x2400 com.example.shop r2 since r2
    ~ @f1 input "Email"
    ~ @f2 input password focused
    "#);
}

/// Holds get_ui_tree.6.
#[tokio::test(start_paused = true)]
async fn a_budget_bounds_the_answer() {
    let (agent, _) = Agent::in_shop().await;
    sign_in(&agent).await;
    let whole = agent.screen().await;
    let little = agent.done("get_ui_tree", json!({ "budget": 100 })).await.screen;
    assert!(tokens(&little) <= 100 && tokens(&whole) > 100, "{little}");
    assert!(little.contains("... left out: "), "what was left out is counted: {little}");
    let ample = agent.done("get_ui_tree", json!({ "budget": 50_000 })).await.screen;
    assert_eq!(ample, whole);
}

/// Holds get_ui_tree.7, calls.5.
#[tokio::test(start_paused = true)]
async fn programs_are_told_that_it_is_a_delta() {
    let agent = Agent::for_programs(Devices { phone: true }).await;
    let whole = agent.done("get_ui_tree", json!({ "deviceId": "phone" })).await;
    assert!(whole.structured.get("delta").is_none(), "{}", whole.structured);
    let revision = whole.structured["snapshot_revision"].clone();
    let again = agent.done("get_ui_tree", json!({ "deviceId": "phone", "since": revision })).await;
    assert_eq!(again.structured["delta"], true, "{}", again.structured);
    for same in ["screenFingerprint", "snapshot_revision"] {
        assert_eq!(again.structured[same], whole.structured[same]);
    }
}

#[tokio::test(start_paused = true)]
async fn a_screen_that_is_back_is_told_from_where_it_was_known() {
    let (agent, _) = Agent::in_shop().await;
    sign_in(&agent).await;
    let list = agent.screen().await;
    agent.done("tap_element", json!({ "text": "Ceramic mug" })).await;
    agent.done("tap_element", json!({ "text": "Notify me" })).await;
    let back = agent.done("press_back", json!({})).await.screen;
    let known = revision(&list);
    assert!(back.ends_with(&format!(" since r{known}: every line as in r{known}")), "{back}");
    // An answer to `since` is about the revision that was asked for.
    let asked = since(&agent, revision(&back) - 1).await;
    assert!(!asked.contains(" since "), "{asked}");
}
