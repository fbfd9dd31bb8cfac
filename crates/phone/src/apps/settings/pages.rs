//! Which page of the settings answers which action, under the name that its activity has on a phone.

use super::PACKAGE;
use crate::android::{Activity, Component, Filter};

struct Page {
    class: &'static str,
    title: &'static str,
    /// Its name in the definition; a page that the definition does not have says that there is nothing to set.
    name: &'static str,
    /// Without `android.settings.`.
    actions: &'static [&'static str],
}

const fn page(
    class: &'static str,
    title: &'static str,
    name: &'static str,
    actions: &'static [&'static str],
) -> Page {
    Page { class, title, name, actions }
}

/// Each action also with the `package:` of an app: those that take one are not told from the others.
const PAGES: [Page; 58] = [
    page(
        ".Settings$NetworkDashboardActivity",
        "Network & internet",
        "network",
        &[
            "WIRELESS_SETTINGS",
            "AIRPLANE_MODE_SETTINGS",
            "DATA_ROAMING_SETTINGS",
            "NETWORK_OPERATOR_SETTINGS",
            "APN_SETTINGS",
            "NETWORK_PROVIDER_SETTINGS",
            "panel.action.INTERNET_CONNECTIVITY",
        ],
    ),
    page(
        ".Settings$WifiSettingsActivity",
        "Internet",
        "network",
        &["WIFI_SETTINGS", "WIFI_IP_SETTINGS", "WIFI_ADD_NETWORKS", "panel.action.WIFI"],
    ),
    page(
        ".Settings$DataUsageSummaryActivity",
        "Data usage",
        "network",
        &[
            "DATA_USAGE_SETTINGS",
            "IGNORE_BACKGROUND_DATA_RESTRICTIONS_SETTINGS",
            "DATA_SAVER_SETTINGS",
        ],
    ),
    page(".Settings$VpnSettingsActivity", "VPN", "vpn", &["VPN_SETTINGS"]),
    page(".Settings$TetherSettingsActivity", "Hotspot & tethering", "tether", &["TETHER_SETTINGS"]),
    page(
        ".Settings$BluetoothSettingsActivity",
        "Connected devices",
        "bluetooth",
        &["BLUETOOTH_SETTINGS"],
    ),
    page(
        ".Settings$NfcSettingsActivity",
        "NFC",
        "nfc",
        &["NFC_SETTINGS", "NFCSHARING_SETTINGS", "NFC_PAYMENT_SETTINGS", "panel.action.NFC"],
    ),
    page(
        ".Settings$CastSettingsActivity",
        "Cast",
        "cast",
        &["CAST_SETTINGS", "WIFI_DISPLAY_SETTINGS"],
    ),
    page(".Settings$PrintSettingsActivity", "Printing", "print", &["ACTION_PRINT_SETTINGS"]),
    page(
        ".Settings$ManageApplicationsActivity",
        "All apps",
        "apps",
        &[
            "MANAGE_APPLICATIONS_SETTINGS",
            "MANAGE_ALL_APPLICATIONS_SETTINGS",
            "APPLICATION_SETTINGS",
        ],
    ),
    page(
        ".Settings$ManageDefaultAppsActivity",
        "Default apps",
        "defaults",
        &["MANAGE_DEFAULT_APPS_SETTINGS", "HOME_SETTINGS"],
    ),
    page(
        ".Settings$ConfigureNotificationSettingsActivity",
        "Notifications",
        "notifications",
        &["NOTIFICATION_SETTINGS", "ALL_APPS_NOTIFICATION_SETTINGS", "CONVERSATION_SETTINGS"],
    ),
    page(
        ".Settings$NotificationAccessSettingsActivity",
        "Device & app notifications",
        "access",
        &["ACTION_NOTIFICATION_LISTENER_SETTINGS", "NOTIFICATION_LISTENER_DETAIL_SETTINGS"],
    ),
    page(
        ".Settings$AppBubbleNotificationSettingsActivity",
        "Bubbles",
        "bubbles",
        &["APP_NOTIFICATION_BUBBLE_SETTINGS"],
    ),
    page(
        ".Settings$ZenModeSettingsActivity",
        "Do Not Disturb",
        "zen",
        &["ZEN_MODE_SETTINGS", "ZEN_MODE_PRIORITY_SETTINGS", "ACTION_CONDITION_PROVIDER_SETTINGS"],
    ),
    page(
        ".Settings$ZenAccessSettingsActivity",
        "Do Not Disturb access",
        "access",
        &["NOTIFICATION_POLICY_ACCESS_SETTINGS"],
    ),
    page(
        ".Settings$PowerUsageSummaryActivity",
        "Battery",
        "battery",
        &["BATTERY_SAVER_SETTINGS", "VIEW_ADVANCED_POWER_USAGE_DETAIL"],
    ),
    page(
        ".Settings$HighPowerApplicationsActivity",
        "Battery optimization",
        "battery",
        &["IGNORE_BATTERY_OPTIMIZATION_SETTINGS", "REQUEST_IGNORE_BATTERY_OPTIMIZATIONS"],
    ),
    page(
        ".Settings$StorageDashboardActivity",
        "Storage",
        "storage",
        &["INTERNAL_STORAGE_SETTINGS", "MEMORY_CARD_SETTINGS"],
    ),
    page(
        ".Settings$SoundSettingsActivity",
        "Sound & vibration",
        "sound",
        &["SOUND_SETTINGS", "panel.action.VOLUME"],
    ),
    page(".Settings$DisplaySettingsActivity", "Display", "display", &["DISPLAY_SETTINGS"]),
    page(
        ".Settings$NightDisplaySettingsActivity",
        "Night Light",
        "night",
        &["NIGHT_DISPLAY_SETTINGS"],
    ),
    page(".Settings$DarkThemeSettingsActivity", "Dark theme", "display", &["DARK_THEME_SETTINGS"]),
    page(
        ".Settings$AutoRotateSettingsActivity",
        "Auto-rotate screen",
        "display",
        &["AUTO_ROTATE_SETTINGS"],
    ),
    page(".Settings$DreamSettingsActivity", "Screen saver", "dream", &["DREAM_SETTINGS"]),
    page(
        ".Settings$AccessibilitySettingsActivity",
        "Accessibility",
        "accessibility",
        &["ACCESSIBILITY_SETTINGS", "ACCESSIBILITY_DETAILS_SETTINGS"],
    ),
    page(
        ".Settings$CaptioningSettingsActivity",
        "Caption preferences",
        "captions",
        &["CAPTIONING_SETTINGS"],
    ),
    page(
        ".Settings$SecurityDashboardActivity",
        "Security & privacy",
        "security",
        &["SECURITY_SETTINGS", "FINGERPRINT_ENROLL", "BIOMETRIC_ENROLL"],
    ),
    page(".Settings$PrivacySettingsActivity", "Privacy", "security", &["PRIVACY_SETTINGS"]),
    page(
        ".Settings$LocationSettingsActivity",
        "Location",
        "location",
        &["LOCATION_SOURCE_SETTINGS", "LOCATION_SCANNING_SETTINGS"],
    ),
    page(
        ".Settings$AccountDashboardActivity",
        "Passwords & accounts",
        "accounts",
        &[
            "SYNC_SETTINGS",
            "ADD_ACCOUNT_SETTINGS",
            "REQUEST_SET_AUTOFILL_SERVICE",
            "CREDENTIAL_PROVIDER",
        ],
    ),
    page(".Settings$SystemDashboardActivity", "System", "system", &["SYSTEM_DASHBOARD_SETTINGS"]),
    page(".Settings$DateTimeSettingsActivity", "Date & time", "system", &["DATE_SETTINGS"]),
    page(
        ".Settings$LanguageAndInputSettingsActivity",
        "Languages & input",
        "language",
        &["LOCALE_SETTINGS", "REGIONAL_PREFERENCES_SETTINGS"],
    ),
    page(
        ".Settings$AppLocaleDetailsActivity",
        "App language",
        "language",
        &["APP_LOCALE_SETTINGS"],
    ),
    page(
        ".Settings$AvailableVirtualKeyboardActivity",
        "On-screen keyboard",
        "keyboard",
        &["INPUT_METHOD_SETTINGS", "INPUT_METHOD_SUBTYPE_SETTINGS"],
    ),
    page(
        ".Settings$PhysicalKeyboardActivity",
        "Physical keyboard",
        "keyboard",
        &["HARD_KEYBOARD_SETTINGS"],
    ),
    page(
        ".Settings$SpellCheckersSettingsActivity",
        "Spell checker",
        "keyboard",
        &["SPELL_CHECKER_SETTINGS"],
    ),
    page(
        ".Settings$UserDictionarySettingsActivity",
        "Personal dictionary",
        "keyboard",
        &["USER_DICTIONARY_SETTINGS"],
    ),
    page(
        ".Settings$ManageAssistActivity",
        "Digital assistant app",
        "assist",
        &["VOICE_INPUT_SETTINGS", "SHOW_REGULATORY_INFO"],
    ),
    page(
        ".Settings$DevelopmentSettingsDashboardActivity",
        "Developer options",
        "developer",
        &["APPLICATION_DEVELOPMENT_SETTINGS"],
    ),
    page(".Settings$MyDeviceInfoActivity", "About phone", "about", &["DEVICE_INFO_SETTINGS"]),
    page(
        ".Settings$WebViewAppPickerActivity",
        "WebView implementation",
        "webview",
        &["WEBVIEW_SETTINGS"],
    ),
    page(
        ".Settings$UsageAccessSettingsActivity",
        "Usage access",
        "access",
        &["USAGE_ACCESS_SETTINGS"],
    ),
    page(
        ".Settings$OverlaySettingsActivity",
        "Display over other apps",
        "access",
        &["action.MANAGE_OVERLAY_PERMISSION"],
    ),
    page(
        ".Settings$WriteSettingsActivity",
        "Modify system settings",
        "access",
        &["action.MANAGE_WRITE_SETTINGS"],
    ),
    page(
        ".Settings$ManageExternalSourcesActivity",
        "Install unknown apps",
        "access",
        &["MANAGE_UNKNOWN_APP_SOURCES"],
    ),
    page(
        ".Settings$ManageExternalStorageActivity",
        "All files access",
        "access",
        &["MANAGE_ALL_FILES_ACCESS_PERMISSION", "MANAGE_APP_ALL_FILES_ACCESS_PERMISSION"],
    ),
    page(
        ".Settings$AlarmsAndRemindersActivity",
        "Alarms & reminders",
        "access",
        &["REQUEST_SCHEDULE_EXACT_ALARM"],
    ),
    page(
        ".Settings$MediaManagementAppsActivity",
        "Media management apps",
        "access",
        &["REQUEST_MANAGE_MEDIA"],
    ),
    page(
        ".Settings$AppUsageDetailActivity",
        "Unused apps",
        "access",
        &["MANAGE_APP_LONG_RUNNING_JOBS"],
    ),
    page(
        ".Settings$FullScreenIntentActivity",
        "Full screen notifications",
        "access",
        &["MANAGE_APP_USE_FULL_SCREEN_INTENT"],
    ),
    page(
        ".Settings$PictureInPictureSettingsActivity",
        "Picture-in-picture",
        "access",
        &["PICTURE_IN_PICTURE_SETTINGS"],
    ),
    page(
        ".Settings$VrListenersSettingsActivity",
        "VR helper services",
        "access",
        &["VR_LISTENER_SETTINGS"],
    ),
    page(
        ".Settings$AppOpenByDefaultActivity",
        "Open by default",
        "access",
        &["APP_OPEN_BY_DEFAULT_SETTINGS"],
    ),
    page(
        ".Settings$MobileNetworkActivity",
        "SIMs",
        "network",
        &["MANAGE_ALL_SIM_PROFILES_SETTINGS", "MMS_MESSAGE_SETTING"],
    ),
    page(
        ".Settings$QuickLaunchSettingsActivity",
        "Quick launch",
        "launch",
        &["QUICK_LAUNCH_SETTINGS"],
    ),
    page(
        ".Settings$SearchSettingsActivity",
        "Search",
        "search",
        &["APP_SEARCH_SETTINGS", "ACTION_APP_USAGE_SETTINGS", "APP_USAGE_SETTINGS"],
    ),
];

pub(super) fn activities() -> impl Iterator<Item = Activity> {
    PAGES.iter().map(|page| {
        let actions = page.actions.iter().map(|name| format!("android.settings.{name}")).collect();
        let plain = Filter { actions, categories: default(), ..Filter::default() };
        let of_app = Filter { schemes: vec!["package".to_owned()], ..plain.clone() };
        Activity {
            class: Component::new(PACKAGE, page.class).class,
            label: page.title.to_owned(),
            exported: true,
            filters: vec![plain, of_app],
            ..Activity::default()
        }
    })
}

pub(super) fn default() -> Vec<String> {
    vec!["android.intent.category.DEFAULT".to_owned()]
}

/// The page that an activity shows, and its title.
pub(super) fn page_of(class: &str) -> Option<(&'static str, &'static str)> {
    let name = class.strip_prefix(PACKAGE)?;
    PAGES.iter().find(|page| page.class == name).map(|page| (page.name, page.title))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn no_action_is_answered_twice() {
        let mut actions = BTreeSet::new();
        let mut classes = BTreeSet::new();
        for page in &PAGES {
            assert!(classes.insert(page.class), "{}", page.class);
            for action in page.actions {
                assert!(actions.insert(action), "{action}");
            }
        }
    }
}
