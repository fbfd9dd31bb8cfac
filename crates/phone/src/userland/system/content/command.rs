//! Runs a request against its provider, and fails as the original does: with words, never with an exit code.

use super::request::{Operation, Request};
use super::{apps, settings};
use crate::android::Android;
use crate::process::Process;
use crate::userland::Outcome;
use crate::userland::system::thrown::Thrown;
use std::fmt::Write as _;

const USAGE: &str = "\
usage: adb shell content [subcommand] [options]

usage: adb shell content insert --uri <URI> [--user <USER_ID>] --bind <BINDING> [--bind <BINDING>...]
  <URI> a content provider URI.
  <BINDING> binds a typed value to a column and is formatted:
  <COLUMN_NAME>:<TYPE>:<COLUMN_VALUE> where:
  <TYPE> specifies data type such as:
  b - boolean, s - string, i - integer, l - long, f - float, d - double, n - null

usage: adb shell content update --uri <URI> [--user <USER_ID>] --bind <BINDING> [--where <WHERE>]
usage: adb shell content delete --uri <URI> [--user <USER_ID>] [--where <WHERE>]
usage: adb shell content call --uri <URI> --method <METHOD> [--arg <ARG>] [--extra <BINDING> ...]
usage: adb shell content gettype --uri <URI> [--user <USER_ID>]
usage: adb shell content query --uri <URI> [--user <USER_ID>] [--projection <PROJECTION>] [--where <WHERE>] [--sort <SORT_ORDER>]
  <PROJECTION> is a list of colon separated column names and is formatted:
  <COLUMN_NAME>[:<COLUMN_NAME>...]
";

pub(crate) async fn run(process: &mut Process, arguments: &[String]) -> Outcome {
    match Request::parse(&arguments[1..]) {
        Err(error) => process.print(format!("{USAGE}\n[ERROR] {error}\n")).await?,
        Ok(request) => match serve(process, &request).await {
            Ok(text) => process.print(text).await?,
            Err(thrown) => {
                let name = request.authority();
                process
                    .complain(format!(
                        "Error while accessing provider:{name}\n{thrown}\n\
                         \tat com.android.commands.content.Content$Command.execute(Content.java:457)\n\
                         \tat com.android.commands.content.Content.main(Content.java:735)\n\
                         \tat com.android.internal.os.RuntimeInit.nativeFinishInit(Native Method)\n\
                         \tat com.android.internal.os.RuntimeInit.main(RuntimeInit.java:376)\n"
                    ))
                    .await;
            }
        },
    }
    Ok(0)
}

/// What is printed, or the exception and its message.
async fn serve(process: &Process, request: &Request<'_>) -> Result<String, String> {
    if request.authority() == settings::AUTHORITY {
        of_settings(process.android(), request).map_err(|thrown| thrown.to_string())
    } else {
        apps::serve(process, request).await
    }
}

fn of_settings(android: &Android, request: &Request<'_>) -> Result<String, Thrown> {
    match request.operation {
        Operation::Query => Ok(rows(&settings::query(android, request)?)),
        Operation::Insert => settings::insert(android, request),
        Operation::Update => settings::update(android, request),
        Operation::Delete => settings::delete(android, request),
        Operation::Call => settings::call(android, request),
        Operation::Type => Ok("Result: vnd.android.cursor.dir/system\n".to_owned()),
    }
}

pub(super) fn rows(rows: &[Vec<(&str, String)>]) -> String {
    if rows.is_empty() {
        return "No result found.\n".to_owned();
    }
    let mut text = String::new();
    for (index, row) in rows.iter().enumerate() {
        let columns: Vec<String> =
            row.iter().map(|(column, value)| format!("{column}={value}")).collect();
        let _infallible = writeln!(text, "Row: {index} {}", columns.join(", "));
    }
    text
}

#[cfg(test)]
mod tests {
    use crate::userland::system::on_phone::OnPhone;

    #[tokio::test(start_paused = true)]
    async fn settings_as_rows() {
        let phone = OnPhone::home().await;
        let row = "Row: 0 name=font_scale, value=1.0\n";
        for script in [
            "content query --uri content://settings/system --projection name:value --where \"name='font_scale'\"",
            "content query --uri content://settings/system/font_scale --projection name:value --user 0",
        ] {
            phone.check(script, row, "", 0).await;
        }
        let all = phone.out("content query --uri content://settings/system").await;
        assert!(
            all.starts_with("Row: 0 _id=1, name=accelerometer_rotation, value=0\nRow: 1 _id=2, "),
            "{all}"
        );
        let none = "content query --uri content://settings/global --where \"name='nothing'\"";
        phone.check(none, "No result found.\n", "", 0).await;
    }

    #[tokio::test(start_paused = true)]
    async fn calls_of_the_provider() {
        let phone = OnPhone::home().await;
        let call = "content call --uri content://settings/system --method";
        let scale = "Result: Bundle[{value=1.0}]\n";
        phone.check(&format!("{call} GET_system --arg font_scale"), scale, "", 0).await;
        let null = "Result: Bundle[{value=null}]\n";
        phone.check(&format!("{call} GET_secure --arg nothing"), null, "", 0).await;
        let put = format!("{call} PUT_global --arg x --extra value:s:1; settings get global x");
        phone.check(&put, "Result: null\n1\n", "", 0).await;
        phone.check(&format!("{call} FROB"), "Result: null\n", "", 0).await;
        let missing = phone.out("content call --uri content://settings/system").await;
        assert!(missing.ends_with("[ERROR] Content provider method not specified.\n"));
    }

    #[tokio::test(start_paused = true)]
    async fn writes_rows() {
        let phone = OnPhone::shop().await;
        let turn = "content insert --uri content://settings/system --bind name:s:user_rotation --bind value:i:1";
        phone.check(&format!("{turn}; settings get system user_rotation"), "1\n", "", 0).await;
        assert_eq!(phone.driver.android.display().rotation.number(), 1);
        let update = "content update --uri content://settings/secure --bind value:s:a:b --where \"name='x'\"";
        phone.check(&format!("{update}; settings get secure x"), "a:b\n", "", 0).await;
        let delete = "content delete --uri content://settings/secure --where \"name='x'\"";
        phone.check(&format!("{delete}; settings get secure x"), "null\n", "", 0).await;
    }

    #[tokio::test(start_paused = true)]
    async fn providers_that_are_not_there() {
        let phone = OnPhone::home().await;
        let ran = phone.run("content query --uri content://com.mobilerun.portal/version").await;
        let begin = "Error while accessing provider:com.mobilerun.portal\n\
                     java.lang.IllegalStateException: Could not find provider: com.mobilerun.portal\n\tat ";
        assert!(ran.err.starts_with(begin), "{}", ran.err);
        assert_eq!((ran.out.as_str(), ran.status), ("", 0));
        let ran = phone.run("content query --uri content://settings/nowhere").await;
        assert!(
            ran.err.contains("java.lang.IllegalArgumentException: Invalid URI: "),
            "{}",
            ran.err
        );
        let ran = phone.run("content query --uri content://settings/system --where '1=1'").await;
        assert!(
            ran.err.contains("java.lang.IllegalArgumentException: Supported SQL:"),
            "{}",
            ran.err
        );
    }

    #[tokio::test(start_paused = true)]
    async fn requests_that_are_none() {
        let phone = OnPhone::home().await;
        for (script, error) in [
            ("content frob", "Unsupported operation: frob"),
            ("content", "Unsupported operation: null"),
            (
                "content query",
                "Content provider URI not specified. Did you specify --uri argument?",
            ),
            ("content query --uri", "No value for argument: --uri"),
            ("content query --frob", "Unsupported argument: --frob"),
            (
                "content insert --uri content://settings/system",
                "Bindings not specified. Did you specify --bind argument(s)?",
            ),
            (
                "content insert --uri content://settings/system --bind x",
                "Binding not well formed: x",
            ),
            ("content insert --uri content://settings/system --bind a:q:1", "Unsupported type: q"),
            (
                "content insert --uri content://settings/system --bind a:i:x",
                "For input string: \"x\"",
            ),
        ] {
            let ran = phone.run(script).await;
            assert!(ran.out.ends_with(&format!("\n[ERROR] {error}\n")), "{script}: {}", ran.out);
            assert_eq!((ran.err.as_str(), ran.status), ("", 0));
        }
    }
}
