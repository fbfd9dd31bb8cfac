//! Words through a real shell: each arrives exactly as it was given.

use std::process::{Command, Output, Stdio};

use adb::CommandLine;
use proptest::collection::vec;
use proptest::prelude::*;

/// What a POSIX shell makes of the words of a command line.
fn through_sh(words: &[String]) -> Vec<String> {
    let printf = ["printf".to_owned(), r"%s\0".to_owned()];
    let line = CommandLine::new(printf.iter().chain(words)).unwrap();
    let output = sh(line.as_str());
    assert!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    text.strip_suffix('\0').map_or_else(Vec::new, |all| all.split('\0').map(String::from).collect())
}

#[expect(clippy::disallowed_methods, reason = "the shell is what is being tested against")]
fn sh(line: &str) -> Output {
    Command::new("/bin/sh").arg("-c").arg(line).stdin(Stdio::null()).output().unwrap()
}

fn check(words: &[String]) {
    assert_eq!(through_sh(words), words);
}

#[test]
fn every_printable_byte_alone_first_and_last() {
    let bytes = (0x20_u8..=0x7e).map(char::from);
    let words: Vec<String> =
        bytes.flat_map(|byte| [byte.to_string(), format!("{byte}x"), format!("x{byte}")]).collect();
    check(&words);
}

#[test]
fn words_with_a_meaning_to_shells_and_tools() {
    let words = [
        "%s",
        "#x",
        "-n",
        "~",
        "~root",
        "$HOME",
        "`id`",
        "$(id)",
        "a'b",
        "a\"b",
        "\\",
        "a\\",
        "\n",
        "a\nb",
        "",
        " ",
        "\t",
        "*",
        "?",
        "[a]",
        "{a,b}",
        "!",
        "!!",
        "a;b",
        "a&b",
        "a|b",
        ">x",
        "=",
        "A=b",
        "''",
        "'",
        "\\'",
        "日本語",
        "🙂",
        "\u{1}\u{7f}",
        "--",
        "\r\n",
    ];
    check(&words.map(String::from));
}

#[test]
fn a_program_may_be_called_anything() {
    // Neither an assignment nor a keyword: the shell looks for a program, and finds none.
    for program in ["a=b", "if", "x y", "-", "{", "#x", ""] {
        let line = CommandLine::new([program]).unwrap();
        assert_eq!(sh(line.as_str()).status.code(), Some(127), "{line}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_words_survive(words in vec("[^\0]{0,12}|[ -~]{0,12}|['\"\\\\$`\n -]{0,6}", 1..12)) {
        prop_assert_eq!(through_sh(&words), words);
    }

    #[test]
    fn a_script_finds_its_words(word in "[^\0]{1,20}") {
        let line = CommandLine::script("printf %s \"$1\"", [&word]).unwrap();
        prop_assert_eq!(String::from_utf8(sh(line.as_str()).stdout).unwrap(), word);
    }
}
