//! The devices that the kernel offers: a touch screen, the keys at the side, and the keyboard that `input` types on.

use crate::userland::system::dumpsys::lines::Lines;
use sha2::{Digest as _, Sha256};
use std::fmt::Write as _;

pub(super) struct Device {
    pub(super) id: i32,
    pub(super) name: &'static str,
    pub(super) classes: &'static str,
    pub(super) sources: &'static str,
    path: &'static str,
    layout: &'static str,
    characters: &'static str,
}

pub(super) const DEVICES: [Device; 3] = [
    Device {
        id: -1,
        name: "Virtual",
        classes: "KEYBOARD | ALPHAKEY | DPAD | VIRTUAL",
        sources: "KEYBOARD | DPAD",
        path: "<virtual>",
        layout: "/system/usr/keylayout/Generic.kl",
        characters: "/system/usr/keychars/Virtual.kcm",
    },
    Device {
        id: 1,
        name: "virtio_input_multi_touch_1",
        classes: "TOUCH | TOUCH_MT | INTERNAL",
        sources: "TOUCHSCREEN",
        path: "/dev/input/event1",
        layout: "",
        characters: "",
    },
    Device {
        id: 2,
        name: "gpio-keys",
        classes: "KEYBOARD",
        sources: "KEYBOARD",
        path: "/dev/input/event0",
        layout: "/system/usr/keylayout/Generic.kl",
        characters: "/system/usr/keychars/Generic.kcm",
    },
];

pub(super) fn describe(lines: &mut Lines) {
    lines.add("Event Hub State:\n  BuiltInKeyboardId: -2\n  Devices:");
    for device in &DEVICES {
        let Device { id, name, classes, path, layout, characters, .. } = device;
        lines.add(format_args!("    {id}: {name}\n      Classes: {classes}\n      Path: {path}"));
        lines.add(format_args!("      Enabled: true\n      Descriptor: {}", descriptor(name)));
        lines.add("      Location: \n      ControllerNumber: 0\n      UniqueId: ");
        lines.add("      Identifier: bus=0x0000, vendor=0x0000, product=0x0000, version=0x0000, bluetoothAddress=<not set>");
        lines.add(format_args!(
            "      KeyLayoutFile: {layout}\n      KeyCharacterMapFile: {characters}"
        ));
        lines.add(
            "      ConfigurationFile: \n      VideoDevice: <none>\n      SysfsDevicePath: <none>",
        );
    }
    lines.add("  Unattached video devices:\n    <none>\n");
}

/// Forty digits that are the same for the same device.
fn descriptor(name: &str) -> String {
    Sha256::digest(name).iter().take(20).fold(String::new(), |mut text, byte| {
        let _infallible = write!(text, "{byte:02x}");
        text
    })
}
