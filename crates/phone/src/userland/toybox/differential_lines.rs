//! The commands that the phone and toybox both have, and what to give them.

/// A command, the letters it takes, those with a value (and values for them), and what else to give it.
#[derive(Debug)]
pub(super) struct Line {
    pub(super) command: &'static str,
    pub(super) flags: &'static str,
    /// Letters it takes too, but what they do depends on more than the files: times, users, what never ends.
    pub(super) beside: &'static str,
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
        line!($command, $flags, "", [$(($letter, $values)),*], $operands, "")
    };
    ($command:literal, $flags:literal, $beside:literal, [$(($letter:literal, $values:expr)),*], $operands:expr, $last:literal) => {
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
        "rRf",
        [('e', PATTERNS), ('m', NUMBERS), ('A', &["1"]), ('B', &["1"]), ('C', &["1", "2"])],
        &["o", "'^a'", "a", "b.txt", "words", "table", "nosuch", "dir", "-", "'[a-c]*'", "'a\\|b'"],
        ""
    ),
    line!("head", "qv", [('n', NUMBERS), ('c', NUMBERS)], FILES),
    line!("ls", "1aAdFpmqCxRrbNk", "ZghoLHScfilnstu", [('w', NUMBERS)], FILES, ""),
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
    line!("printenv", "0", "", [], &["HOME", "NOSUCH"], "HOME"),
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
        "t",
        [('c', &["%s", "%n", "%F", "%N", "%a", "%%", "%f", "%A", "'%s %n'", "%q"])],
        &["a", "b.txt", "dir/a", "nosuch", "dir/e.txt"],
        ""
    ),
    line!("tac", "", [], FILES),
    line!("tail", "qv", [('n', NUMBERS), ('c', NUMBERS)], FILES),
    line!("tee", "ai", [], &["new", "a", "dir", "dir/new", "nosuch/x"]),
    line!("touch", "ac", "hmdrt", [], &["new", "a", "dir", "nosuch/x", "''"], ""),
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
        [('f', NUMBERS), ('s', NUMBERS), ('w', NUMBERS)],
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
            "-nosuch"
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
        [
            ('N', &["3", "0", "x"]),
            ('w', &["4", "0", "3"]),
            ('j', &["1", "99"]),
            ('A', &["d", "n", "x", "o", "q"]),
            ('t', &["x1", "c", "d2", "o1", "a", "u4"])
        ],
        FILES
    ),
    line!(
        "xxd",
        "ipr",
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
        "",
        [('u', &["HOME", "A"])],
        &["A=1", "A=", "B=2", "-", "HOME=x"],
        "printenv A HOME"
    ),
    line!("nohup", "", [], &["echo", "a", "nosuch", "false"]),
    line!(
        "timeout",
        "",
        [('k', &["1", "x"]), ('s', &["9", "TERM", "x"])],
        &["5", "true", "false", "nosuch", "echo", "x"]
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
const RANGES: &[&str] = &["1", "2-", "-2", "1-3", "1,3", "3-1", "0", "x", "2,1-2", "99"];
const PATTERNS: &[&str] =
    &["o", "'^t'", "'e$'", "'[a-c]'", "'a.c'", "''", "'a*'", "'x\\+'", "'a{2}'", "'('", "'['"];

const SIZES: &[&str] =
    &["0", "1", "3", "-1", "-2", "x", "1k", "", "+2", "'<3'", "'>3'", "/2", "%4", "1x", "-99"];
