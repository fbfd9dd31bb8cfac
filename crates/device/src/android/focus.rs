//! `dumpsys window`: which app and activity are in front, how large the display is, and what the keyboard
//! covers of it.

use ui::{Bounds, Size};

/// What the lines said. Every part may be missing: formats differ by release and vendor.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Focus {
    pub(super) app: Option<String>,
    pub(super) activity: Option<String>,
    pub(super) display: Option<Size>,
    /// Where the keyboard is, while it is up.
    pub(super) keyboard: Option<Bounds>,
}

impl Focus {
    /// Reads the lines that begin with the keys; anything else, and any later repetition, is ignored.
    pub(super) fn parse(text: &str) -> Self {
        let mut focus = Self::default();
        let mut window = None;
        let mut block = Block::default();
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
            } else {
                block.read(line);
            }
        }
        focus.take(window);
        focus.keyboard = focus.keyboard.or_else(|| block.keyboard());
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
    let is_up = matches!(word("type="), Some("ime" | "ITYPE_IME" | "TYPE_IME"))
        && word("visible=") == Some("true");
    let frame = Bounds::parse(word("frame=").filter(|_| is_up)?)?;
    (!frame.is_empty()).then_some(frame)
}

/// What the list of windows says of the keyboard's, which phones before API 29 have instead of insets.
#[derive(Default)]
struct Block {
    /// The lines of the keyboard's window are being read.
    inside: bool,
    touchable: Option<Bounds>,
    /// It is ready to be seen.
    ready: bool,
    /// What the input method manager says.
    shown: Option<bool>,
}

impl Block {
    fn read(&mut self, line: &str) {
        if line.starts_with("Window #") {
            self.inside = line.ends_with(" InputMethod}:");
        } else if let Some(region) = line.strip_prefix("touchable region=").filter(|_| self.inside)
        {
            self.touchable = bounding_box(region);
        } else if line.starts_with("mHasSurface=") && self.inside {
            self.ready = line.split(' ').any(|word| word == "isReadyForDisplay()=true");
        } else if line.starts_with("mShowRequested=") || line.starts_with("mInputShown=") {
            let shown = line.split(' ').find_map(|word| word.strip_prefix("mInputShown="));
            self.shown = self.shown.or_else(|| Some(shown? == "true"));
        }
    }

    /// Its window may be larger than what it covers, and stays when it is hidden.
    fn keyboard(&self) -> Option<Bounds> {
        self.touchable.filter(|area| self.ready && self.shown != Some(false) && !area.is_empty())
    }
}

/// `SkRegion((0,1228,1080,1300)(0,1300,1080,2160))`: all of its rectangles together.
fn bounding_box(region: &str) -> Option<Bounds> {
    let rectangle = |text: &str| {
        let mut numbers = text.split(',').map(str::parse::<i32>);
        let mut next = || numbers.next()?.ok();
        Some(Bounds { left: next()?, top: next()?, right: next()?, bottom: next()? })
    };
    region.split(['(', ')']).filter_map(rectangle).reduce(|one, other| Bounds {
        left: one.left.min(other.left),
        top: one.top.min(other.top),
        right: one.right.max(other.right),
        bottom: one.bottom.max(other.bottom),
    })
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

    /// The window of a keyboard as Android 9 tells of it: it stays when the keyboard is hidden.
    #[test]
    fn the_window_of_a_keyboard_tells_before_insets_do() {
        let at = |ready: bool, shown: &str| {
            let text = format!(
                "  Window #6 Window{{1 u0 com.x/com.x.Main}}:\n    touchable region=SkRegion((0,0,9,9))\n    mHasSurface=true isReadyForDisplay()=true\n  Window #7 Window{{3792748 u0 InputMethod}}:\n    touchable region=SkRegion((0,1228,1080,1300)(0,1300,1080,2160))\n    mHasSurface=true isReadyForDisplay()={ready} mWindowRemovalAllowed=false\n  Window #8 Window{{2 u0 StatusBar}}:\n    touchable region=SkRegion((0,0,9,9))\n    mHasSurface=true isReadyForDisplay()=true\n{shown}"
            );
            Focus::parse(&text).keyboard.map(|Bounds { top, bottom, .. }| (top, bottom))
        };
        let shown = "  mShowRequested=true mShowForced=false mInputShown=true\n";
        assert_eq!(at(true, shown), Some((1228, 2160)));
        assert_eq!(at(true, ""), Some((1228, 2160)));
        assert_eq!(at(false, shown), None);
        assert_eq!(at(true, "  mInputShown=false\n"), None);
    }

    #[test]
    fn a_recorded_keyboard_that_is_down_covers_nothing() {
        let Some(corpus) = std::env::var_os("DEVICE_CORPUS") else { return };
        let file = "android/dumpsys/window-windows-miui-stackid-era.txt";
        let text = std::fs::read_to_string(std::path::Path::new(&corpus).join(file));
        let text = text.expect("a recording");
        assert_eq!(Focus::parse(&text).keyboard, None);
        let up = text.replace("isReadyForDisplay()=false", "isReadyForDisplay()=true");
        let keyboard = Focus::parse(&up).keyboard;
        assert_eq!(keyboard.map(|Bounds { top, bottom, .. }| (top, bottom)), Some((1228, 2160)));
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
