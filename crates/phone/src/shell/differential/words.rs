//! The words of scripts: names, patterns, quotes, substitutions, arithmetic.

use super::grammar::{Text, command, commands, shared};
use super::hostile;
use proptest::prelude::*;
use proptest::sample::select;

pub(super) fn name() -> Text {
    shared("name", 0, new_name)
}

fn new_name() -> Text {
    select(vec!["x", "y"]).prop_map(str::to_owned).boxed()
}

pub(super) fn pattern() -> Text {
    shared("pattern", 0, new_pattern)
}

fn new_pattern() -> Text {
    prop_oneof![
        select(vec![
            "*",
            "?",
            "a*",
            "*b",
            "[ab]*",
            "[!a]",
            "'*'",
            "\\*",
            "\"$x\"",
            "$x",
            "a",
            "''",
            "[[:digit:]]",
            "?*",
            "[",
            "*.*",
            "[a-c]?",
            "[^x]*"
        ])
        .prop_map(str::to_owned),
        pieces(0),
    ]
    .boxed()
}

pub(super) fn word(depth: u32) -> Text {
    shared("word", depth, || new_word(depth))
}

fn new_word(depth: u32) -> Text {
    prop_oneof![
        24 => piece(depth),
        12 => pieces(depth),
        1 => select(vec!["{a,b}", "{1,{2,3}}x", "a{,b}", "{a,b}{c,d}", "{a,b"]).prop_map(str::to_owned),
    ]
    .boxed()
}

pub(super) fn pieces(depth: u32) -> Text {
    shared("pieces", depth, || new_pieces(depth))
}

fn new_pieces(depth: u32) -> Text {
    prop::collection::vec(piece(depth), 1..4).prop_map(|pieces| pieces.concat()).boxed()
}

fn piece(depth: u32) -> Text {
    shared("piece", depth, || new_piece(depth))
}

fn new_piece(depth: u32) -> Text {
    let plain = select(vec![
        "a", "b", "abc", "1", "0", "-1", "x", "10", "a.b.c", "-n", "-e", "--", "-", "*", "?",
        "[ab]*", "b.*", "~", "%s", "a=b", "d*/*", "a:b", "%d", "@", "+", ",", "{", "}", "!", "]",
        "^", "/", ".", "a/b/c", "{}", "08", "0x1f", "x=~", ":~", "{a,b}", "{b,",
    ])
    .prop_map(str::to_owned);
    let escaped = hostile::character().prop_map(|character| {
        if character == '\n' { "\\n".to_owned() } else { format!("\\{character}") }
    });
    let dollar = select(vec![
        "$x",
        "$y",
        "${x}",
        "\"$x\"",
        "\"$y\"",
        "$1",
        "$2",
        "\"$2\"",
        "$@",
        "\"$@\"",
        "$*",
        "\"$*\"",
        "$#",
        "$?",
        "${#x}",
        "${#}",
        "$3",
        "\"a$@b\"",
        "${10}",
        "${@}",
        "\"${*}\"",
        "${#2}",
        "$%",
        "\"\"",
        "''",
        "\"$nope\"",
        "$nope",
        "${#@}",
        "${#*}",
    ])
    .prop_map(str::to_owned);
    let leaf = prop_oneof![
        6 => plain,
        2 => hostile::single_quoted(),
        1 => escaped,
        6 => dollar,
        1 => double_quoted(0),
        1 => ansi_quoted(),
    ]
    .boxed();
    if depth == 0 {
        return leaf;
    }
    let inner = move || word(depth - 1);
    let test = select(vec!["-", ":-", "+", ":+", "=", ":=", "?", ":?"]);
    let trim = select(vec!["#", "##", "%", "%%"]);
    let slash = select(vec!["/", "//", "/#", "/%"]);
    let name = select(vec!["x", "y", "1", "2", "9", "@", "*", "nope"]);
    let braced = prop_oneof![
        (name.clone(), test, inner())
            .prop_map(|(name, sign, word)| format!("${{{name}{sign}{word}}}")),
        (name.clone(), trim, pattern())
            .prop_map(|(name, sign, word)| format!("${{{name}{sign}{word}}}")),
        (name.clone(), slash, pattern(), inner())
            .prop_map(|(name, sign, from, to)| format!("${{{name}{sign}{from}/{to}}}")),
    ]
    .boxed();
    prop_oneof![
        8 => leaf,
        3 => braced.clone(),
        2 => braced.prop_map(|braced| format!("\"{braced}\"")),
        2 => double_quoted(depth),
        1 => commands(depth - 1).prop_map(|command| format!("$({command})")),
        1 => commands(depth - 1).prop_map(|command| format!("\"$({command})\"")),
        1 => command(depth - 1).prop_map(|command| format!("`{}`", command.replace('\\', "\\\\").replace('`', "\\`"))),
        2 => arithmetic(2).prop_map(|expression| format!("$(({expression}))")),
    ]
    .boxed()
}

fn double_quoted(depth: u32) -> Text {
    shared("double_quoted", depth, || new_double_quoted(depth))
}

fn new_double_quoted(depth: u32) -> Text {
    let text = hostile::text().prop_map(|text| {
        text.replace('\\', "\\\\").replace('"', "\\\"").replace('$', "\\$").replace('`', "\\`")
    });
    let raw = select(vec![
        "\\a", "\\\\", "\\$", "a b", "*", "'", "\\*", "~", "{a,b}", "\\\"", "\\`", "\t",
    ])
    .prop_map(str::to_owned);
    let inside = if depth == 0 {
        prop_oneof![text, raw].boxed()
    } else {
        let expansion = select(vec![
            "$x",
            "$1",
            "${y:-d}",
            "$*",
            "$@",
            "${x#?}",
            "$((1+1))",
            "$(echo \"a b\")",
            "${x:-\"q q\"}",
            "${x:-'q'}",
        ])
        .prop_map(str::to_owned);
        prop_oneof![text, raw, expansion].boxed()
    };
    prop::collection::vec(inside, 0..3).prop_map(|parts| format!("\"{}\"", parts.concat())).boxed()
}

fn ansi_quoted() -> Text {
    select(vec![
        "$'a\\tb'",
        "$'\\x41\\101'",
        "$'\\'q'",
        "$'\\u00e4'",
        "$'\\n'",
        "$'\\q'",
        "$'\\e[0m'",
        "$'\\0'",
        "$'\\x4'",
        "$'\\cA'",
    ])
    .prop_map(str::to_owned)
    .boxed()
}

pub(super) fn arithmetic(depth: u32) -> Text {
    shared("arithmetic", depth, || new_arithmetic(depth))
}

fn new_arithmetic(depth: u32) -> Text {
    let leaf = prop_oneof![
        select(vec![
            "0",
            "1",
            "2",
            "7",
            "10",
            "-1",
            "2147483647",
            "x",
            "y",
            "$x",
            "z",
            "0x1f",
            "010",
            "2#101",
            "16#fF",
            "$#",
            "4294967296",
            "n",
            "",
            "1 2",
            "36#z",
            "09"
        ])
        .prop_map(str::to_owned),
        (0..100).prop_map(|number: i32| number.to_string()),
    ]
    .boxed();
    if depth == 0 {
        return leaf;
    }
    let operator = select(vec![
        "+", "-", "*", "/", "%", "<<", ">>", "<", ">", "<=", ">=", "==", "!=", "&", "|", "^", "&&",
        "||", ",", " + ", " - ",
    ]);
    let unary = select(vec!["-", "!", "~", "+", "++", "--"]);
    let assign = select(vec!["=", "+=", "-=", "*=", "/=", "%=", "<<=", "|=", "^=", "&=", ">>="]);
    let inner = move || arithmetic(depth - 1);
    prop_oneof![
        4 => leaf,
        4 => (inner(), operator, inner()).prop_map(|(left, sign, right)| format!("{left}{sign}{right}")),
        1 => (unary, inner()).prop_map(|(sign, value)| format!("{sign}{value}")),
        1 => inner().prop_map(|value| format!("({value})")),
        1 => (inner(), inner(), inner()).prop_map(|(test, yes, no)| format!("{test}?{yes}:{no}")),
        1 => (assign, inner()).prop_map(|(sign, value)| format!("z{sign}{value}")),
        1 => select(vec!["z++", "z--", "++z", "--z", "x++"]).prop_map(str::to_owned),
    ]
    .boxed()
}
