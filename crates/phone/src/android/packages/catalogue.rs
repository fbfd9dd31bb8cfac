//! The permissions that Android itself declares, by who grants them.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Protection {
    /// Granted to everyone who asks.
    Normal,
    /// The user decides while the app runs.
    Runtime,
    /// For the system's own apps, and for those to whom a developer grants it.
    Development,
    /// For the system's own apps.
    Signature,
}

/// What protects a permission that no app declares.
pub(super) fn protection(name: &str) -> Protection {
    let Some(short) = name.strip_prefix("android.permission.") else {
        // Nobody knows it; so nobody gets it.
        return Protection::Signature;
    };
    if RUNTIME.contains(&short) {
        Protection::Runtime
    } else if DEVELOPMENT.contains(&short) {
        Protection::Development
    } else if SIGNATURE.contains(&short) {
        Protection::Signature
    } else {
        Protection::Normal
    }
}

const RUNTIME: [&str; 42] = [
    "ACCEPT_HANDOVER",
    "ACCESS_BACKGROUND_LOCATION",
    "ACCESS_COARSE_LOCATION",
    "ACCESS_FINE_LOCATION",
    "ACCESS_MEDIA_LOCATION",
    "ACTIVITY_RECOGNITION",
    "ADD_VOICEMAIL",
    "ANSWER_PHONE_CALLS",
    "BLUETOOTH_ADVERTISE",
    "BLUETOOTH_CONNECT",
    "BLUETOOTH_SCAN",
    "BODY_SENSORS",
    "BODY_SENSORS_BACKGROUND",
    "CALL_PHONE",
    "CAMERA",
    "GET_ACCOUNTS",
    "NEARBY_WIFI_DEVICES",
    "POST_NOTIFICATIONS",
    "PROCESS_OUTGOING_CALLS",
    "READ_CALENDAR",
    "READ_CALL_LOG",
    "READ_CELL_BROADCASTS",
    "READ_CONTACTS",
    "READ_EXTERNAL_STORAGE",
    "READ_MEDIA_AUDIO",
    "READ_MEDIA_IMAGES",
    "READ_MEDIA_VIDEO",
    "READ_MEDIA_VISUAL_USER_SELECTED",
    "READ_PHONE_NUMBERS",
    "READ_PHONE_STATE",
    "READ_SMS",
    "RECEIVE_MMS",
    "RECEIVE_SMS",
    "RECEIVE_WAP_PUSH",
    "RECORD_AUDIO",
    "SEND_SMS",
    "USE_SIP",
    "UWB_RANGING",
    "WRITE_CALENDAR",
    "WRITE_CALL_LOG",
    "WRITE_CONTACTS",
    "WRITE_EXTERNAL_STORAGE",
];

const DEVELOPMENT: [&str; 15] = [
    "BATTERY_STATS",
    "CHANGE_CONFIGURATION",
    "DUMP",
    "GET_APP_OPS_STATS",
    "GET_PROCESS_STATE_AND_OOM_SCORE",
    "INTERACT_ACROSS_USERS",
    "PACKAGE_USAGE_STATS",
    "READ_LOGS",
    "SET_ALWAYS_FINISH",
    "SET_ANIMATION_SCALE",
    "SET_DEBUG_APP",
    "SET_PROCESS_LIMIT",
    "SIGNAL_PERSISTENT_PROCESSES",
    "SYSTEM_ALERT_WINDOW",
    "WRITE_SECURE_SETTINGS",
];

const SIGNATURE: [&str; 32] = [
    "ACCESS_SURFACE_FLINGER",
    "BIND_ACCESSIBILITY_SERVICE",
    "BIND_DEVICE_ADMIN",
    "BIND_INPUT_METHOD",
    "BIND_NOTIFICATION_LISTENER_SERVICE",
    "BIND_VPN_SERVICE",
    "BLUETOOTH_PRIVILEGED",
    "CALL_PRIVILEGED",
    "CAPTURE_AUDIO_OUTPUT",
    "CHANGE_COMPONENT_ENABLED_STATE",
    "CLEAR_APP_CACHE",
    "CONTROL_LOCATION_UPDATES",
    "DELETE_CACHE_FILES",
    "DELETE_PACKAGES",
    "DEVICE_POWER",
    "FORCE_STOP_PACKAGES",
    "GRANT_RUNTIME_PERMISSIONS",
    "INJECT_EVENTS",
    "INSTALL_PACKAGES",
    "MANAGE_EXTERNAL_STORAGE",
    "MANAGE_USERS",
    "MASTER_CLEAR",
    "MODIFY_PHONE_STATE",
    "MOUNT_UNMOUNT_FILESYSTEMS",
    "READ_FRAME_BUFFER",
    "READ_PRIVILEGED_PHONE_STATE",
    "REBOOT",
    "SET_TIME",
    "STATUS_BAR",
    "UPDATE_DEVICE_STATS",
    "WRITE_APN_SETTINGS",
    "WRITE_SETTINGS",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_is_listed_once() {
        assert!(RUNTIME.is_sorted() && DEVELOPMENT.is_sorted() && SIGNATURE.is_sorted());
        let all: std::collections::BTreeSet<_> =
            RUNTIME.iter().chain(&DEVELOPMENT).chain(&SIGNATURE).collect();
        assert_eq!(all.len(), RUNTIME.len() + DEVELOPMENT.len() + SIGNATURE.len());
    }

    #[test]
    fn strangers_get_nothing() {
        assert_eq!(protection("android.permission.INTERNET"), Protection::Normal);
        assert_eq!(protection("android.permission.CAMERA"), Protection::Runtime);
        assert_eq!(protection("com.x.OWN"), Protection::Signature);
    }
}
