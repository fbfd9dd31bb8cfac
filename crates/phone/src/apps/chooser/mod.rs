//! The system's question which app an intent is for: the resolver, which asks where several answer, and the chooser,
//! which an app shows to share or open something.

mod view;

use std::collections::{BTreeMap, HashMap};

use super::{
    Factory, Installable,
    toolkit::{Program, Scene, Toolkit, UiEvent},
};
use crate::{
    android::{
        Activity, ActivityId, Api, Component, Config, Extra, Filter, Host, Intent, Level, Manifest,
        choosing::{ACTION_CHOOSER, Choice, RESOLVER, SYSTEM_PACKAGE, chooser},
    },
    screen::{Key, View},
};

const EXTRA_INTENT: &str = "android.intent.extra.INTENT";
const EXTRA_INITIAL_INTENTS: &str = "android.intent.extra.INITIAL_INTENTS";
const EXTRA_TITLE: &str = "android.intent.extra.TITLE";
const EXTRA_TEXT: &str = "android.intent.extra.TEXT";
const EXTRA_AUTO_LAUNCH: &str = "android.intent.extra.AUTO_LAUNCH_SINGLE_CHOICE";
/// An app may name as many targets of its own.
const MOST_INITIAL: usize = 2;

/// The packages that ask: the system itself and, since API level 34, one more.
pub(crate) fn choosers(api: Api) -> Vec<Installable> {
    let asks = Activity {
        class: RESOLVER.to_owned(),
        exported: true,
        translucent: true,
        affinity: Some(String::new()),
        ..Activity::default()
    };
    let chooser = chooser(api);
    let shares = Activity {
        class: chooser.class,
        filters: vec![Filter {
            actions: vec![ACTION_CHOOSER.to_owned()],
            categories: vec!["android.intent.category.DEFAULT".to_owned()],
            ..Filter::default()
        }],
        ..asks.clone()
    };
    if chooser.package == SYSTEM_PACKAGE {
        return vec![package(api, SYSTEM_PACKAGE, 1000, vec![asks, shares])];
    }
    vec![
        package(api, SYSTEM_PACKAGE, 1000, vec![asks]),
        package(api, &chooser.package, 10_092, vec![shares]),
    ]
}

fn package(api: Api, name: &str, uid: u32, activities: Vec<Activity>) -> Installable {
    let manifest = Manifest {
        package: name.to_owned(),
        label: if name == SYSTEM_PACKAGE { "Android System" } else { "Intent Resolver" }.to_owned(),
        version_code: 34,
        version_name: "14".to_owned(),
        min_sdk: 34,
        target_sdk: 34,
        activities,
        permissions: Vec::new(),
        system: true,
        uid: Some(uid),
        debuggable: false,
        icon: 0,
    };
    let factory = Factory::new(move |host| {
        Box::new(Toolkit::new(host, Asking { api, open: BTreeMap::new() }))
    });
    Installable { manifest, factory }
}

struct Asking {
    api: Api,
    open: BTreeMap<ActivityId, Question>,
}

struct Question {
    kind: Kind,
    /// What is to be started.
    target: Intent,
    /// Targets that the app named itself.
    initial: Vec<Intent>,
    /// The row that is marked.
    marked: Option<Component>,
    buttons: HashMap<Key, Press>,
}

enum Kind {
    Resolver,
    /// With the title that the app gave it.
    Chooser(Option<String>),
}

#[derive(Debug, Clone)]
enum Press {
    Take(Component, Box<Intent>),
    Once,
    Always,
    Copy(String),
}

/// One thing to choose, with what it is started by.
struct Target {
    choice: Choice,
    intent: Intent,
    /// What tells it from another of the same name.
    note: Option<String>,
}

impl Question {
    /// `None` for a chooser that is not told what to choose for.
    fn of(class: &str, intent: &Intent) -> Option<Self> {
        let (kind, target, initial) = if class == RESOLVER {
            let target = Intent { component: None, ..intent.clone() };
            (Kind::Resolver, target, Vec::new())
        } else {
            let Some(Extra::Intent(target)) = intent.extras.get(EXTRA_INTENT) else { return None };
            let title = intent.extras.get(EXTRA_TITLE).map(ToString::to_string);
            let initial = match intent.extras.get(EXTRA_INITIAL_INTENTS) {
                Some(Extra::Intents(all)) => all.iter().take(MOST_INITIAL).cloned().collect(),
                _ => Vec::new(),
            };
            (Kind::Chooser(title), (**target).clone(), initial)
        };
        Some(Self { kind, target, initial, marked: None, buttons: HashMap::new() })
    }

    /// What the app named comes first, the rest by name, each once.
    fn targets(&self, host: &Host, activity: ActivityId) -> Vec<Target> {
        let of = |intent: &Intent| host.choices(activity, intent).into_iter();
        let named = self.initial.iter().filter_map(|intent| Some((of(intent).next()?, intent)));
        let mut rest: Vec<_> = of(&self.target).map(|choice| (choice, &self.target)).collect();
        if matches!(self.kind, Kind::Chooser(_)) {
            rest.sort_by_cached_key(|(choice, _)| choice.label.to_lowercase());
        }
        let mut targets: Vec<Target> = Vec::new();
        for (choice, intent) in named.chain(rest) {
            if targets.iter().all(|have| have.choice.component != choice.component) {
                targets.push(Target { choice, intent: intent.clone(), note: None });
            }
        }
        note_namesakes(&mut targets);
        targets
    }

    fn view(&mut self, api: Api, targets: Vec<Target>, key: Key) -> View {
        self.buttons.clear();
        let rows: Vec<_> = targets
            .into_iter()
            .enumerate()
            .map(|(place, Target { choice, intent, note })| {
                let key = key.child(place);
                let marked = self.marked.as_ref() == Some(&choice.component);
                let press = Press::Take(choice.component.clone(), Box::new(intent));
                self.buttons.insert(key, press);
                view::Row { key, label: choice.label, note, color: choice.color, marked }
            })
            .collect();
        let action = self.target.action.as_deref().unwrap_or_default();
        match &self.kind {
            Kind::Resolver => {
                let (once, always) = (key.child(1_000), key.child(1_001));
                self.buttons.insert(once, Press::Once);
                self.buttons.insert(always, Press::Always);
                view::resolver(view::title(action), &rows, [key.child(1_003), once, always])
            }
            Kind::Chooser(title) => {
                let shares = view::shares(action);
                let mime = self.target.mime.as_deref().unwrap_or_default();
                let headline = match title {
                    _ if shares && api.since(34) => view::headline(mime),
                    Some(title) if !shares && !title.is_empty() => title,
                    _ => view::title(action),
                };
                let shared = self.target.extras.get(EXTRA_TEXT).filter(|_| shares);
                let shared = shared.map(ToString::to_string).filter(|_| api.since(29));
                let preview = shared.map(|text| {
                    let key = key.child(1_002);
                    self.buttons.insert(key, Press::Copy(text.clone()));
                    (key, text)
                });
                view::chooser(api, headline, key.child(1_003), preview, &rows)
            }
        }
    }
}

/// Where two have the same name, the app of each is told as well, or its package.
fn note_namesakes(targets: &mut [Target]) {
    let same = |a: &Target, b: &Target| {
        a.choice.label == b.choice.label && a.choice.component != b.choice.component
    };
    let notes: Vec<_> = targets
        .iter()
        .map(|target| {
            let mut namesakes = targets.iter().filter(|other| same(target, other)).peekable();
            namesakes.peek()?;
            let apps_differ = namesakes.all(|other| other.choice.app != target.choice.app);
            let app =
                if apps_differ { &target.choice.app } else { &target.choice.component.package };
            Some(app.clone())
        })
        .collect();
    for (target, note) in targets.iter_mut().zip(notes) {
        target.note = note;
    }
}

impl Program for Asking {
    fn start(&mut self, host: &Host, activity: ActivityId, class: &str, intent: &Intent) {
        let Some(question) = Question::of(class, intent) else {
            host.log(Level::Warn, "ChooserActivity", "Target is not an intent: null");
            host.finish(activity);
            return;
        };
        let asks_always = intent.extras.get(EXTRA_AUTO_LAUNCH) == Some(&Extra::Bool(false));
        let targets = question.targets(host, activity);
        if let [only] = &targets[..]
            && !asks_always
        {
            host.choose(activity, &only.intent, &only.choice.component);
        }
        self.open.insert(activity, question);
    }

    fn end(&mut self, activity: ActivityId) {
        self.open.remove(&activity);
    }

    fn scenes(&mut self, host: &Host, _config: &Config, activity: ActivityId) -> Vec<Scene> {
        let Some(question) = self.open.get_mut(&activity) else { return Vec::new() };
        let targets = question.targets(host, activity);
        let view = question.view(self.api, targets, Key(activity.0).child(0));
        vec![Scene::Dialog(view)]
    }

    fn handle(&mut self, host: &Host, activity: ActivityId, event: UiEvent) {
        let Some(question) = self.open.get_mut(&activity) else { return };
        let key = match event {
            UiEvent::Click(key) => key,
            UiEvent::Outside => return host.finish(activity),
            UiEvent::LongClick(_) | UiEvent::Text(..) | UiEvent::Submit(_) | UiEvent::Slide(..) => {
                return;
            }
        };
        let Some(press) = question.buttons.get(&key).cloned() else { return };
        match (press, &question.kind) {
            // The first tap marks a row, the second takes it.
            (Press::Take(chosen, _), Kind::Resolver)
                if question.marked.as_ref() != Some(&chosen) =>
            {
                question.marked = Some(chosen);
            }
            (Press::Take(chosen, intent), _) => host.choose(activity, &intent, &chosen),
            (Press::Copy(text), _) => {
                host.set_clipboard(&text);
                host.finish(activity);
            }
            (press @ (Press::Once | Press::Always), _) => {
                let Some(chosen) = &question.marked else { return };
                if matches!(press, Press::Always) {
                    host.prefer(activity, &question.target, chosen);
                }
                host.choose(activity, &question.target, chosen);
            }
        }
    }

    fn back(&mut self, host: &Host, activity: ActivityId, _scene: usize) -> bool {
        host.finish(activity);
        true
    }
}
