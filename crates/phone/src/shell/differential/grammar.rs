//! Scripts made by the shell's grammar. Whatever they print is the same each time: no pids, no clocks, no races.

use super::hostile;
use super::words::{arithmetic, name, pattern, pieces, word};
use proptest::prelude::*;
use proptest::sample::select;
use std::cell::RefCell;
use std::collections::HashMap;

pub(super) type Text = BoxedStrategy<String>;

/// What is made for one depth is shared by all that contain it: the grammar refers to itself too often to be built anew.
pub(super) fn shared(kind: &'static str, depth: u32, make: impl FnOnce() -> Text) -> Text {
    thread_local! {
        static MADE: RefCell<HashMap<(&'static str, u32), Text>> = RefCell::default();
    }
    let known = MADE.with_borrow(|made| made.get(&(kind, depth)).cloned());
    known.unwrap_or_else(|| {
        let text = make();
        MADE.with_borrow_mut(|made| made.insert((kind, depth), text.clone()));
        text
    })
}

/// To the shell itself, which has a trap for it.
const SIGNAL: &str = "kill -USR1 $$";

/// A whole script, and a last line that shows what it did to the shell.
pub(super) fn script() -> Text {
    let functions = prop_oneof![
        3 => Just(String::new()),
        1 => commands(2).prop_map(|body| format!("f() {{ {body}; }}\n")),
        1 => commands(2).prop_map(|body| format!("f() {{ local x=in; {body}; return 5; }}\n")),
        1 => commands(1).prop_map(|body| format!("function f {{ {body}; }}\n")),
    ];
    (functions, prop::collection::vec(prop_oneof![4 => line(), 1 => call()], 1..4))
        .prop_map(|(functions, lines)| {
            let lines = lines.join("\n");
            let script = format!("{functions}{lines}\necho \"[$?] $# <$1> <$x> <$y>\"");
            let script = script.split(SIGNAL).map(without_pid).collect::<Vec<_>>().join(SIGNAL);
            if script.contains("& wait") {
                // When it would come is not settled.
                script.replace(SIGNAL, "true")
            } else if script.contains(SIGNAL) {
                format!("trap 'echo usr $?; false' USR1\n{script}")
            } else {
                script
            }
        })
        .boxed()
}

/// No `$$`, not even for `eval`.
fn without_pid(script: &str) -> String {
    // Twice, because what is found does not overlap.
    let once = |text: &str| text.replace("$$", "$ $").replace("\\$\\$", "\\$ \\$");
    once(&once(script))
}

/// Pieces of the language in any order: most of it wrong, all of it answered the same way.
pub(super) fn soup() -> Text {
    let piece = prop_oneof![
        4 => select(vec![
            "if", "then", "else", "elif", "fi", "for", "in", "do", "done", "while", "until", "case", "esac", "{", "}",
            ";", ";;", "&&", "||", "|", "!",
            "2>&1", "<<E", "\nE\n", "\n", "echo", "true", "false", "x=1", "$x", "\"", "'", ":-", "*", "#", "\\", "=", "a", "b", "1", "x", "}", "in",
        ])
        .prop_map(str::to_owned),
        1 => select(vec!['"', '\'', '$', '%', '~', '=', '+', '^', 'ü', '\r', '\t']).prop_map(String::from),
    ];
    prop::collection::vec((piece, prop::bool::weighted(0.7)), 1..9)
        .prop_map(|pieces| {
            let glued = pieces.into_iter().map(
                |(piece, blank)| {
                    if blank { format!("{piece} ") } else { piece }
                },
            );
            glued.collect()
        })
        .boxed()
}

fn call() -> Text {
    prop::collection::vec(word(1), 0..3).prop_map(|words| format!("f {}", words.join(" "))).boxed()
}

fn line() -> Text {
    prop_oneof![
        4 => commands(1),
        1 => commands(2),
        1 => here_document(),
    ]
    .boxed()
}

fn here_document() -> Text {
    shared("here_document", 0, new_here_document)
}

fn new_here_document() -> Text {
    let body = prop::collection::vec(
        prop_oneof![
            hostile::text()
                .prop_map(|text| text.replace('`', "").replace("${", "$ {").replace("$(", "$ (")),
            pieces(1).prop_map(|pieces| pieces.replace('\n', " ")),
        ],
        0..3,
    )
    .prop_map(|lines| {
        let lines = lines.into_iter().filter(|line| !line.ends_with('\\'));
        lines.map(|line| format!("{line}\n")).collect::<String>()
    });
    (
        select(vec!["<<E", "<<-E", "<<'E'", "<<\\E", "<<\"E\""]),
        body,
        select(vec!["cat", "read x y", "while read -r x; do echo \"[$x]\"; done"]),
    )
        .prop_map(|(sign, body, reader)| format!("{reader} {sign}\n{body}E"))
        .boxed()
}

/// Commands joined in every way.
pub(super) fn commands(depth: u32) -> Text {
    shared("commands", depth, || new_commands(depth))
}

fn new_commands(depth: u32) -> Text {
    let join = select(vec!["; ", " && ", " || ", " | ", "\n"]);
    prop_oneof![
        4 => command(depth),
        3 => (command(depth), join, command(depth)).prop_map(|(left, join, right)| format!("{left}{join}{right}")),
        1 => command(depth).prop_map(|command| format!("! {command}")),
        1 => command(depth).prop_map(|command| format!("{{ {command}; }} & wait $!")),
    ]
    .boxed()
}

pub(super) fn command(depth: u32) -> Text {
    shared("command", depth, || new_command(depth))
}

fn new_command(depth: u32) -> Text {
    if depth == 0 {
        return simple(0);
    }
    let inner = move || commands(depth - 1);
    let condition = prop_oneof![test(depth - 1), commands(depth - 1)];
    prop_oneof![
        10 => simple(depth),
        1 => inner().prop_map(|body| format!("( {body} )")),
        1 => inner().prop_map(|body| format!("{{ {body}; }}")),
        1 => (condition, inner(), inner())
            .prop_map(|(test, yes, no)| format!("if {test}; then {yes}; else {no}; fi")),
        1 => (prop::collection::vec(word(depth - 1), 0..4), inner())
            .prop_map(|(words, body)| format!("for x in {}; do {body}; done", words.join(" "))),
        1 => inner().prop_map(|body| format!("for x; do {body}; done")),
        1 => (select(vec!["n", "m"]), inner())
            .prop_map(|(n, body)| format!("{n}=0; while [ ${n} -lt 2 ]; do {n}=$(({n}+1)); {body}; done")),
        1 => (word(depth - 1), pattern(), inner(), pattern(), inner(), select(vec![";;", ";&", ";|"]))
            .prop_map(|(word, one, first, two, second, end)| format!("case {word} in {one}) {first} {end} {two}|b*) {second};; esac")),
        1 => (inner(), redirection()).prop_map(|(body, to)| format!("{{ {body}; }} {to}")),
        1 => arithmetic(2).prop_map(|expression| format!("(( {expression} ))")),
        1 => test(depth - 1),
    ]
    .boxed()
}

fn simple(depth: u32) -> Text {
    shared("simple", depth, || new_simple(depth))
}

fn new_simple(depth: u32) -> Text {
    let words = move || prop::collection::vec(word(depth), 0..4).prop_map(|words| words.join(" "));
    let assign = || select(vec!["=", "=", "+="]);
    prop_oneof![
        6 => words().prop_map(|words| format!("printf '<%s>' {words}")),
        4 => words().prop_map(|words| format!("echo {words}")),
        1 => (printf_format(), words()).prop_map(|(format, words)| format!("printf {format} {words}")),
        2 => (name(), assign(), word(depth)).prop_map(|(name, sign, word)| format!("{name}{sign}{word}")),
        1 => (name(), assign(), word(depth), words())
            .prop_map(|(name, sign, word, words)| format!("{name}{sign}{word} printf '<%s>' {words}")),
        1 => (name(), assign(), word(depth))
            .prop_map(|(name, sign, word)| format!("export {name}{sign}{word}; sh -c 'echo \"$x,$y\"'")),
        1 => words().prop_map(|words| format!("set -- {words}")),
        1 => words().prop_map(|words| format!("set -- a {words}; shift")),
        1 => (0..4).prop_map(|count| format!("shift {count}")),
        1 => select(vec![
            "true", "false", ":", "exit 3", "return 4", "break", "continue", "nosuch", "pwd", "cd dir", "{ cd dir; cd ..; pwd; }", "cd nosuch",
            "unset x", "unset x y", "set -u", "set -e", "set -f", "set +f", "set -o pipefail", "shift", "./a", "dir", "./dir", "eval",
            "cat a", "cat nosuch", "cat < nosuch", "cat <b.txt", "wc -l < b.txt", "read x < b.txt", "echo * dir/* .*", "echo [ab]* ?",
            "trap 'echo bye $?' EXIT", SIGNAL, SIGNAL, SIGNAL, "trap 'echo term; exit 6' TERM", "trap '' INT HUP", "trap", "trap - INT 0",
            "trap x nosuch 3", "trap 15 HUP", "trap \"echo 'q'\" sigint Quit 9 40", "(trap)", "trap -", "type f cat echo", "command -v f cat nosuch", "IFS=:", "IFS=", "unset IFS", "IFS=' :'", "IFS=ab",
            "readonly r=1; r=2", "> new; echo new*", "umask", "echo $-", "let x=x+1", "let x=0", "test", "[ ]", "[", "cat", "x=$(false)", "x=1 false",
            "exec 3>g; echo to3 >&3; exec 3>&-; cat g", "echo x >&4", "exec < b.txt; read x y", "read", "read x y <a", "echo ~ ~/a",
            "echo a b | read x y", "cat b.txt | while read x; do echo $x; done", "printf 'a:b c\\n' | { IFS=: read x y; echo $y; }", "exec echo gone",
            ". ''", ". a", ". ./a", "x+=1 eval 'echo $x'", "x+=1 sh -c 'echo $x'",
        ]).prop_map(str::to_owned),
        1 => (word(depth), redirection()).prop_map(|(word, to)| format!("echo {word} {to}")),
        1 => hostile::single_quoted().prop_map(|word| format!("eval \"printf %s\" {} 2>/dev/null", word.replace(['&', '(', '`'], "n"))),
        1 => word(depth).prop_map(|word| format!("eval echo {}", in_foreground(&word))),
        1 => (name(), word(depth), name()).prop_map(|(ifs, word, name)| format!("IFS={ifs}; printf '<%s>' ${name} {word}; IFS=' '")),
        1 => (select(vec!["read x", "read -r x", "read x y", "IFS=: read x y", "IFS=ab read x y", "read x y z", "IFS= read -r x"]), hostile::single_quoted())
            .prop_map(|(read, text)| format!("printf %s\\\\n {text} >h; {read} <h; printf '<%s>' \"$x\" \"$y\"")),
        1 => (select(vec!["1", "2", "@"]), arithmetic(0), arithmetic(0)).prop_map(
            |(name, from, count)| format!("printf '<%s>' ${{{name}:({from}):{count}}}a${{{name}: ({from})}}"),
        ),
        1 => words().prop_map(|words| format!("[ {words} ]")),
    ]
    .boxed()
}

/// Nobody would wait for what `eval` finds a lone `&` after.
fn in_foreground(word: &str) -> String {
    let lone = regex::Regex::new(r"(&&|[<>]&|&>|& wait)|&").unwrap();
    lone.replace_all(word, |found: &regex::Captures<'_>| {
        found.get(1).map_or("n", |joined| joined.as_str()).to_owned()
    })
    .into_owned()
}

fn printf_format() -> Text {
    prop_oneof![
        Just("'%s|'".to_owned()),
        Just("%s,".to_owned()),
        Just("'%5s|%-4s|'".to_owned()),
        Just("'%d %x\\n'".to_owned()),
        Just("'%b'".to_owned()),
        Just("'%c%%'".to_owned()),
        Just("'\\101\\n\\t\\x41'".to_owned()),
    ]
    .boxed()
}

fn redirection() -> Text {
    shared("redirection", 0, new_redirection)
}

fn new_redirection() -> Text {
    select(vec![
        ">f",
        ">>f",
        "2>f",
        "2>&1",
        ">&2",
        "2>/dev/null",
        "<a",
        "<b.txt",
        ">dir",
        ">nosuch/f",
        "<nosuch",
        ">a/",
        ">>nosuch/",
        "<a/",
        "<dir/",
        "&>f",
        ">f 2>&1",
        "<&-",
        ">|f",
        "2>&1 >f",
        "<<<word",
        "1>&2 2>/dev/null",
    ])
    .prop_map(str::to_owned)
    .boxed()
}

fn test(depth: u32) -> Text {
    shared("test", depth, || new_test(depth))
}

fn new_test(depth: u32) -> Text {
    let operator = select(vec!["=", "!=", "-eq", "-lt", "-ge", "==", "-ne", "-gt", "-le"]);
    let question = select(vec!["-n", "-z", "-e", "-f", "-d", "-s", "-r", "-L"]);
    prop_oneof![
        3 => (word(depth), operator, word(depth)).prop_map(|(left, operator, right)| format!("[ {left} {operator} {right} ]")),
        2 => (question, word(depth)).prop_map(|(question, word)| format!("[ {question} {word} ]")),
        1 => (word(depth), word(depth)).prop_map(|(left, right)| format!("[ {left} -a {right} -o x = {left} ]")),
        1 => word(depth).prop_map(|word| format!("[ ! {word} ]")),
        1 => word(depth).prop_map(|word| format!("test {word}")),
    ]
    .boxed()
}
