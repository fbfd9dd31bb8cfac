//! Outputs with one item a line: packages, features, properties, mounts.

use crate::comparison::Format;
use crate::device::Device;
use crate::fields::Fields;

pub(crate) const PACKAGES: Format = Format {
    read: read_packages,
    recordings: &["dumpsys/pm-list-packages-car.txt"],
    lacking: &[],
    beyond: &[],
};

pub(crate) const PACKAGE_FILES: Format = Format {
    read: read_packages,
    recordings: &["dumpsys/pm-list-packages-f-utf16.txt"],
    lacking: &[],
    beyond: &[],
};

pub(crate) const FEATURES: Format = Format {
    read: read_features,
    recordings: &["dumpsys/features-ics.txt"],
    lacking: &[
        (
            "hardware and software that this phone does not have",
            "feature/android.hardware.camera.autofocus, feature/android.hardware.camera.flash, \
             feature/android.hardware.camera.front, feature/android.hardware.sensor.compass, \
             feature/android.hardware.sensor.gyroscope, feature/android.hardware.sensor.light, \
             feature/android.hardware.touchscreen.multitouch.jazzhand, \
             feature/android.hardware.usb.accessory, feature/android.hardware.usb.host, \
             feature/android.software.live_wallpaper, feature/android.software.sip, \
             feature/android.software.sip.voip",
        ),
        (
            "a vendor's own",
            "feature/asus.hardware.dock, feature/asus.hardware.hall_sensor, \
             feature/asus.hardware.keyboard",
        ),
    ],
    beyond: &[(
        "newer than the recording, or of another device",
        "feature/android.hardware.audio.output, feature/android.hardware.bluetooth_le, \
             feature/android.hardware.camera.any, feature/android.hardware.fingerprint, \
             feature/android.hardware.ram.normal, feature/android.hardware.telephony, \
             feature/android.hardware.vulkan.version, \
             feature/android.software.adoptable_storage, feature/android.software.app_widgets, \
             feature/android.software.backup, feature/android.software.home_screen, \
             feature/android.software.input_methods, feature/android.software.managed_users, \
             feature/android.software.print, feature/android.software.secure_lock_screen, \
             feature/android.software.verified_boot, feature/android.software.webview",
    )],
};

pub(crate) const PROPERTIES: Format = Format {
    read: read_properties,
    recordings: &[
        "dumpsys/getprop-api33-moto-excerpt.txt",
        "dumpsys/getprop-api15-tf201-excerpt.txt",
    ],
    lacking: &[],
    beyond: &[(
        "behind the end of the excerpts",
        "property/persist.sys.avd_name, property/ro.boot.qemu, \
             property/ro.boot.qemu.avd_name, property/ro.build.characteristics, \
             property/ro.build.fingerprint, property/ro.build.type, \
             property/ro.build.version.release, property/ro.build.version.sdk, \
             property/ro.debuggable, property/ro.hardware, property/ro.kernel.qemu, \
             property/ro.kernel.qemu.avd_name, property/ro.product.brand, \
             property/ro.product.cpu.abi, property/ro.product.cpu.abilist, \
             property/ro.product.device, property/ro.product.locale, \
             property/ro.product.manufacturer, property/ro.product.model, \
             property/ro.product.name, property/ro.serialno, property/ro.sf.lcd_density, \
             property/sys.boot_completed",
    )],
};

pub(crate) const MOUNTS: Format = Format {
    read: read_mounts,
    recordings: &["dumpsys/mount-ics.txt"],
    lacking: &[(
        "folders of Android 4",
        "mount//Removable, mount//acct, mount//cache, mount//dev/cpuctl, mount//mnt/asec, \
             mount//mnt/obb, mount//mnt/sdcard, mount//sys/kernel/debug, mount//system",
    )],
    beyond: &[("folders of later phones", "mount//storage/emulated, mount//vendor")],
};

/// What a property is that programs ask for (the fact sheet's list); others differ from phone to phone.
const ASKED_FOR: [&str; 27] = [
    "ro.build.version.release",
    "ro.build.version.sdk",
    "ro.product.model",
    "ro.product.manufacturer",
    "ro.product.brand",
    "ro.product.name",
    "ro.product.device",
    "ro.product.locale",
    "persist.sys.locale",
    "ro.product.cpu.abi",
    "ro.product.cpu.abilist",
    "ro.build.characteristics",
    "ro.kernel.qemu",
    "ro.kernel.qemu.avd_name",
    "ro.boot.qemu",
    "ro.boot.qemu.avd_name",
    "persist.sys.avd_name",
    "ro.hardware",
    "ro.serialno",
    "ro.debuggable",
    "ro.build.type",
    "sys.boot_completed",
    "init.svc.bootanim",
    "dev.bootcomplete",
    "ro.build.fingerprint",
    "ro.sf.lcd_density",
    "persist.sys.timezone",
];

/// `package:NAME`, with `-f` `package:PATH=NAME`.
fn read_packages(text: &str) -> Fields {
    let mut fields = Fields::default();
    for line in text.lines().filter(|line| !line.is_empty()) {
        let Some(item) = line.strip_prefix("package:") else { panic!("{line}") };
        let (path, name) = item.rsplit_once('=').unwrap_or(("", item));
        if !path.is_empty() {
            assert!(path.starts_with('/') && path.contains(".apk"), "{line}");
            fields.put("package", "path", path);
        }
        assert!(!name.contains([' ', '/']), "{line}");
        fields.put("package", "name", name);
    }
    fields
}

/// `feature:NAME` or `feature:NAME=VERSION`.
fn read_features(text: &str) -> Fields {
    let mut fields = Fields::default();
    for line in text.lines().filter(|line| !line.is_empty()) {
        let Some(item) = line.strip_prefix("feature:") else { panic!("{line}") };
        let (name, version) = item.split_once('=').unwrap_or((item, ""));
        fields.put("feature", name, version);
    }
    fields
}

/// `[KEY]: [VALUE]`; a value may have several lines.
fn read_properties(text: &str) -> Fields {
    let mut fields = Fields::default();
    let mut open = false;
    for line in text.lines() {
        let start = line.strip_prefix('[').and_then(|rest| rest.split_once("]: ["));
        let Some((key, value)) = start else {
            assert!(open, "not a property: {line}");
            open = !line.ends_with(']');
            continue;
        };
        fields.put("line", "key", "text");
        if ASKED_FOR.contains(&key) {
            fields.put("property", key, "");
        }
        open = !value.ends_with(']');
    }
    fields
}

/// `DEVICE FOLDER TYPE OPTIONS 0 0`
fn read_mounts(text: &str) -> Fields {
    let mut fields = Fields::default();
    for line in text.lines() {
        let words: Vec<&str> = line.split(' ').collect();
        let [_, folder, _, options, "0", "0"] = words.as_slice() else { panic!("{line}") };
        assert!(folder.starts_with('/') && options.starts_with('r'), "{line}");
        fields.put("mount", folder, "");
    }
    fields
}

#[tokio::test(start_paused = true)]
async fn packages_as_recorded() {
    let mut device = Device::home().await;
    PACKAGES.check(&device.run("pm list packages").await);
    PACKAGE_FILES.check(&device.run("pm list packages -f").await);
}

#[tokio::test(start_paused = true)]
async fn features_as_recorded() {
    FEATURES.check(&Device::home().await.run("pm list features").await);
}

#[tokio::test(start_paused = true)]
async fn properties_as_recorded() {
    PROPERTIES.check(&Device::home().await.run("getprop").await);
}

#[tokio::test(start_paused = true)]
async fn mounts_as_recorded() {
    MOUNTS.check(&Device::home().await.run("cat /proc/mounts").await);
}
