//! The XML page source of WebDriverAgent and Appium: the element is called by its type.

use std::borrow::Cow;

use super::element::{Element, Reporter, traits_of_text};
use super::frame::bounds;
use super::screen::Screen;
use crate::extra::Value;
use crate::parse::entities::unescape;
use crate::parse::fields::yes_or_no;
use crate::parse::json::{string_end, unescape as unescape_json};
use crate::parse::xml::{End, Scanner, Tag};
use crate::parse::{NotAScreen, no_screen, text_of};
use crate::{Bounds, Tree};

pub(in crate::parse) fn parse_wda_xml(bytes: &[u8]) -> Result<Tree, NotAScreen> {
    let text = text_of(bytes)?;
    let document = unwrapped(&text);
    let marks = ["<?xml", "<AppiumAUT", "<XCUIElementType", "<UIA"];
    let start = memchr::memchr_iter(b'<', document.as_bytes())
        .find(|at| marks.iter().any(|mark| document[*at..].starts_with(mark)))
        .ok_or_else(|| no_screen(&text))?;
    let mut source =
        Source { scanner: Scanner::new(&document, start), screen: Screen::new(Reporter::Wda) };
    source.read();
    source.screen.finish(document.len(), None)
}

/// The document itself, where it came as the text `value` of a JSON answer.
pub(in crate::parse) fn unwrapped(text: &str) -> Cow<'_, str> {
    if !text.trim_start().starts_with('{') {
        return Cow::Borrowed(text);
    }
    let content = memchr::memmem::find_iter(text.as_bytes(), "\"value\"").find_map(|at| {
        let after =
            text[at + 7..].trim_start().strip_prefix(':')?.trim_start().strip_prefix('"')?;
        after.trim_start().starts_with('<').then_some(text.len() - after.len())
    });
    let Some(start) = content else { return Cow::Borrowed(text) };
    let end = string_end(text, start).map_or(text.len(), |(end, _)| end);
    unescape_json(&text[start..end])
}

struct Source<'t> {
    scanner: Scanner<'t>,
    screen: Screen,
}

impl<'t> Source<'t> {
    fn read(&mut self) {
        while let Some(tag) = self.scanner.next() {
            let at = self.scanner.at();
            match tag {
                Tag::Open(name) => match self.open(name, at) {
                    End::Open => {}
                    End::Empty => self.screen.builder.close(),
                    End::Missing => {
                        self.screen.builder.gap(at, "a tag without an end".to_owned());
                    }
                },
                Tag::Close => self.screen.builder.close(),
            }
            if self.screen.builder.is_closed() && !self.screen.builder.tree.is_empty() {
                break;
            }
        }
        if let Some(inside) = self.scanner.inside() {
            self.screen.builder.gap(self.scanner.at(), format!("ends inside {inside}"));
        }
    }

    fn open(&mut self, name: &'t str, at: usize) -> End {
        if !name.starts_with("XCUIElementType") && !name.starts_with("UIA") {
            self.screen.builder.open_frame();
            return self.scanner.end();
        }
        let mut element = Element { kind: Cow::Borrowed(name), ..Element::default() };
        let (mut sides, mut is_placed) = ([None; 4], false);
        while let Some(pair) = self.scanner.attribute() {
            let value = pair.value;
            match pair.name {
                "type" if !value.is_empty() => element.kind = Cow::Borrowed(value),
                "name" => element.name = unescape(value),
                "rawIdentifier" => element.identifier = unescape(value),
                "label" => element.label = unescape(value),
                "value" => element.value = Some(Value::Text(unescape(value).into())),
                "placeholderValue" => element.placeholder = unescape(value),
                "bundleId" => element.bundle = unescape(value),
                "hint" => element.help = unescape(value),
                "minValue" => element.min = number(value),
                "maxValue" => element.max = number(value),
                "traits" => element.traits = Some(traits_of_text(&unescape(value))),
                "customActions" => element.custom_actions = traits_of_text(&unescape(value)),
                "enabled" => element.enabled = self.flag("enabled", value, at),
                "visible" => element.visible = self.flag("visible", value, at),
                "accessible" => element.accessible = self.flag("accessible", value, at),
                "focused" => element.focused = self.flag("focused", value, at),
                "selected" => element.selected = self.flag("selected", value, at),
                side => {
                    if let Some(place) =
                        ["x", "y", "width", "height"].iter().position(|name| *name == side)
                    {
                        sides[place] = number(value);
                        is_placed = true;
                    }
                }
            }
        }
        let end = self.scanner.end();
        if end == End::Missing && self.scanner.rest().is_empty() {
            // Half a tag may lack what makes a field secret.
            self.screen.builder.open_frame();
            return end;
        }
        element.bounds = self.placed(sides, is_placed, at);
        self.screen.open(element);
        end
    }

    fn placed(&mut self, sides: [Option<f64>; 4], is_placed: bool, at: usize) -> Bounds {
        if let [Some(x), Some(y), Some(width), Some(height)] = sides {
            return bounds(x, y, width, height);
        }
        if is_placed {
            self.screen.builder.gap(at, "a frame lacks numbers".to_owned());
        }
        Bounds::default()
    }

    fn flag(&mut self, field: &str, value: &str, at: usize) -> Option<bool> {
        let flag = yes_or_no(value);
        if flag.is_none() && !value.is_empty() {
            self.screen.builder.gap(at, format!("{field} is {}", crate::text::quote(value)));
        }
        flag
    }
}

fn number(text: &str) -> Option<f64> {
    text.trim().parse().ok().filter(|number: &f64| number.is_finite())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse::outline;

    const SOURCE: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<AppiumAUT><XCUIElementTypeApplication type="XCUIElementTypeApplication" name="Shop" label="Shop" enabled="true" visible="true" accessible="false" x="0" y="0" width="390" height="844" index="0" bundleId="com.example.shop">
<XCUIElementTypeNavigationBar type="XCUIElementTypeNavigationBar" name="Cart" enabled="true" x="0" y="47" width="390" height="44"/>
<XCUIElementTypeCell enabled="true" visible="true" x="0" y="100" width="390" height="44" name="Gift" label="Gift" value="1"><XCUIElementTypeSwitch enabled="true" x="319" y="105" width="51" height="31" name="Gift" label="Gift" value="1" /></XCUIElementTypeCell>
<XCUIElementTypeTextView value="A &amp; B&#10;C" name="note" label="" enabled="maybe" x="0" y="150" width="390" height="nan"/>
<XCUIElementTypeOther label="3 items" accessible="true" x="0" y="200" width="390" height="20"/>
<XCUIElementTypeTabBar x="0" y="800" width="390" height="44"><XCUIElementTypeOther x="0" y="800" width="390" height="44"><XCUIElementTypeButton label="Home" value="1" x="0" y="800" width="100" height="44"/></XCUIElementTypeOther></XCUIElementTypeTabBar>
</XCUIElementTypeApplication></AppiumAUT>"#;

    #[test]
    fn elements_keep_what_they_say() {
        let tree = parse_wda_xml(SOURCE.as_bytes()).unwrap();
        insta::assert_snapshot!(outline(&tree), @r#"
        display 390x844 rotation 0
        container Application [0,0][390,844] text="Shop" package=com.example.shop
          toolbar NavigationBar [0,47][390,91] id="Cart"
          list_item Cell [0,100][390,144] text="Gift" Clickable {value: Some(Text("1"))}
            switch Switch [319,105][370,136] text="Gift" Checked Checkable Clickable
          text_field TextView [0,0][0,0] id="note" text="A & B\nC" Multiline
          text_view Other [0,200][390,220] text="3 items"
          toolbar TabBar [0,800][390,844]
            container Other [0,800][390,844]
              tab Button [0,800][100,844] text="Home" Selected Clickable
        gap at 679: enabled is "maybe"
        gap at 679: a frame lacks numbers
        "#);
    }

    #[test]
    fn an_answer_around_it_and_a_cut_are_read() {
        let escaped = SOURCE.replace('"', "\\\"").replace('\n', "\\n");
        let answer = format!(r#"{{"sessionId":null,"value":"{escaped}"}}"#);
        let whole = parse_wda_xml(SOURCE.as_bytes()).unwrap();
        assert_eq!(outline(&parse_wda_xml(answer.as_bytes()).unwrap()), outline(&whole));
        let cut = answer.find("<XCUIElementTypeOther").unwrap();
        let part = parse_wda_xml(&answer.as_bytes()[..cut]).unwrap();
        assert_eq!(part.len(), 5);
        assert!(part.gaps().len() > whole.gaps().len());
    }
}
