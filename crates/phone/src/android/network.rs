//! The networks that the switches in the settings leave on.

use super::{Android, Namespace};

/// A network that is connected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Network {
    Wifi,
    Cellular,
}

impl Network {
    pub const SSID: &str = "AndroidWifi";
    pub const ACCESS_POINT: &str = "00:13:10:85:fe:01";

    /// `WIFI`, as transports are named.
    pub fn transport(self) -> &'static str {
        match self {
            Self::Wifi => "WIFI",
            Self::Cellular => "CELLULAR",
        }
    }

    pub fn interface(self) -> &'static str {
        match self {
            Self::Wifi => "wlan0",
            Self::Cellular => "eth0",
        }
    }

    pub fn address(self) -> &'static str {
        match self {
            Self::Wifi => "192.168.232.2",
            Self::Cellular => "10.0.2.15",
        }
    }

    /// The number by which programs hold on to it.
    pub fn id(self) -> u32 {
        match self {
            Self::Wifi => 101,
            Self::Cellular => 100,
        }
    }
}

impl Android {
    /// Whether a switch of the global settings is on.
    pub(crate) fn is_on(&self, key: &str) -> bool {
        self.setting(Namespace::Global, key).as_deref() == Some("1")
    }

    /// The networks that are up, the preferred one first. Airplane mode leaves none but Wi-Fi turned on since.
    pub fn networks(&self) -> Vec<Network> {
        let airplane = self.is_on("airplane_mode_on");
        let wifi = self.is_on("wifi_on") && !airplane;
        let cellular = self.is_on("mobile_data") && !airplane;
        let all = [(wifi, Network::Wifi), (cellular, Network::Cellular)];
        all.into_iter().filter(|(up, _)| *up).map(|(_, network)| network).collect()
    }
}
