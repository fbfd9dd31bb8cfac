//! Key codes, their names, and the virtual key map between keys and characters.

use super::Meta;

pub(crate) const HOME: u32 = 3;
pub(crate) const BACK: u32 = 4;
pub(crate) const DPAD_UP: u32 = 19;
pub(crate) const DPAD_DOWN: u32 = 20;
pub(crate) const DPAD_LEFT: u32 = 21;
pub(crate) const DPAD_RIGHT: u32 = 22;
pub(crate) const DPAD_CENTER: u32 = 23;
pub(crate) const POWER: u32 = 26;
pub(crate) const A: u32 = 29;
pub(crate) const C: u32 = 31;
pub(crate) const V: u32 = 50;
pub(crate) const X: u32 = 52;
pub(crate) const TAB: u32 = 61;
pub(crate) const SPACE: u32 = 62;
pub(crate) const ENTER: u32 = 66;
pub(crate) const DEL: u32 = 67;
pub(crate) const PAGE_UP: u32 = 92;
pub(crate) const PAGE_DOWN: u32 = 93;
pub(crate) const ESCAPE: u32 = 111;
pub(crate) const FORWARD_DEL: u32 = 112;
pub(crate) const MOVE_HOME: u32 = 122;
pub(crate) const MOVE_END: u32 = 123;
pub(crate) const NUMPAD_ENTER: u32 = 160;
pub(crate) const SLEEP: u32 = 223;
pub(crate) const WAKEUP: u32 = 224;
pub(crate) const CUT: u32 = 277;
pub(crate) const COPY: u32 = 278;
pub(crate) const PASTE: u32 = 279;

/// The code of a key by number or by name, with or without `KEYCODE_`, in any case.
pub fn keycode(name: &str) -> Option<u32> {
    if let Ok(code) = name.parse() {
        return Some(code);
    }
    let upper = name.to_ascii_uppercase();
    let bare = upper.strip_prefix("KEYCODE_").unwrap_or(&upper);
    NAMES.iter().find(|(_, name)| *name == bare).map(|(code, _)| *code)
}

/// The name of a key without `KEYCODE_`.
pub fn key_name(code: u32) -> Option<&'static str> {
    NAMES.iter().find(|(have, _)| *have == code).map(|(_, name)| *name)
}

/// The key, and the modifier, that types a character on the virtual keyboard.
pub fn key_for_char(char: char) -> Option<(u32, Meta)> {
    let letter = |first: char| u32::from(char.to_ascii_lowercase()) - u32::from(first);
    match char {
        'a'..='z' => Some((A + letter('a'), Meta::default())),
        'A'..='Z' => Some((A + letter('a'), Meta::SHIFT)),
        '0'..='9' => Some((7 + letter('0'), Meta::default())),
        '\n' => Some((ENTER, Meta::default())),
        '\t' => Some((TAB, Meta::default())),
        ' ' => Some((SPACE, Meta::default())),
        _ => SYMBOLS.iter().find_map(|&(code, plain, shifted)| match char {
            _ if char == plain => Some((code, Meta::default())),
            _ if char == shifted => Some((code, Meta::SHIFT)),
            _ => None,
        }),
    }
}

/// The character a key types. With Ctrl or Alt it types none.
pub(crate) fn char_for_key(code: u32, meta: Meta) -> Option<char> {
    if meta.has(Meta::CTRL) || meta.has(Meta::ALT) {
        return None;
    }
    let shift = meta.has(Meta::SHIFT);
    match code {
        A..=54 => {
            let lower = char::from_u32(u32::from('a') + code - A)?;
            Some(if shift { lower.to_ascii_uppercase() } else { lower })
        }
        7..=16 if !shift => char::from_u32(u32::from('0') + code - 7),
        144..=153 => char::from_u32(u32::from('0') + code - 144),
        SPACE => Some(' '),
        _ => SYMBOLS
            .iter()
            .find(|(have, ..)| *have == code)
            .map(|&(_, plain, shifted)| if shift { shifted } else { plain })
            .filter(|char| *char != '\0'),
    }
}

/// Key, what it types, what it types with Shift.
const SYMBOLS: &[(u32, char, char)] = &[
    (7, '0', ')'),
    (8, '1', '!'),
    (9, '2', '@'),
    (10, '3', '#'),
    (11, '4', '$'),
    (12, '5', '%'),
    (13, '6', '^'),
    (14, '7', '&'),
    (15, '8', '*'),
    (16, '9', '('),
    (17, '*', '*'),
    (18, '#', '#'),
    (55, ',', '<'),
    (56, '.', '>'),
    (68, '`', '~'),
    (69, '-', '_'),
    (70, '=', '+'),
    (71, '[', '{'),
    (72, ']', '}'),
    (73, '\\', '|'),
    (74, ';', ':'),
    (75, '\'', '"'),
    (76, '/', '?'),
    (77, '@', '@'),
    (81, '+', '+'),
];

const NAMES: &[(u32, &str)] = &[
    (0, "UNKNOWN"),
    (1, "SOFT_LEFT"),
    (2, "SOFT_RIGHT"),
    (HOME, "HOME"),
    (BACK, "BACK"),
    (5, "CALL"),
    (6, "ENDCALL"),
    (7, "0"),
    (8, "1"),
    (9, "2"),
    (10, "3"),
    (11, "4"),
    (12, "5"),
    (13, "6"),
    (14, "7"),
    (15, "8"),
    (16, "9"),
    (17, "STAR"),
    (18, "POUND"),
    (DPAD_UP, "DPAD_UP"),
    (DPAD_DOWN, "DPAD_DOWN"),
    (DPAD_LEFT, "DPAD_LEFT"),
    (DPAD_RIGHT, "DPAD_RIGHT"),
    (DPAD_CENTER, "DPAD_CENTER"),
    (24, "VOLUME_UP"),
    (25, "VOLUME_DOWN"),
    (POWER, "POWER"),
    (27, "CAMERA"),
    (28, "CLEAR"),
    (A, "A"),
    (30, "B"),
    (C, "C"),
    (32, "D"),
    (33, "E"),
    (34, "F"),
    (35, "G"),
    (36, "H"),
    (37, "I"),
    (38, "J"),
    (39, "K"),
    (40, "L"),
    (41, "M"),
    (42, "N"),
    (43, "O"),
    (44, "P"),
    (45, "Q"),
    (46, "R"),
    (47, "S"),
    (48, "T"),
    (49, "U"),
    (V, "V"),
    (51, "W"),
    (X, "X"),
    (53, "Y"),
    (54, "Z"),
    (55, "COMMA"),
    (56, "PERIOD"),
    (57, "ALT_LEFT"),
    (58, "ALT_RIGHT"),
    (59, "SHIFT_LEFT"),
    (60, "SHIFT_RIGHT"),
    (TAB, "TAB"),
    (SPACE, "SPACE"),
    (63, "SYM"),
    (64, "EXPLORER"),
    (65, "ENVELOPE"),
    (ENTER, "ENTER"),
    (DEL, "DEL"),
    (68, "GRAVE"),
    (69, "MINUS"),
    (70, "EQUALS"),
    (71, "LEFT_BRACKET"),
    (72, "RIGHT_BRACKET"),
    (73, "BACKSLASH"),
    (74, "SEMICOLON"),
    (75, "APOSTROPHE"),
    (76, "SLASH"),
    (77, "AT"),
    (78, "NUM"),
    (79, "HEADSETHOOK"),
    (80, "FOCUS"),
    (81, "PLUS"),
    (82, "MENU"),
    (83, "NOTIFICATION"),
    (84, "SEARCH"),
    (85, "MEDIA_PLAY_PAUSE"),
    (86, "MEDIA_STOP"),
    (87, "MEDIA_NEXT"),
    (88, "MEDIA_PREVIOUS"),
    (89, "MEDIA_REWIND"),
    (90, "MEDIA_FAST_FORWARD"),
    (91, "MUTE"),
    (PAGE_UP, "PAGE_UP"),
    (PAGE_DOWN, "PAGE_DOWN"),
    (ESCAPE, "ESCAPE"),
    (FORWARD_DEL, "FORWARD_DEL"),
    (113, "CTRL_LEFT"),
    (114, "CTRL_RIGHT"),
    (115, "CAPS_LOCK"),
    (116, "SCROLL_LOCK"),
    (117, "META_LEFT"),
    (118, "META_RIGHT"),
    (119, "FUNCTION"),
    (120, "SYSRQ"),
    (121, "BREAK"),
    (MOVE_HOME, "MOVE_HOME"),
    (MOVE_END, "MOVE_END"),
    (124, "INSERT"),
    (125, "FORWARD"),
    (126, "MEDIA_PLAY"),
    (127, "MEDIA_PAUSE"),
    (128, "MEDIA_CLOSE"),
    (129, "MEDIA_EJECT"),
    (130, "MEDIA_RECORD"),
    (131, "F1"),
    (132, "F2"),
    (133, "F3"),
    (134, "F4"),
    (135, "F5"),
    (136, "F6"),
    (137, "F7"),
    (138, "F8"),
    (139, "F9"),
    (140, "F10"),
    (141, "F11"),
    (142, "F12"),
    (143, "NUM_LOCK"),
    (144, "NUMPAD_0"),
    (145, "NUMPAD_1"),
    (146, "NUMPAD_2"),
    (147, "NUMPAD_3"),
    (148, "NUMPAD_4"),
    (149, "NUMPAD_5"),
    (150, "NUMPAD_6"),
    (151, "NUMPAD_7"),
    (152, "NUMPAD_8"),
    (153, "NUMPAD_9"),
    (NUMPAD_ENTER, "NUMPAD_ENTER"),
    (164, "VOLUME_MUTE"),
    (165, "INFO"),
    (166, "CHANNEL_UP"),
    (167, "CHANNEL_DOWN"),
    (168, "ZOOM_IN"),
    (169, "ZOOM_OUT"),
    (176, "SETTINGS"),
    (187, "APP_SWITCH"),
    (207, "CONTACTS"),
    (208, "CALENDAR"),
    (209, "MUSIC"),
    (210, "CALCULATOR"),
    (219, "ASSIST"),
    (220, "BRIGHTNESS_DOWN"),
    (221, "BRIGHTNESS_UP"),
    (SLEEP, "SLEEP"),
    (WAKEUP, "WAKEUP"),
    (231, "VOICE_ASSIST"),
    (259, "HELP"),
    (CUT, "CUT"),
    (COPY, "COPY"),
    (PASTE, "PASTE"),
    (280, "SYSTEM_NAVIGATION_UP"),
    (281, "SYSTEM_NAVIGATION_DOWN"),
    (284, "ALL_APPS"),
    (285, "REFRESH"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_numbers() {
        assert_eq!(keycode("KEYCODE_ENTER"), Some(ENTER));
        assert_eq!(keycode("enter"), Some(ENTER));
        assert_eq!(keycode("66"), Some(ENTER));
        assert_eq!(keycode("NO_SUCH_KEY"), None);
        assert_eq!(key_name(279), Some("PASTE"));
    }

    #[test]
    fn every_printable_ascii_character_has_a_key_that_types_it() {
        for char in ' '..='~' {
            let (code, meta) = key_for_char(char).unwrap_or_else(|| panic!("no key for {char:?}"));
            assert_eq!(char_for_key(code, meta), Some(char));
        }
        assert_eq!(key_for_char('ü'), None);
        assert_eq!(char_for_key(A, Meta::CTRL), None);
    }
}
