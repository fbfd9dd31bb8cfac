//! The network interfaces as `ip` and `ifconfig` tell of them.

use crate::android::{Android, Network};

pub(super) struct Interface {
    pub(super) name: &'static str,
    /// The kernel's number for it.
    pub(super) number: u32,
    pub(super) mac: &'static str,
    /// `None` while it is down.
    pub(super) address: Option<&'static str>,
    pub(super) network: &'static str,
    pub(super) broadcast: &'static str,
    pub(super) mask: &'static str,
    pub(super) bits: u32,
}

impl Interface {
    pub(super) fn is_loopback(&self) -> bool {
        self.name == "lo"
    }
}

/// All of them, by number.
pub(super) fn interfaces(android: &Android) -> [Interface; 3] {
    let up = android.networks();
    let address = |network: Network| up.contains(&network).then(|| network.address());
    [
        Interface {
            name: "lo",
            number: 1,
            mac: "00:00:00:00:00:00",
            address: Some("127.0.0.1"),
            network: "127.0.0.0",
            broadcast: "127.255.255.255",
            mask: "255.0.0.0",
            bits: 8,
        },
        Interface {
            name: Network::Cellular.interface(),
            number: 2,
            mac: "02:15:b2:00:00:01",
            address: address(Network::Cellular),
            network: "10.0.2.0",
            broadcast: "10.0.2.255",
            mask: "255.255.255.0",
            bits: 24,
        },
        Interface {
            name: Network::Wifi.interface(),
            number: 30,
            mac: "02:15:b2:00:00:00",
            address: address(Network::Wifi),
            network: "192.168.232.0",
            broadcast: "192.168.239.255",
            mask: "255.255.248.0",
            bits: 21,
        },
    ]
}
