//! The tools: one file each, one list.

mod act;
mod aliases;
mod arguments;
mod capture_screenshot;
mod certainty;
mod connect;
mod cx;
mod expect_element_visible;
mod expectation;
mod failure;
mod get_ui_tree;
mod list_devices;
mod press_back;
mod registry;
mod reply;
mod schema;
mod shape;
mod swipe;
mod tap;
mod tap_element;
mod target;
mod tool;
mod type_text;
mod verdict;
mod wait_for_ui;
mod words;

pub use cx::{ClientId, Cx, Note, Progress};
pub use failure::Failure;
pub use registry::{Entry, Listing, Registry, UnknownTool, tool};
pub use reply::{Block, Body, Reply, Told};
pub use tool::{Effect, Image, Output, Tool};

/// Every tool, in the order in which they are listed.
pub const ALL: &[Entry] = &[
    tool::<connect::Connect>(),
    tool::<list_devices::ListDevices>(),
    tool::<get_ui_tree::GetUiTree>(),
    tool::<tap::Tap>(),
    tool::<tap_element::TapElement>(),
    tool::<type_text::TypeText>(),
    tool::<press_back::PressBack>(),
    tool::<swipe::SwipeTool>(),
    tool::<capture_screenshot::CaptureScreenshot>(),
    tool::<wait_for_ui::WaitForUi>(),
    tool::<expect_element_visible::ExpectElementVisible>(),
];
