//! The command on the phone: where it is, what it may open, and what the apps see of it.

use crate::android::{Android, Api};
use crate::shell::tests::{process_on, run_in};
use crate::userland::system::on_phone::OnPhone;

#[tokio::test(start_paused = true)]
async fn is_a_program_of_the_phone() {
    let phone = OnPhone::home().await;
    phone.check("which sqlite3", "/system/bin/sqlite3\n", "", 0).await;
    let file = "/data/local/tmp/a.db";
    phone
        .check(&format!("sqlite3 {file} 'create table t(a); insert into t values(1)'"), "", "", 0)
        .await;
    phone.check(&format!("sqlite3 {file} 'select * from t'"), "1\n", "", 0).await;
    phone.check(&format!("echo 'select a+1 from t;' | sqlite3 {file}"), "2\n", "", 0).await;
    phone.check(&format!("stat -c '%U %a' {file}"), "shell 644\n", "", 0).await;
    phone.check("sqlite3 :memory: 'select sqlite_version()'", "3.39.2\n", "", 0).await;
    let unknown = "sqlite3: Error: unknown option: -foo\nUse -help for a list of options.\n";
    phone.check("sqlite3 -foo", "", unknown, 1).await;
}

#[tokio::test(start_paused = true)]
async fn opens_what_its_user_may() {
    let phone = OnPhone::home().await;
    let make =
        "run-as com.example.shop sqlite3 own.db 'create table t(a); insert into t values(7)'";
    phone.check(make, "", "", 0).await;
    phone.check("run-as com.example.shop sqlite3 own.db 'select a from t'", "7\n", "", 0).await;
    for path in [
        "/data/data/com.example.shop/own.db",
        "/data/data/com.example.shop/new.db",
        "/system/x.db",
        "/data",
    ] {
        let said =
            format!("Error: unable to open database \"{path}\": unable to open database file\n");
        phone.check(&format!("sqlite3 {path} 'select 1'"), "", &said, 1).await;
    }
    phone
        .check(
            "chmod 444 /data/local/tmp/r.db",
            "",
            "chmod: /data/local/tmp/r.db: No such file or directory\n",
            1,
        )
        .await;
    let script = "cd /data/local/tmp; sqlite3 r.db 'create table t(a)'; chmod 444 r.db; sqlite3 r.db 'insert into t values(1)'";
    let said = "Error: stepping, attempt to write a readonly database (8)\n";
    phone.check(script, "", said, 8).await;
}

#[tokio::test(start_paused = true)]
async fn a_full_phone_keeps_what_it_had() {
    let phone = OnPhone::home().await;
    phone
        .check(
            "cd /data/local/tmp; sqlite3 f.db 'create table t(a); insert into t values(1)'",
            "",
            "",
            0,
        )
        .await;
    phone.process.files().set_free(2000);
    let script = "cd /data/local/tmp; sqlite3 f.db 'insert into t values(2)'; echo $?; sqlite3 f.db 'select * from t'";
    phone.check(script, "13\n1\n", "Error: stepping, database or disk is full (13)\n", 0).await;
}

#[tokio::test(start_paused = true)]
async fn errors_and_options_are_those_of_the_release() {
    for (api, version, missing, json) in [
        (Api::Android9, "3.22.0 2018", "Error: no such table: x\n", false),
        (Api::Android12, "3.32.2 2020", "Error: no such table: x\n", false),
        (Api::Android14, "3.39.2 2022", "Error: in prepare, no such table: x\n", true),
        (Api::Android15, "3.44.3 2024", "Error: in prepare, no such table: x\n", true),
        (Api::Android16, "3.44.3 2024", "Error: in prepare, no such table: x\n", true),
    ] {
        let process = process_on(Android::builder().api(api).start());
        let ran = run_in(&process, "sqlite3 -version", b"").await;
        assert!(ran.out.starts_with(version), "{}", ran.out);
        let ran = run_in(&process, "sqlite3 :memory: 'select * from x'", b"").await;
        assert_eq!((ran.err.as_str(), ran.status), (missing, 1));
        let ran = run_in(&process, "sqlite3 -json :memory: 'select 1 a'", b"").await;
        assert_eq!(ran.out == "[{\"a\":1}]\n", json, "{}", ran.err);
        let ran = run_in(&process, "sqlite3 :memory:", b"\nselect * from x;\nselect 2;").await;
        let near = if json { "Parse error near line 2: " } else { "Error: near line 2: " };
        assert_eq!((ran.out.as_str(), ran.status), ("2\n", 1));
        assert_eq!(ran.err, format!("{near}no such table: x\n"));
    }
}

#[tokio::test(start_paused = true)]
async fn what_is_refused_changes_nothing() {
    let phone = OnPhone::home().await;
    phone
        .check(
            "cd /data/local/tmp; sqlite3 n.db 'create table t(a); insert into t values(1)'",
            "",
            "",
            0,
        )
        .await;
    let before = phone.out("md5sum /data/local/tmp/n.db").await;
    for sql in [
        "create trigger x after insert on t begin select 1; end",
        "attach 'y' as y",
        "create table w(a primary key) without rowid",
        "select row_number() over () from t",
        "insert into t values(2) returning a",
        "alter table t rename column a to b",
        "with recursive c(x) as (select 1 union all select x+1 from c) select * from c",
    ] {
        let ran = phone.run(&format!("sqlite3 /data/local/tmp/n.db \"{sql}\"")).await;
        assert_eq!((ran.out.as_str(), ran.status), ("", 1), "{sql}");
        assert!(ran.err.starts_with("Error: in prepare, "), "{}", ran.err);
    }
    assert_eq!(phone.out("md5sum /data/local/tmp/n.db").await, before);
}

#[tokio::test(start_paused = true)]
async fn no_statement_takes_the_phone_down() {
    let phone = OnPhone::home().await;
    let deep = format!("select {}1{}", "(".repeat(5000), ")".repeat(5000));
    let many = format!("select 1{}", "+1".repeat(5000));
    let nested = format!("select * from {}t{}", "(select * from ".repeat(200), ")".repeat(200));
    let minus = format!("select {}1", "- ".repeat(5000));
    let joins = "create table t(a); insert into t values(1),(2),(3),(4),(5),(6),(7),(8),(9),(10); \
                 select count(*) from t,t b,t c,t d,t e,t f,t g,t h";
    for sql in [deep.as_str(), &many, &nested, &minus, joins] {
        let ran = run_in(&phone.process, "sqlite3 :memory:", sql.as_bytes()).await;
        assert_eq!((ran.out.as_str(), ran.status), ("", 1), "{}", &sql[..40]);
    }
    let long = format!("select {} = 3", vec!["1"; 400].join("+"));
    let ran = run_in(&phone.process, "sqlite3 :memory:", long.as_bytes()).await;
    assert_eq!((ran.out.as_str(), ran.status), ("0\n", 0));
}
