//! Apps: the trait behind which every app process stands, and the apps that are declared as data.

mod app;
mod bench;
mod chooser;
mod declared;
mod launcher;
mod openers;
mod permission_controller;
mod placeholder;
pub(crate) mod runtime;
mod settings;
mod system;
#[cfg(test)]
pub(crate) mod tests;
pub(crate) mod toolkit;

use std::sync::LazyLock;

use crate::android::Api;
pub use crate::android::Host;
pub use app::{App, Factory, Installable, Key, Pointer};
pub(crate) use bench::PACKAGE as BENCH;
pub use declared::{DefinitionError, declared};
pub(crate) use placeholder::placeholder;
pub use runtime::{Built, Runtime, cleared};

/// The apps a phone starts with: the home screen, the system's, five with icons (the settings, a shop, a chat, a form,
/// and `com.example.torture`, which is full of hostile labels and screens that never rest), and one for measurements.
///
/// That one, `com.example.bench`, only `am start` reaches. It shows a given number of nodes (`.Nodes100Activity`,
/// `.Nodes1000Activity`, `.Nodes5000Activity`, or `.NodesActivity` with the extra `nodes`).
pub fn preinstalled(api: Api) -> Vec<Installable> {
    // Read once: every phone starts with the same.
    static DECLARED: LazyLock<Vec<Installable>> = LazyLock::new(|| {
        let read = |yaml| if yaml == SETTINGS { settings::settings(yaml) } else { declared(yaml) };
        EMBEDDED.map(|yaml| read(yaml).expect("embedded definitions are tested")).into()
    });
    let own = [launcher::launcher(), bench::bench()];
    let system = system::system().chain([permission_controller::permission_controller(api)]);
    let system = system.chain(chooser::choosers(api)).chain(openers::openers());
    own.into_iter().chain(DECLARED.iter().cloned()).chain(system).collect()
}

/// Uids are given in this order: new apps come last.
const EMBEDDED: [&str; 5] = [
    include_str!("../../assets/shop.yaml"),
    include_str!("../../assets/torture.yaml"),
    SETTINGS,
    include_str!("../../assets/chat.yaml"),
    include_str!("../../assets/form.yaml"),
];

/// Has pages besides that are not data.
const SETTINGS: &str = include_str!("../../assets/settings.yaml");
