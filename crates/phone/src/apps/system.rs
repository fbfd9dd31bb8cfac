//! Packages of the system image that show no screen: they are listed, and own processes and windows.

use super::{
    Factory, Installable,
    toolkit::{Program, Scene, Toolkit, UiEvent},
};
use crate::android::{ActivityId, Config, Host, Intent, Manifest};

/// Name, label, uid.
const PACKAGES: [(&str, &str, u32); 5] = [
    ("com.android.inputmethod.latin", "Android Keyboard (AOSP)", 10_077),
    ("com.android.phone", "Phone Services", 1001),
    ("com.android.providers.settings", "Settings Storage", 1000),
    ("com.android.shell", "Shell", 2000),
    ("com.android.systemui", "System UI", 10_098),
];

pub(crate) fn system() -> impl Iterator<Item = Installable> {
    PACKAGES.into_iter().map(|(package, label, uid)| Installable {
        manifest: Manifest {
            package: package.to_owned(),
            label: label.to_owned(),
            version_code: 34,
            version_name: "14".to_owned(),
            min_sdk: 34,
            target_sdk: 34,
            activities: Vec::new(),
            permissions: Vec::new(),
            system: true,
            uid: Some(uid),
            debuggable: false,
            icon: 0,
        },
        factory: Factory::new(|host| Box::new(Toolkit::new(host, Screenless))),
    })
}

struct Screenless;

impl Program for Screenless {
    fn start(&mut self, _host: &Host, _activity: ActivityId, _class: &str, _intent: &Intent) {}

    fn end(&mut self, _activity: ActivityId) {}

    fn scenes(&mut self, _host: &Host, _config: &Config, _activity: ActivityId) -> Vec<Scene> {
        Vec::new()
    }

    fn handle(&mut self, _host: &Host, _activity: ActivityId, _event: UiEvent) {}

    fn back(&mut self, _host: &Host, _activity: ActivityId, _scene: usize) -> bool {
        false
    }
}
