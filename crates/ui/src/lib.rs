//! The screen model: whatever a phone reports becomes one [`Tree`]; from it come the text an agent
//! reads, refs that never lie, matching, fingerprints and loading signs.
//!
//! Values and functions only: no I/O, no async, no clock, and no knowledge of devices.

mod actions;
mod change;
mod compose;
mod dynamic;
pub mod extra;
pub mod fingerprint;
pub mod geometry;
mod identity;
mod lasting;
pub mod loading;
mod page;
pub mod parse;
pub mod reading;
pub mod refs;
mod rewrite;
pub mod role;
pub mod selector;
pub mod semantic;
mod signature;
mod state;
pub mod text;
mod ticking;
pub mod tree;
pub mod view;
pub mod visibility;

pub use actions::{Action, Actions};
pub use change::{Change, ChangeSignatures, classify};
pub use extra::{Extra, Toast, Window, WindowKind};
pub use fingerprint::Fingerprint;
pub use geometry::{Bounds, Point, Size};
pub use loading::{Loading, LoadingState};
pub use parse::{Format, Gap, NotAScreen, parse, parse_uiautomator, recognise};
pub use reading::Reading;
pub use refs::{Bindings, Ref, RefKind, Refs};
pub use role::Role;
pub use selector::{Found, Match, Purpose, Selector};
pub use semantic::{
    Known, Place, ScreenSemantic, Semantic, SemanticRole, Signals, StateShape, SupportedAction,
};
pub use signature::Signature;
pub use state::{Amount, Selected, State, ValueRange};
pub use tree::{Flag, Flags, Node, NodeId, Tree};
