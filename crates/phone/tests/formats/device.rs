//! A phone that runs command lines, and what came to their standard output.

use crate::adb_host::AdbHost;
use phone::Phone;
use phone::android::Api;

/// The app that most commands are asked about.
pub(crate) const SHOP: &str = "com.example.shop";
/// Streams carry packets of their own, a kind and a length before the bytes; this is standard output.
const STDOUT: u8 = 1;

pub(crate) struct Device {
    phone: Phone,
    pub(crate) adb: AdbHost,
}

impl Device {
    /// The home screen is in front; it is 2026-11-15 10:15 on its clock.
    pub(crate) async fn home() -> Self {
        Self::home_of(Api::default()).await
    }

    /// The same on a phone of that release.
    pub(crate) async fn home_of(api: Api) -> Self {
        let time = "2026-11-15T10:15:00Z".parse().unwrap();
        let phone = Phone::builder().api(api).wall_clock(time).build().unwrap();
        let adb = AdbHost::connect(&phone).await;
        Self { phone, adb }
    }

    /// The sign-in screen of the shop is in front, and an editor has the keyboard.
    pub(crate) async fn shop() -> Self {
        Self::shop_of(Api::default()).await
    }

    pub(crate) async fn shop_of(api: Api) -> Self {
        let mut device = Self::home_of(api).await;
        let script = format!("am start -W -n {SHOP}/.MainActivity && uiautomator dump");
        device.run(&script).await;
        device.tap("email").await;
        device
    }

    /// Taps what has this id or description, and waits until the screen is still.
    pub(crate) async fn tap(&mut self, wanted: &str) {
        let tree = self.phone.android().clone().tree().await.unwrap();
        let is_it = |id: &str| id == wanted || id.ends_with(&format!("/{wanted}"));
        let found = tree.nodes.iter().find(|node| is_it(&node.id) || node.desc.starts_with(wanted));
        let bounds = found.unwrap_or_else(|| panic!("no {wanted} in {tree:#?}")).bounds;
        let (x, y) = (bounds.left + 5, bounds.top + 5);
        self.run(&format!("input tap {x} {y} && uiautomator dump")).await;
    }

    /// What a command line prints to standard output.
    pub(crate) async fn run(&mut self, script: &str) -> String {
        output(&self.adb.service(&format!("shell,v2,raw:{script}")).await)
    }
}

/// What of a stream is standard output.
fn output(mut stream: &[u8]) -> String {
    let mut bytes = Vec::new();
    while let [kind, a, b, c, d, rest @ ..] = stream {
        let length = usize::try_from(u32::from_le_bytes([*a, *b, *c, *d])).unwrap();
        let (body, after) = rest.split_at(length);
        if *kind == STDOUT {
            bytes.extend_from_slice(body);
        }
        stream = after;
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
