//! `dumpsys netstats`: the networks in use. Nothing of what apps say they send goes over a wire, so there is no traffic.

use super::lines::Lines;
use crate::android::{Android, Network};

pub(super) fn dump(android: &Android, arguments: &[&str]) -> String {
    let mut lines = Lines::default();
    for title in ["Active interfaces:", "Active UID interfaces:"] {
        lines.add(title);
        for (place, network) in android.networks().into_iter().enumerate() {
            let identity = identity(network, place == 0);
            lines.add(format_args!("  iface={} ident=[{{{identity}}}]", network.interface()));
        }
    }
    let detail =
        arguments.iter().any(|word| matches!(*word, "--full" | "full" | "detail" | "--detail"));
    for title in ["Dev stats:", "Xt stats:"] {
        lines.add(format_args!("{title}\n  Pending bytes: 0\n  History since boot:"));
    }
    if detail {
        for title in ["UID stats:", "UID tag stats:"] {
            lines.add(format_args!("{title}\n  Pending bytes: 0\n  Complete history:"));
        }
    }
    lines.text()
}

fn identity(network: Network, default: bool) -> String {
    let (kind, own) = match network {
        Network::Wifi => (1, format!("wifiNetworkKey=\"{}\"none, metered=false", Network::SSID)),
        Network::Cellular => (0, "subscriberId=310260..., metered=true".to_owned()),
    };
    format!("type={kind}, ratType=-2, {own}, defaultNetwork={default}, oemManaged=OEM_NONE")
}

#[cfg(test)]
mod tests {
    use crate::userland::system::on_phone::OnPhone;

    #[tokio::test(start_paused = true)]
    async fn the_networks_in_use() {
        let phone = OnPhone::home().await;
        let script = "dumpsys netstats --detail | grep -oE 'iface=[a-z0-9]+' | sort -u";
        phone.check(script, "iface=eth0\niface=wlan0\n", "", 0).await;
        phone.out("svc wifi disable").await;
        phone.check(script, "iface=eth0\n", "", 0).await;
        phone.check("dumpsys netstats detail | grep -c 'UID stats'", "1\n", "", 0).await;
    }
}
