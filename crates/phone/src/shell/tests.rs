//! Scripts and what they print.

use super::parse::Parser;
use super::*;
use crate::android::Android;
use crate::faults::InForce;
use crate::files::Files;
use crate::phone::system_image;
use crate::process::{Channel, Input, Machine, Output, Process, Tty, pipe};
use crate::sockets::Sockets;
use crate::text;
use proptest::prelude::*;
use tokio_util::sync::CancellationToken;

/// A phone without adbd.
pub(crate) fn process() -> Process {
    process_on(Android::builder().start())
}

pub(crate) fn process_on(android: Android) -> Process {
    let (sockets, faults) = (Sockets::default(), InForce::default());
    let files = Files::temporary(system_image(&android, &sockets), faults.clone()).unwrap();
    Process::new(Machine::new(android, files, sockets, faults, CancellationToken::new()))
}

pub(crate) struct Ran {
    pub(crate) out: String,
    pub(crate) err: String,
    pub(crate) status: u8,
}

pub(crate) async fn run_in(process: &Process, script: &str, input: &[u8]) -> Ran {
    run_with(process, script, input, false).await
}

/// Runs a script, if wanted with a raw terminal, as `exec:` gives it one.
pub(crate) async fn run_with(process: &Process, script: &str, input: &[u8], tty: bool) -> Ran {
    let mut process = process.clone();
    let running = process.machine.start(process.who.uid, 0, "sh");
    process.pid = running.pid();
    let (writer, mut reader) = pipe();
    let (feeder, stdin) = pipe();
    feeder.offer(bytes::Bytes::copy_from_slice(input));
    drop(feeder);
    process.stdin = Input::pipe(stdin);
    process.stderr = Output::Pipe(writer.as_err());
    process.stdout = Output::Pipe(writer);
    if tty {
        process.tty = Some(Tty::raw(process.stdin.clone(), process.stdout.clone()));
    }
    let run = async move { Shell::new(process, ShellSource::Argument).run(script).await };
    let read = async {
        let (mut out, mut err) = (Vec::new(), Vec::new());
        while let Some((channel, bytes)) = reader.next().await {
            match channel {
                Channel::Out => out.extend_from_slice(&bytes),
                Channel::Err => err.extend_from_slice(&bytes),
            }
        }
        (out, err)
    };
    let (status, (out, err)) = tokio::join!(run, read);
    Ran { out: text::decode(&out), err: text::decode(&err), status }
}

async fn check(script: &str, out: &str, err: &str, status: u8) {
    let ran = run_in(&process(), script, b"").await;
    assert_eq!((ran.out.as_str(), ran.err.as_str(), ran.status), (out, err, status), "{script}");
}

#[tokio::test(start_paused = true)]
async fn words() {
    check("echo a  b", "a b\n", "", 0).await;
    check("echo 'a  b' \"c  d\" e\\ f", "a  b c  d e f\n", "", 0).await;
    check("echo a#b # comment", "a#b\n", "", 0).await;
    check("x='1 2'; echo $x \"$x\" '$x' \\$x", "1 2 1 2 $x $x\n", "", 0).await;
    check("echo \"a\\&b\\'c\\$d\"", "a\\&b\\'c$d\n", "", 0).await;
    check("echo {a,b}{1,2} '{a,b}' {a} {,x}y", "a1 a2 b1 b2 {a,b} {a} y xy\n", "", 0).await;
    check("echo ~ ~/x '~' a~", "/ //x ~ a~\n", "", 0).await;
    check("printf '%s|' \"\" '' $nothing x", "||x|", "", 0).await;
    check("echo $((1+2)) $(echo sub) `echo old`", "3 sub old\n", "", 0).await;
    check("echo $'a\\tb'", "a\tb\n", "", 0).await;
    check("echo \"$(echo \"in ner\")\"", "in ner\n", "", 0).await;
}

#[tokio::test(start_paused = true)]
async fn parameters() {
    check("echo ${x:-d} ${x-d} [${x:+a}] ${x:=q} $x", "d d [] q q\n", "", 0).await;
    check("x=a.b.c; echo ${x%.*} ${x%%.*} ${x#*.} ${x##*.} ${#x}", "a.b a b.c c 5\n", "", 0).await;
    check("x=a.b.c; echo ${x/./-} ${x//./-} ${x:2} ${x:1:2}", "a-b.c a-b-c b.c .b\n", "", 0).await;
    check(
        "set -- 'a b' c; echo $#; printf '<%s>' \"$@\" $*; echo \"$*\"",
        "2\n<a b><c><a><b><c>a b c\n",
        "",
        0,
    )
    .await;
    check("echo $?; false; echo $?", "0\n1\n", "", 0).await;
    check("IFS=:; x=a::b; printf '<%s>' $x", "<a><><b>", "", 0).await;
    check("echo ${x?gone}; echo no", "", "/system/bin/sh: x: gone\n", 1).await;
    check("echo ${x!}", "", "/system/bin/sh: ${x!}: bad substitution\n", 1).await;
    check("set -u; echo $x; echo no", "", "/system/bin/sh: x: parameter not set\n", 1).await;
}

#[tokio::test(start_paused = true)]
async fn control() {
    check("true && echo y || echo n; false && echo y || echo n", "y\nn\n", "", 0).await;
    check("if false; then echo 1; elif true; then echo 2; else echo 3; fi", "2\n", "", 0).await;
    check("for i in 1 2 3; do test $i = 2 && continue; echo $i; done", "1\n3\n", "", 0).await;
    check("i=0; while [ $i -lt 3 ]; do i=$((i+1)); echo $i; done", "1\n2\n3\n", "", 0).await;
    check("until false; do break; done; echo $?", "0\n", "", 0).await;
    check("case abc in x) echo 1;; a*|b) echo 2;; esac", "2\n", "", 0).await;
    check("f() { echo in $1; return 4; }; f x; echo $?", "in x\n4\n", "", 0).await;
    check("(exit 3); echo $?; { echo g; }", "3\ng\n", "", 0).await;
    check("x=1; (x=2); echo $x; echo z | read x; echo $x", "1\n1\n", "", 0).await;
    check("! true; echo $?", "1\n", "", 0).await;
    check("set -e; false; echo no", "", "", 1).await;
    check("trap 'echo bye' EXIT; exit 5", "bye\n", "", 5).await;
    check("exec echo x; echo no", "x\n", "", 0).await;
    check("eval 'echo $((2*3))'", "6\n", "", 0).await;
    check("for i in 1 2; do for j in a b; do break 2; done; done; echo $i$j", "1a\n", "", 0).await;
}

#[tokio::test(start_paused = true)]
async fn redirections() {
    check(
        "cd /data/local/tmp; echo a > f; echo b >> f; cat < f; cat f | wc -l",
        "a\nb\n2\n",
        "",
        0,
    )
    .await;
    check("echo e >&2; echo o", "o\n", "e\n", 0).await;
    check("{ echo o; echo e >&2; } 2>&1 | cat", "o\ne\n", "", 0).await;
    check("{ echo o; echo e >&2; } 2>/dev/null", "o\n", "", 0).await;
    check("nosuch 2>/dev/null; echo $?", "127\n", "", 0).await;
    check("cat <<X; cat <<'Y'\na $((1+1))\nX\n$b\nY\n", "a 2\n$b\n", "", 0).await;
    check("cat <<< 'one two'", "one two\n", "", 0).await;
    check("echo x > /x", "", "/system/bin/sh: can't create /x: Permission denied\n", 1).await;
    check(
        "cat < /nosuch",
        "",
        "/system/bin/sh: can't open /nosuch: No such file or directory\n",
        1,
    )
    .await;
    check("echo a &> /data/local/tmp/q; cat /data/local/tmp/q", "a\n", "", 0).await;
    check(
        "exec 3>/data/local/tmp/t; echo three >&3; exec 3>&-; cat /data/local/tmp/t",
        "three\n",
        "",
        0,
    )
    .await;
    check("echo hidden > /dev/null; cat /dev/null", "", "", 0).await;
}

#[tokio::test(start_paused = true)]
async fn errors() {
    check("foo", "", "/system/bin/sh: foo: inaccessible or not found\n", 127).await;
    check("/etc", "", "/system/bin/sh: /etc: can't execute: Is a directory\n", 126).await;
    check("echo a\nfi\necho b", "a\n", "/system/bin/sh: syntax error: unexpected 'fi'\n", 1).await;
    check("echo 'abc", "", "/system/bin/sh: no closing quote\n", 1).await;
    check("if true; then", "", "/system/bin/sh: syntax error: unmatched 'if'\n", 1).await;
    check("echo a &&", "", "/system/bin/sh: syntax error: unexpected EOF\n", 1).await;
    check("echo )", "", "/system/bin/sh: syntax error: unexpected ')'\n", 1).await;
    check("a=(1 2)", "", "/system/bin/sh: syntax error: unexpected '('\n", 1).await;
    check(
        "cd /nosuch; echo $?",
        "2\n",
        "/system/bin/sh: cd: /nosuch: No such file or directory\n",
        0,
    )
    .await;
    check("[ 1; echo $?", "2\n", "/system/bin/sh: [: missing ]\n", 0).await;
    check("f() { f; }; f", "", "/system/bin/sh: recursion too deep\n", 1).await;
    check(&"( ".repeat(500), "", "/system/bin/sh: syntax error: nested too deeply\n", 1).await;
    check(
        &format!("echo {}x{}", "$(".repeat(100), ")".repeat(100)),
        "",
        "/system/bin/sh: syntax error: nested too deeply\n",
        1,
    )
    .await;
}

#[tokio::test(start_paused = true)]
async fn nothing_grows_without_bound() {
    let memory = "/system/bin/sh: out of memory\n";
    check("x=$(cat /dev/zero); echo no", "", memory, 1).await;
    check("x=0123456789abcdef; while :; do x=$x$x; done", "", memory, 1).await;
    check(
        "cat /dev/zero | base64 > /dev/null; echo $?",
        "1\n",
        "base64: xread: Out of memory\n",
        0,
    )
    .await;
    let nested = format!("echo {}x{}", "${a:-".repeat(28), "}".repeat(28));
    check(&nested, "x\n", "", 0).await;
    let groups = format!("{}echo x{}", "{ ".repeat(28), "; }".repeat(28));
    check(&groups, "x\n", "", 0).await;
    let shells = format!("{}echo x{}", "( ".repeat(28), " )".repeat(28));
    check(&shells, "x\n", "", 0).await;
    check("f() { [ $1 = 0 ] || f $(($1-1)); }; f 50; echo $?", "0\n", "", 0).await;
    check(
        "echo 'sh $0' > /data/local/tmp/s; sh /data/local/tmp/s",
        "",
        "/data/local/tmp/s[1]: can't fork - try again\n",
        1,
    )
    .await;
    check("x='eval \"$x\"'; eval \"$x\"", "", "/system/bin/sh: recursion too deep\n", 1).await;
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]
    /// Any text is a script or an error.
    #[test]
    fn no_source_makes_the_parser_panic(source in "([a-z$(){}\\[\\]|&;<>'\"`\\\\ \n#*?!=:/%~+-]|if|then|fi|do|done|case|in|esac|for|ü){0,60}") {
        Parser::new(&source).all().ok();
    }

    #[test]
    fn no_pattern_makes_matching_panic(pattern in "[a-c*?!^\\[\\]\\\\:-]{0,12}", text in "[a-c]{0,8}") {
        Pattern::new(&pattern).matches(&text);
    }
}

#[tokio::test(start_paused = true)]
async fn programs_run_at_the_same_time() {
    check("cat /dev/zero | head -c 1000000 | wc -c", "1000000\n", "", 0).await;
    check("yes | head -n 2", "y\ny\n", "", 0).await;
    check("sleep 5 & echo started; wait; echo done", "started\ndone\n", "", 0).await;
    check("sleep 1000 & kill $!; wait $!; echo $?", "143\n", "", 0).await;
    check("sleep 1000 & kill -9 $!; wait $!; echo $?", "137\n", "", 0).await;
    check("sh -c 'kill -9 $$; echo no'; echo $?", "137\n", "Killed \n", 0).await;
    check("sh -c 'kill -INT $$'; echo $?", "130\n", "", 0).await;
    check("sh -c 'kill -ABRT $$' 2>/dev/null; echo $?", "134\n", "", 0).await;
    check("(sleep 1; echo late) & echo early; wait", "early\nlate\n", "", 0).await;
    check("timeout 1 sleep 10; echo $?", "124\n", "", 0).await;
    check("echo a | (read x; echo got $x)", "got a\n", "", 0).await;
}

#[tokio::test(start_paused = true)]
async fn programs_have_names_and_pids() {
    let name = "ps -o PID,NAME | grep \"^ *$! \"";
    let ran = run_in(&process(), &format!("sleep 100 & {name}"), b"").await;
    assert!(ran.out.ends_with(" sleep\n"), "{}", ran.out);
    let ran = run_in(&process(), &format!("(exec sleep 100) & sleep 1; {name}"), b"").await;
    assert!(ran.out.ends_with(" sleep\n"), "{}", ran.out);
    // Pids come round again without meeting those in use.
    let phone = process();
    let kept = phone.android().register_process(2000, 1, "kept");
    for _ in 0..3000 {
        let pid = phone.android().register_process(2000, 1, "passing").pid();
        let same = phone.android().processes().iter().filter(|other| other.pid == pid).count();
        assert!(same == 0 && pid != kept.pid(), "{pid} was in use");
    }
}

#[tokio::test(start_paused = true)]
async fn scripts_are_programs() {
    check(
        "cd /data/local/tmp; echo 'echo $0 $1 $#; exit 3' > s; chmod 755 s; ./s a b; echo $?; sh s c",
        "./s a 2\n3\ns c 1\n",
        "",
        3,
    )
    .await;
    check(
        "cd /data/local/tmp; echo nosuch > s; sh s",
        "",
        "s[1]: nosuch: inaccessible or not found\n",
        127,
    )
    .await;
    check("echo 'echo x' | sh; sh -c 'echo $0 $1' a b", "x\na b\n", "", 0).await;
    check(
        "cd /data/local/tmp; echo x > s; ./s",
        "",
        "/system/bin/sh: ./s: can't execute: Permission denied\n",
        126,
    )
    .await;
    check("sh -c A x && echo y", "", "x: A: inaccessible or not found\n", 127).await;
}

#[tokio::test(start_paused = true)]
async fn any_byte_passes() {
    let all: Vec<u8> = (0..=255).collect();
    let ran = run_in(&process(), "cat; printf '\\377\\376' | base64", &all).await;
    assert_eq!(ran.out, format!("{}//4=\n", text::decode(&all)));
    check("x=$(printf 'a\\377b'); printf %s \"$x\" | base64", "Yf9i\n", "", 0).await;
    check(
        "cd /data/local/tmp; touch \"$(printf '\\377')\"; ls | base64; echo * | base64",
        "/wo=\n/wo=\n",
        "",
        0,
    )
    .await;
}
