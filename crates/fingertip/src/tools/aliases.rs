//! Names that older clients use for our tools. They work, but are not listed.

const ALIASES: &[(&str, &str)] = &[("screenshot", "capture_screenshot")];

const PREFIX: &str = "agentest_";

/// The listed name behind another one; the name itself where there is none.
pub(super) fn listed_name(name: &str) -> &str {
    let name = name.strip_prefix(PREFIX).unwrap_or(name);
    ALIASES.iter().find(|(alias, _)| *alias == name).map_or(name, |(_, listed)| listed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn older_names_lead_to_listed_ones() {
        for (name, listed) in [
            ("tap", "tap"),
            ("screenshot", "capture_screenshot"),
            ("agentest_tap", "tap"),
            ("agentest_screenshot", "capture_screenshot"),
            ("unheard_of", "unheard_of"),
        ] {
            assert_eq!(listed_name(name), listed);
        }
    }
}
