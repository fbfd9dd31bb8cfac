//! Activities, services, receivers and providers of a manifest.

use super::details::Part;
use super::failure::Failure;
use super::file::malformed;
use super::filters::filters;
use super::names;
use super::resources::Resources;
use super::themes::is_translucent;
use super::value::Value;
use super::xml::{Element, Name};
use crate::android::Api;
use crate::android::packages::{Activity, LaunchMode};

/// Reads the elements of one manifest: knows what their references mean and how messages name the file.
pub(super) struct Reader<'a> {
    pub(super) package: &'a str,
    pub(super) path: &'a str,
    pub(super) target_sdk: u32,
    pub(super) api: Api,
    pub(super) resources: Option<Resources<'a>>,
}

#[derive(Default)]
pub(super) struct Components {
    pub(super) activities: Vec<Activity>,
    pub(super) services: Vec<Part>,
    pub(super) receivers: Vec<Part>,
    pub(super) providers: Vec<Part>,
}

impl Reader<'_> {
    /// An attribute, after all references.
    pub(super) fn value(&self, element: &Element, name: Name) -> Option<Value> {
        let value = element.android(name)?;
        if let Value::Reference(id) = value {
            return self.resources.as_ref()?.value(*id);
        }
        Some(value.clone())
    }

    pub(super) fn text(&self, element: &Element, name: Name) -> Option<String> {
        self.value(element, name)?.text()
    }

    pub(super) fn bool(&self, element: &Element, name: Name, otherwise: bool) -> bool {
        self.value(element, name).and_then(|value| value.bool()).unwrap_or(otherwise)
    }

    /// Says where in the manifest something went wrong.
    pub(super) fn at(&self, element: &Element, failure: Failure) -> Failure {
        let place = format!("{} (at Binary XML file line #{})", self.path, element.line);
        failure.during(&place)
    }

    /// The class an element names: in the package unless it says otherwise.
    pub(super) fn class(&self, element: &Element, name: Name) -> Option<String> {
        let class = self.text(element, name).filter(|class| !class.is_empty())?;
        Some(match class.find('.') {
            Some(0) => format!("{}{class}", self.package),
            Some(_) => class,
            None => format!("{}.{class}", self.package),
        })
    }

    pub(super) fn named_class(&self, element: &Element) -> Result<String, Failure> {
        self.class(element, names::NAME).ok_or_else(|| {
            let message = format!("<{}> does not specify android:name", element.name);
            self.at(element, malformed(message))
        })
    }
}

/// Everything in `<application>` that can be started. What is disabled is as good as not there.
pub(super) fn components(
    reader: &Reader<'_>,
    application: &Element,
) -> Result<Components, Failure> {
    let mut found = Components::default();
    let outer = Outer {
        affinity: reader.text(application, names::TASK_AFFINITY),
        theme: application.android(names::THEME).and_then(reference),
        permission: reader.text(application, names::PERMISSION),
    };
    for element in &application.children {
        let enabled = reader.bool(element, names::ENABLED, true);
        match element.name.as_str() {
            "activity" | "activity-alias" => {
                let activity = match element.name.as_str() {
                    "activity" => activity(reader, element, &outer)?,
                    _ => alias(reader, element, &found.activities)?,
                };
                if enabled {
                    found.activities.push(activity);
                }
            }
            "service" | "receiver" | "provider" => {
                let part = part(reader, element)?;
                let list = match element.name.as_str() {
                    "service" => &mut found.services,
                    "receiver" => &mut found.receivers,
                    _ => &mut found.providers,
                };
                if enabled {
                    list.push(part);
                }
            }
            _ => {}
        }
    }
    Ok(found)
}

/// What the application says for all its activities.
struct Outer {
    affinity: Option<String>,
    theme: Option<u32>,
    permission: Option<String>,
}

fn reference(value: &Value) -> Option<u32> {
    if let Value::Reference(id) = value { Some(*id) } else { None }
}

fn activity(reader: &Reader<'_>, element: &Element, outer: &Outer) -> Result<Activity, Failure> {
    let class = reader.named_class(element)?;
    let filters = filters(reader, element)?;
    let exported = exported(reader, element, &class, !filters.is_empty())?;
    let number = |name| reader.value(element, name).and_then(|value| value.number());
    let theme = element.android(names::THEME).and_then(reference).or(outer.theme);
    let translucent = theme.is_some_and(|theme| is_translucent(theme, reader.resources.as_ref()));
    // An empty one is the activity's own way to belong nowhere.
    let affinity = reader.text(element, names::TASK_AFFINITY).or_else(|| outer.affinity.clone());
    let permission = reader.text(element, names::PERMISSION).or_else(|| outer.permission.clone());
    Ok(Activity {
        class,
        label: reader.text(element, names::LABEL).unwrap_or_default(),
        exported,
        launch_mode: LaunchMode::from_number(number(names::LAUNCH_MODE).unwrap_or(0)),
        affinity,
        config_changes: number(names::CONFIG_CHANGES).unwrap_or(0).cast_unsigned(),
        orientation: number(names::SCREEN_ORIENTATION).filter(|wish| *wish != UNSPECIFIED),
        no_history: reader.bool(element, names::NO_HISTORY, false),
        target: None,
        permission: permission.filter(|name| !name.is_empty()),
        translucent,
        filters,
    })
}

/// `ActivityInfo.SCREEN_ORIENTATION_UNSPECIFIED`.
const UNSPECIFIED: i32 = -1;

/// An activity under another name: all but that, its filters and who may start it is the target's.
fn alias(
    reader: &Reader<'_>,
    element: &Element,
    activities: &[Activity],
) -> Result<Activity, Failure> {
    let class = reader.named_class(element)?;
    let Some(target) = reader.class(element, names::TARGET_ACTIVITY) else {
        let message = "<activity-alias> does not specify android:targetActivity";
        return Err(reader.at(element, malformed(message)));
    };
    let filters = filters(reader, element)?;
    let exported = exported(reader, element, &class, !filters.is_empty())?;
    // A target that is disabled, or that nobody declared, cannot be started by any name.
    let behind = activities.iter().find(|have| have.class == target).cloned().unwrap_or_default();
    let label = reader.text(element, names::LABEL).unwrap_or(behind.label);
    let permission = reader.text(element, names::PERMISSION).filter(|name| !name.is_empty());
    let target = Some(target);
    Ok(Activity { class, label, exported, target, permission, filters, ..behind })
}

fn part(reader: &Reader<'_>, element: &Element) -> Result<Part, Failure> {
    let class = reader.named_class(element)?;
    let filters = filters(reader, element)?;
    let permission = reader.text(element, names::PERMISSION).filter(|name| !name.is_empty());
    let authorities = reader.text(element, names::AUTHORITIES).unwrap_or_default();
    let authorities = authorities.split(';').filter(|name| !name.is_empty());
    let authorities: Vec<String> = authorities.map(str::to_owned).collect();
    if element.name == "provider" {
        if authorities.is_empty() {
            let message = "<provider> does not include authorities attribute";
            return Err(reader.at(element, malformed(message)));
        }
        // Before API level 17, providers were open to all.
        let exported = reader.bool(element, names::EXPORTED, reader.target_sdk < 17);
        return Ok(Part { class, exported, permission, filters, authorities });
    }
    let exported = exported(reader, element, &class, !filters.is_empty())?;
    Ok(Part { class, exported, permission, filters, authorities: Vec::new() })
}

/// With filters and from API level 31 on, an app has to say whether others may start it.
fn exported(
    reader: &Reader<'_>,
    element: &Element,
    class: &str,
    has_filters: bool,
) -> Result<bool, Failure> {
    if let Some(said) = reader.value(element, names::EXPORTED).and_then(|value| value.bool()) {
        return Ok(said);
    }
    if has_filters && reader.target_sdk >= 31 {
        let message = format!(
            "{class}: Targeting S+ (version 31 and above) requires that an explicit value for \
             android:exported be defined when intent filters are present"
        );
        return Err(reader.at(element, malformed(message)));
    }
    Ok(has_filters)
}
