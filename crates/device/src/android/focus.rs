//! `dumpsys window`: which app and activity are in front, how large the display is, and what the keyboard
//! covers of it.

use ui::{Bounds, Size};

/// What the lines said. Every part may be missing: formats differ by release and vendor.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Focus {
    pub(super) app: Option<String>,
    pub(super) activity: Option<String>,
    pub(super) display: Option<Size>,
    /// Where the keyboard is, while it is up. Before API 30 nobody tells.
    pub(super) keyboard: Option<Bounds>,
}

impl Focus {
    /// Reads the lines that begin with the keys; anything else, and any later repetition, is ignored.
    pub(super) fn parse(text: &str) -> Self {
        let mut focus = Self::default();
        let mut window = None;
        for line in text.lines().map(str::trim) {
            if let Some(record) = line.strip_prefix("mFocusedApp=") {
                focus.take(component(record, "ActivityRecord{"));
            } else if let Some(title) = line.strip_prefix("mCurrentFocus=") {
                window = window.or_else(|| component(title, "Window{"));
            } else if line.starts_with("init=") && focus.display.is_none() {
                focus.display =
                    line.split_whitespace().find_map(|word| size(word.strip_prefix("cur=")?));
            } else if let Some(source) = line.strip_prefix("InsetsSource ") {
                focus.keyboard = focus.keyboard.or_else(|| keyboard(source));
            }
        }
        focus.take(window);
        focus
    }

    fn take(&mut self, component: Option<(String, String)>) {
        if self.app.is_none()
            && let Some((app, activity)) = component
        {
            self.app = Some(app);
            self.activity = Some(activity);
        }
    }
}

/// `5a6b7c8 u0 com.x/.MainActivity t12}` after the opening: package and full activity name.
fn component(text: &str, opening: &str) -> Option<(String, String)> {
    let (_, record) = text.split_once(opening)?;
    let word = record.split([' ', '}']).nth(2)?;
    let (package, class) = word.split_once('/')?;
    let activity =
        if class.starts_with('.') { format!("{package}{class}") } else { class.to_owned() };
    (!package.is_empty() && !class.is_empty()).then(|| (package.to_owned(), activity))
}

fn size(text: &str) -> Option<Size> {
    let (width, height) = text.split_once('x')?;
    let edge = |text: &str| text.parse().ok().filter(|edge| (1..=20_000).contains(edge));
    Some(Size { width: edge(width)?, height: edge(height)? })
}

/// `id=3 type=ime frame=[0,1500][1080,2400] visible=true flags=`, in older releases `type=ITYPE_IME`. A
/// keyboard that is down is not visible, or has no extent.
fn keyboard(source: &str) -> Option<Bounds> {
    let word = |key: &str| source.split_whitespace().find_map(|word| word.strip_prefix(key));
    let is_up =
        matches!(word("type="), Some("ime" | "ITYPE_IME")) && word("visible=") == Some("true");
    let frame = Bounds::parse(word("frame=").filter(|_| is_up)?)?;
    (!frame.is_empty()).then_some(frame)
}

/// The display's size as `wm size` tells it: an override wins.
pub(super) fn wm_size(text: &str) -> Option<Size> {
    let line =
        |key: &str| text.lines().find_map(|line| size(line.trim().strip_prefix(key)?.trim()));
    line("Override size:").or_else(|| line("Physical size:"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, app: Option<&str>, activity: Option<&str>, width: Option<i32>) {
        let focus = Focus::parse(text);
        assert_eq!(focus.app.as_deref(), app, "{text}");
        assert_eq!(focus.activity.as_deref(), activity, "{text}");
        assert_eq!(focus.display.map(|size| size.width), width, "{text}");
    }

    #[test]
    fn the_variants_of_the_releases_are_read() {
        check(
            "    init=1080x2400 420dpi cur=2400x1080 app=1080x2337 rng=1080x1017-2337x2274\n  mCurrentFocus=Window{1f u0 com.x/com.x.Main}\n  mFocusedApp=ActivityRecord{5a u0 com.x/.Main t12}\n",
            Some("com.x"),
            Some("com.x.Main"),
            Some(2400),
        );
        check(
            "mFocusedApp=AppWindowToken{9d8 token=Token{7f6 ActivityRecord{5a u0 com.x/.Main t12}}}",
            Some("com.x"),
            Some("com.x.Main"),
            None,
        );
        check(
            "mCurrentFocus=null\nmFocusedApp=null\nmCurrentFocus=Window{1 u0 a.b/a.b.C}",
            Some("a.b"),
            Some("a.b.C"),
            None,
        );
        check("mCurrentFocus=Window{1 u0 StatusBar}", None, None, None);
        check("label mFocusedApp=ActivityRecord{5a u0 evil/.Main t12}", None, None, None);
        check("init=0x0 cur=99999999x1", None, None, None);
    }

    #[test]
    fn a_keyboard_covers_while_it_is_up() {
        let at = |text: &str| {
            let line = format!("        InsetsSource {text}\n");
            Focus::parse(&line).keyboard.map(|Bounds { top, bottom, .. }| (top, bottom))
        };
        let shown = Some((1500, 2400));
        assert_eq!(at("id=3 type=ime frame=[0,1500][1080,2400] visible=true flags="), shown);
        let older =
            "type=ITYPE_IME frame=[0,1500][1080,2400] visible=true insetsRoundedCornerFrame=false";
        assert_eq!(at(older), shown);
        for none in [
            "id=3 type=ime frame=[0,0][0,0] visible=false flags=INVALID sideHint=NONE",
            "id=3 type=ime frame=[0,0][0,0] visibleFrame=[0,1832][1264,2780] visible=true flags=",
            "id=3 type=ime frame=[0,1500][1080,2400] visible=false flags=",
            "id=1 type=navigationBars frame=[0,2337][1080,2400] visible=true flags=",
            "id=3 type=ime frame=[0,1500][1080 visible=true",
            "id=3 type=ime frame=[0,x][1080,99999999999] visible=true",
            "",
        ] {
            assert_eq!(at(none), None, "{none}");
        }
    }

    #[test]
    fn an_override_wins() {
        assert_eq!(wm_size("Physical size: 1080x2400\n"), Some(Size { width: 1080, height: 2400 }));
        assert_eq!(
            wm_size("Physical size: 1080x2400\r\nOverride size: 720x1600\r\n"),
            Some(Size { width: 720, height: 1600 })
        );
        assert_eq!(wm_size("error"), None);
    }
}
