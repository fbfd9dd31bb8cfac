//! One line an APK: what it is, what it showed first or why not, how far taps led, and what went wrong.

use std::fmt::Write as _;
use std::path::Path;

use super::about::About;
use super::crawl::Crawled;
use super::visit::Outcome;

/// Troubles that a line names; the page has all of them.
const NAMED: usize = 3;

pub(super) fn line(
    apk: &Path,
    about: Result<&About, &String>,
    crawled: Option<&Result<Crawled, String>>,
    seconds: u64,
) -> String {
    let file = apk.file_name().unwrap_or_default().to_string_lossy();
    let what = match about {
        Ok(about) if about.is_known() => format!(
            "{} {}, SDK {} to {}",
            about.package, about.version, about.min_sdk, about.target_sdk
        ),
        Ok(_) | Err(_) => "no APK that a phone takes".to_owned(),
    };
    let verdict = match (about, crawled) {
        (Err(why), _) => format!("not run: {why}"),
        (Ok(about), None) => format!("not run: {}", about.stops.join("; ")),
        (Ok(_), Some(Err(why))) => {
            let path = format!("{}: ", apk.display());
            format!("not started: {}", why.strip_prefix(&path).unwrap_or(why))
        }
        (Ok(about), Some(Ok(crawled))) => verdict(about, crawled),
    };
    one_line(&format!("{file}: {what}: {verdict}; {seconds} s"))
}

fn verdict(about: &About, crawled: &Crawled) -> String {
    let first = crawled.visits.first().map(|visit| (&visit.outcome, &visit.gaps));
    let mut text = match first {
        Some((Outcome::Drawn | Outcome::Moving, gaps)) if gaps.is_empty() => {
            "first screen drawn".to_owned()
        }
        Some((Outcome::Drawn | Outcome::Moving, gaps)) => {
            format!("first screen drawn around an empty {}", gaps.join(" and "))
        }
        Some((Outcome::Blank, gaps)) if !gaps.is_empty() => {
            format!("first screen blank: it is a {}", gaps.join(" and "))
        }
        Some((outcome, _)) => format!("no first screen: {outcome}"),
        None => "no first screen".to_owned(),
    };
    if first.is_none_or(|(outcome, _)| outcome.is_trouble() || !outcome.is_screen()) {
        // What was foreseen may be the reason.
        let all = about.stops.iter().chain(&about.limits);
        let hints: Vec<&str> = all.map(String::as_str).collect();
        if !hints.is_empty() {
            let _infallible = write!(text, " ({})", hints.join("; "));
        }
        return text;
    }
    let _infallible = write!(text, "; {} screens by {} taps", crawled.screens(), crawled.taps);
    if let Some(by) = crawled.ended_by {
        let _infallible = write!(text, ", ended by {by}");
    }
    let troubles = crawled.troubles();
    if troubles.is_empty() {
        return text + "; no crash";
    }
    let crashes = troubles.iter().filter(|visit| matches!(visit.outcome, Outcome::Crash(_)));
    let _infallible = write!(text, "; {} distinct crashes", crashes.count());
    for visit in troubles.iter().take(NAMED) {
        let _infallible = write!(text, "; {}: {}", visit.way(), visit.outcome);
    }
    if troubles.len() > NAMED {
        let _infallible = write!(text, "; and {} more", troubles.len() - NAMED);
    }
    text
}

/// Whatever an app says, it cannot make a second line.
fn one_line(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}
