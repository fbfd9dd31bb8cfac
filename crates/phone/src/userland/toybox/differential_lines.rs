//! The commands that the phone and toybox both have, and what to give them.

/// A command, the letters it takes, those with a value (and values for them), and what else to give it.
#[derive(Debug)]
pub(super) struct Line {
    pub(super) command: &'static str,
    pub(super) flags: &'static str,
    /// Letters it takes too, which only the fixed lines compare, and what keeps them from being drawn at random.
    pub(super) beside: (&'static str, &'static str),
    pub(super) valued: &'static [(char, &'static [&'static str])],
    pub(super) operands: &'static [&'static str],
    /// Words that always come at the end.
    pub(super) last: &'static str,
}

/// What most commands read.
const FILES: &[&str] = &[
    "a",
    "b.txt",
    "'c d'",
    "dir",
    "nosuch",
    "dir/a",
    "dir/e.txt",
    "words",
    "-",
    "table",
    "''",
    "dir/nosuch",
    "a/b",
];
const NUMBERS: &[&str] = &["0", "1", "2", "3", "-1", "-2", "x", "1k", "", "99999", "+2", "1x"];

macro_rules! line {
    ($command:literal, $flags:literal, [$(($letter:literal, $values:expr)),*], $operands:expr) => {
        line!($command, $flags, ("", ""), [$(($letter, $values)),*], $operands, "")
    };
    ($command:literal, $flags:literal, $beside:expr, [$(($letter:literal, $values:expr)),*], $operands:expr, $last:literal) => {
        Line {
            command: $command,
            flags: $flags,
            beside: $beside,
            valued: &[$(($letter, $values)),*],
            operands: $operands,
            last: $last,
        }
    };
}

pub(super) const LINES: &[Line] = &[
    line!("base64", "di", [('w', NUMBERS)], FILES),
    line!(
        "basename",
        "a",
        [('s', &[".txt", "t", ""])],
        &["/a/b.txt", "b.txt", ".txt", "/", "//", "''", "a/", "c d"]
    ),
    line!("cat", "uetv", [], FILES),
    line!("cmp", "sl", [('n', NUMBERS)], FILES),
    line!("cp", "rRfinpvHLPdaFT", [('t', &["dir", "new", "a"])], FILES),
    line!(
        "cut",
        "sDn",
        [
            ('b', RANGES),
            ('c', RANGES),
            ('f', RANGES),
            ('F', RANGES),
            ('d', &["' '", ":", ",", "x", ""]),
            ('O', &["-", "''"])
        ],
        FILES
    ),
    line!("dirname", "", [], &["/a/b.txt", "b.txt", "/", "''", "a/", "a/b/", "../x"]),
    line!(
        "echo",
        "neE",
        [],
        &["a", "'a\\tb'", "'\\x41'", "'\\101'", "'\\c'", "--", "-n", "'\\0101'", "'\\q'"]
    ),
    line!(
        "grep",
        "EFHIabhLclinoqsvwxZ",
        ("", ""),
        [
            ('f', &["b.txt", "words", "nosuch", "dir/e.txt", "table"]),
            ('e', PATTERNS),
            ('m', NUMBERS),
            ('A', &["1"]),
            ('B', &["1"]),
            ('C', &["1", "2"])
        ],
        // Not `a\|b`: toybox takes the backslash for one that makes the bar a bar. Nor `-`, which it closes, so that a
        // second one cannot be read.
        &["o", "'^a'", "a", "b.txt", "words", "table", "nosuch", "dir", "'[a-c]*'"],
        ""
    ),
    line!(
        "grep -r",
        "rEFHRbhLclinoqsvwxZ",
        [('e', PATTERNS), ('m', NUMBERS)],
        &["o", "a", "dir", ".", "link", "nosuch", "dir/a", "b.txt", "in"]
    ),
    line!("head", "qv", [('n', NUMBERS), ('c', NUMBERS)], FILES),
    line!(
        "ls",
        "1aAdFpmqCxRrbNk",
        ("fi", "the order and the number of a file are the file system's own"),
        [('w', NUMBERS)],
        FILES,
        ""
    ),
    // Only files: how large a directory is and how many links it has is the file system's own.
    line!(
        "ls",
        "lghonksStrFpmLHAR1qbCx",
        ("", ""),
        [('w', NUMBERS)],
        &["a", "b.txt", "'c d'", "dir/a", "dir/e.txt", "dir", "link", "nosuch", "words"],
        "table"
    ),
    line!("ln -s", "sfnvT", [('t', &["dir", "new", "a"])], &["a", "new", "dir", "nosuch", "b.txt"]),
    line!("md5sum", "bcs", [], FILES),
    line!("sha256sum", "bcs", [], FILES),
    line!("sha224sum", "bcs", [], FILES),
    line!("sha384sum", "bcs", [], FILES),
    line!("sha512sum", "bcs", [], FILES),
    line!(
        "mkdir",
        "pv",
        [('m', &["755", "0", "u+x", "zz"])],
        &["new", "dir", "new/x", "a", "dir/q/r", "''"]
    ),
    line!("mv", "finvFT", [('t', &["dir", "new", "a"])], FILES),
    line!("printenv", "0", ("", ""), [], &["HOME", "NOSUCH"], "HOME"),
    line!(
        "printf",
        "",
        [],
        &[
            "'%s\\n'",
            "%d",
            "a",
            "1",
            "'%5d|'",
            "'%-5s|'",
            "'%x'",
            "'%b'",
            "'\\n'",
            "'%z'",
            "'%.2f'",
            "'%c'",
            "'%*d'",
            "'%e'",
            "'%g'",
            "0x1f",
            "010",
            "'%05.1f|'",
            "-1",
            "3.7",
            "'%o'",
            "'%u'",
            "'%i'"
        ]
    ),
    line!("readlink", "efmnqzv", [], FILES),
    line!("realpath", "eqzmP", [], FILES),
    line!("rev", "", [], FILES),
    line!("rm", "frRvi", [], FILES),
    line!("rmdir", "p", [], &["dir", "nosuch", "a", "new", "''", "dir/a"]),
    line!(
        "seq",
        "w",
        [('s', &[",", "''", "ab"])],
        &["1", "3", "-2", "0", "10", "x", "1.5", "0.5", "08", "-1", "2"]
    ),
    line!(
        "sort",
        "gxVbMCcszdfirunm",
        [
            ('k', &["1", "2", "2,2", "1n", "2nr", "0", "x", "1.2", "1,1.2", "2b,2", "1g", "1,2,3"]),
            ('t', &["' '", ":", ",", "ab"]),
            ('o', &["new", "dir"]),
            ('S', &["1"]),
            ('T', &["dir"])
        ],
        FILES
    ),
    line!(
        "stat -c %F",
        "L",
        ("t", "it shows the device, the inode and all times at once"),
        [('c', &["%s", "%n", "%F", "%N", "%a", "%%", "%f", "%A", "'%s %n'", "%q"])],
        &["a", "b.txt", "dir/a", "nosuch", "dir/e.txt"],
        ""
    ),
    line!("tac", "", [], FILES),
    line!("tail", "qv", [('n', NUMBERS), ('c', NUMBERS)], FILES),
    line!("tee", "ai", [], &["new", "a", "dir", "dir/new", "nosuch/x"]),
    line!(
        "touch",
        "acmf",
        [('d', DATES), ('t', DATES), ('r', &["a", "b.txt", "nosuch", "link", "dir"])],
        &["new", "a", "dir", "nosuch/x", "''", "link", "b.txt", "-"]
    ),
    line!(
        "tr",
        "cCds",
        [],
        &[
            "a",
            "a-z",
            "A-Z",
            "'[:upper:]'",
            "'[:lower:]'",
            "'\\n'",
            "xyz",
            "''",
            "abc",
            "'\\101'",
            "z-a",
            "'[:digit:]'",
            "lo"
        ]
    ),
    line!("truncate", "c", [('s', SIZES)], &["a", "new", "dir", "b.txt", "nosuch/x"]),
    line!(
        "uniq",
        "cdiuz",
        // The real one counts fewer than no fields down for ever.
        [
            ('f', &["0", "1", "2", "3", "x", "1k", "", "99999", "+2", "1x"]),
            ('s', NUMBERS),
            ('w', NUMBERS)
        ],
        &["words", "b.txt", "nosuch", "-", "dir"]
    ),
    line!("wc", "mcwl", [], FILES),
    line!(
        "xargs",
        "0rt",
        [('n', &["1", "2", "0", "x"]), ('E', &["B", "9"])],
        &["echo", "a", "'-n'", "false", "nosuch"]
    ),
    line!(
        "find",
        "HL",
        [],
        &[
            "dir",
            ".",
            "-name",
            "'*.txt'",
            "a",
            "-type",
            "f",
            "d",
            "-maxdepth",
            "1",
            "-print",
            "nosuch",
            "!",
            "-o",
            "-a",
            "'('",
            "')'",
            "-size",
            "-empty",
            "-iname",
            "-mindepth",
            "-nosuch",
            "-xdev",
            "-newer a",
            "-newer nosuch",
            "-perm 644",
            "-perm -u+x",
            "-perm zz",
            "-links 1",
            "-mtime +1",
            "-mmin -5",
            "-size -2k",
            "-size +3c",
            "-user 0",
            "-depth",
            "-prune",
            "-delete",
            "-true",
            "-path '*dir*'",
            "-exec echo {} \\;",
            "-exec false \\;",
            "-name b.txt -exec echo {} +",
            "-exec echo"
        ]
    ),
    line!(
        "expr",
        "",
        [],
        &[
            "1", "+", "2", "'*'", "'('", "')'", "a", "=", "3", "/", "0", ":", "'a*'", "'<'", "'|'",
            "'&'", "''", "-1"
        ]
    ),
    line!("sha1sum", "bcs", [], FILES),
    line!(
        "od",
        "bcdosxv",
        ("j", "toybox tries to seek even /dev/null, and shows an error that was there before"),
        [
            ('N', &["3", "0", "x"]),
            // Nothing odd: toybox shows what lies behind the end of the row.
            ('w', &["4", "0", "8"]),
            ('A', &["d", "n", "x", "o", "q"]),
            ('t', &["x1", "c", "d2", "o1", "a", "u4"])
        ],
        FILES,
        ""
    ),
    // Not a directory: toybox never comes to its end.
    line!(
        "xxd -r",
        "ipr",
        [('c', &["4", "0", "x"])],
        &["a", "b.txt", "'c d'", "nosuch", "words", "-", "table", "dump"]
    ),
    line!(
        "xxd",
        "ip",
        [
            ('c', &["4", "0", "x"]),
            ('g', &["1", "4"]),
            ('l', &["3", "x"]),
            ('s', &["1"]),
            ('o', &["1"])
        ],
        FILES
    ),
    line!("true", "", [], FILES),
    line!("false", "", [], FILES),
    line!("sleep", "", [], &["0", "x", "0.01", "0s", "''", "-1"]),
    line!(
        "env",
        "i0",
        ("", ""),
        [('u', &["HOME", "A"])],
        &["A=1", "B=2", "-", "HOME=x"],
        "printenv A HOME"
    ),
    line!("nohup", "", [], &["echo", "a", "nosuch", "false"]),
    line!(
        "timeout",
        "",
        ("", ""),
        [('k', &["1", "x"]), ('s', &["9", "TERM", "x"])],
        // Nothing that ends at once: toybox may miss the end of a program that it has only just started.
        &["5", "0.02", "x", "nosuch", "0.05s"],
        "sleep 0.4"
    ),
    line!(
        "chmod",
        "vfR",
        [],
        &["755", "u+x", "a", "nosuch", "dir", "zz", "-x", "go-rw", "+x", "=r", "0644"]
    ),
    line!("which", "a", [], &["nosuch", "/nosuch"]),
    line!(
        "dd",
        "",
        [],
        &[
            "if=a",
            "if=nosuch",
            "of=new",
            "bs=1",
            "bs=2",
            "count=1",
            "count=x",
            "skip=1",
            "seek=1",
            "status=none",
            "conv=notrunc",
            "conv=zz",
            "x=1"
        ]
    ),
];
const DATES: &[&str] = &[
    "2020-01-02",
    "'2020-01-02 03:04'",
    "2020-01-02T03:04:05",
    "'2020-02-31 03:04:05.25Z'",
    "2021-05-06T07:08:09+02:30",
    "@86400",
    "@86400.5",
    "@x",
    "202001020304",
    "202001020304.05",
    "2001020304",
    "202013010000",
    "x",
    "''",
    "'Thu Jan 2 03:04:05 UTC 2020'",
    "2020-01-02T03:04",
    "2020-01-02-0330",
    "99",
];
const RANGES: &[&str] = &["1", "2-", "-2", "1-3", "1,3", "3-1", "0", "x", "2,1-2", "99"];
/// Not `x\+`, which toybox takes for a plus.
const PATTERNS: &[&str] =
    &["o", "'^t'", "'e$'", "'[a-c]'", "'a.c'", "''", "'a*'", "'a{2}'", "'('", "'['"];

const SIZES: &[&str] =
    &["0", "1", "3", "-1", "-2", "x", "1k", "", "+2", "'<3'", "'>3'", "/2", "%4", "1x", "-99"];
