//! Apps: the trait behind which every app process stands, and the apps that are declared as data.

mod app;
mod bench;
mod declared;
mod launcher;
mod placeholder;
mod system;
#[cfg(test)]
pub(crate) mod tests;
mod toolkit;

pub use crate::android::Host;
pub use app::{App, Factory, Installable, Key, Pointer};
pub use declared::{DefinitionError, declared};
pub(crate) use placeholder::placeholder;

/// The apps a phone starts with: the home screen, the demo shop, and two that only `am start` reaches.
///
/// `com.example.bench` shows a given number of nodes (`.Nodes100Activity`, `.Nodes1000Activity`,
/// `.Nodes5000Activity`, or `.NodesActivity` with the extra `nodes`); `com.example.torture` is full of
/// hostile labels and screens that never rest.
pub fn preinstalled() -> Vec<Installable> {
    let embedded =
        [include_str!("../../assets/shop.yaml"), include_str!("../../assets/torture.yaml")];
    let declared = embedded.map(|yaml| declared(yaml).expect("embedded definitions are tested"));
    let own = [launcher::launcher(), bench::bench()];
    own.into_iter().chain(declared).chain(system::system()).collect()
}
