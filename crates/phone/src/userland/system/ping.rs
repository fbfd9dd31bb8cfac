//! `ping`: the phone answers itself. Nobody else does: as behind an emulator's router, echoes do not come back.

use super::interfaces::interfaces;
use crate::process::{Process, pause};
use crate::userland::Outcome;
use std::net::Ipv4Addr;
use std::time::Duration;

const USAGE: &str = "Usage: ping [-c count] [-i interval] [-W timeout] [-q] destination\n";
const BYTES: u32 = 56;

struct Plan {
    count: u32,
    interval: Duration,
    timeout: Duration,
    quiet: bool,
}

pub(crate) async fn run(process: &mut Process, arguments: &[String]) -> Outcome {
    let mut plan = Plan {
        count: u32::MAX,
        interval: Duration::from_secs(1),
        timeout: Duration::from_secs(10),
        quiet: false,
    };
    let mut host = None;
    let mut words = arguments[1..].iter().map(String::as_str);
    while let Some(word) = words.next() {
        let understood = match word {
            "-c" => number(words.next()).map(|count| plan.count = count).is_some(),
            "-i" => seconds(words.next()).map(|time| plan.interval = time).is_some(),
            "-W" | "-w" => seconds(words.next()).map(|time| plan.timeout = time).is_some(),
            "-q" => {
                plan.quiet = true;
                true
            }
            "-4" | "-n" => true,
            _ if word.starts_with('-') => false,
            name => host.replace(name).is_none(),
        };
        if !understood {
            process.complain(USAGE).await;
            return Ok(2);
        }
    }
    let Some(host) = host else {
        process.complain(USAGE).await;
        return Ok(2);
    };
    let address = match host {
        "localhost" => Some(Ipv4Addr::LOCALHOST),
        name => name.parse().ok(),
    };
    let Some(address) = address else {
        process.complain(format!("ping: unknown host {host}\n")).await;
        return Ok(2);
    };
    send(process, host, address, &plan).await
}

async fn send(process: &Process, host: &str, address: Ipv4Addr, plan: &Plan) -> Outcome {
    let own = interfaces(process.android());
    let text = address.to_string();
    let answers = address.is_loopback() || own.iter().any(|have| have.address == Some(&text));
    if !answers && process.android().networks().is_empty() {
        process.complain("connect: Network is unreachable\n").await;
        return Ok(2);
    }
    let whole = BYTES + 28;
    process.print(format!("PING {host} ({address}) {BYTES}({whole}) bytes of data.\n")).await?;
    let begun = process.android().uptime();
    for round in 1..=plan.count {
        if answers && !plan.quiet {
            let line = format!("64 bytes from {address}: icmp_seq={round} ttl=64 time=0.050 ms\n");
            process.print(line).await?;
        }
        if round < plan.count {
            pause(plan.interval).await;
        }
    }
    if !answers {
        pause(plan.timeout).await;
    }
    let time = process.android().uptime().saturating_sub(begun).as_millis();
    let sent = plan.count;
    let (received, lost) = if answers { (sent, 0) } else { (0, 100) };
    let round_trip =
        if answers { "rtt min/avg/max/mdev = 0.050/0.050/0.050/0.000 ms\n" } else { "" };
    process
        .print(format!(
            "\n--- {host} ping statistics ---\n{sent} packets transmitted, {received} received, {lost}% packet loss, time {time}ms\n{round_trip}\n"
        ))
        .await?;
    Ok(u8::from(!answers))
}

fn number(word: Option<&str>) -> Option<u32> {
    word?.parse().ok().filter(|number| *number > 0)
}

fn seconds(word: Option<&str>) -> Option<Duration> {
    Duration::try_from_secs_f64(word?.parse().ok()?).ok()
}

#[cfg(test)]
mod tests {
    use crate::userland::system::on_phone::OnPhone;

    #[tokio::test(start_paused = true)]
    async fn only_the_phone_itself_answers() {
        let phone = OnPhone::home().await;
        let own = phone.out("ping -c 2 127.0.0.1").await;
        assert!(own.contains("\n64 bytes from 127.0.0.1: icmp_seq=2 "), "{own}");
        assert!(own.contains("\n2 packets transmitted, 2 received, 0% packet loss, "), "{own}");
        let ran = phone.run("ping -c 1 -W 1 8.8.8.8").await;
        assert!(ran.out.contains("1 packets transmitted, 0 received, 100% packet loss"));
        assert_eq!(ran.status, 1);
        let away = "cmd connectivity airplane-mode enable; ping -c 1 8.8.8.8";
        phone.check(away, "", "connect: Network is unreachable\n", 2).await;
        phone.check("ping -c 1 no.such", "", "ping: unknown host no.such\n", 2).await;
        for wrong in ["ping", "ping -c x 127.0.0.1", "ping -z 127.0.0.1", "ping -c 0 127.0.0.1"] {
            assert_eq!(phone.run(wrong).await.status, 2, "{wrong}");
        }
    }
}
