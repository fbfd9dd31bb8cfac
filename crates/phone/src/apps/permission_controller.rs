//! The permission controller: the system's own app that asks the user on behalf of another one.

use std::collections::{BTreeMap, HashMap};

use super::{
    Factory, Installable,
    toolkit::{
        Program, Scene, Toolkit, UiEvent,
        widgets::{self, Emphasis, Toggle},
    },
};
use crate::{
    android::{
        Activity, ActivityId, Api, Config, Grant, Host, Intent, Manifest,
        permissions::{Answer, EXTRA_NAMES, EXTRA_PACKAGE, controller, grant_activity},
    },
    screen::{Align, Edges, Flags, Icon, Key, Length, Look, TextLook, Theme, View},
};

pub(crate) fn permission_controller(api: Api) -> Installable {
    let manifest = Manifest {
        package: controller(api).to_owned(),
        label: "Permission controller".to_owned(),
        version_code: 34,
        version_name: "14".to_owned(),
        min_sdk: 30,
        target_sdk: 34,
        activities: vec![Activity {
            class: grant_activity(api),
            label: "Permission controller".to_owned(),
            exported: true,
            translucent: true,
            ..Activity::default()
        }],
        permissions: Vec::new(),
        system: true,
        uid: Some(10_091),
        debuggable: false,
        icon: 0,
    };
    let factory = Factory::new(move |host| {
        Box::new(Toolkit::new(host, Controller { api, open: BTreeMap::new() }))
    });
    Installable { manifest, factory }
}

struct Controller {
    api: Api,
    open: BTreeMap<ActivityId, Question>,
}

struct Question {
    package: String,
    permission: String,
    /// The accurate place, not about where.
    precise: bool,
    /// Whether the box is ticked that ends the questions, before API level 30.
    for_good: bool,
    buttons: HashMap<Key, Press>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Press {
    Answer(Answer),
    Precise(bool),
    ForGood,
}

/// What the controller's question says and which answers it offers.
struct Wording {
    asks: &'static str,
    answers: &'static [(&'static str, &'static str, Answer)],
}

const WHILE_USING: &[(&str, &str, Answer)] = &[
    ("permission_allow_foreground_only_button", "While using the app", Answer::Allow),
    ("permission_allow_one_time_button", "Only this time", Answer::AllowOnce),
];
const ALLOW: &[(&str, &str, Answer)] = &[("permission_allow_button", "Allow", Answer::Allow)];
const PHOTOS: &[(&str, &str, Answer)] = &[
    ("permission_allow_all_button", "Allow all", Answer::Allow),
    ("permission_allow_selected_button", "Select photos and videos", Answer::Allow),
];

fn wording(permission: &str) -> Wording {
    let name = permission.strip_prefix("android.permission.").unwrap_or(permission);
    let (asks, answers) = match name {
        "CAMERA" => ("take pictures and record video", WHILE_USING),
        "RECORD_AUDIO" => ("record audio", WHILE_USING),
        "ACCESS_FINE_LOCATION" | "ACCESS_COARSE_LOCATION" => {
            ("access this device’s location", WHILE_USING)
        }
        "POST_NOTIFICATIONS" => ("send you notifications", ALLOW),
        "READ_CONTACTS" | "WRITE_CONTACTS" | "GET_ACCOUNTS" => ("access your contacts", ALLOW),
        "READ_CALENDAR" | "WRITE_CALENDAR" => ("access your calendar", ALLOW),
        "READ_SMS" | "SEND_SMS" => ("send and view SMS messages", ALLOW),
        "CALL_PHONE" | "READ_PHONE_STATE" => ("make and manage phone calls", ALLOW),
        "READ_MEDIA_IMAGES" => ("access photos and videos on this device", PHOTOS),
        "BLUETOOTH_CONNECT" | "BLUETOOTH_SCAN" => {
            ("find, connect to, and determine the relative position of nearby devices", ALLOW)
        }
        _ => ("access photos and media on your device", ALLOW),
    };
    Wording { asks, answers }
}

fn id(name: &str) -> String {
    format!("{}:id/{name}", controller(Api::Android14))
}

/// The ids of the package that asked before.
fn older_id(name: &str) -> String {
    format!("{}:id/{name}", controller(Api::Android9))
}

impl Question {
    fn view(&mut self, label: &str, refused: bool, key: Key) -> View {
        let Wording { asks, answers } = wording(&self.permission);
        self.buttons.clear();
        let icon = View { id: id("permission_icon"), ..widgets::image(Icon::Settings, "", 40.0) };
        let look = TextLook { size: 20.0, align: Align::Center, ..widgets::BODY };
        let message = View {
            id: id("permission_message"),
            width: Length::Fill,
            ..widgets::text(&format!("Allow {label} to {asks}?"), look)
        };
        let top = View { gap: 12.0, align: Align::Center, ..widgets::column(vec![icon, message]) };
        let container = View {
            id: id("content_container"),
            padding: Edges::all(24.0),
            ..widgets::column(vec![top])
        };
        let mut panels = vec![container];
        if self.permission.ends_with("ACCESS_FINE_LOCATION") {
            panels.push(self.accuracy(key.child(100)));
        }
        let deny = if refused {
            "permission_deny_and_dont_ask_again_button"
        } else {
            "permission_deny_button"
        };
        let answers = answers.iter().copied().chain([(deny, "Don’t allow", Answer::Deny)]);
        let mut buttons = Vec::new();
        for (place, (name, text, answer)) in answers.enumerate() {
            let key = key.child(place);
            self.buttons.insert(key, Press::Answer(answer));
            let button = widgets::button(key, text, Emphasis::Outlined);
            buttons.push(View { id: id(name), width: Length::Fill, ..button });
        }
        panels.push(View {
            gap: 8.0,
            padding: Edges { left: 24.0, top: 4.0, right: 24.0, bottom: 24.0 },
            ..widgets::column(buttons)
        });
        framed(panels)
    }

    /// The dialog of Android 9: two answers in capitals, and a box to tick once the user has refused.
    fn older_view(&mut self, label: &str, refused: bool, key: Key) -> View {
        let Wording { asks, .. } = wording(&self.permission);
        self.buttons.clear();
        let icon =
            View { id: older_id("permission_icon"), ..widgets::image(Icon::Settings, "", 24.0) };
        let message = View {
            id: older_id("permission_message"),
            width: Length::Fill,
            ..widgets::text(&format!("Allow {label} to {asks}?"), widgets::BODY)
        };
        let mut panels = vec![View { gap: 12.0, ..widgets::row(vec![icon, message]) }];
        if refused {
            let key = key.child(10);
            self.buttons.insert(key, Press::ForGood);
            let tick = widgets::toggle(key, Toggle::CheckBox, "Don't ask again", self.for_good);
            panels.push(View { id: older_id("do_not_ask_checkbox"), ..tick });
        }
        let deny = if self.for_good { Answer::DenyForGood } else { Answer::Deny };
        let answers = [
            ("permission_deny_button", "DENY", deny),
            ("permission_allow_button", "ALLOW", Answer::Allow),
        ];
        let buttons = answers.into_iter().enumerate().map(|(place, (name, text, answer))| {
            let key = key.child(place);
            self.buttons.insert(key, Press::Answer(answer));
            View { id: older_id(name), ..widgets::button(key, text, Emphasis::Text) }
        });
        let buttons = buttons.collect();
        panels.push(View { gap: 8.0, ..widgets::row(buttons) });
        let dialog = View {
            id: older_id("dialog_container"),
            gap: 16.0,
            padding: Edges::all(24.0),
            ..widgets::column(panels)
        };
        let look = Look { background: Some(Theme::DIALOG), radius: 2.0, ..Look::default() };
        let content = View {
            class: "android.widget.FrameLayout".into(),
            id: "android:id/content".to_owned(),
            ..widgets::column(vec![dialog.with(Flags::CLICKABLE)])
        };
        View { look, class: "android.widget.FrameLayout".into(), ..widgets::column(vec![content]) }
    }

    fn accuracy(&mut self, key: Key) -> View {
        let mut radio = |place, name: &str, text, precise| {
            let key = key.child(place);
            self.buttons.insert(key, Press::Precise(precise));
            let on = self.precise == precise;
            let view = widgets::toggle(key, Toggle::Radio, text, on);
            View { id: id(name), width: Length::Weight(1.0), ..view }
        };
        let fine = radio(0, "permission_location_accuracy_radio_fine", "Precise", true);
        let coarse = radio(1, "permission_location_accuracy_radio_coarse", "Approximate", false);
        let group = View {
            class: "android.widget.RadioGroup".into(),
            id: id("permission_location_accuracy_radio_group"),
            ..widgets::row(vec![fine, coarse])
        };
        View {
            id: id("permission_location_accuracy"),
            padding: Edges::sides(24.0, 0.0),
            ..widgets::column(vec![group])
        }
    }
}

/// The controller's wrappers; the dialog itself takes touches, so that none falls through.
fn framed(panels: Vec<View>) -> View {
    let dialog = View { id: id("grant_dialog"), ..widgets::column(panels) }.with(Flags::CLICKABLE);
    let single =
        View { id: id("grant_singleton"), ..widgets::column(vec![dialog]) }.with(Flags::CLICKABLE);
    let wrap = |class: &'static str, id: &str, child: View| View {
        class: class.into(),
        id: id.to_owned(),
        ..widgets::column(vec![child])
    };
    let scroll = wrap("android.widget.ScrollView", "", single).with(Flags::FOCUSABLE);
    let content = wrap("android.widget.FrameLayout", "android:id/content", scroll);
    let inner = wrap("android.widget.FrameLayout", "", content);
    let look = Look { background: Some(Theme::DIALOG), radius: 28.0, ..Look::default() };
    View { look, ..wrap("android.widget.FrameLayout", "", inner) }
}

impl Program for Controller {
    fn start(&mut self, host: &Host, activity: ActivityId, _class: &str, intent: &Intent) {
        let extra = |name: &str| intent.extras.get(name).map(ToString::to_string);
        let question = Question {
            package: extra(EXTRA_PACKAGE).unwrap_or_default(),
            permission: extra(EXTRA_NAMES).unwrap_or_default(),
            precise: true,
            for_good: false,
            buttons: HashMap::new(),
        };
        let grant = host.permission_of(&question.package, &question.permission);
        if !matches!(grant, Some((Grant::Askable { .. }, _))) {
            host.finish(activity);
        }
        self.open.insert(activity, question);
    }

    fn end(&mut self, activity: ActivityId) {
        self.open.remove(&activity);
    }

    fn scenes(&mut self, host: &Host, _config: &Config, activity: ActivityId) -> Vec<Scene> {
        let Some(question) = self.open.get_mut(&activity) else { return Vec::new() };
        let grant = host.permission_of(&question.package, &question.permission);
        let Some((Grant::Askable { refused }, label)) = grant else { return Vec::new() };
        let key = Key(activity.0).child(0);
        let view = if self.api.since(29) {
            question.view(&label, refused, key)
        } else {
            question.older_view(&label, refused, key)
        };
        vec![Scene::Dialog(view)]
    }

    fn handle(&mut self, host: &Host, activity: ActivityId, event: UiEvent) {
        let UiEvent::Click(key) = event else { return };
        let Some(question) = self.open.get_mut(&activity) else { return };
        match question.buttons.get(&key) {
            Some(Press::Precise(precise)) => question.precise = *precise,
            Some(Press::ForGood) => question.for_good = !question.for_good,
            Some(Press::Answer(answer)) => {
                let Question { package, permission, precise, .. } = &*question;
                let granted = matches!(answer, Answer::Allow | Answer::AllowOnce);
                // About where is another permission than exactly where.
                let fine = permission.ends_with("ACCESS_FINE_LOCATION");
                let here = if granted && fine && !*precise { Answer::Deny } else { *answer };
                host.answer_permission(package, permission, here);
                if granted && fine {
                    let coarse = "android.permission.ACCESS_COARSE_LOCATION";
                    host.answer_permission(package, coarse, *answer);
                }
                host.finish(activity);
            }
            None => {}
        }
    }

    /// Back leaves the question unanswered.
    fn back(&mut self, host: &Host, activity: ActivityId, _scene: usize) -> bool {
        host.finish(activity);
        true
    }
}
