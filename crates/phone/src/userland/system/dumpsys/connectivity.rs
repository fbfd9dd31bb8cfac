//! `dumpsys connectivity`: the networks that are up.

use super::lines::Lines;
use crate::android::{Android, Network};

pub(super) fn dump(android: &Android, _arguments: &[&str]) -> String {
    let networks = android.networks();
    let mut lines = Lines::new("NetworkProviders for:");
    lines.add("\nNetworkProviders: WifiNetworkFactory TelephonyNetworkFactory[0]");
    let default =
        networks.first().map_or_else(|| "none".to_owned(), |first| first.id().to_string());
    lines.add(format_args!("\nActive default network: {default}"));
    lines.add("\nCurrent per-app default networks: none\n\nCurrent Networks:");
    for network in networks {
        describe(&mut lines, network);
    }
    lines.add("\nRestrict background: false\n\nStatus for known UIDs:");
    lines.add(format_args!("\nAirplane mode: {}", android.is_on("airplane_mode_on")));
    lines.text()
}

fn describe(lines: &mut Lines, network: Network) {
    let (id, transport, interface) = (network.id(), network.transport(), network.interface());
    let (kind, detail) = match network {
        Network::Wifi => (
            "WIFI[]",
            format!(
                " SignalStrength: -50 SSID: \"{}\" BSSID: {}",
                Network::SSID,
                Network::ACCESS_POINT
            ),
        ),
        Network::Cellular => ("MOBILE[LTE]", " SubscriptionIds: {1}".to_owned()),
    };
    lines.add(format_args!(
        "  NetworkAgentInfo{{network{{{id}}}  handle{{{}}}  ni{{{kind} CONNECTED extra: }} created Score(Policies : TRANSPORT_PRIMARY&IS_VALIDATED ; KeepConnected : 0)  validated \
         lp{{{{InterfaceName: {interface} LinkAddresses: [ {}/24 ] DnsAddresses: [ /10.0.2.3 ] Domains: null MTU: 0}}}} \
         nc{{[ Transports: {transport} Capabilities: NOT_METERED&INTERNET&NOT_RESTRICTED&TRUSTED&NOT_VPN&VALIDATED&NOT_ROAMING&FOREGROUND&NOT_CONGESTED&NOT_SUSPENDED \
         LinkUpBandwidth>=12000Kbps LinkDnBandwidth>=30000Kbps{detail}]}}}}",
        u64::from(id) << 32 | 0xcafe_d00d,
        network.address(),
    ));
}

#[cfg(test)]
mod tests {
    use crate::userland::system::on_phone::OnPhone;

    #[tokio::test(start_paused = true)]
    async fn follows_the_switches() {
        let phone = OnPhone::home().await;
        let default = "dumpsys connectivity | grep 'Active default'";
        phone.check(default, "Active default network: 101\n", "", 0).await;
        let up = "dumpsys connectivity | grep -oE 'Transports: [A-Z]+'";
        phone.check(up, "Transports: WIFI\nTransports: CELLULAR\n", "", 0).await;
        phone.out("svc wifi disable").await;
        phone.check(default, "Active default network: 100\n", "", 0).await;
        phone.out("cmd connectivity airplane-mode enable").await;
        phone.check(default, "Active default network: none\n", "", 0).await;
    }
}
