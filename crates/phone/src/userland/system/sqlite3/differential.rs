//! The same scripts through the phone's `sqlite3` and the real one, where that is installed; and files that one wrote
//! read by the other. The real one's release is not the phone's: what is compared is alike in both.

use super::random::script;
use crate::process::Process;
use crate::shell::tests::{process, run_in};
use crate::text;
use proptest::strategy::{Strategy as _, ValueTree as _};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Stdio;

const PROGRAM: &str = "/usr/bin/sqlite3";

struct Pair {
    phone: Process,
    folder: tempfile::TempDir,
}

#[derive(Debug, PartialEq)]
struct Said {
    out: String,
    err: String,
    status: u8,
}

impl Pair {
    /// `None`, with a message, where sqlite3 is missing.
    fn installed() -> Option<Self> {
        if !Path::new(PROGRAM).exists() {
            println!("skipped: sqlite3 is not installed");
            return None;
        }
        Some(Self { phone: process(), folder: tempfile::tempdir().unwrap() })
    }

    fn real_file(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    #[expect(clippy::disallowed_methods, reason = "the program to compare with is started here")]
    fn real(&self, arguments: &[&str], input: &str) -> Said {
        let mut child = std::process::Command::new(PROGRAM)
            .args(arguments)
            .current_dir(self.folder.path())
            .env_clear()
            .env("HOME", "/nonexistent")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let input = input.to_owned();
        let feeder = std::thread::spawn(move || stdin.write_all(input.as_bytes()).ok());
        let output = child.wait_with_output().unwrap();
        feeder.join().unwrap();
        let status = output.status.code().and_then(|code| u8::try_from(code).ok()).unwrap_or(255);
        let out = rounded(&text::decode(&output.stdout));
        Said { out, err: text::decode(&output.stderr), status }
    }

    async fn ours(&self, arguments: &[&str], input: &str) -> Said {
        let words: Vec<String> =
            arguments.iter().map(|word| format!("'{}'", word.replace('\'', "'\\''"))).collect();
        let script = format!("cd /data/local/tmp; sqlite3 {}", words.join(" "));
        let ran = run_in(&self.phone, &script, input.as_bytes()).await;
        Said { out: rounded(&ran.out), err: ran.err, status: ran.status }
    }

    /// What differs in what a script prints, and in the file that it leaves.
    async fn difference(&self, script: &str) -> Option<String> {
        let phone_file = "/data/local/tmp/t.db";
        std::fs::remove_file(self.real_file("t.db")).ok();
        self.phone.files().remove_file(&self.phone.who, phone_file).ok();
        let (real, ours) = (self.real(&["t.db"], script), self.ours(&["t.db"], script).await);
        if real != ours {
            return Some(format!("{script}\n  real {real:?}\n  ours {ours:?}\n"));
        }
        // Each reads what the other wrote.
        let written = self.phone.files().read(&self.phone.who, phone_file).unwrap();
        std::fs::write(self.real_file("ours.db"), &written).unwrap();
        let checked = self.real(&["ours.db", "PRAGMA integrity_check"], "");
        let theirs = std::fs::read(self.real_file("t.db")).unwrap();
        let copy = "/data/local/tmp/theirs.db";
        self.phone.files().write(&self.phone.who, copy, &theirs, 0o644).unwrap();
        let wanted = self.real(&["t.db", ".dump"], "");
        let read = self.ours(&["theirs.db", ".dump"], "").await;
        let again = self.real(&["ours.db", ".dump"], "");
        let fine = checked.out == "ok\n" && wanted == read && wanted == again;
        (!fine).then(|| {
            format!(
                "{script}\n  {checked:?}\n  wanted {wanted:?}\n  read {read:?}\n  again {again:?}\n"
            )
        })
    }
}

/// Twenty digits of a number are more than the real one gets right.
fn rounded(text: &str) -> String {
    let long = regex::Regex::new(r"\d+\.\d+(e[+-]\d+)?").unwrap();
    let short = |found: &regex::Captures<'_>| {
        let number: f64 = found[0].parse().unwrap();
        format!("{number:.12e}")
    };
    long.replace_all(text, short).into_owned()
}

#[tokio::test]
async fn random_statements_agree_with_sqlite() {
    let Some(pair) = Pair::installed() else { return };
    let wanted = |name: &str| std::env::var(name).ok().and_then(|text| text.parse().ok());
    let count = wanted("PHONE_SOAK").unwrap_or(40_usize);
    let mut seed = [5; 32];
    seed[..8].copy_from_slice(&wanted("PHONE_SEED").unwrap_or(0_usize).to_le_bytes());
    let random = TestRng::from_seed(RngAlgorithm::ChaCha, &seed);
    let mut runner = TestRunner::new_with_rng(Config::default(), random);
    let (scripts, mut different) = (script(), Vec::new());
    for _ in 0..count {
        let tree = scripts.new_tree(&mut runner).unwrap();
        different.extend(pair.difference(&tree.current()).await);
        if different.len() >= 10 {
            break;
        }
    }
    assert!(different.is_empty(), "{} differ:\n{}", different.len(), different.join("\n"));
}

#[tokio::test]
async fn what_people_type_agrees_with_sqlite() {
    let Some(pair) = Pair::installed() else { return };
    let mut different = Vec::new();
    for script in include_str!("fixed.txt").split("\n----\n") {
        different.extend(pair.difference(script).await);
    }
    assert!(different.is_empty(), "{} differ:\n{}", different.len(), different.join("\n"));
}

#[tokio::test]
async fn arguments_agree_with_sqlite() {
    let Some(pair) = Pair::installed() else { return };
    let setup = "create table t(a integer primary key, b text not null, c unique); \
                 insert into t values(1,'x',2),(2,'it''s',x'00ff'),(3,'',null);";
    std::fs::write(pair.real_file("g.db"), "garbage garbage").unwrap();
    let garbage = "/data/local/tmp/g.db";
    pair.phone.files().write(&pair.phone.who, garbage, b"garbage garbage", 0o644).unwrap();
    assert_eq!(pair.real(&["t.db", setup], ""), pair.ours(&["t.db", setup], "").await);
    let mut different = Vec::new();
    for line in include_str!("arguments.txt").lines() {
        let words: Vec<&str> = line.split(" @ ").collect();
        let (real, ours) = (pair.real(&words, ""), pair.ours(&words, "").await);
        if real != ours {
            different.push(format!("{line}\n  real {real:?}\n  ours {ours:?}\n"));
        }
    }
    assert!(different.is_empty(), "{} differ:\n{}", different.len(), different.join("\n"));
}

/// Made by the real one: indexes of every kind, tables without row ids, other page sizes, a freelist, auto-vacuum,
/// UTF-16 and a log that was not checkpointed.
#[tokio::test]
async fn files_of_real_apps_are_read_and_kept() {
    let Some(pair) = Pair::installed() else { return };
    let fill = "CREATE TABLE t(id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT COLLATE NOCASE UNIQUE, n REAL, body BLOB);\
        CREATE TABLE w(k TEXT, v, PRIMARY KEY(v DESC, k)) WITHOUT ROWID;\
        CREATE INDEX i1 ON t(n DESC, name); CREATE INDEX i2 ON t(lower(name)) WHERE n > 10;\
        WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x+1 FROM c WHERE x<400)\
        INSERT INTO t(name,n,body) SELECT 'Name '||x, x*1.5, zeroblob(x*7%3000) FROM c;\
        INSERT INTO w SELECT name, id%7 FROM t; DELETE FROM t WHERE id%3=0;\
        ALTER TABLE t ADD COLUMN late INTEGER DEFAULT 42;\
        CREATE VIEW v AS SELECT name, late FROM t WHERE id<10;\
        CREATE TRIGGER tr AFTER INSERT ON w BEGIN SELECT 1; END;";
    for (number, before) in [
        "",
        "PRAGMA page_size=512;",
        "PRAGMA page_size=65536;",
        "PRAGMA auto_vacuum=1;",
        "PRAGMA encoding='UTF-16le';",
        "PRAGMA encoding='UTF-16be';",
    ]
    .iter()
    .enumerate()
    {
        let name = format!("real{number}.db");
        assert_eq!(pair.real(&[&name], &format!("{before}{fill}")).err, "");
        let bytes = std::fs::read(pair.real_file(&name)).unwrap();
        let path = format!("/data/local/tmp/{name}");
        pair.phone.files().write(&pair.phone.who, &path, &bytes, 0o644).unwrap();
        for sql in [
            ".dump",
            ".schema",
            "SELECT * FROM w ORDER BY k LIMIT 5",
            "SELECT * FROM v",
            "PRAGMA encoding",
        ] {
            assert_eq!(
                pair.real(&[&name, sql], ""),
                pair.ours(&[&name, sql], "").await,
                "{before} {sql}"
            );
        }
        let change = "DELETE FROM t WHERE id%5=0; INSERT INTO t(name) VALUES('new'); UPDATE t SET n=n+1 WHERE id<50";
        let changed = pair.ours(&[&name, change], "").await;
        let written = pair.phone.files().read(&pair.phone.who, &path).unwrap();
        if before.contains("UTF-16") {
            assert!(changed.err.contains("not supported on this phone"), "{changed:?}");
            assert!(written == bytes, "a refused change changes nothing");
            continue;
        }
        assert_eq!(changed, pair.real(&[&name, change], ""));
        std::fs::write(pair.real_file("back.db"), written).unwrap();
        let checked = pair.real(&["back.db", "PRAGMA integrity_check"], "");
        assert_eq!(checked.out, "ok\n", "{before}");
        assert_eq!(pair.real(&["back.db", ".dump"], ""), pair.real(&[&name, ".dump"], ""));
        let refused = pair.ours(&[&name, "INSERT INTO w VALUES('a', 1)"], "").await;
        assert!(refused.err.contains("trigger tr") && refused.status == 1, "{refused:?}");
    }
}

#[tokio::test]
async fn a_log_beside_the_file_is_read_and_joined() {
    let Some(pair) = Pair::installed() else { return };
    let (base, log) = ("w.db", "w.db-wal");
    // The copies are taken while the real one has it open: `.system` would need a shell, `VACUUM` would checkpoint.
    let script = format!(
        "PRAGMA journal_mode=wal; PRAGMA wal_autocheckpoint=0; CREATE TABLE t(a, b);\n\
         INSERT INTO t VALUES(1,'one'); BEGIN; INSERT INTO t VALUES(2,'two'); COMMIT;\n\
         .system cp {base} {base}.copy; cp {log} {log}.copy\n"
    );
    assert_eq!(pair.real(&[base], &script).err, "");
    let files = pair.phone.files();
    for (from, to) in [(format!("{base}.copy"), "l.db"), (format!("{log}.copy"), "l.db-wal")] {
        let bytes = std::fs::read(pair.real_file(&from)).unwrap();
        files.write(&pair.phone.who, &format!("/data/local/tmp/{to}"), &bytes, 0o644).unwrap();
    }
    let read = pair.ours(&["-readonly", "l.db", "SELECT * FROM t"], "").await;
    assert_eq!(read.out, "1|one\n2|two\n");
    let added =
        pair.ours(&["l.db", "INSERT INTO t VALUES(3,'three'); PRAGMA journal_mode"], "").await;
    assert_eq!((added.out.as_str(), added.err.as_str()), ("wal\n", ""));
    assert!(files.read(&pair.phone.who, "/data/local/tmp/l.db-wal").is_err(), "it was joined");
    let bytes = files.read(&pair.phone.who, "/data/local/tmp/l.db").unwrap();
    std::fs::write(pair.real_file("joined.db"), bytes).unwrap();
    let told = pair.real(&["joined.db", "SELECT * FROM t; PRAGMA integrity_check"], "");
    assert_eq!(told.out, "1|one\n2|two\n3|three\nok\n");
}
