//! Which tools a server offers: agents pay for every one that is listed.

use super::{ALL, Entry};

/// A choice among the tools.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, clap::ValueEnum)]
pub enum ToolSet {
    /// Those that most tasks need.
    Core,
    #[default]
    All,
}

/// Enough to start, see, act, wait and prove.
const CORE: [&str; 12] = [
    "connect",
    "get_ui_tree",
    "find_element",
    "capture_screenshot",
    "tap_element",
    "type_text",
    "press_back",
    "swipe",
    "scroll_to_element",
    "wait_for_ui",
    "expect_element_visible",
    "expect_state",
];

impl ToolSet {
    /// Its tools, in the order of the list.
    pub fn entries(self) -> Vec<Entry> {
        let offered = |entry: &&Entry| self == Self::All || CORE.contains(&entry.name());
        ALL.iter().filter(offered).copied().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_core_tool_is_a_tool() {
        let names: Vec<&str> = ToolSet::Core.entries().iter().map(Entry::name).collect();
        assert_eq!(names, CORE);
        assert_eq!(ToolSet::All.entries().len(), ALL.len());
    }
}
