//! Apps that every phone has, because others send the user there: a browser and a dialer. They show what they were
//! opened with, and that there is no more to it here.

use std::collections::BTreeMap;

use super::{
    Factory, Installable,
    toolkit::{Program, Scene, Toolkit, UiEvent, widgets},
};
use crate::{
    android::{
        Activity, ActivityId, Component, Config, Filter, Host, Intent, LaunchMode, Manifest,
        choosing::BROWSER,
    },
    screen::{Edges, Key, Length, View},
};

const DIALER: &str = "com.android.dialer";
const VIEW: &str = "android.intent.action.VIEW";
const DIAL: &str = "android.intent.action.DIAL";
/// As much of an address as fits on a screen.
const LONGEST: usize = 2_000;

/// What tells one from the other.
#[derive(Debug, Clone, Copy)]
struct Opener {
    package: &'static str,
    label: &'static str,
    class: &'static str,
    uid: u32,
    /// Where the view stands that shows what it was opened with.
    id: &'static str,
    says: &'static str,
    filters: fn() -> Vec<Filter>,
}

const OPENERS: [Opener; 2] = [
    Opener {
        package: BROWSER,
        label: "Browser",
        class: ".BrowserActivity",
        uid: 10_093,
        id: "url",
        says: "This phone shows no web pages.",
        filters: || vec![filter(&[VIEW], &["http", "https"])],
    },
    Opener {
        package: DIALER,
        label: "Phone",
        class: ".DialtactsActivity",
        uid: 10_094,
        id: "digits",
        says: "This phone makes no calls.",
        filters: || vec![filter(&[VIEW, DIAL], &["tel"]), filter(&[DIAL], &[])],
    },
];

pub(crate) fn openers() -> impl Iterator<Item = Installable> {
    OPENERS.into_iter().map(|opener| {
        let manifest = Manifest {
            package: opener.package.to_owned(),
            label: opener.label.to_owned(),
            version_code: 34,
            version_name: "14".to_owned(),
            min_sdk: 34,
            target_sdk: 34,
            activities: vec![Activity {
                class: Component::new(opener.package, opener.class).class,
                exported: true,
                // A link leads into a task of its own, and Back to where it was.
                launch_mode: LaunchMode::SingleTask,
                filters: (opener.filters)(),
                ..Activity::default()
            }],
            permissions: Vec::new(),
            system: true,
            uid: Some(opener.uid),
            debuggable: false,
            icon: 0x003b_78e7,
        };
        let factory = Factory::new(move |host| {
            Box::new(Toolkit::new(host, Opened { opener, live: BTreeMap::new() }))
        });
        Installable { manifest, factory }
    })
}

fn filter(actions: &[&str], schemes: &[&str]) -> Filter {
    let texts = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect();
    let categories = ["android.intent.category.DEFAULT", "android.intent.category.BROWSABLE"];
    Filter {
        actions: texts(actions),
        categories: texts(&categories),
        schemes: texts(schemes),
        ..Filter::default()
    }
}

struct Opened {
    opener: Opener,
    live: BTreeMap<ActivityId, String>,
}

/// An address as it is, a number without its scheme.
fn shown(intent: &Intent) -> String {
    let data = intent.data.as_deref().unwrap_or_default();
    let data = data.strip_prefix("tel:").unwrap_or(data);
    data[..data.floor_char_boundary(LONGEST)].to_owned()
}

impl Program for Opened {
    fn start(&mut self, _host: &Host, activity: ActivityId, _class: &str, intent: &Intent) {
        self.live.insert(activity, shown(intent));
    }

    fn new_intent(&mut self, _host: &Host, activity: ActivityId, intent: &Intent) {
        self.live.insert(activity, shown(intent));
    }

    fn end(&mut self, activity: ActivityId) {
        self.live.remove(&activity);
    }

    fn scenes(&mut self, _host: &Host, config: &Config, activity: ActivityId) -> Vec<Scene> {
        let Some(with) = self.live.get(&activity) else { return Vec::new() };
        let Opener { package, label, id, says, .. } = self.opener;
        let mut lines = vec![widgets::text(says, widgets::BODY)];
        if !with.is_empty() {
            let with = widgets::text(with, widgets::TITLE);
            lines.insert(0, View { id: format!("{package}:id/{id}"), ..with });
        }
        for line in &mut lines {
            line.width = Length::Fill;
        }
        let mut column = widgets::column(lines);
        column.padding = Edges::all(24.0);
        column.gap = 12.0;
        let toolbar = widgets::toolbar(package, label, None, Vec::new());
        let scroll = widgets::scroll_view(Key(activity.0).child(0), column);
        let mut page = widgets::column(vec![toolbar, scroll]);
        page.height = Length::Fill;
        vec![Scene::Full(widgets::activity(config, package, page))]
    }

    fn handle(&mut self, _host: &Host, _activity: ActivityId, _event: UiEvent) {}

    fn back(&mut self, _host: &Host, _activity: ActivityId, _scene: usize) -> bool {
        false
    }
}
