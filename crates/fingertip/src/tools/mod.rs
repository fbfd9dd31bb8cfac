//! The tools: one file each, one list.

mod act;
mod adjust_control;
mod aim;
mod aliases;
mod arguments;
mod arrived;
mod capture_debug_snapshot;
mod capture_screenshot;
mod caused;
mod certainty;
mod classify_action_outcome;
mod clear_text;
mod connect;
mod cx;
mod double_tap;
mod envelope;
mod expect_element_visible;
mod expect_screen;
mod expect_state;
mod expectation;
mod failure;
mod find_element;
mod get_current_screen;
mod get_screen_fingerprint;
mod get_ui_tree;
mod list_devices;
mod long_press;
mod older_names;
mod pictured;
mod press_back;
mod press_key;
mod pursued;
mod recovery;
mod registry;
mod reply;
mod schema;
mod scroll_to_element;
mod shape;
mod space;
mod swipe;
mod tap;
mod tap_element;
mod target;
mod telling;
mod timeout;
mod tool;
mod tool_set;
mod type_text;
mod verdict;
mod wait_for_screen_change;
mod wait_for_ui;
mod wait_for_ui_change;
mod words;

pub use cx::{ClientId, Cx, Note, Progress};
pub use failure::Failure;
pub use registry::{Entry, Listing, Registry, UnknownTool, tool};
pub use reply::{Block, Body, Reply, Told};
pub use tool::{Effect, Image, Output, Tool};
pub use tool_set::ToolSet;

/// Every tool, in the order in which they are listed.
pub const ALL: &[Entry] = &[
    tool::<connect::Connect>(),
    tool::<list_devices::ListDevices>(),
    tool::<get_ui_tree::GetUiTree>(),
    tool::<get_current_screen::GetCurrentScreen>(),
    tool::<get_screen_fingerprint::GetScreenFingerprint>(),
    tool::<find_element::FindElement>(),
    tool::<capture_screenshot::CaptureScreenshot>(),
    tool::<capture_debug_snapshot::CaptureDebugSnapshot>(),
    tool::<tap_element::TapElement>(),
    tool::<tap::Tap>(),
    tool::<long_press::LongPress>(),
    tool::<double_tap::DoubleTap>(),
    tool::<type_text::TypeText>(),
    tool::<clear_text::ClearText>(),
    tool::<press_back::PressBack>(),
    tool::<press_key::PressKey>(),
    tool::<swipe::SwipeTool>(),
    tool::<scroll_to_element::ScrollToElement>(),
    tool::<adjust_control::AdjustControl>(),
    tool::<wait_for_ui::WaitForUi>(),
    tool::<wait_for_screen_change::WaitForScreenChange>(),
    tool::<wait_for_ui_change::WaitForUiChange>(),
    tool::<expect_element_visible::ExpectElementVisible>(),
    tool::<expect_state::ExpectState>(),
    tool::<expect_screen::ExpectScreen>(),
    tool::<classify_action_outcome::ClassifyActionOutcome>(),
];
