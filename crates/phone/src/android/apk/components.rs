//! Activities, services, receivers and providers of a manifest.

use super::details::Part;
use super::failure::Failure;
use super::file::malformed;
use super::filters::filters;
use super::names;
use super::resources::Resources;
use super::value::Value;
use super::xml::{Element, Name};
use crate::android::Api;
use crate::android::packages::Activity;

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
    for element in &application.children {
        let enabled = reader.bool(element, names::ENABLED, true);
        match element.name.as_str() {
            "activity" | "activity-alias" => {
                let activity = activity(reader, element)?;
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

fn activity(reader: &Reader<'_>, element: &Element) -> Result<Activity, Failure> {
    let class = reader.named_class(element)?;
    if element.name == "activity-alias" && reader.class(element, names::TARGET_ACTIVITY).is_none() {
        let message = "<activity-alias> does not specify android:targetActivity";
        return Err(reader.at(element, malformed(message)));
    }
    let filters = filters(reader, element)?;
    let exported = exported(reader, element, &class, !filters.is_empty())?;
    // Everything but "standard" hands a new intent to an instance on top.
    let launch_mode = reader.value(element, names::LAUNCH_MODE).and_then(|mode| mode.number());
    Ok(Activity {
        class,
        label: reader.text(element, names::LABEL).unwrap_or_default(),
        exported,
        single_top: launch_mode.unwrap_or(0) != 0,
        // Themes are not read: what is drawn instead of the app covers the screen.
        translucent: false,
        filters,
    })
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
