//! What `idb ui describe-all` prints: a flat list with the application first, the same nested, or an
//! object with plain names around it. A read at a point gives one bare element.

use std::borrow::Cow;

use super::element::{Element, Reporter, traits};
use super::frame::placed;
use super::screen::Screen;
use crate::parse::json::{Items, Json, Value, Visitor, walk};
use crate::parse::{NotAScreen, json_start, no_screen, text_of};
use crate::{Size, Tree};

pub(in crate::parse) fn parse_idb(bytes: &[u8]) -> Result<Tree, NotAScreen> {
    let text = text_of(bytes)?;
    let start = json_start(&text).ok_or_else(|| no_screen(&text))?;
    let json = Json::read(&text, start);
    let root = json.root().ok_or_else(|| no_screen(&text))?;
    let mut list = List { screen: Screen::new(Reporter::Idb), open_application: false };
    if root.is_list() {
        walk(root.items(), &mut list);
    } else if let Some(elements) = root.get("elements") {
        list.around(root);
        walk(elements.items(), &mut list);
    } else {
        list.one(root);
    }
    list.close_application();
    list.screen.finish(text.len(), json.broken())
}

/// Whether a value has what only such an element has.
pub(in crate::parse) fn is_element(value: Value<'_>) -> bool {
    let mut role = false;
    let mut placed = false;
    for (key, value) in value.members() {
        match &*key {
            "AXLabel" | "AXUniqueId" | "AXValue" | "AXFrame" => return true,
            "role" => role = value.text().is_some_and(|role| role.starts_with("AX")),
            "frame" => placed = true,
            _ => {}
        }
    }
    role && placed
}

struct List {
    screen: Screen,
    /// In a flat list, what follows an application belongs to it.
    open_application: bool,
}

impl<'j> Visitor<'j> for List {
    fn enter(&mut self, value: Value<'j>, depth: usize) -> Option<Items<'j>> {
        if !value.is_object() {
            self.screen.builder.wrong("an element", value);
            return None;
        }
        let (element, children) = read(&mut self.screen, value);
        let is_application = element.kind() == "Application";
        if depth == 0 && is_application {
            self.close_application();
        }
        self.screen.open(element);
        if depth == 0 && is_application && children.clone().next().is_none() {
            self.open_application = true;
            return None;
        }
        Some(children)
    }

    fn leave(&mut self) {
        self.screen.builder.close();
    }
}

impl List {
    fn close_application(&mut self) {
        if std::mem::take(&mut self.open_application) {
            self.screen.builder.close();
        }
    }

    fn one(&mut self, value: Value<'_>) {
        if let Some(children) = self.enter(value, 0) {
            walk(children, self);
            self.leave();
        }
    }

    /// What stands around the elements.
    fn around(&mut self, root: Value<'_>) {
        let builder = &mut self.screen.builder;
        for (key, value) in root.members() {
            match &*key {
                "screen" if value.is_object() => {
                    let mut side =
                        |name| value.get(name).and_then(|side| builder.pixels(name, side));
                    let size = side("width").zip(side("height"));
                    builder.tree.display = size
                        .map(|(width, height)| Size { width, height })
                        .filter(|size| size.width > 0 && size.height > 0);
                }
                "truncated" if builder.flag("truncated", value) == Some(true) => {
                    builder
                        .gap(value.at(), "idb left elements out: there were too many".to_owned());
                }
                _ => {}
            }
        }
    }
}

fn read<'j>(screen: &mut Screen, value: Value<'j>) -> (Element<'j>, Items<'j>) {
    let builder = &mut screen.builder;
    let mut element = Element::default();
    let mut role = Cow::default();
    let mut children = None;
    let mut places = [None; 2];
    let mut hidden = None;
    for (key, value) in value.members() {
        match &*key {
            "type" => element.kind = builder.text("type", value),
            "role" => role = builder.text("role", value),
            "subrole" => element.subrole = builder.text("subrole", value),
            "role_description" => {
                element.role_description = builder.text("role_description", value);
            }
            "AXLabel" | "label" => element.label = builder.text("AXLabel", value),
            // Very old companions number their elements.
            "AXUniqueId" | "AXIdentifier" | "identifier" => {
                element.identifier = match value.digits() {
                    Some(digits) => digits.into(),
                    None => builder.text("AXUniqueId", value),
                };
            }
            "AXValue" | "value" => element.value = builder.value("AXValue", value),
            "title" => element.title = builder.text("title", value),
            "help" => element.help = builder.text("help", value),
            "placeholder" => element.placeholder = builder.text("placeholder", value),
            "enabled" => element.enabled = builder.flag("enabled", value),
            "focused" => element.focused = builder.flag("focused", value),
            "selected" => element.selected = builder.flag("selected", value),
            "expanded" => element.expanded = builder.flag("expanded", value),
            "hidden" => hidden = builder.flag("hidden", value),
            "frame" => places[0] = Some(value),
            "AXFrame" => places[1] = Some(value),
            "traits" => element.traits = traits(builder, value),
            "custom_actions" => {
                element.custom_actions =
                    value.items().filter_map(|name| Some(name.text()?.into())).collect();
            }
            "children" | "elements" if value.is_list() => children = Some(value.items()),
            "children" if !value.is_null() => builder.wrong("children", value),
            _ => {}
        }
    }
    if element.kind.is_empty() {
        element.kind = role;
    }
    element.visible = hidden.filter(|hidden| *hidden).map(|_| false);
    element.bounds = placed(builder, places);
    (element, children.unwrap_or_else(|| Items::none_of(value)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse::outline;

    fn read(text: &str) -> Tree {
        parse_idb(text.as_bytes()).unwrap()
    }

    const FLAT: &str = r#"[
      {"type":"Application","AXLabel":"Notes","AXUniqueId":null,"frame":{"x":0,"y":0,"width":390,"height":844},"enabled":true,"role":"AXApplication","pid":7,"traits":["None"]},
      {"type":"Button","AXLabel":"Save","AXUniqueId":"save","AXValue":null,"frame":{"x":16,"y":700,"width":361,"height":50},"enabled":false,"traits":["Button","NotEnabled"]},
      {"type":"CheckBox","subrole":"AXSwitch","AXLabel":"Sync","AXUniqueId":4711,"AXValue":"1","AXFrame":"{{300, 100}, {51, 31}}","frame":{"x":null,"y":0,"width":1,"height":1}},
      {"type":"Slider","AXLabel":"Volume","AXValue":0.75,"frame":{"x":0,"y":200,"width":390,"height":30}},
      {"type":"TextField","AXLabel":"Title","AXValue":"Buy milk","placeholder":"Title","frame":{"x":0,"y":240,"width":390,"height":30}},
      {"type":"TextField","subrole":"SecureTextField","AXLabel":"PIN","AXValue":"••••","frame":{"x":0,"y":280,"width":390,"height":30}},
      {"type":"GenericElement","AXLabel":"q","traits":["KeyboardKey"],"frame":{"x":0,"y":600,"width":30,"height":40}},
      {"type":"GenericElement","AXLabel":"3 notes","frame":{"x":0,"y":320,"width":390,"height":30}},
      {"type":"Group","role_description":"Nav bar","AXLabel":7,"frame":null}
    ]"#;

    #[test]
    fn a_flat_list_hangs_below_its_application() {
        let tree = read(FLAT);
        insta::assert_snapshot!(outline(&tree), @r#"
        display 390x844 rotation 0
        container Application [0,0][390,844] text="Notes" !Selected
          button Button [16,700][377,750] id="save" text="Save" !Enabled !Selected Clickable {traits: ["Button", "NotEnabled"]}
          switch CheckBox [300,100][351,131] id="4711" text="Sync" Checked Checkable Clickable {subrole: Some("Switch")}
          slider Slider [0,200][390,230] text="Volume" {range: Some(Range { min: 0.0, max: 100.0, current: 75.0 }), value: Some(Number(0.75))}
          text_field TextField [0,240][390,270] text="Buy milk" description="Title" hint="Title" !ShowsHint
          text_field TextField [0,280][390,310] description="PIN" Password {subrole: Some("SecureTextField")}
          button GenericElement [0,600][30,640] text="q" !Selected Clickable {traits: ["KeyboardKey"]}
          text_view GenericElement [0,320][390,350] text="3 notes"
          container Group [0,0][0,0] {role_description: Some("Nav bar")}
        gap at 1202: AXLabel is a number
        gap at 1212: a frame lacks numbers
        "#);
        assert_eq!(tree.display(), Some(Size { width: 390, height: 844 }));
    }

    #[test]
    fn a_nested_list_a_bare_element_and_the_complete_form_are_read() {
        let nested = read(
            r#"[{"type":"Application","AXLabel":"A","frame":{"x":0,"y":0,"width":9,"height":9},"children":[
                {"role":"AXTabGroup","AXFrame":"{{0,8},{9,1}}","children":[{"type":"RadioButton","AXLabel":"Home","AXValue":"1","traits":["Selected"],"children":[]}]},
                {"type":"Button","AXFrame":"{{0,0},{1,1}}","children":[{"type":"Image","AXFrame":"{{0,0},{1,1}}"}]}]}]"#,
        );
        insta::assert_snapshot!(outline(&nested), @r#"
        display 9x9 rotation 0
        container Application [0,0][9,9] text="A"
          toolbar TabGroup [0,8][9,9]
            tab RadioButton [0,0][0,0] text="Home" Selected Clickable {value: Some(Text("1")), traits: ["Selected"]}
          image_button Button [0,0][1,1] Clickable
            image Image [0,0][1,1]
        "#);
        let bare = read(r#"{"type":"Button","AXLabel":"OK","AXFrame":"{{1,2},{3,4}}"}"#);
        insta::assert_snapshot!(outline(&bare), @r#"button Button [1,2][4,6] text="OK" Clickable"#);
        let complete = read(
            r#"{"backend":"axbridge","truncated":true,"screen":{"width":402,"height":874,"coordinate_space":"points"},"modal":null,
                "elements":[{"type":"XCUIElementTypeApplication","label":"A","frame":{"x":0,"y":0,"width":402,"height":874}},
                {"type":"XCUIElementTypeLink","identifier":"terms","label":"Terms","hidden":true,"frame":{"x":0,"y":0,"width":1,"height":1}}]}"#,
        );
        insta::assert_snapshot!(outline(&complete), @r#"
        display 402x874 rotation 0
        container Application [0,0][402,874] text="A"
          button Link [0,0][1,1] id="terms" text="Terms" Clickable !Displayed
        gap at 34: idb left elements out: there were too many
        "#);
    }

    #[test]
    fn nothing_at_a_point_is_no_screen() {
        assert_eq!(parse_idb(b"[]").unwrap_err(), NotAScreen::NoNodes);
        assert!(parse_idb(b"null").is_err());
    }
}
