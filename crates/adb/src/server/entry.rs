//! A line of the adb server's device list. States are foreign words; unknown ones are kept.

use std::fmt;

/// One device as the adb server lists it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeviceEntry {
    pub serial: String,
    pub state: DeviceState,
    /// `usb:1-2` and the like.
    pub path: Option<String>,
    pub product: Option<String>,
    pub model: Option<String>,
    pub device: Option<String>,
    pub transport_id: Option<u64>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DeviceState {
    Device,
    Offline,
    Unauthorized,
    Authorizing,
    Connecting,
    Bootloader,
    Recovery,
    Rescue,
    Sideload,
    Host,
    Detached,
    /// With the server's explanation.
    NoPermissions(String),
    /// A word this crate does not know.
    Other(String),
}

/// What a USB device without a serial is listed as.
const NO_SERIAL: &str = "(no serial number)";

impl DeviceEntry {
    /// Reads `SERIAL\tSTATE` and the long form `SERIAL STATE [key:value …] transport_id:N`.
    pub fn parse(line: &str) -> Option<Self> {
        let line = line.trim();
        let split =
            if line.starts_with(NO_SERIAL) { NO_SERIAL.len() } else { line.find([' ', '\t'])? };
        let (serial, rest) = line.split_at(split);
        let rest = rest.trim();
        let properties = start_of_properties(rest);
        let (state, mut properties) = rest.split_at(properties);
        let state = state.trim();
        if serial.is_empty() || state.is_empty() {
            return None;
        }

        // `product` and `device` may hold spaces, so the words are found from the end.
        let transport_id =
            take_last(&mut properties, "transport_id:").and_then(|id| id.parse().ok());
        let device = take_last(&mut properties, "device:");
        let model = take_last(&mut properties, "model:");
        let product = take_last(&mut properties, "product:");
        let path = Some(properties.trim()).filter(|path| !path.is_empty());
        Some(Self {
            serial: serial.to_owned(),
            state: DeviceState::from_word(state),
            path: path.map(str::to_owned),
            product: product.map(str::to_owned),
            model: model.map(str::to_owned),
            device: device.map(str::to_owned),
            transport_id,
        })
    }

    /// Reads a whole list; a line that is none is left out.
    pub fn parse_list(text: &str) -> Vec<Self> {
        text.lines().filter_map(Self::parse).collect()
    }
}

impl DeviceState {
    /// Reads the state of a list or of `get-state`.
    pub fn from_word(word: &str) -> Self {
        match word {
            "device" => Self::Device,
            "offline" => Self::Offline,
            "unauthorized" => Self::Unauthorized,
            "authorizing" => Self::Authorizing,
            "connecting" => Self::Connecting,
            "bootloader" => Self::Bootloader,
            "recovery" => Self::Recovery,
            "rescue" => Self::Rescue,
            "sideload" => Self::Sideload,
            "host" => Self::Host,
            "detached" => Self::Detached,
            _ if word.starts_with("no permissions") => Self::NoPermissions(word.to_owned()),
            _ => Self::Other(word.to_owned()),
        }
    }

    /// Whether services can be opened on it.
    pub fn is_ready(&self) -> bool {
        *self == Self::Device
    }
}

impl fmt::Display for DeviceState {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Self::Device => "device",
            Self::Offline => "offline",
            Self::Unauthorized => "unauthorized",
            Self::Authorizing => "authorizing",
            Self::Connecting => "connecting",
            Self::Bootloader => "bootloader",
            Self::Recovery => "recovery",
            Self::Rescue => "rescue",
            Self::Sideload => "sideload",
            Self::Host => "host",
            Self::Detached => "detached",
            Self::NoPermissions(text) | Self::Other(text) => text,
        })
    }
}

/// Where the first `key:value` word begins. A state such as `no permissions (…); see [http://…]`
/// has many words, but none that is a bare lower-case key with a value.
fn start_of_properties(rest: &str) -> usize {
    let is_property = |word: &str| {
        word.split_once(':').is_some_and(|(key, value)| {
            let lower = |byte: u8| byte.is_ascii_lowercase() || byte == b'_';
            !key.is_empty() && key.bytes().all(lower) && !value.is_empty()
        })
    };
    let mut offset = 0;
    for word in rest.split(' ') {
        if is_property(word) {
            return offset;
        }
        offset += word.len() + 1;
    }
    rest.len()
}

/// Cuts the last `key` and its value off the end of `properties`.
fn take_last<'a>(properties: &mut &'a str, key: &str) -> Option<&'a str> {
    let starts_word = |at: &usize| *at == 0 || properties[..*at].ends_with(' ');
    let at = properties.rmatch_indices(key).map(|(at, _)| at).find(starts_word)?;
    let (before, found) = properties.split_at(at);
    *properties = before;
    Some(found[key.len()..].trim())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn entry(line: &str) -> DeviceEntry {
        DeviceEntry::parse(line).unwrap_or_else(|| panic!("{line:?} should be an entry"))
    }

    #[test]
    fn a_long_line_has_all_its_parts() {
        let line = "emulator-5554          device usb:1-2 product:sdk gphone x model:sdk_gphone \
                    device:emu 64 transport_id:12";
        let expected = DeviceEntry {
            serial: "emulator-5554".into(),
            state: DeviceState::Device,
            path: Some("usb:1-2".into()),
            product: Some("sdk gphone x".into()),
            model: Some("sdk_gphone".into()),
            device: Some("emu 64".into()),
            transport_id: Some(12),
        };
        assert_eq!(entry(line), expected);
    }

    #[test]
    fn missing_properties_are_left_out() {
        let offline = entry("127.0.0.1:5555         offline transport_id:3");
        assert_eq!(offline.serial, "127.0.0.1:5555");
        assert_eq!(offline.state, DeviceState::Offline);
        assert_eq!((offline.product, offline.transport_id), (None, Some(3)));
        let short = entry("ZD2226X6RW\tunauthorized");
        assert_eq!((short.state, short.transport_id), (DeviceState::Unauthorized, None));
    }

    #[test]
    fn a_state_may_have_many_words() {
        let reason = "no permissions (user in plugdev group; are your udev rules wrong?); see \
                      [http://developer.android.com/tools/device.html]";
        let entry = entry(&format!("0123456789ABCDEF       {reason} usb:3-4 transport_id:1"));
        assert_eq!(entry.state, DeviceState::NoPermissions(reason.into()));
        assert_eq!(entry.path.as_deref(), Some("usb:3-4"));
        assert_eq!(entry.state.to_string(), reason);
    }

    #[test]
    fn unknown_states_and_missing_serials_survive() {
        let odd = entry("abc                    half asleep transport_id:1");
        assert_eq!(odd.state, DeviceState::Other("half asleep".into()));
        assert_eq!(entry("(no serial number)     device usb:1").serial, "(no serial number)");
    }

    #[test]
    fn what_is_no_entry_is_left_out() {
        assert_eq!(DeviceEntry::parse_list("\n\nlonely\n  \t\n"), []);
        assert_eq!(DeviceEntry::parse_list("a\tdevice\n\nb\toffline\n").len(), 2);
    }

    #[test]
    fn every_known_word_reads_back() {
        for word in [
            "device",
            "offline",
            "unauthorized",
            "authorizing",
            "connecting",
            "bootloader",
            "recovery",
            "rescue",
            "sideload",
            "host",
            "detached",
            "unknown",
        ] {
            assert_eq!(DeviceState::from_word(word).to_string(), word);
        }
    }

    proptest! {
        #[test]
        fn any_text_is_a_list_of_something(text in "\\PC{0,200}|[ -~\t\n:]{0,200}") {
            for entry in DeviceEntry::parse_list(&text) {
                prop_assert!(!entry.serial.is_empty());
            }
        }

        #[test]
        fn printed_lines_read_back(
            serial in "[A-Za-z0-9.:_-]{1,20}",
            product in "[A-Za-z0-9_]{1,10}( [A-Z0-9]{1,5})?",
            model in "[A-Za-z0-9_]{1,10}",
            id in any::<u64>(),
        ) {
            let line = format!(
                "{serial:<22} device product:{product} model:{model} device:d transport_id:{id}"
            );
            let entry = DeviceEntry::parse(&line).unwrap();
            prop_assert_eq!(entry.serial, serial);
            prop_assert_eq!(entry.product.unwrap(), product);
            prop_assert_eq!(entry.model.unwrap(), model);
            prop_assert_eq!(entry.transport_id, Some(id));
        }
    }
}
