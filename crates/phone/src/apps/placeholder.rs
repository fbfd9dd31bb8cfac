//! What an installed APK shows: that its code does not run here. It has activities, windows and a process like any
//! other app; only the screen is the phone's.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::{
    Factory,
    toolkit::{Program, Scene, Toolkit, UiEvent, widgets},
};
use crate::{
    android::{ActivityId, Component, Config, Host, Intent, Manifest},
    screen::{Edges, Key, Length, View},
};

const SAYS: &str = "This app's code does not run on the virtual phone.";
/// What its owner can do about it.
const HELPS: &str = "To run it, type `fingertip runtime install` on your computer, start the phone again and install the app anew.";

pub(crate) fn placeholder(manifest: &Manifest) -> Factory {
    let labels = manifest.activities.iter().filter(|activity| !activity.label.is_empty());
    let about = Arc::new(About {
        package: manifest.package.clone(),
        label: manifest.label.clone(),
        version: format!("Version {} ({})", manifest.version_name, manifest.version_code),
        labels: labels.map(|have| (have.class.clone(), have.label.clone())).collect(),
    });
    Factory::new(move |host| {
        let program = Placeholder { about: Arc::clone(&about), live: BTreeMap::new() };
        Box::new(Toolkit::new(host, program))
    })
}

struct About {
    package: String,
    label: String,
    version: String,
    /// Of activities that have one of their own.
    labels: BTreeMap<String, String>,
}

struct Placeholder {
    about: Arc<About>,
    live: BTreeMap<ActivityId, Shown>,
}

struct Shown {
    class: String,
    /// What it was asked to open.
    data: Option<String>,
}

impl Program for Placeholder {
    fn start(&mut self, _host: &Host, activity: ActivityId, class: &str, intent: &Intent) {
        let shown = Shown { class: class.to_owned(), data: intent.data.clone() };
        self.live.insert(activity, shown);
    }

    fn new_intent(&mut self, _host: &Host, activity: ActivityId, intent: &Intent) {
        if let Some(shown) = self.live.get_mut(&activity) {
            shown.data.clone_from(&intent.data);
        }
    }

    fn end(&mut self, activity: ActivityId) {
        self.live.remove(&activity);
    }

    fn scenes(&mut self, _host: &Host, config: &Config, activity: ActivityId) -> Vec<Scene> {
        let Some(shown) = self.live.get(&activity) else { return Vec::new() };
        let view = self.about.view(shown, Key(activity.0));
        vec![Scene::Full(widgets::activity(config, &self.about.package, view))]
    }

    fn handle(&mut self, _host: &Host, _activity: ActivityId, _event: UiEvent) {}

    fn back(&mut self, _host: &Host, _activity: ActivityId, _scene: usize) -> bool {
        false
    }
}

impl About {
    fn view(&self, shown: &Shown, key: Key) -> View {
        let title = self.labels.get(&shown.class).unwrap_or(&self.label);
        let component = Component::new(&self.package, &shown.class).short();
        let mut lines = vec![
            widgets::text(&self.label, widgets::HEADING),
            widgets::text(SAYS, widgets::BODY),
            widgets::text(HELPS, widgets::BODY),
            widgets::text(&component, widgets::CAPTION),
            widgets::text(&self.version, widgets::CAPTION),
        ];
        lines.extend(shown.data.as_deref().map(|data| widgets::text(data, widgets::CAPTION)));
        for line in &mut lines {
            line.width = Length::Fill;
        }
        let mut column = widgets::column(lines);
        column.padding = Edges::all(24.0);
        column.gap = 12.0;
        let toolbar = widgets::toolbar(&self.package, title, None, Vec::new());
        let mut page = widgets::column(vec![toolbar, widgets::scroll_view(key.child(0), column)]);
        page.height = Length::Fill;
        page
    }
}
