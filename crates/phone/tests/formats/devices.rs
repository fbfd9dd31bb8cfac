//! `adb devices -l`: what the list says of a phone is what the phone says of itself when it is connected.

use crate::comparison::Format;
use crate::device::Device;
use crate::fields::Fields;

pub(crate) const FORMAT: Format = Format {
    read,
    recordings: &[
        "emulator/adb-devices-l-emulator-after-getprops.txt",
        "emulator/adb-devices-l-xiaomi.txt",
        "emulator/adb-devices-l-with-ADB_TRACE.txt",
        "emulator/adb-devices-tls-and-emulator.txt",
        "emulator/adb-devices-powershell-transcript.txt",
        "emulator/adb-devices-unauthorized.txt",
    ],
    lacking: &[
        ("added by the adb server", "phone/transport_id, phone/usb"),
        ("the phone asks nobody to confirm", "phone/unauthorized"),
    ],
    beyond: &[],
};

/// A list of adb, or a phone's introduction: `device::ro.product.name=…;…;features=…`.
fn read(text: &str) -> Fields {
    let mut fields = Fields::default();
    if let Some(introduction) = text.strip_prefix("device::") {
        fields.put("phone", "device", "");
        for (key, value) in introduction.split(';').filter_map(|part| part.split_once('=')) {
            match key {
                "ro.product.name" => fields.put("phone", "product", &format!("text:{value}")),
                "ro.product.model" => fields.put("phone", "model", &format!("text:{value}")),
                "ro.product.device" => fields.put("phone", "device name", &format!("text:{value}")),
                _ => {}
            }
        }
        return fields;
    }
    let list = text.split_once("List of devices attached\n").map_or("", |(_, list)| list);
    for line in list.lines().take_while(|line| !line.trim().is_empty()) {
        for word in line.split_whitespace().skip(1) {
            match word.split_once(':') {
                Some(("device", value)) => {
                    fields.put("phone", "device name", &format!("text:{value}"));
                }
                Some((key, value)) => fields.put("phone", key, &format!("text:{value}")),
                None => fields.put("phone", word, ""),
            }
        }
    }
    fields
}

#[tokio::test(start_paused = true)]
async fn as_recorded() {
    FORMAT.check(&Device::home().await.adb.introduction);
}
