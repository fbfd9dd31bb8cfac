//! `ifconfig`: the interfaces that are up, or those that are named.

use super::interfaces::{Interface, interfaces};
use crate::process::Process;
use crate::userland::Outcome;

pub(crate) async fn run(process: &mut Process, arguments: &[String]) -> Outcome {
    let words: Vec<&str> = arguments[1..].iter().map(String::as_str).collect();
    let found = interfaces(process.android());
    let (all, name) = match words.as_slice() {
        [] => (false, None),
        ["-a"] => (true, None),
        [name] => (true, Some(*name)),
        [..] => {
            // Only root may change them.
            process.complain("ifconfig: ioctl 8914: Permission denied\n").await;
            return Ok(1);
        }
    };
    if name.is_some_and(|name| !found.iter().any(|have| have.name == name)) {
        process.complain(format!("ifconfig: {}: No such device\n", name.unwrap_or_default())).await;
        return Ok(1);
    }
    let wanted = found.iter().filter(|have| name.is_none_or(|name| have.name == name));
    let shown = wanted.filter(|have| all || have.address.is_some());
    process.print(shown.map(describe).collect::<String>()).await?;
    Ok(0)
}

fn describe(interface: &Interface) -> String {
    let Interface { name, mac, mask, broadcast, .. } = interface;
    let inside = " ".repeat(10);
    let (link, around, flags) = if interface.is_loopback() {
        ("Local Loopback  ".to_owned(), String::new(), "UP LOOPBACK RUNNING  MTU:65536")
    } else {
        let flags = if interface.address.is_some() {
            "UP BROADCAST RUNNING MULTICAST  MTU:1500"
        } else {
            "BROADCAST MULTICAST  MTU:1500"
        };
        (format!("Ethernet  HWaddr {mac}"), format!("Bcast:{broadcast}  "), flags)
    };
    let address = interface
        .address
        .map(|address| format!("{inside}inet addr:{address}  {around}Mask:{mask} \n"))
        .unwrap_or_default();
    // Nothing that the phone does goes over a wire.
    format!(
        "{name:<10}Link encap:{link}\n{address}{inside}{flags}  Metric:1\n\
         {inside}RX packets:0 errors:0 dropped:0 overruns:0 frame:0 \n\
         {inside}TX packets:0 errors:0 dropped:0 overruns:0 carrier:0 \n\
         {inside}collisions:0 txqueuelen:1000 \n\
         {inside}RX bytes:0 TX bytes:0 \n\n"
    )
}

#[cfg(test)]
mod tests {
    use crate::userland::system::on_phone::OnPhone;

    #[tokio::test(start_paused = true)]
    async fn the_address_that_clients_look_for() {
        let phone = OnPhone::home().await;
        let address = "ifconfig wlan0 | grep -o 'inet addr:[0-9.]*'";
        phone.check(address, "inet addr:192.168.232.2\n", "", 0).await;
        phone.check("ifconfig | grep -o '^[a-z0-9]*'", "lo\neth0\nwlan0\n", "", 0).await;
        phone.out("svc wifi disable").await;
        phone.check(address, "", "", 1).await;
        phone.check("ifconfig | grep -c wlan0", "0\n", "", 1).await;
        phone.check("ifconfig x0", "", "ifconfig: x0: No such device\n", 1).await;
    }
}
