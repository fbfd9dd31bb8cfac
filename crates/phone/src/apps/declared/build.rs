//! From a definition and the variables to views, and from each control back to what it does.

use std::{
    collections::{BTreeMap, HashMap},
    sync::Arc,
    time::Duration,
};

use tokio::time::Instant;

use super::{
    Value,
    action::Actions,
    date_picker::Step,
    definition::{Choice, Dialog, Keyboard, Screen},
    kind::Kind,
    place::Located,
    program::{Declared, Live, Locals},
    style::{self, Alert, Framework},
    template::Dynamic,
    widget::{Drift, Props, Style, Widget},
};
use crate::{
    android::{ActivityId, Config},
    apps::toolkit::{
        Scene,
        widgets::{self, Emphasis, Toggle},
    },
    screen::{Arrange, Edges, Field, Flags, Icon, InputType, Key, Length, TextLook, View},
};

/// What a control does, and the names of the row it is in.
#[derive(Debug, Clone)]
pub(crate) struct Binding {
    pub(crate) control: Control,
    pub(crate) locals: Locals,
}

#[derive(Debug, Clone)]
pub(crate) enum Control {
    Tap {
        tap: Actions,
        long_tap: Actions,
    },
    Up,
    /// What is drawn behind a dialog: a touch on it closes that.
    Scrim,
    /// A dialog's button.
    Choice(Actions),
    Toggle {
        name: String,
        change: Actions,
    },
    /// A radio button, a tab, an entry of a menu.
    Set {
        name: String,
        value: Value,
        change: Actions,
    },
    Dropdown {
        name: String,
        options: Vec<String>,
        change: Actions,
    },
    Date {
        name: String,
        change: Actions,
    },
    /// A day or an arrow of the calendar.
    Picker(Step),
    Field {
        name: String,
        change: Actions,
        submit: Actions,
    },
    Slider {
        name: String,
        min: f64,
        max: f64,
        step: f64,
        change: Actions,
    },
}

/// What an activity shows.
#[derive(Default)]
pub(crate) struct Built {
    pub(crate) scenes: Vec<Scene>,
    pub(crate) bindings: HashMap<Key, Binding>,
    pub(crate) animates: bool,
    pub(crate) ticks: Option<Instant>,
}

impl Declared {
    pub(crate) fn build(&self, config: &Config, activity: ActivityId) -> Built {
        let Some(live) = self.live.get(&activity) else { return Built::default() };
        let Some(screen) = self.definition.screen(&live.class) else { return Built::default() };
        let root = Key(activity.0).child(0);
        let mut builder = Builder {
            app: self,
            activity,
            live,
            package: &self.definition.package.value,
            framework: self.framework(activity),
            in_page: false,
            locals: Locals::default(),
            built: Built::default(),
        };
        let full = builder.screen(config, screen, root);
        let mut above = Vec::new();
        for (place, (name, locals)) in live.dialogs.iter().enumerate() {
            if let Some(dialog) = self.definition.dialogs.get(name) {
                builder.locals = Locals::clone(locals);
                above.push(Scene::Dialog(builder.dialog(dialog, root.child(5 + place))));
            }
        }
        if let Some(picker) = &live.picker {
            above.push(builder.picker(picker, root.child(4)));
        }
        if builder.framework.draws_over() {
            let scrim = root.child(2).child(usize::MAX);
            builder.bind(scrim, Control::Scrim);
            let full = above
                .into_iter()
                .fold(full, |full, scene| Framework::covered(full, scene.into_view(), scrim));
            builder.built.scenes = vec![Scene::Full(full)];
        } else {
            builder.built.scenes = [Scene::Full(full)].into_iter().chain(above).collect();
        }
        builder.built
    }
}

pub(super) struct Builder<'a> {
    pub(super) app: &'a Declared,
    activity: ActivityId,
    live: &'a Live,
    pub(super) package: &'a str,
    pub(super) framework: Framework,
    /// Inside a web page.
    in_page: bool,
    pub(super) locals: Locals,
    pub(super) built: Built,
}

impl Builder<'_> {
    fn screen(&mut self, config: &Config, screen: &Screen, root: Key) -> View {
        let toolbar = screen.toolbar.as_ref().map(|toolbar| {
            let title = self.text(Some(&toolbar.title));
            let up = toolbar.up.then(|| root.child(1));
            if let Some(key) = up {
                self.bind(key, Control::Up);
            }
            let mut actions = Vec::new();
            for (place, action) in toolbar.actions.iter().enumerate() {
                let props = &action.value;
                if self.shown(props) {
                    actions.push(self.icon_button(props, root.child(2).child(place)));
                }
            }
            widgets::toolbar(self.package, &title, up, actions)
        });
        let body = self.widget(&screen.body, root.child(3), Arrange::Column);
        let body = body.unwrap_or_else(View::hidden);
        let body = View { height: Length::Weight(1.0), ..body };
        let resizes = screen.keyboard == Keyboard::Resize;
        let frame = style::Frame { config, package: self.package, resizes };
        self.framework.screen(&frame, toolbar, body)
    }

    /// Whether widgets tell what the framework's own do.
    pub(super) fn is_framework(&self) -> bool {
        self.framework == Framework::Views && !self.in_page
    }

    /// The resource id; one of another package is written whole.
    fn id(&self, name: &str) -> String {
        if name.contains(":id/") { name.to_owned() } else { format!("{}:id/{name}", self.package) }
    }

    pub(super) fn lookup(&self, name: &str) -> Value {
        self.app.value(self.activity, &self.locals, name)
    }

    pub(super) fn text(&self, dynamic: Option<&Located<Dynamic>>) -> String {
        dynamic.map_or_else(String::new, |dynamic| {
            dynamic.value.eval(&|name| self.lookup(name)).to_string()
        })
    }

    pub(super) fn bind(&mut self, key: Key, control: Control) {
        let locals = Locals::clone(&self.locals);
        self.built.bindings.insert(key, Binding { control, locals });
    }

    /// Something on the screen shows the time, in steps of so many seconds.
    pub(super) fn tick_every(&mut self, seconds: u64) {
        let Some(now) = self.app.host.now() else { return };
        let past = now.timestamp().as_millisecond().rem_euclid(1000 * seconds.cast_signed());
        let left = Duration::from_millis(1000 * seconds - past.unsigned_abs());
        let at = Instant::now() + left;
        self.built.ticks = Some(self.built.ticks.map_or(at, |ticks| ticks.min(at)));
    }

    fn shown(&self, props: &Props) -> bool {
        props
            .visible
            .as_ref()
            .is_none_or(|expr| expr.value.eval(&|name| self.lookup(name)).is_true())
    }

    /// A widget as a child of something that places its children in this direction.
    pub(super) fn widget(&mut self, widget: &Widget, key: Key, parent: Arrange) -> Option<View> {
        let props = widget.props();
        if !self.shown(props) {
            return None;
        }
        let mut view = self.plain(widget.kind, props, key);
        if !props.id.is_empty() {
            view.id = self.id(&props.id);
        }
        if let Some(class) = &props.class {
            view.class = class.clone().into();
        }
        if view.desc.is_empty() {
            view.desc = self.text(props.desc.as_ref());
        }
        if let Some(weight) = props.weight {
            match parent {
                Arrange::Row => view.width = Length::Weight(weight),
                Arrange::Column | Arrange::Stack => view.height = Length::Weight(weight),
            }
        }
        view.width = props.width.map_or(view.width, Length::Dp);
        view.height = props.height.map_or(view.height, Length::Dp);
        if let Some(drift) = props.drift {
            let (x, y) = self.drifted(drift);
            view.margin.left += x;
            view.margin.top += y;
        }
        let touched = !props.on_tap.0.is_empty() || !props.on_long_tap.0.is_empty();
        if touched && widget.kind != Kind::List {
            view.key = key;
            let (tap, long_tap) = (props.on_tap.clone(), props.on_long_tap.clone());
            view.flags = view.flags | Flags::CLICKABLE | Flags::FOCUSABLE;
            view.flags = view.flags.with_if(!long_tap.0.is_empty(), Flags::LONG_CLICKABLE);
            self.bind(key, Control::Tap { tap, long_tap });
        }
        let enabled = props
            .enabled
            .as_ref()
            .is_none_or(|expr| expr.value.eval(&|name| self.lookup(name)).is_true());
        if enabled {
            return Some(view);
        }
        if widget.kind == Kind::Dropdown {
            view.children = view.children.into_iter().map(widgets::disabled).collect();
        }
        Some(widgets::disabled(view))
    }

    /// How far something that moves to and fro is from where it began, in dp.
    fn drifted(&mut self, drift: Drift) -> (f32, f32) {
        let age = self.live.started.elapsed();
        if drift.until.is_some_and(|until| age >= Duration::from_millis(until.into())) {
            return (0.0, 0.0);
        }
        self.built.animates = true;
        let way = Duration::from_millis(drift.ms.max(1).into());
        let ways = age.as_secs_f32() / way.as_secs_f32();
        let part = (ways % 2.0 - 1.0).abs();
        (drift.x * (1.0 - part), drift.y * (1.0 - part))
    }

    fn plain(&mut self, kind: Kind, props: &Props, key: Key) -> View {
        match kind {
            Kind::Column => self.container(props, key, Arrange::Column, widgets::column),
            Kind::Row => self.container(props, key, Arrange::Row, widgets::row),
            Kind::Card => self.container(props, key, Arrange::Column, widgets::card),
            Kind::Stack => self.container(props, key, Arrange::Stack, |children| View {
                class: "android.widget.FrameLayout".into(),
                arrange: Arrange::Stack,
                ..widgets::column(children)
            }),
            Kind::Scroll => {
                let column = self.container(props, key, Arrange::Column, widgets::column);
                widgets::scroll_view(key, column)
            }
            Kind::List => self.list(props, key),
            Kind::Text => {
                let max_lines = props.max_lines;
                let align = props.align.map_or(crate::screen::Align::Start, Into::into);
                let look = TextLook { align, max_lines, ..text_look(props) };
                let mut text = widgets::text(&self.text(props.text.as_ref()), look);
                if align != crate::screen::Align::Start {
                    text.width = Length::Fill;
                }
                text
            }
            Kind::Button => {
                let emphasis = match props.style.as_ref().map(|style| style.value) {
                    Some(Style::Outlined) => Emphasis::Outlined,
                    Some(Style::Plain) => Emphasis::Text,
                    _ => Emphasis::Filled,
                };
                let button = widgets::button(key, &self.text(props.text.as_ref()), emphasis);
                self.bind_tap(props, key);
                button
            }
            Kind::IconButton => self.icon_button(props, key),
            Kind::Field => self.field(props, key),
            Kind::CheckBox => self.toggle(props, key, Toggle::CheckBox),
            Kind::Switch => self.toggle(props, key, Toggle::Switch),
            Kind::Radio => self.radio(props, key),
            Kind::Slider => self.slider(props, key),
            Kind::Spinner => widgets::spinner(),
            Kind::Progress => {
                let value = props
                    .value
                    .as_ref()
                    .map_or(0.0, |value| value.value.eval(&|name| self.lookup(name)).number());
                widgets::progress(part(value, 0.0, props.max.unwrap_or(1.0)))
            }
            Kind::Image => {
                let icon = props.icon.unwrap_or(Icon::Picture);
                widgets::image(icon, &self.text(props.desc.as_ref()), props.size.unwrap_or(56.0))
            }
            Kind::Divider => widgets::divider(),
            // The framework's is there to take room, and never told.
            Kind::Space if self.is_framework() => widgets::space().with(Flags::SILENT),
            Kind::Space => widgets::space(),
            Kind::Tabs => self.tabs(props, key),
            Kind::Dropdown => self.dropdown(props, key),
            Kind::Date => self.date(props, key),
            Kind::Clock => self.clock(props),
            Kind::Web => {
                let outer = std::mem::replace(&mut self.in_page, true);
                let content = self.container(props, key, Arrange::Column, widgets::column);
                self.in_page = outer;
                style::web_page(key, &self.text(props.text.as_ref()), content)
            }
        }
    }

    fn bind_tap(&mut self, props: &Props, key: Key) {
        let (tap, long_tap) = (props.on_tap.clone(), props.on_long_tap.clone());
        self.bind(key, Control::Tap { tap, long_tap });
    }

    fn icon_button(&mut self, props: &Props, key: Key) -> View {
        let icon = props.icon.unwrap_or(Icon::Picture);
        let mut button = widgets::icon_button(key, icon, &self.text(props.desc.as_ref()));
        if !props.id.is_empty() {
            button.id = self.id(&props.id);
        }
        self.bind_tap(props, key);
        button
    }

    fn container(
        &mut self,
        props: &Props,
        key: Key,
        arrange: Arrange,
        make: impl FnOnce(Vec<View>) -> View,
    ) -> View {
        let children = props.children.iter().enumerate().map(|(place, child)| {
            self.widget(child, key.child(place), arrange).unwrap_or_else(View::hidden)
        });
        let mut view = make(children.collect());
        view.gap = props.gap;
        if let Some(padding) = props.padding {
            view.padding = Edges::all(padding);
        }
        if let Some(align) = props.align {
            view.align = align.into();
        }
        if let Some(justify) = props.justify {
            view.justify = justify.into();
        }
        view
    }

    fn list(&mut self, props: &Props, key: Key) -> View {
        let entries = props.of.as_ref().map(|of| of.value.eval(&|name| self.lookup(name)));
        let (Some(Value::List(entries)), Some(row)) = (entries, &props.row) else {
            return widgets::list(key, String::new(), Vec::new());
        };
        let name = props.row_name.as_deref().unwrap_or("row");
        let outer = Locals::clone(&self.locals);
        let mut rows = Vec::with_capacity(entries.len());
        for (place, entry) in entries.into_iter().enumerate() {
            let mut locals: BTreeMap<_, _> = (*outer).clone();
            locals.insert(name.to_owned(), entry);
            self.locals = Arc::new(locals);
            let key = key.child(place);
            if let Some(mut view) = self.widget(row, key, Arrange::Column) {
                if !props.on_tap.0.is_empty() {
                    view.key = key;
                    view.flags = view.flags | Flags::CLICKABLE | Flags::FOCUSABLE;
                    self.bind_tap(props, key);
                }
                rows.push(view);
            }
        }
        self.locals = outer;
        View { gap: props.gap, ..widgets::list(key, String::new(), rows) }
    }

    fn field(&mut self, props: &Props, key: Key) -> View {
        let name = bound(props);
        let field = Field {
            value: self.lookup(&name).to_string(),
            input_type: props.input.map_or(InputType::Text, InputType::from),
            submits: !props.on_submit.0.is_empty(),
        };
        let view = widgets::field(key, field, &self.text(props.hint.as_ref()));
        let (change, submit) = (props.on_change.clone(), props.on_submit.clone());
        self.bind(key, Control::Field { name, change, submit });
        view
    }

    fn toggle(&mut self, props: &Props, key: Key, kind: Toggle) -> View {
        let name = bound(props);
        let on = self.lookup(&name).is_true();
        self.bind(key, Control::Toggle { name, change: props.on_change.clone() });
        let label = self.text(props.text.as_ref());
        let view = widgets::toggle(key, kind, &label, on);
        // Before there was a state to tell, a switch had it in its text.
        let tells_state = self.app.host.read(|state| state.api.since(30)).unwrap_or(true);
        if kind != Toggle::Switch || tells_state || !self.is_framework() {
            return view;
        }
        let state = if on { "ON" } else { "OFF" };
        let text = if label.is_empty() { state.to_owned() } else { format!("{label} {state}") };
        View { text, caption: Some(label), ..view }
    }

    fn radio(&mut self, props: &Props, key: Key) -> View {
        let name = bound(props);
        let value = props
            .value
            .as_ref()
            .map_or_else(Value::empty, |value| value.value.eval(&|name| self.lookup(name)));
        let on = self.lookup(&name).to_string() == value.to_string();
        self.bind(key, Control::Set { name, value, change: props.on_change.clone() });
        widgets::toggle(key, Toggle::Radio, &self.text(props.text.as_ref()), on)
    }

    fn slider(&mut self, props: &Props, key: Key) -> View {
        let name = bound(props);
        let (min, max) = (props.min, props.max.unwrap_or(100.0));
        let stands = part(self.lookup(&name).number(), min, max);
        let (step, change) = (props.step.unwrap_or(0.0), props.on_change.clone());
        self.bind(key, Control::Slider { name, min, max, step, change });
        widgets::slider(key, stands, &self.text(props.desc.as_ref()))
    }

    fn dialog(&mut self, dialog: &Dialog, key: Key) -> View {
        let choices: [(&str, &Option<Choice>); 3] = [
            ("button3", &dialog.neutral),
            ("button2", &dialog.negative),
            ("button1", &dialog.positive),
        ];
        let mut buttons = Vec::new();
        for (place, (id, choice)) in choices.into_iter().enumerate() {
            if let Some(choice) = choice {
                let key = key.child(place);
                self.bind(key, Control::Choice(choice.actions.clone()));
                buttons.push((id, key, self.text(Some(&choice.text))));
            }
        }
        let body =
            dialog.body.as_ref().and_then(|body| self.widget(body, key.child(9), Arrange::Column));
        let title = self.text(Some(&dialog.title));
        let message = self.text(dialog.message.as_ref());
        self.framework.alert(self.package, Alert { title, message, body, buttons })
    }
}

pub(super) fn bound(props: &Props) -> String {
    props.bind.as_ref().map_or_else(String::new, |name| name.value.clone())
}

fn text_look(props: &Props) -> TextLook {
    match props.style.as_ref().map(|style| style.value) {
        Some(Style::Title) => widgets::TITLE,
        Some(Style::Heading) => widgets::HEADING,
        Some(Style::Caption) => widgets::CAPTION,
        Some(Style::Error) => widgets::ERROR,
        _ => widgets::BODY,
    }
}

#[expect(clippy::cast_possible_truncation, reason = "a part of the whole")]
fn part(value: f64, min: f64, max: f64) -> f32 {
    if max > min { ((value - min) / (max - min)).clamp(0.0, 1.0) as f32 } else { 0.0 }
}
