//! `service`: which services run. Calling one by transaction number is answered as a service answers a number that it
//! does not know.

use super::cmd::service_names;
use crate::process::Process;
use crate::userland::Outcome;
use std::fmt::Write as _;

/// What `service` fails with.
const FAILED: u8 = 10;

pub(crate) async fn run(process: &mut Process, arguments: &[String]) -> Outcome {
    let service_names = || service_names(process.android().api());
    let words: Vec<&str> = arguments[1..].iter().map(String::as_str).collect();
    match words.as_slice() {
        ["list"] => {
            let mut text = format!("Found {} services:\n", service_names().count());
            for (index, name) in service_names().enumerate() {
                writeln!(text, "{index}\t{name}: []").ok();
            }
            process.print(text).await?;
            Ok(0)
        }
        ["check", name, ..] => {
            let found = service_names().any(|have| have == *name);
            let found = if found { "found" } else { "not found" };
            process.print(format!("Service {name}: {found}\n")).await?;
            Ok(0)
        }
        ["check"] => refuse(process, "No service specified for check").await,
        ["call", name, code, ..] => {
            if !service_names().any(|have| have == *name) {
                return refuse(process, &format!("Service {name} does not exist")).await;
            }
            if code.parse::<u32>().is_err() {
                return refuse(process, "No code specified for call").await;
            }
            let text = "Result: Parcel(Error: 0xffffffffffffffb6 \"Not a data message\")\n";
            process.print(text).await?;
            Ok(0)
        }
        ["call", ..] => refuse(process, "No service specified for call").await,
        [] | ["-h" | "-?" | "--help", ..] => {
            process.print(USAGE).await?;
            Ok(FAILED)
        }
        [command, ..] => refuse(process, &format!("Unknown command {command}")).await,
    }
}

async fn refuse(process: &Process, text: &str) -> Outcome {
    process.complain(format!("service: {text}\n{USAGE}")).await;
    Ok(FAILED)
}

const USAGE: &str = "\
Usage: service [-h|-?]
       service list
       service check SERVICE
       service call SERVICE CODE [i32 N | i64 N | f N | d N | s16 STR | null ] ...
";

#[cfg(test)]
mod tests {
    use crate::userland::system::on_phone::OnPhone;

    #[tokio::test(start_paused = true)]
    async fn lists_and_checks() {
        let phone = OnPhone::home().await;
        let list = phone.out("service list").await;
        assert!(list.starts_with("Found ") && list.contains("\tpackage: []\n"), "{list}");
        phone.check("service check window", "Service window: found\n", "", 0).await;
        phone.check("service check nosuch", "Service nosuch: not found\n", "", 0).await;
        let ran = phone.run("service call nosuch 1").await;
        assert!(ran.err.starts_with("service: Service nosuch does not exist\n"));
        assert_eq!(ran.status, 10);
    }
}
