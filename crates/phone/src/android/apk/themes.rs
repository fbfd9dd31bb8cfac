//! Whether a theme lets be seen what lies below its window.

use super::resources::Resources;
use super::value::Value;

const WINDOW_IS_FLOATING: u32 = 0x0101_0057;
const WINDOW_IS_TRANSLUCENT: u32 = 0x0101_0058;
/// Themes have parents; none has so many.
const LONGEST_LINE: usize = 64;

/// The framework's own that do: of dialogs, panels, translucent ones and those without any display.
const FRAMEWORK: [(u32, u32); 13] = [
    (0x0103_000b, 0x0103_000b),
    (0x0103_000f, 0x0103_0011),
    (0x0103_0055, 0x0103_0055),
    (0x0103_0059, 0x0103_005a),
    (0x0103_006f, 0x0103_0076),
    (0x0103_007b, 0x0103_007c),
    (0x0103_012e, 0x0103_0135),
    (0x0103_013a, 0x0103_013b),
    (0x0103_0225, 0x0103_0229),
    (0x0103_0232, 0x0103_0232),
    (0x0103_0239, 0x0103_023d),
    (0x0103_0245, 0x0103_0245),
    (0x0103_02d1, 0x0103_02d2),
];

/// A theme that nobody can read covers what is below it.
pub(super) fn is_translucent(theme: u32, resources: Option<&Resources<'_>>) -> bool {
    let (mut floating, mut translucent) = (None, None);
    let mut style = theme;
    for _ in 0..LONGEST_LINE {
        if style >> 24 == 0x01 {
            let own = FRAMEWORK.iter().any(|(first, last)| (*first..=*last).contains(&style));
            // What the app's own style said comes before.
            return floating == Some(true) || translucent.unwrap_or(own && floating.is_none());
        }
        let Some(found) = resources.and_then(|resources| resources.style(style)) else { break };
        for (name, value) in found.attributes {
            let slot = match name {
                WINDOW_IS_FLOATING => &mut floating,
                WINDOW_IS_TRANSLUCENT => &mut translucent,
                _ => continue,
            };
            let value = if let Value::Reference(id) = value {
                resources.and_then(|resources| resources.value(id))
            } else {
                Some(value)
            };
            if slot.is_none() {
                *slot = value.and_then(|value| value.bool());
            }
        }
        style = found.parent;
        if style == 0 {
            break;
        }
    }
    floating == Some(true) || translucent == Some(true)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::android::{
        Api,
        apk::built::arsc::{FIRST, styles},
    };

    const FLOATING: u32 = WINDOW_IS_FLOATING;
    const TRANSLUCENT: u32 = WINDOW_IS_TRANSLUCENT;

    #[test]
    fn of_an_app() {
        let own = |number| FIRST + number;
        let bytes = styles(&[
            (0x0103_0237, &[(0x0101_0001, true)]),
            (own(0), &[(TRANSLUCENT, true)]),
            (own(1), &[]),
            (own(1), &[(TRANSLUCENT, false)]),
            (0x0103_000f, &[(TRANSLUCENT, false)]),
            (0x0103_0239, &[]),
            (own(7), &[]),
            (own(6), &[]),
            (0, &[(FLOATING, true)]),
        ]);
        let resources = Resources::parse(&bytes, Api::default()).unwrap();
        let wanted = [false, true, true, false, false, true, false, false, true];
        for (number, wanted) in (0..).zip(wanted) {
            assert_eq!(is_translucent(own(number), Some(&resources)), wanted, "{number}");
        }
    }

    #[test]
    fn of_the_framework() {
        assert!(is_translucent(0x0103_000f, None), "Theme.Translucent");
        assert!(is_translucent(0x0103_0239, None), "Theme.Material.Light.Dialog");
        assert!(!is_translucent(0x0103_0237, None), "Theme.Material.Light");
        assert!(!is_translucent(0x7f0b_0001, None), "nobody can read it");
    }
}
