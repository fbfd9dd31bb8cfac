//! The larger controls: tabs, dropdowns, dates, clocks, and what opens above the screen for them.

use super::{
    Value,
    build::{Builder, Control, bound},
    program::{Picker, Target},
    style::Alert,
    widget::Props,
};
use crate::{
    apps::toolkit::{Scene, widgets},
    screen::{Arrange, Flags, InputType, Key, Length, Role, View},
};

impl Builder<'_> {
    /// A bar of titles, and the page of the chosen one below it.
    pub(super) fn tabs(&mut self, props: &Props, key: Key) -> View {
        let name = bound(props);
        let chosen = self.lookup(&name).number();
        let mut tabs = Vec::new();
        let mut page = None;
        for (place, tab) in props.pages.iter().enumerate() {
            #[expect(clippy::cast_precision_loss, reason = "a handful of tabs")]
            let number = place as f64;
            let is_chosen = (number - chosen).abs() < 0.5;
            let (name, change) = (name.clone(), props.on_change.clone());
            let tab_key = key.child(0).child(place);
            self.bind(tab_key, Control::Set { name, value: Value::Number(number), change });
            let title = self.text(Some(&tab.title));
            tabs.push(widgets::tab(tab_key, &title, tab.icon, is_chosen));
            if is_chosen {
                page = self.widget(&tab.body, key.child(1).child(place), Arrange::Column);
            }
        }
        let page = page.map(|page| View { height: Length::Weight(1.0), ..page });
        let mut column =
            widgets::column([widgets::tab_bar(tabs)].into_iter().chain(page).collect());
        column.height = Length::Weight(1.0);
        column
    }

    pub(super) fn dropdown(&mut self, props: &Props, key: Key) -> View {
        let name = bound(props);
        let options = match props.of.as_ref().map(|of| of.value.eval(&|name| self.lookup(name))) {
            Some(Value::List(options)) => options.iter().map(Value::to_string).collect(),
            _ => Vec::new(),
        };
        let chosen = self.lookup(&name).to_string();
        let shown = if chosen.is_empty() { self.text(props.hint.as_ref()) } else { chosen };
        self.bind(key, Control::Dropdown { name, options, change: props.on_change.clone() });
        let view = widgets::dropdown(key, &shown);
        // As every view that shows one of several.
        let more = Flags::LONG_CLICKABLE | Flags::SCROLLABLE;
        if self.is_framework() { view.with(more) } else { view }
    }

    /// Looks like a field, but opens a calendar instead of taking keys.
    pub(super) fn date(&mut self, props: &Props, key: Key) -> View {
        let name = bound(props);
        let field = crate::screen::Field {
            value: self.lookup(&name).to_string(),
            input_type: InputType::Text,
            submits: false,
        };
        self.bind(key, Control::Date { name, change: props.on_change.clone() });
        let view = widgets::field(key, field, &self.text(props.hint.as_ref()));
        // A field of the framework that takes no keys is one that takes no focus; its text can still be held.
        let without = if self.is_framework() { Flags::FOCUSABLE } else { Flags::LONG_CLICKABLE };
        View { role: Role::Plain, flags: view.flags.without(without), ..view }
    }

    pub(super) fn clock(&mut self, props: &Props) -> View {
        let format = props.format.as_ref().map_or("%H:%M", |format| format.value.as_str());
        self.tick_every(if format.contains("%S") || format.contains("%T") { 1 } else { 60 });
        let now = self.app.host.now();
        let text = now.and_then(|now| jiff::fmt::strtime::format(format, &now).ok());
        let view = widgets::text(&text.unwrap_or_default(), widgets::HEADING);
        // The framework's clock goes by the name of what it is made from, and describes itself.
        let desc = if self.is_framework() { view.text.clone() } else { String::new() };
        View { desc, ..view }
    }

    pub(super) fn picker(&mut self, picker: &Picker, key: Key) -> Scene {
        match picker {
            Picker::Menu { anchor, options, target } => {
                let chosen = self.lookup(&target.name).to_string();
                let mut rows = Vec::new();
                for (place, option) in options.iter().enumerate() {
                    let key = key.child(place);
                    self.bind_choice(key, target, Value::Text(option.clone()));
                    rows.push(widgets::menu_row(key, option, *option == chosen));
                }
                Scene::Popup(self.framework.menu(rows), *anchor)
            }
            Picker::Date { picker, target } => {
                let (body, steps) = picker.view(key.child(0));
                for (key, step) in steps {
                    self.bind(key, Control::Picker(step));
                }
                let (cancel, ok) = (key.child(1), key.child(2));
                self.bind(cancel, Control::Scrim);
                self.bind_choice(ok, target, Value::Text(picker.value()));
                let alert = Alert {
                    title: String::new(),
                    message: String::new(),
                    body: Some(body),
                    buttons: vec![
                        ("button2", cancel, "Cancel".to_owned()),
                        ("button1", ok, "OK".to_owned()),
                    ],
                };
                Scene::Dialog(self.framework.alert(self.package, alert))
            }
        }
    }

    fn bind_choice(&mut self, key: Key, target: &Target, value: Value) {
        let outer = std::mem::replace(&mut self.locals, target.locals.clone());
        let (name, change) = (target.name.clone(), target.change.clone());
        self.bind(key, Control::Set { name, value, change });
        self.locals = outer;
    }
}
