//! `getprop`: system properties, one or all.

use crate::process::Process;
use crate::userland::Outcome;
use crate::userland::options::options;
use std::fmt::Write as _;

pub(crate) async fn run(process: &mut Process, arguments: &[String]) -> Outcome {
    let options = options!(process, arguments, "^");
    let text = match *options.rest.as_slice() {
        [] => {
            let mut all = String::new();
            for (key, value) in process.android().properties() {
                let _infallible = writeln!(all, "[{key}]: [{value}]");
            }
            all
        }
        [key] => format!("{}\n", process.android().property(key).unwrap_or_default()),
        [key, default] => {
            let value = process.android().property(key).filter(|value| !value.is_empty());
            format!("{}\n", value.as_deref().unwrap_or(default))
        }
        _ => {
            return process.fail("getprop", "Max 2 arguments (see \"getprop --help\")").await;
        }
    };
    process.print(text).await?;
    Ok(0)
}

#[cfg(test)]
mod tests {
    use crate::userland::system::on_phone::OnPhone;

    #[tokio::test(start_paused = true)]
    async fn one_property() {
        let phone = OnPhone::home().await;
        phone.check("getprop ro.build.version.sdk", "34\n", "", 0).await;
        phone.check("getprop no.such.property", "\n", "", 0).await;
        phone.check("getprop no.such.property else", "else\n", "", 0).await;
        phone.check("getprop ro.build.version.sdk else", "34\n", "", 0).await;
        let many = "getprop: Max 2 arguments (see \"getprop --help\")\n";
        phone.check("getprop a b c", "", many, 1).await;
    }

    #[tokio::test(start_paused = true)]
    async fn all_properties_are_sorted() {
        let phone = OnPhone::home().await;
        let all = phone.out("getprop").await;
        let lines: Vec<&str> = all.lines().collect();
        assert!(lines.is_sorted_by_key(|line| line.split(']').next()));
        assert!(lines.contains(&"[sys.boot_completed]: [1]"));
        assert!(lines.contains(&"[ro.product.model]: [Fingertip Phone]"));
    }
}
