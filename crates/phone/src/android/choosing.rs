//! Which of several activities an intent starts: the one that the user said is always to be taken, or the system's
//! question which it is to be.

use super::{
    ActivityId, Android, Api, Component, Host, Intent, Level,
    handle::State,
    intent::{ACTION_MAIN, ACTION_VIEW, CATEGORY_BROWSABLE, CATEGORY_DEFAULT},
    packages::host,
};

pub(crate) const ACTION_CHOOSER: &str = "android.intent.action.CHOOSER";
/// The package of the system itself, which asks.
pub(crate) const SYSTEM_PACKAGE: &str = "android";
pub(crate) const RESOLVER: &str = "com.android.internal.app.ResolverActivity";
/// What opens links when no app of their own does.
pub(crate) const BROWSER: &str = "com.android.browser";

/// What an app's chooser is: since API level 34 a package of its own.
pub(crate) fn chooser(api: Api) -> Component {
    if api.since(34) {
        Component::new("com.android.intentresolver", ".ChooserActivity")
    } else {
        Component::new(SYSTEM_PACKAGE, "com.android.internal.app.ChooserActivity")
    }
}

/// What is to be taken for a kind of intent, as long as the same activities answer.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Preferred {
    kind: Intent,
    among: Vec<Component>,
    chosen: Component,
}

/// An activity to choose, as the user sees it.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Choice {
    pub(crate) component: Component,
    pub(crate) label: String,
    /// Of its app.
    pub(crate) app: String,
    pub(crate) color: u32,
}

impl Android {
    /// `pm set-app-links`: links to these domains are the app's own, or no longer. False: there is no such app.
    pub(crate) fn set_links(&self, package: &str, domains: &[&str], own: bool) -> bool {
        let mut state = self.state();
        let Some(package) = state.packages.get_mut(package) else { return false };
        for domain in domains {
            let domain = if *domain == "all" { "*" } else { domain };
            if own {
                package.links.insert(domain.to_owned());
            } else if domain == "*" {
                package.links.clear();
            } else {
                package.links.remove(domain);
            }
        }
        true
    }

    /// The activity that the intent starts, which may be the one that asks the user; `None` when nothing answers.
    pub(crate) fn choice(&self, intent: &Intent, caller: u32) -> Option<Component> {
        self.state().choice(intent, caller)
    }
}

impl State {
    /// Activities that the intent may start, best first.
    pub(crate) fn candidates(&self, intent: &Intent, caller: u32) -> Vec<Component> {
        let mut found = self.query(intent);
        if intent.component.is_some() || is_main(intent) {
            return found;
        }
        found.retain(|component| self.answers_unnamed(intent, component));
        // What an app keeps to itself is refused only where nothing else answers.
        let open = |component: &Component| {
            let package = &self.packages[&component.package];
            let activity = package.activity(&component.class);
            package.uid == caller || activity.is_some_and(|activity| activity.exported)
        };
        if found.iter().any(open) {
            found.retain(open);
        }
        if is_web_link(intent) {
            self.narrow_to_links(intent, &mut found);
        }
        found
    }

    /// The activity that is started; `None` when nothing answers.
    pub(crate) fn choice(&self, intent: &Intent, caller: u32) -> Option<Component> {
        let found = self.candidates(intent, caller);
        if found.len() < 2 || is_main(intent) {
            return found.into_iter().next();
        }
        let (kind, among) = (kind(intent), sorted(found));
        let known = self.preferred.iter().find(|have| have.kind == kind && have.among == among);
        let asked = || Component::new(SYSTEM_PACKAGE, RESOLVER);
        Some(known.map_or_else(asked, |known| known.chosen.clone()))
    }

    /// Who opens a link to the web: an app whose links it is known to be, since API level 31 a browser before any other
    /// app, and of several browsers the phone's own.
    fn narrow_to_links(&self, intent: &Intent, found: &mut Vec<Component>) {
        // Nobody asks the web whose a link is: what is declared as data is believed, an APK when somebody said so.
        let host = intent.data.as_deref().and_then(host).unwrap_or_default();
        let believed = |component: &Component| {
            let package = &self.packages[&component.package];
            let declared = package.apk.is_none() && !package.manifest.system;
            declared || package.links.iter().any(|domain| covers(domain, host))
        };
        if found.iter().any(believed) {
            found.retain(believed);
            return;
        }
        let browses = |component: &Component| self.browses(intent, component);
        if self.api.since(31) && found.iter().any(browses) {
            found.retain(browses);
        }
        let own = |component: &Component| component.package == BROWSER;
        if found.iter().all(browses) && found.iter().any(own) {
            found.retain(own);
        }
    }
}

impl Host {
    /// What the user may choose from in `activity`, which asks on behalf of whoever started it.
    pub(crate) fn choices(&self, activity: ActivityId, intent: &Intent) -> Vec<Choice> {
        let choices = self.read(|state| {
            let caller = state.caller_of(activity);
            let found = state.candidates(intent, caller).into_iter();
            let choice = |component: Component| {
                let package = state.packages.get(&component.package)?;
                let own = &package.activity(&component.class)?.label;
                let app = package.manifest.label.clone();
                let label = if own.is_empty() { app.clone() } else { own.clone() };
                Some(Choice { component, label, app, color: package.manifest.icon })
            };
            found.filter_map(choice).collect()
        });
        choices.unwrap_or_default()
    }

    /// Starts what was chosen in place of `activity`, in the name of whoever started that, who also gets the result.
    pub(crate) fn choose(&self, activity: ActivityId, intent: &Intent, chosen: &Component) {
        let mut intent = Intent { component: Some(chosen.clone()), ..intent.clone() };
        intent.flags |= Intent::FLAG_FORWARD_RESULT | Intent::FLAG_PREVIOUS_IS_TOP;
        let started = self.change(|state| {
            let caller = state.caller_of(activity);
            let started = state.resolve(&intent, caller).map(|component| {
                state.log_start(&intent, &component, caller);
                state.place(component, &intent, Some(activity), caller);
            });
            state.finish(activity);
            started
        });
        if let Some(Err(error)) = started {
            self.log(Level::Error, "ResolverActivity", &error.to_string());
        }
    }

    /// From now on this is taken for such intents without a question.
    pub(crate) fn prefer(&self, activity: ActivityId, intent: &Intent, chosen: &Component) {
        self.change(|state| {
            let among = sorted(state.candidates(intent, state.caller_of(activity)));
            let kind = kind(intent);
            state.preferred.retain(|have| have.kind != kind);
            state.preferred.push(Preferred { kind, among, chosen: chosen.clone() });
        });
    }
}

impl State {
    fn caller_of(&self, activity: ActivityId) -> u32 {
        let mut records = self.tasks.iter().flat_map(|task| &task.activities);
        records.find(|have| have.id == activity).map_or(u32::MAX, |record| record.caller)
    }
}

/// The front doors of apps are not chosen among: who asks for one means a package.
fn is_main(intent: &Intent) -> bool {
    intent.action.as_deref() == Some(ACTION_MAIN)
}

/// `Intent.isWebIntent`, with no other wish than that.
fn is_web_link(intent: &Intent) -> bool {
    let views = intent.action.as_deref().is_none_or(|action| action == ACTION_VIEW);
    let scheme = intent.data.as_deref().and_then(|data| data.split_once(':')).map(|(name, _)| name);
    let plain = |category: &String| [CATEGORY_DEFAULT, CATEGORY_BROWSABLE].contains(&&**category);
    let web = scheme.is_some_and(|name| name == "http" || name == "https");
    views && web && intent.package.is_none() && intent.categories.iter().all(plain)
}

/// Whether a domain, which may begin with `*`, is that of a host.
fn covers(domain: &str, host: &str) -> bool {
    let Some(end) = domain.strip_prefix('*') else { return domain.eq_ignore_ascii_case(host) };
    let start = host.len().checked_sub(end.len());
    start.and_then(|start| host.get(start..)).is_some_and(|have| have.eq_ignore_ascii_case(end))
}

/// What of an intent its like have in common: with a type that, else scheme and host.
fn kind(intent: &Intent) -> Intent {
    let place = intent.data.as_deref().filter(|_| intent.mime.is_none());
    let place = place.map(|data| {
        let host = data.find("://").map_or(0, |at| at + 3);
        let end = data[host..].find(['/', '?', '#']).map_or(data.len(), |at| host + at);
        let scheme = data.find(':').unwrap_or(data.len());
        data[..if host > 0 { end } else { scheme }].to_owned()
    });
    let mut categories = intent.categories.clone();
    categories.retain(|category| category != CATEGORY_DEFAULT);
    categories.sort();
    Intent {
        action: intent.action.clone(),
        data: place,
        mime: intent.mime.clone(),
        package: intent.package.clone(),
        categories,
        ..Intent::default()
    }
}

fn sorted(mut components: Vec<Component>) -> Vec<Component> {
    components.sort();
    components
}
