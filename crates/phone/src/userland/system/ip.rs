//! `ip`: addresses and routes of the networks that the switches leave on.

use super::interfaces::{Interface, interfaces};
use crate::process::Process;
use crate::userland::Outcome;
use std::fmt::Write as _;

pub(crate) async fn run(process: &mut Process, arguments: &[String]) -> Outcome {
    let words: Vec<&str> =
        arguments[1..].iter().map(String::as_str).filter(|word| !word.starts_with('-')).collect();
    let found = interfaces(process.android());
    match words.first().copied() {
        Some(word) if "route".starts_with(word) && word.starts_with('r') => {
            let routes = found.iter().filter(|have| !have.is_loopback()).filter_map(route);
            process.print(routes.collect::<String>()).await?;
        }
        Some(word) if "address".starts_with(word) => {
            let name = words.iter().skip(1).rfind(|word| !["show", "dev", "list"].contains(word));
            if let Some(name) = name.filter(|name| !found.iter().any(|have| have.name == **name)) {
                process.complain(format!("Device \"{name}\" does not exist.\n")).await;
                return Ok(1);
            }
            let wanted = found.iter().filter(|have| name.is_none_or(|name| have.name == *name));
            process.print(wanted.map(address).collect::<String>()).await?;
        }
        Some(word) => {
            process.complain(format!("Object \"{word}\" is unknown, try \"ip help\".\n")).await;
            return Ok(1);
        }
        None => {
            process.complain("Usage: ip [ OPTIONS ] OBJECT { COMMAND | help }\n").await;
            return Ok(255);
        }
    }
    Ok(0)
}

fn route(interface: &Interface) -> Option<String> {
    let (name, address) = (interface.name, interface.address?);
    let (network, bits) = (interface.network, interface.bits);
    Some(format!("{network}/{bits} dev {name} proto kernel scope link src {address} \n"))
}

fn address(interface: &Interface) -> String {
    let Interface { name, number, mac, bits, .. } = interface;
    let state = if interface.address.is_some() { "UP" } else { "DOWN" };
    let mut text = if interface.is_loopback() {
        format!(
            "{number}: {name}: <LOOPBACK,UP,LOWER_UP> mtu 65536 qdisc noqueue state UNKNOWN group default qlen 1000\n    link/loopback {mac} brd {mac}\n"
        )
    } else {
        let up = if state == "UP" { ",UP,LOWER_UP" } else { "" };
        format!(
            "{number}: {name}: <BROADCAST,MULTICAST{up}> mtu 1500 qdisc mq state {state} group default qlen 1000\n    link/ether {mac} brd ff:ff:ff:ff:ff:ff\n"
        )
    };
    if let Some(address) = interface.address {
        let (around, scope) = if interface.is_loopback() {
            (String::new(), "host")
        } else {
            (format!(" brd {}", interface.broadcast), "global")
        };
        writeln!(text, "    inet {address}/{bits}{around} scope {scope} {name}").ok();
        writeln!(text, "       valid_lft forever preferred_lft forever").ok();
    }
    text
}

#[cfg(test)]
mod tests {
    use crate::userland::system::on_phone::OnPhone;

    #[tokio::test(start_paused = true)]
    async fn follows_the_switches() {
        let phone = OnPhone::home().await;
        let wifi = "192.168.232.0/21 dev wlan0 proto kernel scope link src 192.168.232.2 \n";
        let cellular = "10.0.2.0/24 dev eth0 proto kernel scope link src 10.0.2.15 \n";
        phone.check("ip route", &format!("{cellular}{wifi}"), "", 0).await;
        let inet = "ip addr show dev wlan0 | grep -o 'inet .*/[0-9]*'";
        phone.check(inet, "inet 192.168.232.2/21\n", "", 0).await;
        phone.out("svc wifi disable").await;
        phone.check("ip route", cellular, "", 0).await;
        phone.check("ip addr show wlan0 | grep -c inet", "0\n", "", 1).await;
        phone
            .check("ip a | grep -oE '^[0-9]+: [a-z0-9]+'", "1: lo\n2: eth0\n30: wlan0\n", "", 0)
            .await;
        phone.check("ip a show x0", "", "Device \"x0\" does not exist.\n", 1).await;
    }
}
