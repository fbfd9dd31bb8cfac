//! The launcher of app processes: what the program it becomes can still do, and what it cannot.

#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, reason = "a test that cannot start its program should fail")]
#![expect(clippy::print_stdout, reason = "why a test was skipped")]

use std::io::Read as _;
use std::net::TcpListener;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use fingertip::runtime::{confine, java, launch};

/// A folder for the app, and one that is the user's.
struct Home {
    folder: tempfile::TempDir,
}

impl Home {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        for each in ["data", "tmp", "private"] {
            std::fs::create_dir(folder.path().join(each)).unwrap();
        }
        std::fs::write(folder.path().join("private/key"), "secret").unwrap();
        Self { folder }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    #[expect(clippy::disallowed_methods, reason = "the program under test")]
    fn launcher(&self, flags: &[&str], command: &[&str]) -> Command {
        let mut launcher = Command::new(env!("CARGO_BIN_EXE_fingertip"));
        launcher.arg("app-process").arg("--read").arg("/usr/bin");
        launcher.arg("--write").arg(self.path("data")).arg("--write").arg(self.path("tmp"));
        launcher.args(flags).arg("--").args(command).env("FINGERTIP_SECRET_KEY", "secret");
        launcher.stdin(Stdio::null());
        launcher
    }

    /// What a script says when it is confined. `$0` is the folder that holds the app's and the user's.
    fn script(&self, flags: &[&str], shell: &str, script: &str) -> Output {
        let root = self.folder.path().to_str().unwrap();
        self.launcher(flags, &[shell, "-c", script, root]).output().unwrap()
    }
}

fn confined_here() -> bool {
    let possible = confine::possible();
    if let Err(why) = &possible {
        println!("skipped: {why}");
    }
    possible.is_ok()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Each line is a command that has to succeed for an app, or to fail.
#[test]
fn an_app_reads_the_system_and_writes_its_own_folders_and_nothing_else() {
    if !confined_here() {
        return;
    }
    let home = Home::new();
    let refused = [
        "cat $0/private/key",
        "ls $0/private",
        "cat /etc/shadow",
        "ls $HOME/..",
        "ls /root",
        "ls /home",
        "echo x > $0/private/new",
        "echo x >> $0/private/key",
        "rm $0/private/key",
        "mv $0/private/key $0/data/key",
        "ln $0/private/key $0/data/key",
        "mkdir $0/other",
        "truncate -s 0 $0/private/key",
        "echo x > /tmp/fingertip-escaped",
        "mkfifo $0/private/pipe",
        "cp /usr/bin/true true && ./true",
        "cat /proc/1/cmdline",
        "unshare -r true",
        "kill -0 $PPID",
    ];
    let allowed = [
        "echo x > $0/data/file && cat $0/data/file",
        "mkdir $0/data/folder && mv $0/data/file $0/data/folder/file && rm -r $0/data/folder",
        "echo x > $TMPDIR/t && test $TMPDIR = $0/tmp",
        "test $HOME = $0/data && test $(pwd) = $0/data",
        "echo x > /dev/null && head -c 1 /dev/urandom >/dev/null",
        "test -z \"$FINGERTIP_SECRET_KEY\"",
        "ls /usr/share /usr/lib >/dev/null",
        // Of itself: what it starts is another process.
        "exec cat /proc/self/maps /proc/cpuinfo >/dev/null",
        "test \"$(ulimit -c)\" = 0",
        // The JDK and Android set modes on what they write: in vain, and none the wiser.
        "chmod 777 $0/private/key && echo x > $0/data/m && chmod 600 $0/data/m",
    ];
    let mode = || std::fs::metadata(home.path("private/key")).unwrap().permissions();
    let before = mode();
    let signals = signals_are_confined();
    for command in refused.into_iter().filter(|command| signals || !command.starts_with("kill")) {
        let said = home.script(&[], "sh", &format!("{command} || exit 42"));
        assert_eq!(said.status.code(), Some(42), "{command}: {said:?}");
    }
    for command in allowed {
        let said = home.script(&[], "sh", command);
        assert!(said.status.success(), "{command}: {}", text(&said.stderr));
    }
    assert_eq!(std::fs::read_to_string(home.path("private/key")).unwrap(), "secret");
    assert_eq!(mode(), before);
}

/// From Linux 6.12 on.
fn signals_are_confined() -> bool {
    let release = std::fs::read_to_string("/proc/sys/kernel/osrelease").unwrap();
    let mut numbers = release.split('.').map(|number| number.parse::<u32>().unwrap_or(0));
    (numbers.next(), numbers.next()) >= (Some(6), Some(12))
}

#[test]
fn without_network_there_is_no_socket_and_with_it_none_of_the_machine() {
    if !confined_here() || which::which("python3").is_err() {
        println!("skipped: python3 is missing");
        return;
    }
    let home = Home::new();
    let server = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = server.local_addr().unwrap().port();
    let script = format!(
        "import socket, sys\n\
         def tried(family, kind):\n\
         \x20   try: return socket.socket(family, kind) and 'open'\n\
         \x20   except OSError as error: return error.strerror\n\
         families = [(socket.AF_INET, 1), (socket.AF_INET6, 2), (socket.AF_UNIX, 1), (socket.AF_PACKET, 3)]\n\
         print([tried(*each) for each in families], file=sys.stderr)\n\
         socket.socketpair()\n\
         socket.create_connection(('127.0.0.1', {port}), 5).close()"
    );
    let run = |flags: &[&str]| home.launcher(flags, &["python3", "-c", &script]).output().unwrap();
    let without = run(&[]);
    let no = "Operation not permitted";
    let said = text(&without.stderr);
    assert!(said.starts_with(&format!("['{no}', '{no}', '{no}', '{no}']")), "{said}");
    assert!(!without.status.success());
    let with = run(&["--network"]);
    let said = text(&with.stderr);
    assert!(said.starts_with(&format!("['open', 'open', '{no}', '{no}']")), "{said}");
    assert!(with.status.success(), "{said}");
    server.accept().unwrap();
}

#[test]
fn frames_have_descriptor_three_and_nothing_else_is_open() {
    for flags in [&["--trusted"][..], &[]] {
        if flags.is_empty() && !confined_here() {
            continue;
        }
        let home = Home::new();
        let said =
            home.script(flags, "sh", "echo frame >&3; echo print; exec ls /proc/self/fd >&2");
        assert_eq!(text(&said.stdout), "frame\n", "{said:?}");
        // The last is the listing's own.
        assert_eq!(text(&said.stderr), "print\n0\n1\n2\n3\n4\n");
    }
}

#[test]
fn what_is_trusted_is_not_confined_but_gets_no_secrets_either() {
    let home = Home::new();
    let script = "cat $0/private/key && echo x > $0/private/new && env | grep -c SECRET";
    let said = home.script(&["--trusted"], "sh", script);
    assert_eq!(text(&said.stderr), "secret0\n");
    assert!(home.path("private/new").is_file());
}

#[test]
fn what_cannot_be_launched_is_told_by_the_exit_code() {
    let home = Home::new();
    let said = home.launcher(&["--trusted"], &["/nowhere/java"]).output().unwrap();
    assert_eq!(said.status.code(), Some(launch::NO_PROGRAM.into()));
    assert!(text(&said.stderr).contains("/nowhere/java"), "{said:?}");
    // Somebody else's child.
    let said = home.launcher(&["--trusted", "--end-with", "1"], &["true"]).output().unwrap();
    assert_eq!(said.status.code(), Some(launch::BROKEN.into()), "{said:?}");
}

#[test]
fn it_ends_when_its_parent_does() {
    let home = Home::new();
    let launcher = env!("CARGO_BIN_EXE_fingertip");
    // The shell starts it in the background, waits until it runs, and is killed.
    let script = format!(
        "{launcher} app-process --trusted --end-with $$ -- sh -c 'echo $$ >&3; exec cat' <&9 & \
         read line; kill -9 $$"
    );
    #[expect(clippy::disallowed_methods, reason = "the parent")]
    let mut parent = Command::new("sh");
    let parent = parent.args(["-c", &format!("exec 9<&0; {script}")]);
    let mut parent = parent
        .current_dir(home.path("data"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut output = parent.stdout.take().unwrap();
    let mut pid = Vec::new();
    while !pid.ends_with(b"\n") {
        let mut byte = [0];
        assert_eq!(output.read(&mut byte).unwrap(), 1, "it did not start");
        pid.extend(byte);
    }
    // Its standard input stays open: only the kernel can have ended it.
    let input = parent.stdin.as_mut().unwrap();
    std::io::Write::write_all(input, b"go\n").unwrap();
    // Its end closes the last writer.
    let (send, ended) = std::sync::mpsc::channel();
    std::thread::spawn(move || send.send(output.read_to_end(&mut Vec::new()).is_ok()));
    assert_eq!(ended.recv_timeout(Duration::from_secs(20)), Ok(true), "it outlived its parent");
    parent.wait().unwrap();
}

#[test]
fn java_runs_confined_and_keeps_the_rules() {
    if !confined_here() {
        return;
    }
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let found = runtime.block_on(java::find(None, &|name| std::env::var_os(name)));
    let java = match found {
        Ok(java) => java,
        Err(why) => {
            println!("skipped: {why}");
            return;
        }
    };
    let home = Home::new();
    let flags = ["--read", java.home.to_str().unwrap()];
    let program = java.path.to_str().unwrap();
    let said = home.launcher(&flags, &[program, "-version"]).output().unwrap();
    assert!(said.status.success(), "{said:?}");
    // Only a JDK compiles what it is given.
    if !java.home.join("bin/javac").is_file() {
        println!("skipped: {} has no compiler", java.home.display());
        return;
    }
    std::fs::write(home.path("data/Probe.java"), PROBE).unwrap();
    let root = home.folder.path().to_str().unwrap();
    let temporary = format!("-Djava.io.tmpdir={root}/tmp");
    let command = [program, "-Xmx128m", "-XX:-UsePerfData", temporary.as_str(), "Probe.java", root];
    let said = home.launcher(&flags, &command).output().unwrap();
    assert_eq!(text(&said.stdout), "", "{}", text(&said.stderr));
    insta::assert_snapshot!(text(&said.stderr), @r"
    own file: written
    temporary file: written
    a file of the user's: refused
    write beside it: refused
    thread: ran
    selector: open
    socket: refused
    name: refused
    shell: refused
    ");
}

const PROBE: &str = r#"
import java.io.*;
import java.net.*;
import java.nio.channels.Selector;
import java.nio.file.*;

public class Probe {
    interface Attempt { String run() throws Exception; }

    static void attempt(String what, Attempt attempt) {
        String came;
        try { came = attempt.run(); } catch (IOException e) { came = "refused"; } catch (Exception e) { came = e.toString(); }
        System.out.println(what + ": " + came);
    }

    public static void main(String[] arguments) {
        Path root = Path.of(arguments[0]);
        attempt("own file", () -> { Files.writeString(root.resolve("data/f"), "x"); return "written"; });
        attempt("temporary file", () -> { File.createTempFile("probe", null); return "written"; });
        attempt("a file of the user's", () -> Files.readString(root.resolve("private/key")));
        attempt("write beside it", () -> { Files.writeString(root.resolve("private/f"), "x"); return "written"; });
        attempt("thread", () -> { Thread t = new Thread(() -> {}); t.start(); t.join(); return "ran"; });
        attempt("selector", () -> { Selector.open().close(); return "open"; });
        attempt("socket", () -> { new Socket("127.0.0.1", 1).close(); return "open"; });
        attempt("name", () -> InetAddress.getByName("example.invalid").toString());
        attempt("shell", () -> { new ProcessBuilder("/tmp/none").start(); return "started"; });
    }
}
"#;
