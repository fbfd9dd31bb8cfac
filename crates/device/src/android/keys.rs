//! The keys of `android.view.KeyEvent`: names and numbers.

use crate::Key;

/// The number of a key.
pub(super) fn number(key: Key) -> u16 {
    match key {
        Key::Home => 3,
        Key::Back => 4,
        Key::Up => 19,
        Key::Down => 20,
        Key::Left => 21,
        Key::Right => 22,
        Key::Center => 23,
        Key::VolumeUp => 24,
        Key::VolumeDown => 25,
        Key::Power => 26,
        Key::Tab => 61,
        Key::Space => 62,
        Key::Enter => 66,
        Key::Delete => 67,
        Key::Menu => 82,
        Key::Search => 84,
        Key::PageUp => 92,
        Key::PageDown => 93,
        Key::Escape => 111,
        Key::ForwardDelete => 112,
        Key::MoveHome => 122,
        Key::MoveEnd => 123,
        Key::VolumeMute => 164,
        Key::AppSwitch => 187,
        Key::Sleep => 223,
        Key::WakeUp => 224,
        Key::Cut => 277,
        Key::Copy => 278,
        Key::Paste => 279,
        Key::Number(number) => number,
    }
}

/// The number behind a name without `KEYCODE_`, in any case.
pub(crate) fn key_number(name: &str) -> Option<u16> {
    named().find(|(_, known)| known.eq_ignore_ascii_case(name)).map(|(number, _)| number)
}

pub(crate) fn key_names() -> impl Iterator<Item = &'static str> {
    named().map(|(_, name)| name)
}

fn named() -> impl Iterator<Item = (u16, &'static str)> {
    let first = (0..).zip(FROM_0.split_ascii_whitespace());
    // What lies between are the keys of televisions.
    first.chain((259..).zip(FROM_259.split_ascii_whitespace())).skip(1)
}

/// In the order of their numbers.
const FROM_0: &str = "\
UNKNOWN SOFT_LEFT SOFT_RIGHT HOME BACK CALL ENDCALL 0 1 2 3 4 5 6 7 8 9 STAR POUND DPAD_UP \
DPAD_DOWN DPAD_LEFT DPAD_RIGHT DPAD_CENTER VOLUME_UP VOLUME_DOWN POWER CAMERA CLEAR A B C D E F G \
H I J K L M N O P Q R S T U V W X Y Z COMMA PERIOD ALT_LEFT ALT_RIGHT SHIFT_LEFT SHIFT_RIGHT TAB \
SPACE SYM EXPLORER ENVELOPE ENTER DEL GRAVE MINUS EQUALS LEFT_BRACKET RIGHT_BRACKET BACKSLASH \
SEMICOLON APOSTROPHE SLASH AT NUM HEADSETHOOK FOCUS PLUS MENU NOTIFICATION SEARCH MEDIA_PLAY_PAUSE \
MEDIA_STOP MEDIA_NEXT MEDIA_PREVIOUS MEDIA_REWIND MEDIA_FAST_FORWARD MUTE PAGE_UP PAGE_DOWN \
PICTSYMBOLS SWITCH_CHARSET BUTTON_A BUTTON_B BUTTON_C BUTTON_X BUTTON_Y BUTTON_Z BUTTON_L1 \
BUTTON_R1 BUTTON_L2 BUTTON_R2 BUTTON_THUMBL BUTTON_THUMBR BUTTON_START BUTTON_SELECT BUTTON_MODE \
ESCAPE FORWARD_DEL CTRL_LEFT CTRL_RIGHT CAPS_LOCK SCROLL_LOCK META_LEFT META_RIGHT FUNCTION SYSRQ \
BREAK MOVE_HOME MOVE_END INSERT FORWARD MEDIA_PLAY MEDIA_PAUSE MEDIA_CLOSE MEDIA_EJECT \
MEDIA_RECORD F1 F2 F3 F4 F5 F6 F7 F8 F9 F10 F11 F12 NUM_LOCK NUMPAD_0 NUMPAD_1 NUMPAD_2 NUMPAD_3 \
NUMPAD_4 NUMPAD_5 NUMPAD_6 NUMPAD_7 NUMPAD_8 NUMPAD_9 NUMPAD_DIVIDE NUMPAD_MULTIPLY \
NUMPAD_SUBTRACT NUMPAD_ADD NUMPAD_DOT NUMPAD_COMMA NUMPAD_ENTER NUMPAD_EQUALS NUMPAD_LEFT_PAREN \
NUMPAD_RIGHT_PAREN VOLUME_MUTE INFO CHANNEL_UP CHANNEL_DOWN ZOOM_IN ZOOM_OUT TV WINDOW GUIDE DVR \
BOOKMARK CAPTIONS SETTINGS TV_POWER TV_INPUT STB_POWER STB_INPUT AVR_POWER AVR_INPUT PROG_RED \
PROG_GREEN PROG_YELLOW PROG_BLUE APP_SWITCH BUTTON_1 BUTTON_2 BUTTON_3 BUTTON_4 BUTTON_5 BUTTON_6 \
BUTTON_7 BUTTON_8 BUTTON_9 BUTTON_10 BUTTON_11 BUTTON_12 BUTTON_13 BUTTON_14 BUTTON_15 BUTTON_16 \
LANGUAGE_SWITCH MANNER_MODE 3D_MODE CONTACTS CALENDAR MUSIC CALCULATOR ZENKAKU_HANKAKU EISU \
MUHENKAN HENKAN KATAKANA_HIRAGANA YEN RO KANA ASSIST BRIGHTNESS_DOWN BRIGHTNESS_UP \
MEDIA_AUDIO_TRACK SLEEP WAKEUP PAIRING MEDIA_TOP_MENU 11 12 LAST_CHANNEL TV_DATA_SERVICE \
VOICE_ASSIST";

const FROM_259: &str = "\
HELP NAVIGATE_PREVIOUS NAVIGATE_NEXT NAVIGATE_IN NAVIGATE_OUT STEM_PRIMARY STEM_1 STEM_2 STEM_3 \
DPAD_UP_LEFT DPAD_DOWN_LEFT DPAD_UP_RIGHT DPAD_DOWN_RIGHT MEDIA_SKIP_FORWARD MEDIA_SKIP_BACKWARD \
MEDIA_STEP_FORWARD MEDIA_STEP_BACKWARD SOFT_SLEEP CUT COPY PASTE SYSTEM_NAVIGATION_UP \
SYSTEM_NAVIGATION_DOWN SYSTEM_NAVIGATION_LEFT SYSTEM_NAVIGATION_RIGHT ALL_APPS REFRESH THUMBS_UP \
THUMBS_DOWN PROFILE_SWITCH";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_their_numbers() {
        for (name, number) in [
            ("HOME", 3),
            ("0", 7),
            ("A", 29),
            ("enter", 66),
            ("MOVE_END", 123),
            ("F12", 142),
            ("NUMPAD_9", 153),
            ("APP_SWITCH", 187),
            ("VOICE_ASSIST", 231),
            ("HELP", 259),
            ("PASTE", 279),
            ("PROFILE_SWITCH", 288),
        ] {
            assert_eq!(key_number(name), Some(number), "{name}");
        }
        assert_eq!(key_number("UNKNOWN"), None, "nobody means to press that");
    }

    #[test]
    fn neutral_names_that_are_also_androids_mean_the_same() {
        for (number_of_name, name) in named() {
            if let Ok(key) = name.to_ascii_lowercase().parse::<Key>() {
                assert_eq!(number(key), number_of_name, "{name}");
            }
        }
    }
}
