//! The JSON page source of WebDriverAgent, old and new, with or without the answer around it.

use super::element::{Element, Reporter, traits};
use super::frame::placed;
use super::screen::Screen;
use crate::Tree;
use crate::parse::json::{Items, Json, Value, Visitor, walk};
use crate::parse::{NotAScreen, json_start, no_screen, text_of};

pub(in crate::parse) fn parse_wda_json(bytes: &[u8]) -> Result<Tree, NotAScreen> {
    let text = text_of(bytes)?;
    let start = json_start(&text).ok_or_else(|| no_screen(&text))?;
    let json = Json::read(&text, start);
    let root = json.root().map(root).filter(|root| root.is_object());
    let root = root.ok_or_else(|| no_screen(&text))?;
    let mut source = Source { screen: Screen::new(Reporter::Wda) };
    if let Some(children) = source.enter(root, 0) {
        walk(children, &mut source);
        source.leave();
    }
    source.screen.finish(text.len(), json.broken())
}

/// The outermost element: the answer holds it as `value`, and older ones as `tree` in that.
pub(in crate::parse) fn root(answer: Value<'_>) -> Value<'_> {
    let mut root = answer;
    for key in ["value", "tree"] {
        if !is_element(root) {
            root = root.get(key).filter(|inner| inner.is_object()).unwrap_or(root);
        }
    }
    root
}

/// Whether a value has what only such an element has.
pub(in crate::parse) fn is_element(value: Value<'_>) -> bool {
    let (mut kind, mut placed, mut flags) = (false, false, false);
    for (key, value) in value.members() {
        match &*key {
            "type" => kind = value.text().is_some(),
            "rect" => placed |= value.is_object(),
            "frame" => placed |= value.text().is_some_and(|frame| frame.contains("{{")),
            "isEnabled" | "isVisible" | "isAccessible" | "rawIdentifier" => flags = true,
            _ => {}
        }
    }
    kind && placed && flags
}

struct Source {
    screen: Screen,
}

impl<'j> Visitor<'j> for Source {
    fn enter(&mut self, value: Value<'j>, _: usize) -> Option<Items<'j>> {
        if !value.is_object() {
            self.screen.builder.wrong("an element", value);
            return None;
        }
        let (element, children) = read(&mut self.screen, value);
        self.screen.open(element);
        Some(children)
    }

    fn leave(&mut self) {
        self.screen.builder.close();
    }
}

fn read<'j>(screen: &mut Screen, value: Value<'j>) -> (Element<'j>, Items<'j>) {
    let builder = &mut screen.builder;
    let mut element = Element::default();
    let mut children = None;
    let mut places = [None; 2];
    for (key, value) in value.members() {
        match &*key {
            "type" => element.kind = builder.text("type", value),
            "rawIdentifier" => element.identifier = builder.text("rawIdentifier", value),
            "name" => element.name = builder.text("name", value),
            "label" => element.label = builder.text("label", value),
            "value" => element.value = builder.value("value", value),
            "placeholderValue" => element.placeholder = builder.text("placeholderValue", value),
            "minValue" => element.min = number(builder, "minValue", value),
            "maxValue" => element.max = number(builder, "maxValue", value),
            "rect" => places[0] = Some(value),
            "frame" => places[1] = Some(value),
            "isEnabled" => element.enabled = builder.flag("isEnabled", value),
            "isVisible" => element.visible = builder.flag("isVisible", value),
            "isAccessible" => element.accessible = builder.flag("isAccessible", value),
            "isFocused" => element.focused = builder.flag("isFocused", value),
            "isSelected" => element.selected = builder.flag("isSelected", value),
            "bundleId" => element.bundle = builder.text("bundleId", value),
            "traits" => element.traits = traits(builder, value),
            "customActions" => {
                element.custom_actions =
                    value.items().filter_map(|name| Some(name.text()?.into())).collect();
            }
            "attributes" => {
                for (key, value) in value.members() {
                    match &*key {
                        "bundleID" => element.bundle = builder.text("bundleID", value),
                        "hint" => element.help = builder.text("hint", value),
                        "hasKeyboardFocus" => {
                            element.focused = builder.flag("hasKeyboardFocus", value);
                        }
                        _ => {}
                    }
                }
            }
            "children" if value.is_list() => children = Some(value.items()),
            "children" if !value.is_null() => builder.wrong("children", value),
            _ => {}
        }
    }
    element.bounds = placed(builder, places);
    (element, children.unwrap_or_else(|| Items::none_of(value)))
}

/// A number, or a text that holds one.
fn number(
    builder: &mut crate::parse::build::Builder,
    field: &str,
    value: Value<'_>,
) -> Option<f64> {
    match value.text() {
        Some(text) => text.trim().parse().ok().filter(|number: &f64| number.is_finite()),
        None => builder.number(field, value),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse::outline;

    const NEW: &str = r#"{"value":{"type":"Application","name":"Shop","label":"Shop","rect":{"x":0,"y":0,"width":390,"height":844},"isEnabled":"1","isVisible":"1","bundleId":"com.example.shop","children":[
      {"type":"Button","rawIdentifier":"login.submit","name":"login.submit","label":"Sign in","value":null,"rect":{"x":16,"y":700,"width":361,"height":50},"frame":"{{16, 700}, {361, 50}}","isEnabled":"0","isVisible":true,"isAccessible":"1","isFocused":"0","traits":"Button, NotEnabled"},
      {"type":"StaticText","name":"Total","label":"Total","value":"Total","rect":{"x":0,"y":0,"width":9,"height":9},"isEnabled":1},
      {"type":"TextField","name":"Email","label":"Email","value":"you@example.com","placeholderValue":"you@example.com","rect":{"x":0,"y":20,"width":9,"height":9},"isFocused":"1"},
      {"type":"SecureTextField","label":"Password","value":"secret","placeholderValue":"required","rect":{"x":0,"y":30,"width":9,"height":9}},
      {"type":"Slider","label":"Price","value":"50%","minValue":"10","maxValue":20,"rect":{"x":0,"y":40,"width":9,"height":9}},
      {"type":"Switch","label":"Gift","value":"2","rect":{"x":0,"y":50,"width":9,"height":9},"isEnabled":"perhaps"},
      {"type":"SegmentedControl","rect":{"x":0,"y":60,"width":9,"height":9},"children":[{"type":"Button","label":"Day","value":"1","rect":{"x":0,"y":60,"width":4,"height":9}}]},
      {"type":"Keyboard","rect":{"x":0,"y":600,"width":390,"height":244},"children":[{"type":"Key","label":"q","rect":{"x":0,"y":600,"width":30,"height":40}}]}
    ]},"sessionId":"1"}"#;

    #[test]
    fn elements_keep_what_they_say() {
        let tree = parse_wda_json(NEW.as_bytes()).unwrap();
        insta::assert_snapshot!(outline(&tree), @r#"
        display 390x844 rotation 0
        container Application [0,0][390,844] text="Shop" package=com.example.shop
          button Button [16,700][377,750] id="login.submit" text="Sign in" !Enabled !Selected Clickable {traits: ["Button", "NotEnabled"]}
          text_view StaticText [0,0][9,9] text="Total"
          text_field TextField [0,20][9,29] description="Email" hint="you@example.com" Focused ShowsHint
          text_field SecureTextField [0,30][9,39] description="Password" hint="required" Password
          slider Slider [0,40][9,49] text="Price" {range: Some(Range { min: 10.0, max: 20.0, current: 15.0 }), value: Some(Text("50%"))}
          switch Switch [0,50][9,59] text="Gift" Checkable Clickable {value: Some(Text("2"))}
          segmented_control SegmentedControl [0,60][9,69]
            radio_button Button [0,60][4,69] text="Day" Selected Checked Checkable Clickable
          container Keyboard [0,600][390,844]
            button Key [0,600][30,640] text="q" Clickable
        gap at 1159: isEnabled is a text
        "#);
    }

    #[test]
    fn the_old_tree_is_read() {
        let old = r#"{"sessionId":null,"value":{"tree":{"rect":{"size":{"width":375,"height":667},"origin":{"x":0,"y":0}},"isEnabled":"1","type":"UIAApplication","name":"SpringBoard","label":" ","value":null,"children":[
            {"rect":{"size":{"width":64,"height":85.5},"origin":{"x":25,"y":42}},"isEnabled":"1","type":"UIAButton","name":"Calendar","label":"Calendar","value":"Tuesday, March 08","isVisible":"1","attributes":{"hasKeyboardFocus":"0","hint":"Double tap to open"}}],
            "isVisible":"1","attributes":{"bundleID":"com.apple.springboard"}}},"status":0}"#;
        insta::assert_snapshot!(outline(&parse_wda_json(old.as_bytes()).unwrap()), @r#"
        display 375x667 rotation 0
        container Application [0,0][375,667] id="SpringBoard" text=" " package=com.apple.springboard
          button Button [25,42][89,128] text="Calendar" tooltip="Double tap to open" Clickable {value: Some(Text("Tuesday, March 08"))}
        "#);
    }
}
