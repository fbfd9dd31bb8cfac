//! The resolver tables of `dumpsys package`: filters by what they are looked up by.

use super::identity;
use super::lines::Lines;
use crate::android::{Component, Filter, Package, PathRule};

/// A filter and whose it is.
struct Entry<'a> {
    component: String,
    index: usize,
    filter: &'a Filter,
}

/// Adds the tables of activities, receivers, services and providers; those without filters are left out.
pub(super) fn add(lines: &mut Lines, packages: &[Package]) {
    let activities = packages.iter().flat_map(|package| {
        let activities = package.manifest.activities.iter();
        activities.flat_map(|have| entries(package, &have.class, &have.filters))
    });
    table(lines, "Activity", &activities.collect::<Vec<_>>());
    let apks = || packages.iter().filter_map(|package| Some((package, package.apk.as_ref()?)));
    let receivers = apks().flat_map(|(package, apk)| {
        apk.receivers.iter().flat_map(|have| entries(package, &have.class, &have.filters))
    });
    table(lines, "Receiver", &receivers.collect::<Vec<_>>());
    let services = apks().flat_map(|(package, apk)| {
        apk.services.iter().flat_map(|have| entries(package, &have.class, &have.filters))
    });
    table(lines, "Service", &services.collect::<Vec<_>>());
    let providers = apks().flat_map(|(package, apk)| {
        apk.providers.iter().flat_map(|have| entries(package, &have.class, &have.filters))
    });
    table(lines, "Provider", &providers.collect::<Vec<_>>());
}

fn entries<'a>(
    package: &Package,
    class: &str,
    filters: &'a [Filter],
) -> impl Iterator<Item = Entry<'a>> + use<'a> {
    let component = Component::new(package.name(), class).short();
    filters.iter().enumerate().map(move |(index, filter)| Entry {
        component: component.clone(),
        index,
        filter,
    })
}

fn table(lines: &mut Lines, kind: &str, entries: &[Entry<'_>]) {
    if entries.is_empty() {
        return;
    }
    let is_bare = |filter: &Filter| filter.schemes.is_empty() && filter.types.is_empty();
    lines.add(format_args!("{kind} Resolver Table:"));
    section(lines, "Full MIME Types", entries, |filter| filter.types.clone());
    section(lines, "Schemes", entries, |filter| filter.schemes.clone());
    section(lines, "Non-Data Actions", entries, |filter| {
        if is_bare(filter) { filter.actions.clone() } else { Vec::new() }
    });
    section(lines, "MIME Typed Actions", entries, |filter| {
        if filter.types.is_empty() { Vec::new() } else { filter.actions.clone() }
    });
    lines.add("");
}

/// Keys in the order of their first filter, each with all its filters.
fn section(
    lines: &mut Lines,
    title: &str,
    entries: &[Entry<'_>],
    keys: impl Fn(&Filter) -> Vec<String>,
) {
    let mut seen: Vec<String> = Vec::new();
    for key in entries.iter().flat_map(|entry| keys(entry.filter)) {
        if seen.contains(&key) {
            continue;
        }
        if seen.is_empty() {
            lines.add(format_args!("  {title}:"));
        }
        lines.add(format_args!("      {key}:"));
        for entry in entries.iter().filter(|entry| keys(entry.filter).contains(&key)) {
            describe(lines, entry);
        }
        seen.push(key);
    }
}

fn describe(lines: &mut Lines, entry: &Entry<'_>) {
    let Entry { component, index, filter } = entry;
    let hash = identity::of_text("activity", component);
    let name = identity::of_text("filter", &format!("{component}{index}"));
    lines.add(format_args!("        {hash} {component} filter {name}"));
    let quoted = [
        ("Action", &filter.actions),
        ("Category", &filter.categories),
        ("Scheme", &filter.schemes),
    ];
    for (what, names) in quoted {
        for name in names {
            lines.add(format_args!("          {what}: \"{name}\""));
        }
    }
    for authority in &filter.authorities {
        let port = authority.port.map_or(-1, i32::from);
        let wild = if authority.host.starts_with('*') { " WILD" } else { "" };
        lines.add(format_args!("          Authority: \"{}\": {port}{wild}", authority.host));
    }
    for path in &filter.paths {
        let (kind, text) = match path {
            PathRule::Literal(text) => ("LITERAL", text),
            PathRule::Prefix(text) => ("PREFIX", text),
            PathRule::Suffix(text) => ("SUFFIX", text),
            PathRule::Pattern(text) => ("GLOB", text),
        };
        lines.add(format_args!("          Path: \"PatternMatcher{{{kind}: {text}}}\""));
    }
    for mime in &filter.types {
        lines.add(format_args!("          StaticType: \"{mime}\""));
    }
}
