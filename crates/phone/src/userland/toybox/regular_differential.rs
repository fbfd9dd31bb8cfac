//! Random patterns through the phone's `grep` and `sed` and toybox's: brackets full of punctuation, repeats, anchors.

use std::fmt::Write as _;

use crate::shell::differential::side_by_side::Pair;
use proptest::prelude::*;
use proptest::sample::select;

#[tokio::test]
async fn patterns_agree_with_toybox() {
    let Some(pair) = Pair::installed() else { return };
    pair.soak(&line(), 100, 40).await;
}

/// The words of a refusal are those of two different C libraries.
fn line() -> BoxedStrategy<String> {
    let command = select(vec!["grep -o", "grep -c", "grep -oE", "grep -xE", "grep -n", "grep -oi"]);
    (prop::collection::vec((command, pattern()), 1..4), any::<bool>())
        .prop_map(|(lines, sed)| {
            let mut script = String::from(
                "printf '%s\\n' 'ab<c>d' 'x=\"y z\" []' '!#%&()*+,-./:;?@^_{|}~' 'a1 B2_-]' '' >in\n",
            );
            for (command, pattern) in lines {
                // What a range is without regard to case is the C library's own, and Debian's toybox finds no `^.`.
                if command.ends_with('i') && pattern.contains('-') || pattern.starts_with("^.") {
                    continue;
                }
                writeln!(script, "{command} -e '{pattern}' in 2>/dev/null; echo \"[$?]\"").ok();
                // Before `sed` looks at a pattern, toybox takes `-]` out of `]-]`.
                if sed && !pattern.contains("]-]") {
                    writeln!(script, "sed 's/{pattern}/(&)/g' in 2>/dev/null || echo no").ok();
                }
            }
            script
        })
        .boxed()
}

fn pattern() -> BoxedStrategy<String> {
    let repeat = select(vec!["", "", "", "*", "*"]);
    let anchored = (select(vec!["", "", "", "^"]), select(vec!["", "", "", "$"]));
    (prop::collection::vec((atom(), repeat), 1..4), anchored)
        .prop_map(|(atoms, (start, end))| {
            let middle: String = atoms.into_iter().map(|(atom, repeat)| atom + repeat).collect();
            format!("{start}{middle}{end}")
        })
        .boxed()
}

fn atom() -> BoxedStrategy<String> {
    prop_oneof![
        2 => select(vec!["a", "b", "1", ".", "<", ">", "=", "_", "-", "\"", "&", "~", ","])
            .prop_map(str::to_owned),
        5 => (any::<bool>(), prop::collection::vec(member(), 1..5)).prop_map(|(not, members)| {
            format!("[{}{}]", if not { "^" } else { "" }, members.concat())
        }),
    ]
    .boxed()
}

fn member() -> BoxedStrategy<String> {
    let one = || {
        select(
            "ab1Bz<>&~\"=!#%()*+,.:;?@_{|}$ \\".chars().map(String::from).collect::<Vec<String>>(),
        )
    };
    prop_oneof![
        8 => one(),
        2 => (one(), one()).prop_map(|(from, to)| format!("{from}-{to}")),
        1 => select(vec!["[:alpha:]", "[:punct:]", "[:space:]", "[:digit:]", "[:none:]", "[.,.]", "[=a=]", "[", "-", "^"])
            .prop_map(str::to_owned),
    ]
    .boxed()
}
