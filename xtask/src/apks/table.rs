//! The page of a crawl: totals, every screen, and by which rule some are left out of the count.

use std::fmt::Write as _;

use super::about::About;
use super::arguments::Bounds;
use super::crawl::Crawled;
use super::uses::{RULE, Uses};
use super::visit::{Outcome, Visit};

/// Taps without effect that are named.
const IDLE: usize = 300;

/// How one app is told of.
pub(super) fn section(
    file: &str,
    about: &About,
    crawled: &Crawled,
    uses: &Uses,
    bounds: Bounds,
) -> String {
    let mut page =
        format!("## {} {} ({})\n\n", cell(&about.package), cell(&about.version), cell(file));
    let _infallible = writeln!(
        page,
        "Everything that can be tapped, up to {} taps from the first screen: {} taps, {} of which led to a screen that was known and {} to nothing new.{}\n",
        bounds.levels,
        crawled.taps,
        crawled.again,
        crawled.stayed.len(),
        crawled
            .ended_by
            .map(|by| format!(" Ended early by the bound on {by}."))
            .unwrap_or_default(),
    );
    page += &totals(crawled, uses);
    page += "\n| way | activity | what came | uses |\n|---|---|---|---|\n";
    for visit in &crawled.visits {
        let activity = visit.activity().map(|it| short(it, &about.package)).unwrap_or_default();
        let used = needs(visit, uses).unwrap_or_default();
        let _infallible = writeln!(
            page,
            "| {} | {} | {} | {used} |",
            cell(&visit.way()),
            cell(activity),
            cell(&visit.outcome.to_string()),
        );
    }
    if !crawled.stayed.is_empty() {
        let ways: Vec<String> =
            crawled.stayed.iter().take(IDLE).map(|visit| cell(&visit.way())).collect();
        let more = crawled.stayed.len().saturating_sub(IDLE);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        let _infallible = writeln!(page, "\nNothing new came of: {}{more}.", ways.join("; "));
    }
    if !crawled.unreached.is_empty() {
        let ways: Vec<String> = crawled.unreached.iter().map(|way| cell(way)).collect();
        let _infallible = writeln!(
            page,
            "\nNot opened a second time, so that nothing on them was tapped: {}.",
            ways.join(", ")
        );
    }
    page
}

fn totals(crawled: &Crawled, uses: &Uses) -> String {
    let counted: Vec<&Visit> =
        crawled.visits.iter().filter(|visit| visit.outcome.counts()).collect();
    let plain: Vec<&Visit> =
        counted.iter().filter(|visit| needs(visit, uses).is_none()).copied().collect();
    let mut text = "| | all | without hardware, media, GL, WebView |\n|---|---|---|\n".to_owned();
    let mut row = |name: &str, is: &dyn Fn(&Outcome) -> bool| {
        let count = |visits: &[&Visit]| visits.iter().filter(|visit| is(&visit.outcome)).count();
        let _infallible = writeln!(text, "| {name} | {} | {} |", count(&counted), count(&plain));
    };
    row("opened", &|_| true);
    row("drew", &|outcome| matches!(outcome, Outcome::Drawn | Outcome::Moving));
    row("blank", &|outcome| *outcome == Outcome::Blank);
    row("crashed", &|outcome| matches!(outcome, Outcome::Crash(_)));
    row("hung or ended", &|outcome| {
        matches!(outcome, Outcome::NotResponding | Outcome::Hang(_) | Outcome::Ended)
    });
    let works = plain.iter().filter(|visit| !visit.outcome.is_trouble()).count();
    let permille = works * 1000 / plain.len().max(1);
    let _infallible = writeln!(
        text,
        "\n{works} of {} screens that use none of that work: {}.{} percent.\n\n{RULE}",
        plain.len(),
        permille / 10,
        permille % 10
    );
    text
}

fn needs<'v>(visit: &'v Visit, uses: &Uses) -> Option<&'v str> {
    let shown = visit.gaps.first().copied();
    shown.or_else(|| visit.activity().and_then(|activity| uses.of(activity)))
}

fn short<'a>(activity: &'a str, package: &str) -> &'a str {
    activity.strip_prefix(package).filter(|rest| rest.starts_with('.')).unwrap_or(activity)
}

/// Text of an app inside a table of Markdown.
fn cell(text: &str) -> String {
    let mut cell = String::new();
    for c in text.chars() {
        match c {
            '|' | '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '#' => cell.extend(['\\', c]),
            c if c.is_control() => cell.push(' '),
            c => cell.push(c),
        }
    }
    cell.replace(" \\> ", " › ")
}
