//! What a device says of itself when the connection begins.

use crate::{DeviceState, Features};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Banner {
    pub state: DeviceState,
    pub product: Option<String>,
    pub model: Option<String>,
    pub device: Option<String>,
    /// As announced by the device alone.
    pub features: Features,
}

impl Banner {
    /// Reads `TYPE::KEY=VALUE;KEY=VALUE;…`. Unknown keys and odd pairs are passed over.
    pub fn parse(payload: &[u8]) -> Self {
        let text = String::from_utf8_lossy(payload);
        let text = text.trim_end_matches('\0');
        let (kind, rest) = text.split_once(':').unwrap_or((text, ""));
        let pairs = rest.split_once(':').map_or("", |(_serial, pairs)| pairs);
        let state = match kind {
            "device" | "recovery" | "sideload" | "rescue" | "bootloader" => {
                DeviceState::from_word(kind)
            }
            _ => DeviceState::Host,
        };
        let mut banner =
            Self { state, product: None, model: None, device: None, features: Features::default() };
        for pair in pairs.split(';') {
            let Some((key, value)) = pair.split_once('=') else {
                continue;
            };
            if value.contains('=') {
                continue;
            }
            match key {
                "ro.product.name" => banner.product = Some(value.to_owned()),
                "ro.product.model" => banner.model = Some(value.to_owned()),
                "ro.product.device" => banner.device = Some(value.to_owned()),
                "features" => banner.features = Features::parse(value),
                _ => {}
            }
        }
        banner
    }
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::*;
    use crate::Feature;

    #[test]
    fn a_full_banner() {
        let banner = Banner::parse(
            b"device::ro.product.name=touchstone;ro.product.model=Touchstone Phone;\
              ro.product.device=ts1;x=1;y=a=b;features=shell_v2,cmd\0",
        );
        assert_eq!(banner.state, DeviceState::Device);
        assert_eq!(banner.product.as_deref(), Some("touchstone"));
        assert_eq!(banner.model.as_deref(), Some("Touchstone Phone"));
        assert_eq!(banner.device.as_deref(), Some("ts1"));
        assert!(banner.features.has(Feature::ShellV2));
    }

    #[test]
    fn short_and_odd_banners() {
        for short in [&b"device"[..], b"device::", b"device:serial:", b"device\0"] {
            let banner = Banner::parse(short);
            assert_eq!(banner.state, DeviceState::Device, "{short:?}");
            assert_eq!(banner.features, Features::default());
        }
        assert_eq!(Banner::parse(b"recovery::x").state, DeviceState::Recovery);
        assert_eq!(Banner::parse(b"").state, DeviceState::Host);
        assert_eq!(Banner::parse(b"unauthorized::").state, DeviceState::Host);
        assert_eq!(Banner::parse(b"device::ro.product.model=a=b").model, None);
    }

    proptest! {
        #[test]
        fn any_bytes_are_a_banner(bytes in vec(any::<u8>(), 0..100)) {
            Banner::parse(&bytes);
        }
    }
}
