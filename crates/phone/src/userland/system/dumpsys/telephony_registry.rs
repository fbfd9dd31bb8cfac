//! `dumpsys telephony.registry`: one SIM without calls, whose data follow the switches.

use super::lines::Lines;
use crate::android::{Android, Network};

pub(super) fn dump(android: &Android, _arguments: &[&str]) -> String {
    let airplane = android.is_on("airplane_mode_on");
    let connected = android.networks().contains(&Network::Cellular);
    // `STATE_POWER_OFF`, `STATE_IN_SERVICE`; `RADIO_POWER_OFF`, `RADIO_POWER_ON`.
    let (service, service_name) = if airplane { (3, "POWER_OFF") } else { (0, "IN_SERVICE") };
    let operator = android.property("gsm.operator.alpha").unwrap_or_default();
    let mut lines = Lines::new("last known state:");
    lines.add("  Phone Id=0");
    for state in ["", "Ringing", "Foreground", "Background"] {
        lines.add(format_args!("    m{state}CallState=0"));
    }
    lines.add("    mCallIncomingNumber=");
    lines.add(format_args!(
        "    mServiceState={{mVoiceRegState={service}({service_name}), mDataRegState={service}({service_name}), mOperatorAlphaLong={operator}, mOperatorAlphaShort={operator}, isManualNetworkSelection=false(automatic)}}"
    ));
    lines.add("    mVoiceActivationState= 0\n    mDataActivationState= 0");
    lines.add(format_args!("    mUserMobileDataState= {}", android.is_on("mobile_data")));
    lines.add("    mMessageWaiting=false\n    mCallForwarding=false\n    mDataActivity=0");
    lines.add(format_args!("    mDataConnectionState={}", if connected { 2 } else { 0 }));
    lines.add(format_args!("    mIsDataEnabled={}", android.is_on("mobile_data")));
    lines.add("  mActiveDataSubId=1");
    lines.add(format_args!("  mRadioPowerState={}\n  mDefaultPhoneId=0", u8::from(!airplane)));
    lines.add("  mDefaultSubId=1\nlocal logs:\nregistrations: count=0");
    lines.text()
}

#[cfg(test)]
mod tests {
    use crate::userland::system::on_phone::OnPhone;

    #[tokio::test(start_paused = true)]
    async fn follows_the_switches() {
        let phone = OnPhone::home().await;
        let script = "dumpsys telephony.registry | grep -oE 'm(DataConnection|RadioPower)State=.*'";
        let up = "mDataConnectionState=2\nmRadioPowerState=1\n";
        phone.check(script, up, "", 0).await;
        phone.out("svc data disable").await;
        phone.check(script, "mDataConnectionState=0\nmRadioPowerState=1\n", "", 0).await;
        phone.out("cmd connectivity airplane-mode enable").await;
        phone.check(script, "mDataConnectionState=0\nmRadioPowerState=0\n", "", 0).await;
    }
}
