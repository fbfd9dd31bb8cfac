//! `settings`: reads and writes the settings provider.

use super::thrown::{Failure, Thrown, Words, answer};
use crate::android::{Android, Namespace};
use crate::process::Process;
use crate::userland::Outcome;
use std::fmt::Write as _;

const HANDLER: &str = "com.android.providers.settings.SettingsService$MyShellCommand";
const USAGE: &str = "\
Settings provider (settings) commands:
  help
      Print this help text.
  get [--user <USER_ID> | current] NAMESPACE KEY
      Retrieve the current value of KEY.
  put [--user <USER_ID> | current] NAMESPACE KEY VALUE [TAG] [default]
      Change the contents of KEY to VALUE.
  delete [--user <USER_ID> | current] NAMESPACE KEY
      Delete the entry for KEY.
  list [--user <USER_ID> | current] NAMESPACE
      Print all defined keys.

  NAMESPACE is one of {system, secure, global}, case-insensitive
";

/// What is asked for, all arguments in place.
#[derive(Debug, PartialEq, Eq)]
enum Request<'a> {
    Get(Namespace, &'a str),
    Put(Namespace, &'a str, &'a str),
    Delete(Namespace, &'a str),
    List(Namespace),
}

pub(crate) async fn run(process: &mut Process, arguments: &[String]) -> Outcome {
    let command = match arguments.get(1).map_or("", String::as_str) {
        "" | "help" | "-h" => {
            process.print(USAGE).await?;
            return Ok(255);
        }
        command => command,
    };
    let result =
        parse(&mut Words::new(arguments)).map(|request| serve(process.android(), &request));
    answer(process, command, HANDLER, result).await
}

fn parse<'a>(words: &mut Words<'a>) -> Result<Request<'a>, Failure> {
    let said = |text: &str| Failure::Said(format!("{text}\n"));
    let mut plain = Vec::new();
    let mut user = None;
    while let Some(word) = words.next() {
        if word == "--user" {
            if user.is_some() {
                return Err(said("Invalid user: --user specified more than once"));
            }
            user = Some(check_user(words.required()?)?);
        } else if plain.is_empty() && !is_verb(word) {
            return Err(Failure::Said(format!("Invalid command: {word}\n")));
        } else if plain.len() == 1 && word.parse::<Namespace>().is_err() {
            return Err(Failure::Said(format!("Invalid namespace '{word}'\n")));
        } else {
            plain.push(word);
        }
    }
    let bad = || said("Bad arguments");
    let [verb, namespace, rest @ ..] = plain.as_slice() else { return Err(bad()) };
    let namespace = namespace.parse().map_err(|()| bad())?;
    match (verb.to_ascii_lowercase().as_str(), rest) {
        ("list", _) => Ok(Request::List(namespace)),
        ("get", [key]) => Ok(Request::Get(namespace, key)),
        ("delete", [key]) => Ok(Request::Delete(namespace, key)),
        ("get" | "delete", [_, _, ..]) | ("put", [_, _, _, _, _, ..]) => {
            Err(said("Too many arguments"))
        }
        ("put", [key, value] | [key, value, _]) => Ok(Request::Put(namespace, key, value)),
        ("put", [key, value, _, last]) if last.eq_ignore_ascii_case("default") => {
            Ok(Request::Put(namespace, key, value))
        }
        ("put", [_, _, _, _]) => Err(said("Argument expected to be 'default'")),
        _ => Err(bad()),
    }
}

fn is_verb(word: &str) -> bool {
    ["get", "put", "delete", "list"].iter().any(|verb| word.eq_ignore_ascii_case(verb))
}

/// There is one user; the others have no settings of their own.
fn check_user(user: &str) -> Result<(), Failure> {
    match user {
        "all" => Err(Failure::Said("Invalid user: all\n".to_owned())),
        "current" | "cur" => Ok(()),
        _ if user.parse::<i32>().is_ok() => Ok(()),
        _ => Err(Thrown::illegal_argument(format!("Bad user number: {user}")).into()),
    }
}

fn serve(android: &Android, request: &Request<'_>) -> String {
    match *request {
        Request::Get(namespace, key) => {
            format!("{}\n", android.setting(namespace, key).as_deref().unwrap_or("null"))
        }
        Request::Put(namespace, key, value) => {
            android.put_setting(namespace, key, value);
            String::new()
        }
        Request::Delete(namespace, key) => {
            format!("Deleted {} rows\n", u8::from(android.delete_setting(namespace, key)))
        }
        Request::List(namespace) => {
            let mut text = String::new();
            for (key, value) in android.settings(namespace) {
                let _infallible = writeln!(text, "{key}={value}");
            }
            text
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::userland::system::on_phone::OnPhone;

    #[tokio::test(start_paused = true)]
    async fn get_put_delete_list() {
        let phone = OnPhone::home().await;
        phone.check("settings get global device_name", "Fingertip Phone\n", "", 0).await;
        phone.check("settings get secure no_such_key", "null\n", "", 0).await;
        let put = "settings put --user 0 GLOBAL x 'a b'; settings get --user current global x";
        phone.check(put, "a b\n", "", 0).await;
        phone.check("settings list global | grep '^x='", "x=a b\n", "", 0).await;
        let delete = "settings delete global x; settings delete global x; settings get global x";
        phone.check(delete, "Deleted 1 rows\nDeleted 0 rows\nnull\n", "", 0).await;
        phone
            .check("settings put global x 1 tag default; settings get global x", "1\n", "", 0)
            .await;
        let list = phone.out("settings list system").await;
        assert!(list.lines().is_sorted() && list.contains("\nfont_scale=1.0\n"), "{list}");
    }

    #[tokio::test(start_paused = true)]
    async fn rotation_takes_effect() {
        let phone = OnPhone::shop().await;
        let script =
            "settings put system accelerometer_rotation 0; settings put system user_rotation 3";
        phone.check(script, "", "", 0).await;
        assert_eq!(phone.driver.android.display().rotation.number(), 3);
    }

    #[tokio::test(start_paused = true)]
    async fn what_is_refused() {
        let phone = OnPhone::home().await;
        for (script, said) in [
            ("settings frob", "Invalid command: frob\n"),
            ("settings get nowhere x", "Invalid namespace 'nowhere'\n"),
            ("settings get global", "Bad arguments\n"),
            ("settings get", "Bad arguments\n"),
            ("settings put global x", "Bad arguments\n"),
            ("settings get global x y", "Too many arguments\n"),
            ("settings put global x 1 tag other", "Argument expected to be 'default'\n"),
            ("settings get --user all global x", "Invalid user: all\n"),
            (
                "settings get --user 0 --user 0 global x",
                "Invalid user: --user specified more than once\n",
            ),
        ] {
            phone.check(script, "", said, 255).await;
        }
        let bad = "java.lang.IllegalArgumentException: Bad user number: x";
        phone.check_thrown("settings get --user x global y", "get", bad).await;
        assert!(
            phone.run("settings").await.out.starts_with("Settings provider (settings) commands:\n")
        );
    }
}
