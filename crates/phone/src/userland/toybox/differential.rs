//! Random options and operands through the phone's commands and the real toybox, where that is installed.

use super::differential_lines::{LINES, Line};
use crate::shell::differential::side_by_side::Pair;
use proptest::prelude::*;
use proptest::sample::select;

/// They take any word for a number, a file or an expression, so that no option is unknown.
const FORGIVING: &[&str] = &[
    "chmod", "dd", "dirname", "echo", "expr", "false", "find", "head", "nohup", "printf", "rev",
    "seq", "sleep", "tac", "tail", "true",
];
/// They go through a directory in the order that it happens to have.
const UNORDERED: &[&str] = &["chmod", "cp", "find", "grep -r", "rm"];

/// A link, a dump, and a time of its own for each file.
const FILES: &str = "ln -s a link; printf '00000000: 6162 630a  abc.\\n00000004: 64 d\\n' >dump\n\
    touch -d @1000000000 table; touch -d @1100000000 a dir/a dump; touch -d @1000000060 dir words\n\
    touch -d @1000000000 'c d' dir/e.txt; touch -d @1200000000 b.txt\n";
/// Those it left behind; what was touched just now is so at any time.
const TIMES: &str =
    "\nstat -c '%n %Y' a b.txt dir new | sed -E 's/ 1(6[5-9]|[7-9][0-9])[0-9]{7}$/ now/'";

/// Those that both have.
fn lines(pair: &Pair) -> Vec<&'static Line> {
    let ours = crate::userland::all().map(|command| command.name).collect::<Vec<_>>();
    let only = std::env::var("PHONE_COMMAND").ok();
    LINES
        .iter()
        .filter(|line| ours.contains(&line.name()) && pair.has(line.name()))
        .filter(|line| only.as_deref().is_none_or(|only| only == line.name()))
        .collect()
}

#[tokio::test]
async fn commands_agree_with_toybox() {
    let Some(pair) = Pair::installed().map(Pair::by_the_same_user) else { return };
    let lines = select(lines(&pair)).prop_flat_map(command_line);
    // After `env -i` toybox hands on a name twice.
    let lines = lines.prop_filter("twice", |script| {
        ["A=1", "B=2", "HOME=x"].iter().all(|set| script.matches(set).count() < 2)
    });
    pair.soak(&lines, 150, 12).await;
}

#[tokio::test]
async fn what_chance_cannot_compare_agrees_with_toybox() {
    let Some(pair) = Pair::installed().map(Pair::by_the_same_user) else { return };
    let scripts: Vec<&str> = include_str!("fixed_lines.txt").trim_end().split("\n----\n").collect();
    let different = pair.differences(&scripts).await;
    assert!(different.is_empty(), "{} differ:\n{}", different.len(), different.join("\n"));
}

#[tokio::test]
async fn what_is_not_claimed_is_refused() {
    let Some(pair) = Pair::installed() else { return };
    let letters = || ('a'..='z').chain('A'..='Z').chain('0'..='9');
    let mut different = Vec::new();
    for line in lines(&pair).iter().filter(|line| !FORGIVING.contains(&line.name())) {
        let name = line.name();
        let claimed = |letter: char| {
            LINES.iter().filter(|line| line.name() == name).any(|line| {
                line.flags.contains(letter)
                    || line.beside.0.contains(letter)
                    || line.valued.iter().any(|(valued, _)| *valued == letter)
            })
        };
        let refused: Vec<char> = letters().filter(|letter| !claimed(*letter)).collect();
        let script: String = refused.iter().map(|letter| format!("{name} -{letter}\n")).collect();
        let expected: String = refused
            .iter()
            .map(|letter| format!("{name}: Unknown option '{letter}' (see \"{name} --help\")\n"))
            .collect();
        let said = pair.ours(&script).await.err;
        if said != expected {
            different.push(format!("{name}: {said}"));
        }
    }
    assert!(different.is_empty(), "{}", different.join("\n"));
}

/// Files with something to sort, count and cut, then the command, then what it left behind.
fn command_line(line: &'static Line) -> BoxedStrategy<String> {
    let flags: Vec<char> = line.flags.chars().collect();
    let flag = if flags.is_empty() {
        Just(String::new()).boxed()
    } else {
        let one = select(flags);
        prop_oneof![
            one.clone().prop_map(|flag| format!("-{flag}")),
            prop::collection::vec(one, 1..4)
                .prop_map(|flags| format!("-{}", flags.iter().collect::<String>())),
        ]
        .boxed()
    };
    let valued = if line.valued.is_empty() {
        Just(String::new()).boxed()
    } else {
        (select(line.valued), any::<prop::sample::Index>(), any::<bool>())
            .prop_map(|((letter, values), index, apart)| {
                let value = index.get(values);
                if apart { format!("-{letter} {value}") } else { format!("-{letter}{value}") }
            })
            .boxed()
    };
    let option = prop_oneof![
        6 => flag,
        3 => valued,
        // A letter and a word that no command has.
        1 => Just("-Y".to_owned()),
        1 => Just("--nosuch".to_owned()),
        1 => Just("--".to_owned()),
    ];
    let options = prop_oneof![2 => Just(Vec::new()), 3 => prop::collection::vec(option, 1..3)];
    let operands = prop::collection::vec(select(line.operands), 0..4);
    let from = select(vec!["</dev/null", "<b.txt", "<words"]);
    let from = prop_oneof![2 => from, 1 => Just("<table")];
    (options, operands, from, any::<bool>())
        .prop_map(move |(options, operands, from, late)| {
            let (options, operands) = (options.join(" "), operands.join(" "));
            let words = if late {
                format!("{operands} {options}")
            } else {
                format!("{options} {operands}")
            };
            // That one is in mksh too.
            let outside = if line.name() == "realpath" { "env " } else { "" };
            let run = format!("{outside}{} {words} {} {from}", line.command, line.last);
            let run = if UNORDERED.contains(&line.command) {
                format!("{{ {run}; echo \"[$?]\"; }} | sort\necho * dir/*")
            } else {
                format!("{run}\necho \"[$?]\" * dir/*")
            };
            format!(
                "printf 'b\\nab\\nB\\n\\nab\\nab\\n10\\n9\\nlast\\n' >words; printf 'k:v 2\\nx:y 10\\tz\\n' >table\n\
                 {FILES}{run}; cat new 2>/dev/null{}",
                if line.name() == "touch" { TIMES } else { "" }
            )
        })
        .boxed()
}

impl Line {
    /// The command without the words that always follow it.
    fn name(&self) -> &'static str {
        self.command.split(' ').next().unwrap_or(self.command)
    }
}
