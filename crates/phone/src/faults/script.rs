//! A timetable of faults. A line is `at TIME FAULT` or `every TIME FAULT`; instead of one fault it may name several,
//! `one of A | B | C`, of which the seed chooses. What follows `#` is for people.

use super::chance::Chance;
use super::fault::Order;
use super::parse::{self, Piece, Wrong};
use crate::text::append;
use std::str::FromStr;
use std::time::Duration;
use tokio::time::Instant;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Script {
    steps: Vec<Step>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Step {
    when: When,
    /// Never empty.
    choices: Vec<Order>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum When {
    At(Duration),
    Every(Duration),
}

/// A line that cannot be read, shown with its place.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{shown}")]
pub struct ScriptError {
    shown: String,
}

impl FromStr for Script {
    type Err = ScriptError;

    fn from_str(text: &str) -> Result<Self, ScriptError> {
        let mut steps = Vec::new();
        for (number, line) in (1..).zip(text.lines()) {
            let code = line.find('#').map_or(line, |comment| &line[..comment]);
            if code.trim().is_empty() {
                continue;
            }
            let step = step(Piece { text: code, begin: 0 });
            steps.push(step.map_err(|wrong| ScriptError::new(number, line, &wrong))?);
        }
        Ok(Self { steps })
    }
}

fn step(line: Piece<'_>) -> Result<Step, Wrong> {
    let mut words = line.words();
    let end = Piece { text: "", begin: line.begin + line.text.trim_end().len() };
    let first = words.next().unwrap_or(end);
    let time = words.next().unwrap_or(end);
    let when = match first.text {
        "at" => When::At(time.period()?),
        "every" => match time.period()? {
            Duration::ZERO => return Err(time.wrong("every wants more than no time")),
            period => When::Every(period),
        },
        other => {
            let message =
                format!("a line begins with \"at TIME\" or \"every TIME\", not {other:?}");
            return Err(first.wrong(message));
        }
    };
    let rest = time.begin + time.text.len() - line.begin;
    let rest = Piece { text: &line.text[rest..], begin: time.begin + time.text.len() };
    Ok(Step { when, choices: choices(rest)? })
}

fn choices(text: Piece<'_>) -> Result<Vec<Order>, Wrong> {
    let mut words = text.words();
    let (Some(one), Some(of)) = (words.next(), words.next()) else {
        return Ok(vec![parse::order(text)?]);
    };
    if (one.text, of.text) != ("one", "of") {
        return Ok(vec![parse::order(text)?]);
    }
    let mut begin = of.begin + of.text.len();
    let all = &text.text[begin - text.begin..];
    let mut choices = Vec::new();
    for choice in all.split('|') {
        choices.push(parse::order(Piece { text: choice, begin })?);
        begin += choice.len() + 1;
    }
    Ok(choices)
}

impl Script {
    /// Begins each fault when its time has come; the same seed makes the same choices. Without an `every` it ends.
    pub(super) async fn run(&self, seed: u64, begin: impl Fn(Order)) {
        let mut chance = Chance::new(seed);
        let start = Instant::now();
        let mut next: Vec<Option<Instant>> =
            self.steps.iter().map(|step| start.checked_add(step.when.first())).collect();
        // Of what comes at the same time, the upper line is first.
        while let Some((time, index)) =
            next.iter().enumerate().filter_map(|(index, time)| Some(((*time)?, index))).min()
        {
            tokio::time::sleep_until(time).await;
            let step = &self.steps[index];
            next[index] = match step.when {
                When::At(_) => None,
                When::Every(period) => time.checked_add(period),
            };
            let chosen = chance.below(step.choices.len() as u64);
            let chosen = usize::try_from(chosen).ok().and_then(|chosen| step.choices.get(chosen));
            if let Some(order) = chosen {
                begin(order.clone());
            }
        }
    }
}

impl When {
    fn first(self) -> Duration {
        match self {
            Self::At(time) | Self::Every(time) => time,
        }
    }
}

impl ScriptError {
    fn new(number: usize, line: &str, wrong: &Wrong) -> Self {
        let width = |range: std::ops::Range<usize>| line.get(range).unwrap_or("").chars().count();
        let (before, marked) = (width(0..wrong.at.start), width(wrong.at.clone()).max(1));
        let line: String =
            line.chars().map(|shown| if shown.is_control() { ' ' } else { shown }).collect();
        let mut shown = format!("line {number}, column {}: {wrong}\n", before + 1);
        let gutter = " ".repeat(number.to_string().len());
        append!(
            shown,
            "{number} | {line}\n{gutter} | {}{}",
            " ".repeat(before),
            "^".repeat(marked)
        );
        Self { shown }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::cell::RefCell;

    async fn timetable(script: &str, seed: u64, within: Duration) -> Vec<String> {
        let script: Script = script.parse().unwrap();
        let (start, seen) = (Instant::now(), RefCell::new(Vec::new()));
        let note = |order: Order| {
            seen.borrow_mut().push(format!("{} {order}", start.elapsed().as_secs()));
        };
        tokio::time::timeout(within, script.run(seed, note)).await.ok();
        seen.into_inner()
    }

    #[tokio::test(start_paused = true)]
    async fn a_seed_chooses() {
        let script = "\
            # trouble\n\
            at 5s dump=garbled for 2s\n\n\
            every 10s one of drop | offline for 3s | dump=truncated times 1  # or worse\n";
        let minutes = Duration::from_mins(5);
        let run = timetable(script, 7, minutes).await;
        assert_eq!(run[0], "5 dump=garbled for 2s");
        assert_eq!(run, timetable(script, 7, minutes).await);
        assert_ne!(run, timetable(script, 8, minutes).await);
        for choice in ["drop", "offline for 3s", "dump=truncated times 1"] {
            assert!(run.iter().any(|line| line.ends_with(choice)), "{run:?}");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn times_are_kept_and_a_script_without_every_ends() {
        let run = timetable("every 2s drop\nat 4s hang", 0, Duration::from_secs(7)).await;
        assert_eq!(run, ["2 drop", "4 drop", "4 hang", "6 drop"]);
        let start = Instant::now();
        timetable("at 3s drop", 0, Duration::from_mins(9)).await;
        assert_eq!(start.elapsed().as_secs(), 3);
    }

    #[test]
    fn errors_show_the_place() {
        let wrong = |script: &str| script.parse::<Script>().unwrap_err().to_string();
        insta::assert_snapshot!(wrong("at 5s drop\n\nevery 10s one of drop | slow=2x"), @r#"
        line 3, column 30: "2x" is no time: a whole number with ms, s or m behind it, such as 250ms, 2s or 5m
        3 | every 10s one of drop | slow=2x
          |                              ^^
        "#);
        insta::assert_snapshot!(wrong("ät 5s drop"), @r#"
        line 1, column 1: a line begins with "at TIME" or "every TIME", not "ät"
        1 | ät 5s drop
          | ^^
        "#);
        insta::assert_snapshot!(wrong("every 0s drop"), @r"
        line 1, column 7: every wants more than no time
        1 | every 0s drop
          |       ^^
        ");
        assert!(wrong("at 5s").starts_with("line 1, column 6: no fault is named"));
        assert!(wrong("at").starts_with("line 1, column 3: \"\" is no time"));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(128))]

        #[test]
        fn any_text_is_read_or_refused(text in "((at|every|one|of|drop|hang|[0-9]{1,3}s|[|#äx\n \t]) ?){0,20}") {
            if let Err(error) = text.parse::<Script>() {
                prop_assert!(error.to_string().starts_with("line "));
            }
        }
    }
}
