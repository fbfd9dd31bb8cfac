//! The answer of our own helper: every window with its nodes, top window first. The format is fixed by
//! `helper/protocol`, whose golden files are tested here.

use super::build::Builder;
use super::fields::pixel;
use super::helper_node::open_node;
use super::json::{Items, Json, Value, Visitor, walk};
use super::{NotAScreen, json_start, no_screen, text_of};
use crate::extra::{Toast, Window, WindowKind};
use crate::tree::{Span, node_id};
use crate::{Size, Tree};

/// The version of `helper/protocol` that is spoken here.
const PROTOCOL: i64 = 1;

pub(super) fn parse_helper(bytes: &[u8]) -> Result<Tree, NotAScreen> {
    let text = text_of(bytes)?;
    let start = json_start(&text).ok_or_else(|| no_screen(&text))?;
    let json = Json::read(&text, start);
    let root = json.root().and_then(screen).ok_or_else(|| no_screen(&text))?;
    let mut answer = Answer { builder: Builder::default(), package: Span::default() };
    answer.read(root)?;
    let mut builder = answer.builder;
    match json.broken() {
        Some(gap) => builder.close_broken(gap),
        None => builder.close_all(text.len()),
    }
    builder.reverse_roots();
    builder.finish()
}

/// The screen: the answer itself, or what a reply frame holds.
pub(super) fn screen(answer: Value<'_>) -> Option<Value<'_>> {
    let has_version =
        |value: &Value<'_>| value.get("fingertip").is_some_and(|it| it.number().is_some());
    Some(answer).filter(has_version).or_else(|| answer.get("ok").filter(has_version))
}

struct Answer {
    builder: Builder,
    /// Of the window that is being read.
    package: Span,
}

impl<'j> Visitor<'j> for Answer {
    fn enter(&mut self, value: Value<'j>, _: usize) -> Option<Items<'j>> {
        if !value.is_object() {
            self.builder.wrong("a node", value);
            return None;
        }
        let children = open_node(&mut self.builder, value, self.package);
        Some(children.unwrap_or_else(|| Items::none_of(value)))
    }

    fn leave(&mut self) {
        self.builder.close();
    }
}

impl Answer {
    fn read(&mut self, screen: Value<'_>) -> Result<(), NotAScreen> {
        let mut windows = None;
        for (key, value) in screen.members() {
            let builder = &mut self.builder;
            match &*key {
                "fingertip" => match builder.integer("fingertip", value) {
                    Some(PROTOCOL) | None => {}
                    Some(version) => return Err(NotAScreen::OtherProtocol { version }),
                },
                "size" => builder.tree.display = size(builder, value),
                "rotation" => {
                    let turns = builder.integer("rotation", value);
                    builder.tree.rotation =
                        turns.and_then(|turns| u8::try_from(turns).ok()).unwrap_or_default();
                }
                "truncated" if builder.flag("truncated", value) == Some(true) => {
                    builder.gap(
                        value.at(),
                        "the helper left nodes out: there were too many".to_owned(),
                    );
                }
                "missingChildren" => {
                    if let Some(missing) =
                        builder.integer("missingChildren", value).filter(|it| *it > 0)
                    {
                        builder
                            .gap(value.at(), format!("{missing} nodes did not answer the helper"));
                    }
                }
                "toasts" => self.toasts(value),
                "windows" if value.is_list() => windows = Some(value.items()),
                "windows" => builder.wrong("windows", value),
                _ => {}
            }
        }
        for window in windows.into_iter().flatten() {
            if window.is_object() {
                self.window(window);
            } else {
                self.builder.wrong("a window", window);
            }
        }
        Ok(())
    }

    fn window(&mut self, value: Value<'_>) {
        let mut window = Window::default();
        let mut root = None;
        for (key, value) in value.members() {
            let builder = &mut self.builder;
            match &*key {
                "windowId" => window.id = builder.integer("windowId", value),
                "type" => window.kind = kind(builder.integer("type", value)),
                "layer" => window.layer = builder.pixels("layer", value),
                "active" => window.active = builder.flag("active", value).unwrap_or_default(),
                "focused" => window.focused = builder.flag("focused", value).unwrap_or_default(),
                "title" => window.title = builder.text("title", value).into(),
                "package" => window.package = builder.text("package", value).into(),
                "bounds" => window.bounds = builder.edges("bounds", value),
                "displayId" => window.display_id = builder.integer("displayId", value),
                "root" if value.is_object() => root = Some(value),
                "root" if !value.is_null() => builder.wrong("root", value),
                _ => {}
            }
        }
        if let Some(root) = root {
            let first = self.builder.tree.nodes.len();
            window.root = Some(node_id(first));
            self.package = self.builder.tree.intern(&window.package);
            if let Some(children) = self.enter(root, 0) {
                walk(children, self);
                self.leave();
            }
        }
        self.builder.tree.windows.push(window);
    }

    fn toasts(&mut self, value: Value<'_>) {
        if !value.is_list() {
            self.builder.wrong("toasts", value);
        }
        for toast in value.items() {
            let mut read = Toast::default();
            for (key, value) in toast.members() {
                let builder = &mut self.builder;
                match &*key {
                    "text" => read.text = builder.text("text", value).into(),
                    "package" => read.package = builder.text("package", value).into(),
                    "ageMs" => {
                        let age = builder.integer("ageMs", value);
                        read.age_ms = age.and_then(|age| u32::try_from(age).ok());
                    }
                    _ => {}
                }
            }
            self.builder.tree.toasts.push(read);
        }
    }
}

fn size(builder: &mut Builder, value: Value<'_>) -> Option<Size> {
    let sides: Vec<f64> = value.items().take(3).map_while(Value::number).collect();
    if let [width, height] = sides[..] {
        let size = Size { width: pixel(width), height: pixel(height) };
        return (size.width > 0 && size.height > 0).then_some(size);
    }
    builder.wrong("size", value);
    None
}

fn kind(number: Option<i64>) -> WindowKind {
    match number {
        Some(1) => WindowKind::Application,
        Some(2) => WindowKind::InputMethod,
        Some(3) => WindowKind::System,
        Some(4) => WindowKind::AccessibilityOverlay,
        Some(5) => WindowKind::SplitScreenDivider,
        Some(6) => WindowKind::MagnificationOverlay,
        Some(7) => WindowKind::WindowControl,
        _ => WindowKind::Unknown,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse::outline;

    fn read(golden: &str) -> String {
        outline(&parse_helper(golden.as_bytes()).unwrap())
    }

    #[test]
    fn login() {
        insta::assert_snapshot!(read(include_str!("../../../../helper/protocol/login.json")), @r#"
        display 1080x2400 rotation 0
        window Some(41) System layer Some(2) root Some(8) "Status bar" com.android.systemui [0,0][1080,96]
        window Some(57) Application layer Some(1) root Some(0) "Sign in" com.example.shop [0,0][1080,2400] active focused
        container android.widget.FrameLayout [0,0][1080,2400] pane="Sign in" package=com.example.shop !Selected
          text_view android.widget.TextView [64,240][1016,320] text="Welcome back" !Selected Heading
          text_field android.widget.EditText [64,400][1016,528] id="com.example.shop:id/email" hint="you@example.com" Focused Focusable !Selected Clickable LongClickable Editable ShowsHint {actions: Some([SetText])}
          text_field android.widget.EditText [64,560][1016,688] id="com.example.shop:id/password" text="••••••" hint="Password" Focusable !Selected Clickable LongClickable Password Editable !ShowsHint Invalid {actions: Some([SetText]), error: Some("Too short")}
          text_field android.widget.EditText [64,700][1016,780] id="com.example.shop:id/promo" hint="Promo code" !Enabled !Selected Editable ShowsHint {actions: Some([])}
          check_box android.widget.CheckBox [64,800][1016,896] id="com.example.shop:id/remember" text="Remember me" Focusable !Selected !Checked Checkable Clickable
          button android.widget.Button [64,950][1016,1078] id="com.example.shop:id/sign_in" text="SIGN IN" !Enabled Focusable !Selected Clickable
          image_button android.widget.ImageButton [936,120][1016,200] description="Help" tooltip="How to sign in" Focusable !Selected Clickable
        container android.widget.FrameLayout [0,0][1080,96] package=com.android.systemui !Selected
          text_view android.widget.TextView [42,20][160,76] id="com.android.systemui:id/clock" text="09:41" !Selected
        "#);
    }

    #[test]
    fn compose_list() {
        insta::assert_snapshot!(read(include_str!("../../../../helper/protocol/compose-list.json")), @r#"
        display 1080x2400 rotation 0
        window Some(63) Application layer Some(0) root Some(0) "com.example.shop/.ListActivity" com.example.shop [0,0][1080,2400] active focused
        toast "Added to cart" com.example.shop Some(850)
        container android.widget.FrameLayout [0,0][1080,2400] package=com.example.shop !Selected
          container androidx.compose.ui.platform.ComposeView [0,96][1080,2400] !Selected
            unknown android.view.View [0,224][1080,2232] id="products" Focusable !Selected Scrollable {collection: Some(Collection { rows: Some(40), columns: Some(1), items: None }), actions: Some([ScrollForward]), test_tag: Some("products")}
              unknown android.view.View [0,224][1080,424] Focusable Selected Clickable {actions: Some([]), item: Some(Item { row: 0, column: 0, rows: 1, columns: 1 }), unique_id: Some("sku-1"), custom_actions: ["Delete", "Add to favourites"]}
                text_view android.widget.TextView [32,250][700,310] text="Espresso cup" !Selected
                text_view android.widget.TextView [32,320][300,380] text="€ 12.00" !Selected
              unknown android.view.View [0,424][1080,624] Focusable !Selected Clickable !Expanded {actions: Some([Expand]), item: Some(Item { row: 1, column: 0, rows: 1, columns: 2 }), unique_id: Some("sku-2")}
                text_view android.widget.TextView [32,450][700,510] text="Moka pot" !Selected
              unknown android.view.View [0,2200][1080,2232] Focusable !Selected Clickable !Displayed Expanded {item: Some(Item { row: 2, column: 0, rows: 1, columns: 1 })}
            unknown android.view.View [0,2232][1080,2400] !Selected
              tab android.view.View [0,2232][540,2400] Focusable Selected {role_description: Some("Tab")}
                text_view android.widget.TextView [200,2300][340,2350] text="Shop" !Selected
              tab android.view.View [540,2232][1080,2400] Focusable !Selected Clickable {role_description: Some("Tab")}
                text_view android.widget.TextView [740,2300][880,2350] text="Cart" !Selected
        "#);
    }

    #[test]
    fn dialog_and_keyboard() {
        insta::assert_snapshot!(read(include_str!("../../../../helper/protocol/dialog-keyboard.json")), @r#"
        display 1080x2400 rotation 0
        window Some(80) InputMethod layer Some(3) root Some(8) "Gboard" com.google.android.inputmethod.latin [0,1500][1080,2400]
        window Some(79) Application layer Some(2) root Some(4) "Rename" com.example.files [90,700][990,1300] active focused
        window Some(77) AccessibilityOverlay layer Some(1) root None "Overlay"  [0,0][1080,2400]
        window Some(70) Application layer Some(0) root Some(0) "Files" com.example.files [0,0][1080,2400]
        container android.widget.FrameLayout [0,0][1080,2400] package=com.example.files !Selected
          text_view android.widget.TextView [40,300][1040,400] text="notes.txt" Focusable !Selected Clickable LongClickable
          web_view android.webkit.WebView [0,500][1080,2400] package=com.google.android.webview !Selected Scrollable
            text_view android.widget.TextView [0,500][1080,560] text="Preview" !Selected
        container android.widget.FrameLayout [90,700][990,1300] pane="Rename" package=com.example.files !Selected
          text_field android.widget.EditText [150,850][930,980] id="com.example.files:id/name" text="notes.txt" Focused Focusable !Selected Clickable Editable !ShowsHint {actions: Some([SetText])}
          button android.widget.Button [450,1150][690,1270] id="android:id/button2" text="CANCEL" Focusable !Selected Clickable
          button android.widget.Button [710,1150][930,1270] id="android:id/button1" text="OK" Focusable !Selected Clickable
        container android.widget.FrameLayout [0,1500][1080,2400] package=com.google.android.inputmethod.latin !Selected
          unknown android.view.View [0,1650][108,1800] description="q" !Selected Clickable
          unknown android.view.View [108,1650][216,1800] description="w" !Selected Clickable
        "#);
    }

    #[test]
    fn controls() {
        insta::assert_snapshot!(read(include_str!("../../../../helper/protocol/controls.json")), @r#"
        display 2400x1080 rotation 1
        window Some(12) Application layer Some(0) root Some(0) "Sound" com.example.settings [0,0][2400,1080] active focused
        container android.widget.FrameLayout [0,0][2400,1080] package=com.example.settings !Selected
          slider android.widget.SeekBar [100,100][2300,180] id="com.example.settings:id/volume" description="Volume" state="30%" Focusable !Selected {range: Some(Range { min: 0.0, max: 100.0, current: 30.0 }), actions: Some([SetProgress, ScrollForward, ScrollBackward])}
          slider android.widget.SeekBar [100,200][2300,280] state="30 percent." Focusable !Selected {range: Some(Range { min: 0.0, max: 1.0, current: 0.3 }), actions: Some([SetProgress])}
          switch android.widget.Switch [100,300][2300,380] text="Vibrate" state="ON" Focusable !Selected Checked Checkable Clickable
          switch android.view.View [100,400][2300,480] state="Off" Focusable !Selected !Checked Checkable Clickable {role_description: Some("Switch")}
          check_box android.widget.CheckBox [100,500][2300,580] text="All sounds" Focusable !Selected Checkable Clickable {value: Some(Text("partial"))}
          radio_button android.widget.RadioButton [100,600][1000,680] text="Loud" Focusable !Selected !Checked Checkable Clickable
          spinner android.widget.Spinner [100,700][2300,780] text="Ringtone" Focusable !Selected Clickable !Expanded {actions: Some([Expand])}
          progress_bar android.widget.ProgressBar [100,800][2300,820] !Selected {range: Some(Range { min: 0.0, max: 100.0, current: 75.0 })}
          text_field android.widget.EditText [100,840][2300,1040] text="first line\nsecond line" Focusable !Selected Clickable LongClickable Editable Multiline {actions: Some([SetText, Dismiss])}
        "#);
    }

    #[test]
    fn truncated() {
        insta::assert_snapshot!(read(include_str!("../../../../helper/protocol/truncated.json")), @r#"
        display 720x1280 rotation 0
        window Some(5) Application layer Some(0) root Some(0) "Feed" com.example.feed [0,0][720,1280] active focused
        container android.widget.FrameLayout [0,0][720,1280] package=com.example.feed !Selected
          list androidx.recyclerview.widget.RecyclerView [0,100][720,1280] id="com.example.feed:id/list" !Selected Scrollable {collection: Some(Collection { rows: None, columns: None, items: Some(500) })}
            text_view android.widget.TextView [0,100][720,200] text="An emoji cut in half: �" !Selected
            text_view android.widget.TextView [-40,1270][720,1400] text="Off the display" !Selected !Displayed
        gap at 69: the helper left nodes out: there were too many
        gap at 94: 3 nodes did not answer the helper
        "#);
    }

    #[test]
    fn wrong_fields_are_gaps_and_the_rest_is_kept() {
        insta::assert_snapshot!(read(
            r#"{"fingertip":1,"size":[1,2,3],"rotation":"up","toasts":{},"windows":[7,{"type":1,"bounds":"x","root":{
                "class":null,"text":["a"],"bounds":[0,0,1],"enabled":"no way","rangeInfo":{"min":0,"max":null,"current":1},
                "collectionInfo":[],"actions":"click","children":[null,{"bounds":[0,0,9,9],"text":"kept","children":{}}]}}]}"#
        ), @r#"
        window None Application layer None root Some(0) ""  [0,0][0,0]
        unknown android.view.View [0,0][0,0] !Selected
          unknown android.view.View [0,0][9,9] text="kept" !Selected
        gap at 22: size is a list
        gap at 42: rotation is a text
        gap at 55: toasts is an object
        gap at 69: a window is a number
        gap at 91: bounds is a text
        gap at 139: text is a list
        gap at 154: bounds is a list
        gap at 173: enabled is a text
        gap at 193: rangeInfo lacks a number
        gap at 260: collectionInfo is a list
        gap at 274: actions is a text
        gap at 293: a node is null
        gap at 343: children is an object
        "#);
    }

    #[test]
    fn a_reply_frame_is_opened_and_another_version_refused() {
        let screen = r#"{"fingertip":1,"windows":[{"root":{"bounds":[0,0,1,1]}}]}"#;
        assert_eq!(read(screen), read(&format!(r#"{{"id":3,"ok":{screen}}}"#)));
        let newer = parse_helper(screen.replace(":1,", ":2,").as_bytes()).unwrap_err();
        insta::assert_snapshot!(newer, @"the helper speaks protocol 2, which is not ours");
        let empty = parse_helper(br#"{"fingertip":1,"windows":[{"type":1,"root":null}]}"#);
        assert_eq!(empty.unwrap_err(), NotAScreen::NoNodes);
    }
}
