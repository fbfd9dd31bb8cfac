//! Keys by name: neutral names, the names and numbers that platforms have, and what was probably meant.

use strum::{EnumIter, EnumString, IntoEnumIterator as _, IntoStaticStr};

use crate::{Error, Result, android};

/// A key of the phone itself, or of a keyboard. Its name in snake case is what callers write.
#[derive(Debug, Clone, Copy, PartialEq, Eq, EnumIter, EnumString, IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum Key {
    Back,
    Home,
    /// The apps that were used lately.
    AppSwitch,
    Menu,
    Search,
    Enter,
    Tab,
    Space,
    Escape,
    /// Deletes what stands before the cursor.
    Delete,
    /// Deletes what stands behind it.
    ForwardDelete,
    Up,
    Down,
    Left,
    Right,
    Center,
    MoveHome,
    MoveEnd,
    PageUp,
    PageDown,
    Cut,
    Copy,
    Paste,
    Power,
    Sleep,
    WakeUp,
    VolumeUp,
    VolumeDown,
    VolumeMute,
    /// Any other, by the number that its platform gives it.
    #[strum(disabled)]
    Number(u16),
}

/// Other words for the same keys.
const ALSO: &[(&str, Key)] = &[
    ("del", Key::Delete),
    ("backspace", Key::Delete),
    ("forward_del", Key::ForwardDelete),
    ("return", Key::Enter),
    ("esc", Key::Escape),
    ("recents", Key::AppSwitch),
    ("recent_apps", Key::AppSwitch),
    ("dpad_up", Key::Up),
    ("dpad_down", Key::Down),
    ("dpad_left", Key::Left),
    ("dpad_right", Key::Right),
    ("dpad_center", Key::Center),
    ("arrow_up", Key::Up),
    ("arrow_down", Key::Down),
    ("arrow_left", Key::Left),
    ("arrow_right", Key::Right),
    ("end", Key::MoveEnd),
    ("wakeup", Key::WakeUp),
];

impl Key {
    /// A key by its name, in any case and with or without `KEYCODE_`, or by its number.
    pub fn parse(word: &str) -> Result<Self> {
        let lower = word.trim().to_ascii_lowercase().replace([' ', '-'], "_");
        let bare = lower.strip_prefix("keycode_");
        // `KEYCODE_7` is the key with a seven on it, `7` is the key with that number.
        if let (None, Ok(number)) = (bare, lower.parse()) {
            return Ok(Self::Number(number));
        }
        let name = bare.unwrap_or(&lower);
        let also = || ALSO.iter().find(|(other, _)| *other == name).map(|(_, key)| *key);
        let key = name.parse().ok().or_else(also);
        key.or_else(|| android::key_number(name).map(Self::Number))
            .ok_or_else(|| unknown(word, name))
    }
}

fn unknown(word: &str, name: &str) -> Error {
    let own = Key::iter().map(<&'static str>::from).chain(ALSO.iter().map(|(name, _)| *name));
    let all = own.map(str::to_owned).chain(android::key_names().map(str::to_ascii_lowercase));
    let nearest = all
        .map(|known| (strsim::jaro_winkler(name, &known), known))
        .filter(|(score, _)| *score >= 0.75)
        .max_by(|(one, _), (other, _)| one.total_cmp(other));
    let word = ui::text::quote(word);
    let why = match nearest {
        Some((_, known)) => format!("{word} is no key; did you mean {known}?"),
        None => format!("{word} is no key such as back, enter, tab or KEYCODE_VOLUME_UP"),
    };
    Error::InvalidArgument { argument: "key", why }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(word: &str, expected: Key) {
        assert_eq!(Key::parse(word), Ok(expected), "{word}");
    }

    /// Holds press_key.1.
    #[test]
    fn a_key_has_many_names() {
        for word in ["back", "BACK", "KEYCODE_BACK", "keycode_back", " Back "] {
            check(word, Key::Back);
        }
        check("KEYCODE_DEL", Key::Delete);
        check("backspace", Key::Delete);
        check("KEYCODE_DPAD_CENTER", Key::Center);
        check("page down", Key::PageDown);
        check("KEYCODE_F5", Key::Number(135));
        check("A", Key::Number(29));
        check("66", Key::Number(66));
        check("KEYCODE_7", Key::Number(14));
    }

    #[test]
    fn what_is_no_key_is_told_with_the_nearest() {
        let told = |word: &str| Key::parse(word).unwrap_err().to_string();
        assert_eq!(told("KEYCODE_BAKC"), r#"key: "KEYCODE_BAKC" is no key; did you mean back?"#);
        assert_eq!(told("volume_upp"), r#"key: "volume_upp" is no key; did you mean volume_up?"#);
        assert!(told("").contains("is no key such as"));
        assert!(Key::parse("70000").is_err() && Key::parse("-1").is_err());
    }
}
