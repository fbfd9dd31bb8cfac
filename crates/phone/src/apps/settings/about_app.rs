//! The pages about one app: what it is, its permissions, its notifications.

use std::collections::{BTreeMap, HashMap};

use super::{PACKAGE, pages::default};
use crate::{
    android::{
        Activity, ActivityId, Component, Config, Extra, Filter, Host, Intent, Level, Package,
    },
    apps::toolkit::{
        Program, Scene, UiEvent,
        widgets::{self, Emphasis, Toggle},
    },
    screen::{Edges, Flags, Key, Length, View},
};

const DETAILS: &str = "com.android.settings.applications.InstalledAppDetails";
const PERMISSIONS: &str = "com.android.settings.applications.AppPermissions";
const NOTIFICATIONS: &str = "com.android.settings.Settings$AppNotificationSettingsActivity";
const POST_NOTIFICATIONS: &str = "android.permission.POST_NOTIFICATIONS";
/// By which extras a page is told whose it is.
const WHOSE: [&str; 2] = ["android.provider.extra.APP_PACKAGE", "app_package"];

pub(super) fn activities() -> [Activity; 3] {
    let activity = |class: &str, label: &str, exported: bool, filters: Vec<Filter>| Activity {
        class: class.to_owned(),
        label: label.to_owned(),
        exported,
        filters,
        ..Activity::default()
    };
    let filter = |actions: &[&str], schemes: &[&str]| Filter {
        actions: actions.iter().map(|name| format!("android.settings.{name}")).collect(),
        categories: default(),
        schemes: schemes.iter().map(|&name| name.to_owned()).collect(),
        ..Filter::default()
    };
    let details = filter(&["APPLICATION_DETAILS_SETTINGS"], &["package"]);
    let notifications = ["APP_NOTIFICATION_SETTINGS", "CHANNEL_NOTIFICATION_SETTINGS"];
    [
        activity(DETAILS, "App info", true, vec![details]),
        activity(PERMISSIONS, "App permissions", false, Vec::new()),
        activity(NOTIFICATIONS, "Notifications", true, vec![filter(&notifications, &[])]),
    ]
}

pub(super) fn shows(class: &str) -> bool {
    [DETAILS, PERMISSIONS, NOTIFICATIONS].contains(&class)
}

#[derive(Default)]
pub(super) struct AboutApp {
    live: BTreeMap<ActivityId, Page>,
}

struct Page {
    class: String,
    /// Whose page it is.
    package: String,
    /// The user is asked whether it is really to be removed.
    removing: bool,
    controls: HashMap<Key, Press>,
}

#[derive(Debug, Clone)]
enum Press {
    Up,
    Open(&'static str),
    Launch(Component),
    Stop,
    AskRemove,
    Remove,
    Keep,
    /// Gives these permissions or takes them away.
    Permit(Vec<String>, bool),
}

/// Permissions that the user knows under one name.
fn group(permission: &str) -> &str {
    let name = permission.rsplit('.').next().unwrap_or(permission);
    match name {
        "CAMERA" => "Camera",
        "RECORD_AUDIO" => "Microphone",
        "ACCESS_FINE_LOCATION" | "ACCESS_COARSE_LOCATION" | "ACCESS_BACKGROUND_LOCATION" => {
            "Location"
        }
        "READ_CONTACTS" | "WRITE_CONTACTS" | "GET_ACCOUNTS" => "Contacts",
        "READ_CALENDAR" | "WRITE_CALENDAR" => "Calendar",
        "SEND_SMS" | "RECEIVE_SMS" | "READ_SMS" | "RECEIVE_MMS" | "RECEIVE_WAP_PUSH" => "SMS",
        "READ_CALL_LOG" | "WRITE_CALL_LOG" | "PROCESS_OUTGOING_CALLS" => "Call logs",
        "CALL_PHONE" | "READ_PHONE_STATE" | "READ_PHONE_NUMBERS" | "ANSWER_PHONE_CALLS"
        | "ADD_VOICEMAIL" | "USE_SIP" | "ACCEPT_HANDOVER" => "Phone",
        "READ_EXTERNAL_STORAGE" | "WRITE_EXTERNAL_STORAGE" => "Files",
        "READ_MEDIA_IMAGES"
        | "READ_MEDIA_VIDEO"
        | "READ_MEDIA_VISUAL_USER_SELECTED"
        | "ACCESS_MEDIA_LOCATION" => "Photos and videos",
        "READ_MEDIA_AUDIO" => "Music and audio",
        "BLUETOOTH_CONNECT"
        | "BLUETOOTH_SCAN"
        | "BLUETOOTH_ADVERTISE"
        | "UWB_RANGING"
        | "NEARBY_WIFI_DEVICES" => "Nearby devices",
        "BODY_SENSORS" | "BODY_SENSORS_BACKGROUND" => "Body sensors",
        "ACTIVITY_RECOGNITION" => "Physical activity",
        "POST_NOTIFICATIONS" => "Notifications",
        _ => name,
    }
}

/// The app's groups of permissions that the user decides on: their names and whether all, some or none are granted.
fn groups(package: &Package) -> BTreeMap<&str, (Vec<String>, bool)> {
    let mut groups: BTreeMap<&str, (Vec<String>, bool)> = BTreeMap::new();
    for permission in package.permissions.iter().filter(|have| have.runtime) {
        let (names, granted) = groups.entry(group(&permission.name)).or_default();
        names.push(permission.name.clone());
        *granted |= permission.granted;
    }
    groups
}

impl Page {
    fn key(&mut self, at: Key, press: Press) -> Key {
        self.controls.insert(at, press);
        at
    }

    fn body(&mut self, app: &Package, running: bool, key: Key) -> Vec<View> {
        let header = View {
            id: format!("{PACKAGE}:id/entity_header_title"),
            width: Length::Fill,
            ..widgets::text(&app.manifest.label, widgets::TITLE)
        };
        let mut lines = vec![header];
        match self.class.as_str() {
            PERMISSIONS => {
                let groups = groups(app);
                if groups.is_empty() {
                    lines.push(widgets::text("No permissions requested", widgets::BODY));
                }
                for (place, (name, (names, granted))) in groups.into_iter().enumerate() {
                    let key = self.key(key.child(10 + place), Press::Permit(names, !granted));
                    lines.push(widgets::toggle(key, Toggle::Switch, name, granted));
                }
            }
            NOTIFICATIONS => {
                let permission =
                    app.permissions.iter().find(|have| have.name == POST_NOTIFICATIONS);
                let label = format!("All {} notifications", app.manifest.label);
                let on = permission.is_none_or(|have| have.granted);
                let press = Press::Permit(vec![POST_NOTIFICATIONS.to_owned()], !on);
                let key = self.key(key.child(10), press);
                let switch = widgets::toggle(key, Toggle::Switch, &label, on);
                lines.push(if permission.is_some() { switch } else { widgets::disabled(switch) });
            }
            _ => self.details(app, running, key, &mut lines),
        }
        lines
    }

    fn details(&mut self, app: &Package, running: bool, key: Key, lines: &mut Vec<View>) {
        let mut button = |place: usize, id: &str, text, press: Option<Press>| {
            let key = key.child(10 + place);
            let button = widgets::button(key, text, Emphasis::Outlined);
            let button = View { id: format!("{PACKAGE}:id/{id}"), ..button };
            match press {
                Some(press) => {
                    self.controls.insert(key, press);
                    button
                }
                None => widgets::disabled(button),
            }
        };
        let open = app.launcher_activity().map(Press::Launch);
        let remove = (!app.manifest.system).then_some(Press::AskRemove);
        let buttons = vec![
            button(0, "button1", "Open", open),
            button(1, "button2", "Uninstall", remove),
            button(2, "button3", "Force stop", running.then_some(Press::Stop)),
        ];
        lines.push(View { gap: 8.0, ..widgets::row(buttons) });
        let groups = groups(app);
        let granted: Vec<_> =
            groups.iter().filter(|(_, (_, granted))| *granted).map(|(name, _)| *name).collect();
        let permissions = match (groups.is_empty(), granted.is_empty()) {
            (true, _) => "No permissions requested".to_owned(),
            (false, true) => "No permissions granted".to_owned(),
            (false, false) => granted.join(", "),
        };
        let posts = app.permissions.iter().find(|have| have.name == POST_NOTIFICATIONS);
        let posts = if posts.is_none_or(|have| have.granted) { "On" } else { "Off" };
        let rows =
            [("Notifications", posts, NOTIFICATIONS), ("Permissions", &permissions, PERMISSIONS)];
        for (place, (title, summary, to)) in rows.into_iter().enumerate() {
            let key = self.key(key.child(20 + place), Press::Open(to));
            lines.push(preference(key, title, summary));
        }
        let version = format!("version {}", app.manifest.version_name);
        lines.push(widgets::text(&version, widgets::CAPTION));
    }

    fn question(&mut self, app: &Package, key: Key) -> View {
        let cancel = self.key(key.child(1), Press::Keep);
        let ok = self.key(key.child(2), Press::Remove);
        widgets::alert(
            &app.manifest.label,
            "Do you want to uninstall this app?",
            None,
            vec![("button2", cancel, "Cancel"), ("button1", ok, "OK")],
        )
    }
}

fn preference(key: Key, title: &str, summary: &str) -> View {
    let named = |id: &str, view: View| View { id: format!("android:id/{id}"), ..view };
    let title = named("title", widgets::text(title, widgets::BODY));
    let summary = named("summary", widgets::text(summary, widgets::CAPTION));
    let row = widgets::column(vec![title, summary]);
    View { key, min_height: 56.0, padding: Edges::sides(0.0, 8.0), ..row }
        .with(Flags::CLICKABLE | Flags::FOCUSABLE)
}

impl Program for AboutApp {
    fn start(&mut self, host: &Host, activity: ActivityId, class: &str, intent: &Intent) {
        let data = intent.data.as_deref().and_then(|data| data.strip_prefix("package:"));
        let extra = WHOSE.iter().find_map(|name| match intent.extras.get(*name) {
            Some(Extra::Text(text)) => Some(text.as_str()),
            _ => None,
        });
        let package = data.or(extra).unwrap_or_default().to_owned();
        let known = host.android().is_some_and(|android| android.package(&package).is_some());
        if !known {
            // As on a phone: a page about nothing is left at once.
            host.log(Level::Warn, "AppInfoBase", "Cannot find the app of the page");
            host.finish(activity);
        }
        let class = class.to_owned();
        let page = Page { class, package, removing: false, controls: HashMap::new() };
        self.live.insert(activity, page);
    }

    fn end(&mut self, activity: ActivityId) {
        self.live.remove(&activity);
    }

    fn scenes(&mut self, host: &Host, config: &Config, activity: ActivityId) -> Vec<Scene> {
        let Some(page) = self.live.get_mut(&activity) else { return Vec::new() };
        let Some(android) = host.android() else { return Vec::new() };
        let Some(app) = android.package(&page.package) else { return Vec::new() };
        let running = android.pid_of(&page.package).is_some();
        let key = Key(activity.0).child(0);
        page.controls.clear();
        let title = match page.class.as_str() {
            PERMISSIONS => "App permissions",
            NOTIFICATIONS => "Notifications",
            _ => "App info",
        };
        let up = page.key(key.child(0), Press::Up);
        let toolbar = widgets::toolbar(PACKAGE, title, Some(up), Vec::new());
        let lines = View {
            padding: Edges::all(24.0),
            gap: 12.0,
            ..widgets::column(page.body(&app, running, key))
        };
        let scroll = widgets::scroll_view(key.child(1), lines);
        let page_view = View { height: Length::Fill, ..widgets::column(vec![toolbar, scroll]) };
        let mut scenes = vec![Scene::Full(widgets::activity(config, PACKAGE, page_view))];
        if page.removing {
            scenes.push(Scene::Dialog(page.question(&app, key.child(2))));
        }
        scenes
    }

    fn handle(&mut self, host: &Host, activity: ActivityId, event: UiEvent) {
        let Some(page) = self.live.get_mut(&activity) else { return };
        let press = match event {
            UiEvent::Click(key) => page.controls.get(&key).cloned(),
            UiEvent::Outside => Some(Press::Keep),
            UiEvent::LongClick(_) | UiEvent::Text(..) | UiEvent::Submit(_) | UiEvent::Slide(..) => {
                None
            }
        };
        let (Some(press), Some(android)) = (press, host.android()) else { return };
        match press {
            Press::Up => host.finish(activity),
            Press::Open(class) => {
                let mut intent = Intent::explicit(Component::new(PACKAGE, class));
                intent.data = Some(format!("package:{}", page.package));
                start(host, activity, &intent);
            }
            Press::Launch(component) => start(host, activity, &Intent::launch(component)),
            Press::Stop => android.force_stop(&page.package),
            Press::AskRemove => page.removing = true,
            Press::Keep => page.removing = false,
            Press::Remove => {
                page.removing = false;
                android.uninstall(&page.package);
                host.finish(activity);
            }
            Press::Permit(names, granted) => {
                for name in names {
                    if let Err(error) = android.set_permission(&page.package, &name, granted) {
                        host.log(Level::Warn, "AppPermissions", &error.to_string());
                    }
                }
            }
        }
    }

    fn back(&mut self, _host: &Host, activity: ActivityId, scene: usize) -> bool {
        if scene == 0 {
            return false;
        }
        if let Some(page) = self.live.get_mut(&activity) {
            page.removing = false;
        }
        true
    }
}

fn start(host: &Host, activity: ActivityId, intent: &Intent) {
    if let Err(error) = host.start_activity(activity, intent) {
        host.log(Level::Error, "Settings", &error.to_string());
    }
}
