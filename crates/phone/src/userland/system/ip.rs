//! `ip`: the one network a virtual phone has.

use crate::process::Process;
use crate::userland::Outcome;

const ROUTE: &str = "192.168.232.0/21 dev wlan0 proto kernel scope link src 192.168.232.2\n";
const ADDRESS: &str = "\
30: wlan0: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 1500 qdisc mq state UP group default qlen 1000
    link/ether 02:15:b2:00:00:00 brd ff:ff:ff:ff:ff:ff
    inet 192.168.232.2/21 brd 192.168.239.255 scope global wlan0
       valid_lft forever preferred_lft forever
";

pub(crate) async fn run(process: &mut Process, arguments: &[String]) -> Outcome {
    let words: Vec<&str> =
        arguments[1..].iter().map(String::as_str).filter(|word| !word.starts_with('-')).collect();
    match words.first().copied() {
        Some(word) if "route".starts_with(word) && word.starts_with('r') => {
            process.print(ROUTE).await?;
        }
        Some(word) if "address".starts_with(word) => {
            if let Some(name) = words.iter().skip(1).rfind(|word| !["show", "dev"].contains(word))
                && *name != "wlan0"
            {
                process.complain(format!("Device \"{name}\" does not exist.\n")).await;
                return Ok(1);
            }
            process.print(ADDRESS).await?;
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
