//! The command line: which services to dump, or to list.

use super::SERVICES;
use super::lines::Lines;
use super::service::Service;
use crate::process::Process;
use crate::userland::Outcome;
use crate::userland::system::cmd::service_names;

const USAGE: &str = "\
usage: dumpsys
         To dump all services.
or:
       dumpsys [-t TIMEOUT] [-T TIMEOUT] [-l | --skip SERVICES | SERVICE [ARGS]]
         --help: shows this help
         -l: only list services, do not dump them
         -t TIMEOUT_SEC: TIMEOUT to use in seconds instead of default 10 seconds
         -T TIMEOUT_MS: TIMEOUT to use in milliseconds instead of default 10 seconds
         --skip SERVICES: dumps all services but SERVICES (comma-separated list)
         SERVICE [ARGS]: dumps only service SERVICE, optionally passing ARGS to it
";
const RULE: &str =
    "-------------------------------------------------------------------------------\n";

pub(crate) async fn run(process: &mut Process, arguments: &[String]) -> Outcome {
    let mut words = arguments[1..].iter().map(String::as_str);
    let mut skipped: Vec<&str> = Vec::new();
    while let Some(word) = words.next() {
        match word {
            "-l" => {
                process.print(listing(SERVICES.iter())).await?;
                return Ok(0);
            }
            "--help" => {
                process.print(USAGE).await?;
                return Ok(0);
            }
            "-t" | "-T" => {
                let timeout = words.next().unwrap_or_default();
                if timeout.parse::<u32>().is_err() {
                    let text = format!("Error: invalid timeout value: '{timeout}'\n");
                    process.complain(text).await;
                    return Ok(255);
                }
            }
            "--skip" => skipped = words.next().unwrap_or_default().split(',').collect(),
            _ if word.starts_with('-') => {
                process.complain(USAGE).await;
                return Ok(255);
            }
            name => {
                let arguments: Vec<&str> = words.collect();
                return dump_one(process, name, &arguments).await;
            }
        }
    }
    dump_all(process, &skipped).await
}

async fn dump_one(process: &Process, name: &str, arguments: &[&str]) -> Outcome {
    let Some(service) = SERVICES.iter().find(|service| service.name == name) else {
        // Some services have nothing to say, but they run.
        if service_names(process.android().api()).any(|have| have == name) {
            return Ok(0);
        }
        process.complain(format!("Can't find service: {name}\n")).await;
        return Ok(1);
    };
    process.print((service.dump)(process.android(), arguments).await).await?;
    Ok(0)
}

async fn dump_all(process: &Process, skipped: &[&str]) -> Outcome {
    let wanted = || SERVICES.iter().filter(|service| !skipped.contains(&service.name));
    process.print(listing(wanted())).await?;
    for service in wanted() {
        process.print(format!("{RULE}DUMP OF SERVICE {}:\n", service.name)).await?;
        let begun = process.android().uptime();
        process.print((service.dump)(process.android(), &[]).await).await?;
        let took = process.android().uptime().saturating_sub(begun).as_secs_f64();
        let now = process.android().now().strftime("%Y-%m-%d %H:%M:%S").to_string();
        let name = service.name;
        process
            .print(format!(
                "--------- {took:.3}s was the duration of dumpsys {name}, ending at: {now}\n"
            ))
            .await?;
    }
    Ok(0)
}

fn listing<'a>(services: impl Iterator<Item = &'a Service>) -> String {
    let mut lines = Lines::new("Currently running services:");
    for service in services {
        lines.add(format_args!("  {}", service.name));
    }
    lines.text()
}

#[cfg(test)]
mod tests {
    use super::SERVICES;
    use crate::userland::system::on_phone::OnPhone;

    #[test]
    fn services_are_in_order() {
        assert!(SERVICES.is_sorted_by_key(|service| service.name));
    }

    #[tokio::test(start_paused = true)]
    async fn an_unknown_service() {
        let phone = OnPhone::home().await;
        phone.check("dumpsys foo bar", "", "Can't find service: foo\n", 1).await;
        phone.check("dumpsys -t x", "", "Error: invalid timeout value: 'x'\n", 255).await;
        assert!(phone.run("dumpsys --frob").await.err.starts_with("usage: dumpsys\n"));
    }

    #[tokio::test(start_paused = true)]
    async fn all_services() {
        let phone = OnPhone::shop().await;
        let list = phone.out("dumpsys -l").await;
        assert!(list.starts_with("Currently running services:\n  SurfaceFlinger\n"));
        let all = phone.out("dumpsys -t 5 --skip window,battery").await;
        for service in SERVICES {
            let skipped = matches!(service.name, "window" | "battery");
            let title = format!("\nDUMP OF SERVICE {}:\n", service.name);
            assert_eq!(all.contains(&title), !skipped, "{}", service.name);
        }
        assert!(all.ends_with(", ending at: 2026-11-15 10:15:02\n"), "{all}");
    }
}
