//! The states that DroidBot keeps: a flat list of views that name their parents, from its own service or
//! (in 2016) from uiautomator.

use std::borrow::Cow;
use std::collections::HashMap;

use super::build::Builder;
use super::fields::{pixel, whole};
use super::json::{Json, Value};
use super::{NotAScreen, json_start, no_screen, text_of};
use crate::tree::{Data, Said};
use crate::{Bounds, Flag, Size, Tree};

pub(super) fn parse_droidbot(bytes: &[u8]) -> Result<Tree, NotAScreen> {
    let text = text_of(bytes)?;
    let start = json_start(&text).ok_or_else(|| no_screen(&text))?;
    let json = Json::read(&text, start);
    let root = json.root().ok_or_else(|| no_screen(&text))?;
    let views =
        root.get("views").filter(|views| views.is_list()).ok_or_else(|| no_screen(&text))?;
    let mut builder = Builder::default();
    let mut side = |name| root.get(name).and_then(|side| builder.pixels(name, side));
    let size = side("width").zip(side("height")).map(|(width, height)| Size { width, height });
    builder.tree.display = size.filter(|size| size.width > 0 && size.height > 0);
    let mut family = Family::of(&mut builder, views);
    family.build(&mut builder);
    match json.broken() {
        Some(gap) => builder.close_broken(gap),
        None => builder.close_all(text.len()),
    }
    builder.finish()
}

/// Whether a value has what such a view has.
pub(super) fn is_view(value: Value<'_>) -> bool {
    let text = |key| value.get(key).is_some_and(|value| value.text().is_some());
    let corners =
        value.get("bounds").map(|bounds| bounds.items().filter(|corner| corner.is_list()).count());
    text("class") && corners == Some(2) && value.get("temp_id").is_some()
}

/// The views, and who stands below whom.
struct Family<'j> {
    views: Vec<Value<'j>>,
    first_child: Vec<Option<u32>>,
    next_sibling: Vec<Option<u32>>,
    roots: Vec<u32>,
}

impl<'j> Family<'j> {
    fn of(builder: &mut Builder, list: Value<'j>) -> Self {
        let mut views = Vec::new();
        for view in list.items() {
            if view.is_object() {
                views.push(view);
            } else {
                builder.wrong("a view", view);
            }
        }
        let ids: HashMap<i64, u32> = views
            .iter()
            .enumerate()
            .rev()
            .map(|(place, view)| {
                let id = view.get("temp_id").and_then(Value::number).map(whole);
                (id.unwrap_or_else(|| i64::from(as_place(place))), as_place(place))
            })
            .collect();
        let mut by_children: HashMap<u32, u32> = HashMap::new();
        let mut parents = Vec::with_capacity(views.len());
        for (place, view) in views.iter().enumerate() {
            let place = as_place(place);
            for child in view.get("children").into_iter().flat_map(Value::items) {
                let child = child.number().and_then(|id| ids.get(&whole(id)));
                if let Some(child) = child {
                    by_children.entry(*child).or_insert(place);
                }
            }
            parents.push(match view.get("parent") {
                Some(parent) if !parent.is_null() => {
                    let id = builder.integer("parent", parent);
                    let found = id.and_then(|id| ids.get(&id)).copied();
                    if id.is_some_and(|id| id >= 0) && found.is_none() {
                        builder.gap(parent.at(), "a parent is not in the list".to_owned());
                    }
                    Some(found)
                }
                Some(_) => Some(None),
                None => None,
            });
        }
        let mut family = Self {
            first_child: vec![None; views.len()],
            next_sibling: vec![None; views.len()],
            roots: Vec::new(),
            views,
        };
        // From the last to the first, so that every view lands before its later siblings.
        for place in (0..family.views.len()).rev() {
            let child = as_place(place);
            let parent = parents[place].unwrap_or_else(|| by_children.get(&child).copied());
            match parent.filter(|parent| *parent != child) {
                Some(parent) => {
                    let first = &mut family.first_child[parent as usize];
                    family.next_sibling[place] = first.replace(child);
                }
                None => family.roots.push(child),
            }
        }
        family.roots.reverse();
        family
    }

    fn build(&mut self, builder: &mut Builder) {
        let mut built = vec![false; self.views.len()];
        let roots = std::mem::take(&mut self.roots);
        for root in roots {
            self.branch(builder, root, &mut built);
        }
        let lost = built.iter().filter(|built| !**built).count();
        if lost > 0 {
            builder.gap(0, format!("{lost} views are among their own ancestors"));
        }
        for place in 0..self.views.len() {
            self.branch(builder, as_place(place), &mut built);
        }
    }

    /// A view and everything below it, as far as it was not met before.
    fn branch(&self, builder: &mut Builder, root: u32, built: &mut [bool]) {
        let mut enter = |builder: &mut Builder, view: u32| {
            let place = view as usize;
            if std::mem::replace(&mut built[place], true) {
                return None;
            }
            let data = node(builder, self.views[place]);
            builder.open(data);
            Some(self.first_child[place])
        };
        // Per level, the child that comes next.
        let mut path: Vec<Option<u32>> = enter(builder, root).into_iter().collect();
        while let Some(next) = path.last_mut() {
            if let Some(child) = *next {
                *next = self.next_sibling[child as usize];
                path.extend(enter(builder, child));
            } else {
                path.pop();
                builder.close();
            }
        }
    }
}

fn node(builder: &mut Builder, view: Value<'_>) -> Data {
    let mut data = builder.data();
    let (mut class, mut package) = (Cow::default(), Cow::default());
    for (key, value) in view.members() {
        match &*key {
            "class" => class = builder.text("class", value),
            "package" => package = builder.text("package", value),
            "text" => {
                let text = builder.text("text", value);
                data.text = builder.tree.intern(&text);
            }
            "content_description" | "content-desc" => {
                let text = builder.text("content_description", value);
                data.description = builder.tree.intern(&text);
            }
            "resource_id" | "resource-id" => {
                let text = builder.text("resource_id", value);
                data.resource_id = builder.tree.intern(&text);
            }
            "bounds" => data.bounds = corners(builder, value),
            name => {
                if let Some(flag) = flag_named(name)
                    && let Some(is) = builder.flag(name, value)
                {
                    data.flags.apply(Said::one(flag, is));
                }
            }
        }
    }
    data.package = builder.package(&package);
    (data.class, data.role) = builder.class(&class);
    data
}

fn flag_named(name: &str) -> Option<Flag> {
    Some(match name {
        "enabled" => Flag::Enabled,
        "visible" => Flag::Displayed,
        "checkable" => Flag::Checkable,
        "checked" => Flag::Checked,
        "selected" => Flag::Selected,
        "focusable" => Flag::Focusable,
        "focused" => Flag::Focused,
        "clickable" => Flag::Clickable,
        "scrollable" => Flag::Scrollable,
        "editable" => Flag::Editable,
        "long_clickable" | "long-clickable" => Flag::LongClickable,
        "is_password" | "password" => Flag::Password,
        _ => return None,
    })
}

/// `[[left, top], [right, bottom]]`
fn corners(builder: &mut Builder, value: Value<'_>) -> Bounds {
    let numbers: Vec<i32> = value
        .items()
        .take(3)
        .flat_map(|corner| corner.items().take(3))
        .map_while(|number| number.number().map(pixel))
        .collect();
    if let [left, top, right, bottom] = numbers[..] {
        return Bounds::new(left, top, right, bottom);
    }
    builder.wrong("bounds", value);
    Bounds::default()
}

#[expect(clippy::cast_possible_truncation, reason = "a view takes more than one byte of input")]
const fn as_place(place: usize) -> u32 {
    place as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse::outline;

    fn read(text: &str) -> String {
        outline(&parse_droidbot(text.as_bytes()).unwrap())
    }

    #[test]
    fn views_find_their_parents_in_any_order() {
        let text = r#"{"tag":"x","width":100,"height":200,"views":[
          {"temp_id":2,"parent":1,"class":"android.widget.Button","text":"OK","clickable":true,"long_clickable":false,"is_password":false,"visible":true,"bounds":[[1,2],[3,4]],"package":"a.b","content_description":null,"resource_id":"a.b:id/ok"},
          {"temp_id":0,"parent":-1,"class":"android.widget.FrameLayout","text":null,"children":[1],"bounds":[[0,0],[100,200]],"package":"a.b"},
          {"temp_id":1,"parent":0,"class":"android.widget.LinearLayout","bounds":[[0,0],[100]],"package":"a.b","checked":[]},
          {"temp_id":3,"parent":1,"class":"android.widget.Switch","checked":"true","checkable":"true","long-clickable":"false","content-desc":"Sync","bounds":[[5,6],[7,8]]}
        ]}"#;
        insta::assert_snapshot!(read(text), @r#"
        display 100x200 rotation 0
        container android.widget.FrameLayout [0,0][100,200] package=a.b
          container android.widget.LinearLayout [0,0][0,0]
            button android.widget.Button [1,2][3,4] id="a.b:id/ok" text="OK" Clickable
            switch android.widget.Switch [5,6][7,8] description="Sync" package= Checked Checkable
        gap at 518: bounds is a list
        gap at 558: checked is a list
        "#);
    }

    #[test]
    fn rings_and_strangers_are_kept_as_roots() {
        let text = r#"{"views":[
          {"temp_id":0,"parent":1,"class":"A","bounds":[[0,0],[1,1]]},
          {"temp_id":1,"parent":0,"class":"B","bounds":[[0,0],[1,1]]},
          {"temp_id":5,"parent":77,"class":"C","bounds":[[0,0],[1,1]]},
          {"temp_id":6,"parent":6,"class":"D","bounds":[[0,0],[1,1]]},
          {"temp_id":7,"class":"E","children":[8],"bounds":[[0,0],[1,1]]},
          {"temp_id":8,"class":"F","bounds":[[0,0],[1,1]]}
        ]}"#;
        insta::assert_snapshot!(read(text), @"
        unknown C [0,0][1,1]
        unknown D [0,0][1,1]
        unknown E [0,0][1,1]
          unknown F [0,0][1,1]
        unknown A [0,0][1,1]
          unknown B [0,0][1,1]
        gap at 185: a parent is not in the list
        gap at 0: 2 views are among their own ancestors
        ");
    }
}
