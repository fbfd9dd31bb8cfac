//! Intent filters of a manifest.

use super::components::Reader;
use super::failure::Failure;
use super::file::malformed;
use super::names;
use super::xml::{Element, Name};
use crate::android::packages::{Authority, Filter, PathRule};

/// The filters of a component.
pub(super) fn filters(reader: &Reader<'_>, component: &Element) -> Result<Vec<Filter>, Failure> {
    let filters = component.children_named("intent-filter");
    filters.map(|element| filter(reader, element)).collect()
}

fn filter(reader: &Reader<'_>, element: &Element) -> Result<Filter, Failure> {
    let mut filter = Filter::default();
    for child in &element.children {
        let name = || {
            let name = reader.text(child, names::NAME).filter(|name| !name.is_empty());
            let missing = || malformed("No value supplied for <android:name>");
            name.ok_or_else(|| reader.at(child, missing()))
        };
        match child.name.as_str() {
            "action" => filter.actions.push(name()?),
            "category" => filter.categories.push(name()?),
            "data" => data(reader, child, &mut filter),
            _ => {}
        }
    }
    Ok(filter)
}

/// Each attribute adds to its own list, whichever `<data>` it stands in.
fn data(reader: &Reader<'_>, element: &Element, filter: &mut Filter) {
    let text = |name: Name| reader.text(element, name);
    filter.schemes.extend(text(names::SCHEME));
    filter.types.extend(text(names::MIME_TYPE));
    if let Some(host) = text(names::HOST) {
        let port = text(names::PORT).and_then(|port| port.parse().ok());
        filter.authorities.push(Authority { host, port });
    }
    filter.paths.extend(text(names::PATH).map(PathRule::Literal));
    filter.paths.extend(text(names::PATH_PREFIX).map(PathRule::Prefix));
    filter.paths.extend(text(names::PATH_SUFFIX).map(PathRule::Suffix));
    filter.paths.extend(text(names::PATH_PATTERN).map(PathRule::Pattern));
}
