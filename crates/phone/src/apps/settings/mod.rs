//! The settings: pages declared as data, which answer the actions by which apps open them, and the pages about one app,
//! which are made here because they show and change what the phone knows of it.

mod about_app;
mod pages;

use std::{collections::BTreeSet, sync::Arc};

use tokio::time::Instant;

use self::about_app::AboutApp;
use super::{
    DefinitionError, Factory, Installable,
    declared::{Declared, define},
    toolkit::{Program, Scene, Toolkit, UiEvent},
};
use crate::android::{ActivityId, Config, Extra, Host, Intent};

const PACKAGE: &str = "com.android.settings";
/// The declared page that shows any of the others.
const PAGE: &str = "com.android.settings.SubSettings";

/// The settings app, its declared part from the text of a definition.
pub(crate) fn settings(yaml: &str) -> Result<Installable, DefinitionError> {
    let (mut manifest, definition) = define(yaml)?;
    manifest.activities.extend(pages::activities());
    manifest.activities.extend(about_app::activities());
    let factory = Factory::new(move |host| {
        let declared = Declared::new(Arc::clone(&definition), &host);
        let program = Settings { declared, about: AboutApp::default(), of_app: BTreeSet::new() };
        Box::new(Toolkit::new(host, program))
    });
    Ok(Installable { manifest, factory })
}

struct Settings {
    declared: Declared,
    about: AboutApp,
    /// Activities about one app.
    of_app: BTreeSet<ActivityId>,
}

impl Settings {
    fn part(&mut self, activity: ActivityId) -> &mut dyn Program {
        if self.of_app.contains(&activity) { &mut self.about } else { &mut self.declared }
    }
}

impl Program for Settings {
    fn start(&mut self, host: &Host, activity: ActivityId, class: &str, intent: &Intent) {
        if about_app::shows(class) {
            self.of_app.insert(activity);
        }
        let Some((page, title)) = pages::page_of(class) else {
            return self.part(activity).start(host, activity, class, intent);
        };
        let mut intent = intent.clone();
        for (name, value) in [("page", page), ("title", title)] {
            intent.extras.insert(name.to_owned(), Extra::Text(value.to_owned()));
        }
        self.declared.start(host, activity, PAGE, &intent);
    }

    fn new_intent(&mut self, host: &Host, activity: ActivityId, intent: &Intent) {
        self.part(activity).new_intent(host, activity, intent);
    }

    fn end(&mut self, activity: ActivityId) {
        self.part(activity).end(activity);
        self.of_app.remove(&activity);
    }

    fn scenes(&mut self, host: &Host, config: &Config, activity: ActivityId) -> Vec<Scene> {
        self.part(activity).scenes(host, config, activity)
    }

    fn handle(&mut self, host: &Host, activity: ActivityId, event: UiEvent) {
        self.part(activity).handle(host, activity, event);
    }

    fn back(&mut self, host: &Host, activity: ActivityId, scene: usize) -> bool {
        self.part(activity).back(host, activity, scene)
    }

    fn resumed(&mut self, host: &Host, activity: ActivityId) {
        self.part(activity).resumed(host, activity);
    }

    fn animates(&self, activity: ActivityId) -> bool {
        self.declared.animates(activity)
    }

    fn sends_events(&self, activity: ActivityId) -> bool {
        self.of_app.contains(&activity) || self.declared.sends_events(activity)
    }

    fn busy_until(&self) -> Option<Instant> {
        self.declared.busy_until()
    }

    fn next_wake(&self) -> Option<Instant> {
        self.declared.next_wake()
    }

    fn wake(&mut self, host: &Host) {
        self.declared.wake(host);
    }
}
