//! System properties with the values of an emulator image; those that the release decides are in `api`.

use std::collections::BTreeMap;

use super::{Android, Api};

pub(crate) type Properties = BTreeMap<String, String>;

/// A read-only property (`ro.*`) that already has a value cannot be set.
#[derive(Debug, thiserror::Error)]
#[error("property {0} is read-only")]
pub struct ReadOnlyProperty(pub String);

pub(crate) fn defaults(api: Api, serial: &str, density: u32) -> Properties {
    let mut properties: Properties =
        DEFAULTS.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect();
    api.describe(&mut properties);
    properties.insert("ro.serialno".to_owned(), serial.to_owned());
    properties.insert("ro.boot.serialno".to_owned(), serial.to_owned());
    properties.insert("ro.sf.lcd_density".to_owned(), density.to_string());
    properties
}

impl Android {
    /// The value of a property, if it is set.
    pub fn property(&self, key: &str) -> Option<String> {
        self.state().properties.get(key).cloned()
    }

    /// All properties, sorted by key.
    pub fn properties(&self) -> BTreeMap<String, String> {
        self.state().properties.clone()
    }

    /// What the emulator calls this virtual device.
    pub(crate) fn set_avd_name(&self, name: &str) {
        let mut state = self.state();
        for key in AVD_NAME {
            state.properties.insert(key.to_owned(), name.to_owned());
        }
    }

    /// Sets a property; `ro.*` only once.
    pub fn set_property(&self, key: &str, value: &str) -> Result<(), ReadOnlyProperty> {
        let mut state = self.state();
        if key.starts_with("ro.") && state.properties.contains_key(key) {
            return Err(ReadOnlyProperty(key.to_owned()));
        }
        state.properties.insert(key.to_owned(), value.to_owned());
        if key == "persist.sys.locale" {
            state.config_changed();
        }
        Ok(())
    }
}

/// Where an image says how its virtual device is called; which one is asked depends on who asks.
const AVD_NAME: [&str; 3] =
    ["persist.sys.avd_name", "ro.boot.qemu.avd_name", "ro.kernel.qemu.avd_name"];

/// The instruction sets that apps may bring libraries for.
pub const ABIS: &str = "x86_64,arm64-v8a";

const DEFAULTS: &[(&str, &str)] = &[
    ("dalvik.vm.heapsize", "512m"),
    ("debug.sf.nobootanimation", "1"),
    ("dev.bootcomplete", "1"),
    ("gsm.operator.alpha", "Fingertip"),
    ("gsm.sim.state", "LOADED"),
    ("init.svc.adbd", "running"),
    ("init.svc.bootanim", "stopped"),
    ("init.svc.surfaceflinger", "running"),
    ("init.svc.zygote", "running"),
    ("net.bt.name", "Android"),
    ("persist.sys.avd_name", "fingertip"),
    ("persist.sys.locale", "en-US"),
    ("persist.sys.timezone", "GMT"),
    ("persist.sys.usb.config", "adb"),
    ("ro.adb.secure", "0"),
    ("ro.allow.mock.location", "0"),
    ("ro.boot.hardware", "ranchu"),
    ("ro.bootloader", "unknown"),
    ("ro.build.characteristics", "emulator"),
    ("ro.build.date.utc", "1754265600"),
    ("ro.build.flavor", "fingertip_phone-userdebug"),
    ("ro.build.product", "phone"),
    ("ro.build.tags", "dev-keys"),
    ("ro.build.type", "userdebug"),
    ("ro.build.user", "android-build"),
    ("ro.build.version.codename", "REL"),
    ("ro.crypto.state", "encrypted"),
    ("ro.debuggable", "1"),
    ("ro.hardware", "ranchu"),
    ("ro.kernel.qemu", "1"),
    ("ro.kernel.qemu.avd_name", "fingertip"),
    ("ro.opengles.version", "196609"),
    ("ro.product.board", "goldfish_x86_64"),
    ("ro.product.brand", "Fingertip"),
    ("ro.product.cpu.abi", "x86_64"),
    ("ro.product.cpu.abilist", ABIS),
    ("ro.product.cpu.abilist32", ""),
    ("ro.product.cpu.abilist64", ABIS),
    ("ro.product.device", "phone"),
    ("ro.product.locale", "en-US"),
    ("ro.product.manufacturer", "Fingertip"),
    ("ro.product.model", "Fingertip Phone"),
    ("ro.product.name", "fingertip_phone"),
    ("ro.secure", "1"),
    ("ro.setupwizard.mode", "DISABLED"),
    ("ro.treble.enabled", "true"),
    ("ro.zygote", "zygote64"),
    ("service.adb.root", "0"),
    ("sys.boot_completed", "1"),
    ("sys.usb.config", "adb"),
    ("sys.usb.state", "adb"),
    ("vold.decrypt", "trigger_restart_framework"),
];
