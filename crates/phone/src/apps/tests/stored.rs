//! What apps keep: preferences as XML, rows in SQLite, where `run-as` finds them.

use super::shell::Shell;
use crate::sqlite::{Cell, Database};

const SHOP: &str = "com.example.shop";

async fn sign_in(shell: &Shell) {
    shell.tap("Email").await;
    shell.run("input text demo@example.com").await;
    shell.tap("Password").await;
    shell.run("input text secret123; input keyevent BACK").await;
    shell.tap("Remember me").await;
    shell.tap("Sign in").await;
    shell.driver.wait(1300).await;
}

#[tokio::test(start_paused = true)]
async fn a_login_leaves_a_preference_and_a_row() {
    let shell = Shell::started(SHOP, ".MainActivity").await;
    sign_in(&shell).await;
    let xml = shell
        .run("run-as com.example.shop cat shared_prefs/com.example.shop_preferences.xml")
        .await;
    insta::assert_snapshot!(xml, @r#"
    <?xml version='1.0' encoding='utf-8' standalone='yes' ?>
    <map>
        <string name="remembered_email">demo@example.com</string>
    </map>
    "#);
    let listed = shell.run("run-as com.example.shop ls -l databases shared_prefs").await;
    assert!(listed.contains("-rw-rw---- 1 u0_a123 u0_a123 "), "{listed}");
    let base64 = shell.run("run-as com.example.shop base64 databases/shop.db").await;
    let database = Database::from_bytes(&decoded(&base64)).unwrap();
    assert_eq!(database.user_version, 1);
    let names: Vec<_> = database.tables.iter().map(|table| table.name.as_str()).collect();
    assert_eq!(names, ["android_metadata", "orders", "sessions"]);
    let sessions = database.table("sessions").unwrap();
    assert_eq!(
        sessions.sql,
        "CREATE TABLE sessions (_id INTEGER PRIMARY KEY, at TEXT, email TEXT)"
    );
    assert_eq!(sessions.rows[0].values[2], Cell::Text("demo@example.com".to_owned()));
}

#[tokio::test(start_paused = true)]
async fn sqlite3_reads_and_changes_what_the_app_stores() {
    let shell = Shell::started(SHOP, ".MainActivity").await;
    sign_in(&shell).await;
    let sqlite3 = "run-as com.example.shop sqlite3 databases/shop.db";
    let row = shell.run(&format!("{sqlite3} 'SELECT _id, email FROM sessions'")).await;
    assert_eq!(row, "1|demo@example.com\n");
    let tables = shell.run(&format!("{sqlite3} .tables")).await;
    assert_eq!(tables, "android_metadata  orders            sessions        \n");
    let version = shell.run(&format!("{sqlite3} 'PRAGMA user_version'")).await;
    assert_eq!(version, "1\n");
    shell.run("am force-stop com.example.shop").await;
    let change = "CREATE INDEX i ON sessions(email); DELETE FROM sessions; INSERT INTO sessions(email) VALUES (1)";
    assert_eq!(shell.run(&format!("{sqlite3} '{change}'")).await, "");
    let listed = shell.run("run-as com.example.shop ls -l databases").await;
    assert!(listed.contains("-rw-rw---- 1 u0_a123 u0_a123 "), "{listed}");
    shell.run("am start -n com.example.shop/.MainActivity").await;
    shell.driver.settle().await;
    // The address is remembered.
    shell.tap("Password").await;
    shell.run("input text secret123; input keyevent BACK").await;
    shell.tap("Sign in").await;
    shell.driver.wait(1300).await;
    let rows = shell.run(&format!("{sqlite3} 'SELECT _id, email FROM sessions'")).await;
    assert_eq!(rows, "1|1\n2|demo@example.com\n", "the app went on from what it found");
    assert_eq!(shell.run(&format!("{sqlite3} 'PRAGMA integrity_check'")).await, "ok\n");
}

#[tokio::test(start_paused = true)]
async fn the_file_is_the_truth() {
    let shell = Shell::started(SHOP, ".MainActivity").await;
    sign_in(&shell).await;
    shell.run("am force-stop com.example.shop").await;
    let changed = "cat shared_prefs/*.xml | tr o 0 > p; cat p > shared_prefs/com.example.shop_preferences.xml";
    shell.run(&format!("run-as com.example.shop sh -c '{changed}'")).await;
    shell.run("am start -n com.example.shop/.MainActivity").await;
    shell.driver.settle().await;
    let email = shell.driver.text_of("email").await;
    assert_eq!(email, "dem0@example.c0m", "somebody changed the file");
    shell.run("pm clear com.example.shop; am start -n com.example.shop/.MainActivity").await;
    shell.driver.settle().await;
    assert_eq!(shell.driver.text_of("email").await, "Email");
}

#[tokio::test(start_paused = true)]
async fn a_damaged_database_begins_anew() {
    let shell = Shell::started(SHOP, ".MainActivity").await;
    sign_in(&shell).await;
    shell.run("am force-stop com.example.shop").await;
    shell.run("run-as com.example.shop sh -c 'echo rubbish > databases/shop.db'").await;
    shell.run("am start -n com.example.shop/.MainActivity").await;
    shell.driver.settle().await;
    let log = shell.run("logcat -d -s DefaultDatabaseErrorHandler").await;
    assert!(log.contains("Corruption reported by sqlite on database: file is not a database"));
}

fn decoded(base64: &str) -> Vec<u8> {
    const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut bytes = Vec::new();
    let (mut bits, mut count) = (0_u32, 0);
    for char in base64.bytes() {
        let Some(value) = ALPHABET.iter().position(|letter| *letter == char) else { continue };
        bits = (bits << 6) | u32::try_from(value).unwrap();
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push(u8::try_from((bits >> count) & 0xff).unwrap());
        }
    }
    bytes
}
