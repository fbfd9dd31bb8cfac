//! What only some phones say of some nodes. Kept apart, so that ordinary nodes stay small.

use crate::{Bounds, NodeId};

/// The rarer facts about one node. Absent means that the phone did not say.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Extra {
    pub range: Option<Range>,
    /// The native value of a control, as reported.
    pub value: Option<Value>,
    pub collection: Option<Collection>,
    /// What can be done with it, where the phone lists that.
    pub actions: Option<Vec<NodeAction>>,
    /// What its author calls its kind: `Switch`, `Tab`.
    pub role_description: Option<Box<str>>,
    /// What is wrong with its content.
    pub error: Option<Box<str>>,
    /// Traits, in the phone's words and order.
    pub traits: Vec<Box<str>>,
    /// A narrower kind beside its type: `SearchField`, `Switch`.
    pub subrole: Option<Box<str>>,
    /// Where it stands in the list or grid around it.
    pub item: Option<Item>,
    /// The tag that its author gave it for tests.
    pub test_tag: Option<Box<str>>,
    /// What its author says is its alone on the screen.
    pub unique_id: Option<Box<str>>,
    /// What its author added to the usual actions, by name.
    pub custom_actions: Vec<Box<str>>,
}

/// The bounds of a slider or progress bar, and where it stands.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Range {
    pub min: f64,
    pub max: f64,
    pub current: f64,
}

#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    Number(f64),
    Text(Box<str>),
}

/// A list or grid that may hold more than is here. Absent numbers are unknown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Collection {
    pub rows: Option<u32>,
    pub columns: Option<u32>,
    pub items: Option<u32>,
}

impl Collection {
    /// How many items there are, here or not.
    pub fn size(self) -> Option<u32> {
        self.items.or_else(|| {
            let rows = self.rows?;
            Some(rows.saturating_mul(self.columns.filter(|columns| *columns > 0).unwrap_or(1)))
        })
    }
}

/// A place in a list or grid, counted from zero.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Item {
    pub row: u32,
    pub column: u32,
    pub rows: u32,
    pub columns: u32,
}

/// Something that can be done with a node, as the phone lists it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum NodeAction {
    Tap,
    LongPress,
    SetText,
    SetProgress,
    Expand,
    Collapse,
    Dismiss,
    ScrollForward,
    ScrollBackward,
}

/// One window of the display.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Window {
    /// The root of what it shows; none where the phone had no content for it.
    pub root: Option<NodeId>,
    pub id: Option<i64>,
    pub kind: WindowKind,
    pub layer: Option<i32>,
    pub active: bool,
    pub focused: bool,
    pub title: Box<str>,
    pub package: Box<str>,
    pub bounds: Bounds,
    /// The display that it is on, where there are several.
    pub display_id: Option<i64>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum WindowKind {
    Application,
    InputMethod,
    System,
    AccessibilityOverlay,
    SplitScreenDivider,
    MagnificationOverlay,
    WindowControl,
    #[default]
    Unknown,
}

/// A message that was on the display for a moment, or was spoken.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Toast {
    pub text: Box<str>,
    pub package: Box<str>,
    /// How long before the answer it appeared.
    pub age_ms: Option<u32>,
}
