//! The home screen: an icon for every app that can be launched.

use std::collections::HashMap;

use super::{
    Factory, Installable,
    toolkit::{Program, Scene, Toolkit, UiEvent, widgets},
};
use crate::{
    android::{
        Activity, ActivityId, Component, Config, Filter, Host, Intent, LaunchMode, Level, Manifest,
    },
    screen::{
        Align, Arrange, Color, Content, Edges, Flags, Key, Length, Look, TextLook, Theme, View,
    },
};

const PACKAGE: &str = "com.android.launcher3";
const COLUMNS: usize = 4;

pub(crate) fn launcher() -> Installable {
    let home = Filter {
        actions: vec!["android.intent.action.MAIN".to_owned()],
        categories: vec!["android.intent.category.HOME".to_owned()],
        ..Filter::default()
    };
    let manifest = Manifest {
        package: PACKAGE.to_owned(),
        label: "Launcher3".to_owned(),
        version_code: 34,
        version_name: "14".to_owned(),
        min_sdk: 30,
        target_sdk: 34,
        activities: vec![Activity {
            class: format!("{PACKAGE}.uioverrides.QuickstepLauncher"),
            label: "Launcher3".to_owned(),
            exported: true,
            launch_mode: LaunchMode::SingleTop,
            filters: vec![home],
            ..Activity::default()
        }],
        permissions: Vec::new(),
        system: true,
        uid: None,
        debuggable: false,
        icon: 0,
    };
    let factory = Factory::new(|host| Box::new(Toolkit::new(host, Launcher::default())));
    Installable { manifest, factory }
}

#[derive(Default)]
struct Launcher {
    icons: HashMap<Key, Component>,
}

impl Program for Launcher {
    fn start(&mut self, _host: &Host, _activity: ActivityId, _class: &str, _intent: &Intent) {}

    fn end(&mut self, _activity: ActivityId) {}

    fn scenes(&mut self, host: &Host, config: &Config, activity: ActivityId) -> Vec<Scene> {
        self.icons.clear();
        let mut cells = Vec::new();
        for (place, icon) in host.launcher_icons().into_iter().enumerate() {
            let key = Key(activity.0).child(place);
            cells.push(icon_view(key, &icon.label, Color::rgb(icon.color)));
            self.icons.insert(key, icon.component);
        }
        vec![Scene::Full(home_view(config, cells))]
    }

    fn handle(&mut self, host: &Host, activity: ActivityId, event: UiEvent) {
        let UiEvent::Click(key) = event else { return };
        let Some(component) = self.icons.get(&key) else { return };
        if let Err(error) = host.start_activity(activity, &Intent::launch(component.clone())) {
            host.log(Level::Error, "Launcher", &error.to_string());
        }
    }

    fn back(&mut self, _host: &Host, _activity: ActivityId, _scene: usize) -> bool {
        true
    }
}

fn home_view(config: &Config, mut cells: Vec<View>) -> View {
    let mut rows = Vec::new();
    while !cells.is_empty() {
        let rest = cells.split_off(cells.len().min(COLUMNS));
        let missing = COLUMNS - cells.len();
        cells.extend((0..missing).map(|_| View {
            class: "android.view.View".into(),
            flags: Flags::UNIMPORTANT,
            width: Length::Weight(1.0),
            ..View::default()
        }));
        let mut row = widgets::row(cells);
        row.class = "android.view.ViewGroup".into();
        row.align = Align::Start;
        rows.push(row);
        cells = rest;
    }
    let mut workspace = widgets::column(rows);
    workspace.class = "android.view.ViewGroup".into();
    workspace.id = format!("{PACKAGE}:id/workspace");
    workspace.height = Length::Weight(1.0);
    workspace.justify = Align::End;
    workspace.gap = 16.0;
    workspace.padding = Edges { left: 12.0, top: 24.0, right: 12.0, bottom: 48.0 };
    let mut layer = widgets::column(vec![workspace]);
    layer.class = "android.widget.FrameLayout".into();
    layer.id = format!("{PACKAGE}:id/drag_layer");
    layer.height = Length::Fill;
    let mut view = widgets::activity(config, PACKAGE, layer);
    view.look.background = Some(Theme::WALLPAPER);
    view
}

fn icon_view(key: Key, label: &str, color: Color) -> View {
    let look = TextLook {
        size: 13.0,
        align: Align::Center,
        max_lines: 1,
        ..widgets::light(widgets::BODY)
    };
    View {
        key,
        class: "android.widget.TextView".into(),
        text: label.to_owned(),
        desc: label.to_owned(),
        arrange: Arrange::Stack,
        flags: Flags::CLICKABLE | Flags::FOCUSABLE | Flags::LONG_CLICKABLE,
        width: Length::Weight(1.0),
        height: Length::Dp(96.0),
        padding: Edges::sides(4.0, 6.0),
        look: Look { radius: 16.0, content: Content::AppIcon(color, look), ..Look::default() },
        ..View::default()
    }
}
