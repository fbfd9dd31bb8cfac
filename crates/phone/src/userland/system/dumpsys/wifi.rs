//! `dumpsys wifi`: whether it is on, and what it is connected to.

use super::lines::Lines;
use crate::android::{Android, Network};

pub(super) fn dump(android: &Android, _arguments: &[&str]) -> String {
    let on = android.is_on("wifi_on");
    let connected = android.networks().contains(&Network::Wifi);
    let state = if on { "enabled" } else { "disabled" };
    let mut lines = Lines::new(&format!("Wi-Fi is {state}"));
    lines.add("Verbose logging is off\nmVerboseLoggingEnabled: false");
    lines.add(format_args!("AirplaneModeOn {}", android.is_on("airplane_mode_on")));
    lines.add("mInIdleMode false\nmScanPending false");
    let information = if connected {
        format!(
            "SSID: \"{}\", BSSID: {}, MAC: 02:15:b2:00:00:00, IP: /{}, Security type: 0, Supplicant state: COMPLETED, Wi-Fi standard: 4, RSSI: -50, Link speed: 1Mbps, Frequency: 2447MHz, Net ID: 0, Metered hint: false",
            Network::SSID,
            Network::ACCESS_POINT,
            Network::Wifi.address(),
        )
    } else {
        "SSID: <unknown ssid>, BSSID: <none>, MAC: 02:15:b2:00:00:00, Supplicant state: DISCONNECTED, RSSI: -127, Link speed: -1Mbps, Frequency: -1MHz, Net ID: -1, Metered hint: false".to_owned()
    };
    lines.add(format_args!("mWifiInfo {information}"));
    let network = if connected { "CONNECTED/CONNECTED" } else { "DISCONNECTED/DISCONNECTED" };
    lines.add(format_args!("mNetworkInfo [type: WIFI[], state: {network}, reason: (unspecified), extra: (none), failover: false, available: true, roaming: false]"));
    lines.text()
}

#[cfg(test)]
mod tests {
    use crate::userland::system::on_phone::OnPhone;

    #[tokio::test(start_paused = true)]
    async fn on_and_off() {
        let phone = OnPhone::home().await;
        let script = "dumpsys wifi | grep -oE 'Wi-Fi is .*|SSID: [^,]*' | head -n 2";
        phone.check(script, "Wi-Fi is enabled\nSSID: \"AndroidWifi\"\n", "", 0).await;
        phone.out("svc wifi disable").await;
        phone.check(script, "Wi-Fi is disabled\nSSID: <unknown ssid>\n", "", 0).await;
    }
}
