//! Which packages there are, and which of their activities answer an intent.

use super::{Activity, Filter, Package};
use crate::android::{
    Android, Component, Intent,
    handle::State,
    intent::{ACTION_VIEW, CATEGORY_DEFAULT},
};

impl Android {
    /// All installed packages, sorted by name.
    pub fn packages(&self) -> Vec<Package> {
        self.state().packages.values().cloned().collect()
    }

    pub fn package(&self, name: &str) -> Option<Package> {
        self.state().packages.get(name).cloned()
    }

    /// Activities that answer the intent, best first.
    pub fn query_activities(&self, intent: &Intent) -> Vec<Component> {
        self.state().query(intent)
    }

    /// How well an activity answers an intent, as `IntentFilter` counts it; 0 when it was named.
    pub(crate) fn closeness(&self, intent: &Intent, component: &Component) -> u32 {
        if intent.component.is_some() {
            return 0;
        }
        let state = self.state();
        let package = state.packages.get(&component.package);
        let activity = package.and_then(|package| package.activity(&component.class));
        activity.and_then(|activity| matches(activity, &wanted(intent))).unwrap_or(0)
    }
}

impl State {
    /// Whether an activity answers an intent that does not name it: the filter says so itself. Apps that came as data
    /// do not speak of it.
    pub(crate) fn answers_unnamed(&self, intent: &Intent, component: &Component) -> bool {
        let wanted = wanted(intent);
        let says = |filter: &Filter| filter.categories.iter().any(|have| have == CATEGORY_DEFAULT);
        self.matching(&wanted, component, |package, filter| package.apk.is_none() || says(filter))
    }

    /// Whether an activity answers a link for the sake of its scheme alone: a browser.
    pub(crate) fn browses(&self, intent: &Intent, component: &Component) -> bool {
        let wanted = wanted(intent);
        self.matching(&wanted, component, |_, filter| filter.authorities.is_empty())
    }

    /// Whether one of the activity's filters matches that is also like this.
    fn matching(
        &self,
        wanted: &Intent,
        component: &Component,
        like: impl Fn(&Package, &Filter) -> bool,
    ) -> bool {
        let Some(package) = self.packages.get(&component.package) else { return false };
        let activity = package.activity(&component.class);
        let mut filters = activity.iter().flat_map(|activity| &activity.filters);
        filters.any(|filter| like(package, filter) && filter.matches(wanted).is_some())
    }

    /// Activities that match, the closest first, then in package order.
    pub(crate) fn query(&self, intent: &Intent) -> Vec<Component> {
        if let Some(component) = &intent.component {
            let exists = self.packages.get(&component.package).is_some_and(|package| {
                package.enabled && package.activity(&component.class).is_some()
            });
            return if exists { vec![component.clone()] } else { Vec::new() };
        }
        let asks = intent.action.is_some() || intent.data.is_some() || intent.mime.is_some();
        if !asks && intent.categories.is_empty() {
            return Vec::new();
        }
        let wanted = wanted(intent);
        let asked_for = |package: &&Package| {
            package.enabled && intent.package.as_deref().is_none_or(|name| name == package.name())
        };
        let mut found: Vec<(u32, Component)> = Vec::new();
        for package in self.packages.values().filter(asked_for) {
            for activity in &package.manifest.activities {
                if let Some(closeness) = matches(activity, &wanted) {
                    found.push((closeness, Component::new(package.name(), &activity.class)));
                }
            }
        }
        found.sort_by_key(|(closeness, _)| std::cmp::Reverse(*closeness));
        found.into_iter().map(|(_, component)| component).collect()
    }
}

fn wanted(intent: &Intent) -> Intent {
    let mut wanted = intent.clone();
    // `am start -d URI` without an action means to view it.
    if wanted.action.is_none() && wanted.data.is_some() {
        wanted.action = Some(ACTION_VIEW.to_owned());
    }
    wanted.categories.retain(|category| category != CATEGORY_DEFAULT);
    wanted
}

/// The closest match of its filters.
fn matches(activity: &Activity, wanted: &Intent) -> Option<u32> {
    activity.filters.iter().filter_map(|filter| filter.matches(wanted)).max()
}
