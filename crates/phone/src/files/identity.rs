//! Who does something: Android's user and group ids and their names.

use std::borrow::Cow;

/// The ids a program runs with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identity {
    pub uid: u32,
    pub gid: u32,
    pub groups: Cow<'static, [u32]>,
}

pub(crate) const ROOT: u32 = 0;
pub(crate) const SYSTEM: u32 = 1000;
pub(crate) const MEDIA_RW: u32 = 1023;
pub(crate) const SHELL: u32 = 2000;
/// First uid given to an installed app.
pub(crate) const FIRST_APP: u32 = 10_000;

impl Identity {
    /// What adbd starts programs as.
    pub const SHELL: Self = Self {
        uid: SHELL,
        gid: SHELL,
        groups: Cow::Borrowed(&[
            1004, 1007, 1011, 1015, 1028, 1078, 1079, 3001, 3002, 3003, 3006, 3009, 3011, 3012,
        ]),
    };
    /// What the phone itself acts as.
    pub const ROOT: Self = Self { uid: ROOT, gid: ROOT, groups: Cow::Borrowed(&[]) };

    /// An installed app.
    pub fn app(uid: u32) -> Self {
        Self {
            uid,
            gid: uid,
            groups: Cow::Owned(vec![
                3003,
                9997,
                app_number(uid) + 20_000,
                app_number(uid) + 50_000,
            ]),
        }
    }

    pub(crate) fn in_group(&self, gid: u32) -> bool {
        self.gid == gid || self.groups.contains(&gid)
    }
}

const NAMES: [(u32, &str); 33] = [
    (0, "root"),
    (1000, "system"),
    (1001, "radio"),
    (1002, "bluetooth"),
    (1003, "graphics"),
    (1004, "input"),
    (1005, "audio"),
    (1006, "camera"),
    (1007, "log"),
    (1010, "wifi"),
    (1011, "adb"),
    (1013, "media"),
    (1015, "sdcard_rw"),
    (1017, "keystore"),
    (1019, "drm"),
    (1021, "gps"),
    (1023, "media_rw"),
    (1028, "sdcard_r"),
    (1036, "logd"),
    (1041, "audioserver"),
    (1046, "mediacodec"),
    (1047, "cameraserver"),
    (1051, "dns"),
    (1073, "network_stack"),
    (1078, "ext_data_rw"),
    (1079, "ext_obb_rw"),
    (2000, "shell"),
    (3001, "net_bt_admin"),
    (3002, "net_bt"),
    (3003, "inet"),
    (3006, "net_bw_stats"),
    (3009, "readproc"),
    (9999, "nobody"),
];
const GROUP_NAMES: [(u32, &str); 3] = [(3011, "uhid"), (3012, "readtracefs"), (9997, "everybody")];

pub(crate) fn user_name(uid: u32) -> Cow<'static, str> {
    if let Some((_, name)) = NAMES.iter().chain(&GROUP_NAMES).find(|(id, _)| *id == uid) {
        return Cow::Borrowed(name);
    }
    if (FIRST_APP..20_000).contains(&(uid % 100_000)) {
        return Cow::Owned(format!("u{}_a{}", uid / 100_000, app_number(uid)));
    }
    Cow::Owned(uid.to_string())
}

pub(crate) fn group_name(gid: u32) -> Cow<'static, str> {
    if (50_000..60_000).contains(&gid) {
        return Cow::Owned(format!("all_a{}", gid - 50_000));
    }
    if (20_000..30_000).contains(&gid) {
        return Cow::Owned(format!("u0_a{}_cache", gid - 20_000));
    }
    user_name(gid)
}

/// 123 of `u0_a123`.
fn app_number(uid: u32) -> u32 {
    (uid % 100_000).saturating_sub(FIRST_APP)
}

/// The uid of a name such as `shell`, `u0_a123` or `2000`.
pub(crate) fn user_id(name: &str) -> Option<u32> {
    if let Some((id, _)) = NAMES.iter().chain(&GROUP_NAMES).find(|(_, known)| *known == name) {
        return Some(*id);
    }
    if let Some((user, app)) = name.strip_prefix('u').and_then(|rest| rest.split_once("_a")) {
        let user: u32 = user.parse().ok()?;
        let app: u32 = app.parse().ok()?;
        return user.checked_mul(100_000)?.checked_add(app)?.checked_add(FIRST_APP);
    }
    name.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_numbers_agree() {
        for (id, name) in NAMES {
            assert_eq!(user_id(name), Some(id));
            assert_eq!(user_name(id), name);
        }
        assert_eq!(user_name(10_123), "u0_a123");
        assert_eq!(user_id("u0_a123"), Some(10_123));
        assert_eq!(user_name(1_010_123), "u10_a123");
        assert_eq!(group_name(50_123), "all_a123");
        assert_eq!(user_id("nobody-else"), None);
    }
}
