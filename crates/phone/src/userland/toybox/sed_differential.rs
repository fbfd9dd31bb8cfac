//! Scripts, fixed and random, through the phone's `sed` and toybox's: everything that is claimed.

use crate::shell::differential::side_by_side::Pair;
use proptest::prelude::*;
use proptest::sample::select;

#[tokio::test]
async fn every_command_agrees_with_toybox() {
    let Some(pair) = Pair::installed() else { return };
    let scripts: Vec<&str> = include_str!("sed_fixed.txt").trim_end().split("\n----\n").collect();
    let different = pair.differences(&scripts).await;
    assert!(different.is_empty(), "{} differ:\n{}", different.len(), different.join("\n"));
}

#[tokio::test]
async fn scripts_agree_with_toybox() {
    let Some(pair) = Pair::installed() else { return };
    pair.soak(&line(), 100, 40).await;
}

fn line() -> BoxedStrategy<String> {
    let options =
        select(vec!["", "", "-n", "-E", "-s", "-r", "-nE", "-z", "-ns", "-i", "-i.old", "-n -i"]);
    let files =
        select(vec!["b.txt", "words", "words b.txt", "'c d' a", "nosuch words", "- <words"]);
    (options, arguments(), files)
        .prop_map(|(options, (before, script), files)| {
            format!(
                "printf 'b\\nab\\nB b\\n\\nxay\\nend' >words\n{before}\
                 sed {options} {script} {files}; echo \"[$?]\"\n\
                 cat words a out 2>/dev/null; echo *"
            )
        })
        .boxed()
}

/// The script as one word, as several `-e`, or in a file that is written before.
fn arguments() -> BoxedStrategy<(String, String)> {
    let commands = prop_oneof![
        4 => prop::collection::vec(command(2, leaf()), 1..4),
        1 => prop::collection::vec(command(1, restarting()), 1..4),
    ];
    // Last, because toybox takes all that follows for a part of them.
    let tail = select(vec!["s/a", "/b", "y/a/", "s/a/b", "s,a,b", "s/a/b/w out"]);
    let tail = prop_oneof![
        8 => Just(None),
        1 => Just(Some("w out".to_owned())),
        1 => tail.prop_map(|tail| Some(tail.to_owned())),
    ];
    (commands, tail, 0..4)
        .prop_map(|(mut commands, tail, way)| {
            commands.push(":e".to_owned());
            commands.extend(tail);
            let whole = commands.join("\n");
            let pieces = commands.iter().map(|one| format!("-e '{one}' ")).collect();
            match way {
                0 => (String::new(), pieces),
                1 => (format!("cat >script <<\\END\n{whole}\nEND\n"), "-f script".to_owned()),
                _ => (String::new(), format!("'{whole}'")),
            }
        })
        .boxed()
}

fn address() -> BoxedStrategy<String> {
    let one = || {
        prop_oneof![
            3 => (0..5).prop_map(|number: i32| number.to_string()),
            1 => Just("$".to_owned()),
            3 => pattern().prop_map(|pattern| format!("/{pattern}/")),
            1 => pattern().prop_map(|pattern| format!("\\,{pattern},")),
        ]
    };
    let to = prop_oneof![4 => one(), 1 => (0..3).prop_map(|lines: i32| format!("+{lines}"))];
    let not = select(vec!["", "", "!", " ! "]);
    prop_oneof![
        3 => Just(String::new()),
        3 => (one(), not.clone()).prop_map(|(from, not)| format!("{from}{not}")),
        2 => (one(), to, not).prop_map(|(from, to, not)| format!("{from},{to}{not}")),
    ]
    .boxed()
}

/// Where only one match is possible: the phone's library takes the first alternative that fits, C's the longest.
fn pattern() -> BoxedStrategy<String> {
    select(vec![
        "b",
        "^a",
        "b$",
        ".",
        "[ab]",
        "x*",
        "ab*",
        "[^b]",
        "e",
        "o",
        "^$",
        "\\.",
        "a.y",
        "t[hw]",
        "",
        "[[:upper:]]",
        "\\(.\\)b",
        "(o|w)",
        "a\\|o",
        "e\\{2\\}",
        "e+",
        "\\n",
        "[a/]",
    ])
    .prop_map(str::to_owned)
    .boxed()
}

fn leaf() -> BoxedStrategy<String> {
    let plain = select(vec![
        "p", "d", "=", "n", "N", "P", "h", "H", "g", "G", "x", "b", "t", "T", "b e", "t e", "T e",
        "q", "q5",
    ]);
    let text = (
        select(vec!["a", "i", "c"]),
        select(vec![" x", "x y", "\\\nline", "\\  in", " a\\nb", "\\text", " one\\\ntwo"]),
    );
    let replacement = select(vec!["X", "<&>", "", "\\&", "a\\nb", "&&", "\\\\", "[\\1]", "\\\n"]);
    // Without a number: what stands before the match that it means, toybox leaves to chance.
    let flags = select(vec!["", "", "g", "p", "gp", "i", "g I", "x"]);
    let substitute = (pattern(), replacement, flags)
        // Without the semicolon, toybox takes a number on the next line for one of the flags.
        .prop_map(|(pattern, replacement, flags)| format!("s/{pattern}/{replacement}/{flags};"));
    let wrong = select(vec![
        "k",
        "1,",
        "}",
        "s/a/\\1/;",
        "1~2p",
        ":",
        "a",
        "{",
        "b nosuch",
        "qx",
        "y/ab/c/",
        "s/(/x/;",
        "#p",
        "r",
        ",2p",
    ]);
    prop_oneof![
        8 => plain.prop_map(str::to_owned),
        3 => text.prop_map(|(letter, text)| format!("{letter}{text}")),
        6 => substitute,
        1 => select(vec!["y/abx/BA-/", "y,a\\,,-b,", "y/e\\n/\\t,/"]).prop_map(str::to_owned),
        1 => select(vec!["r a", "r nosuch", "r c d"]).prop_map(str::to_owned),
        1 => wrong.prop_map(str::to_owned),
    ]
    .boxed()
}

/// What goes with `D`: whatever adds lines would begin the script again without end.
fn restarting() -> BoxedStrategy<String> {
    select(vec!["D", "D", "N", "N", "P", "p", "=", "n", "d", "x", "a x", "i y", "c z", "$!N"])
        .prop_map(str::to_owned)
        .boxed()
}

fn command(depth: u32, leaf: BoxedStrategy<String>) -> BoxedStrategy<String> {
    let body = if depth == 0 {
        leaf
    } else {
        let inner = prop::collection::vec(command(depth - 1, leaf.clone()), 1..3);
        prop_oneof![6 => leaf, 1 => inner.prop_map(|all| format!("{{\n{}\n}}", all.join("\n")))]
            .boxed()
    };
    (address(), body).prop_map(|(address, body)| format!("{address}{body}")).boxed()
}
