//! Latency and trouble on request. Four places of the phone ask what is in force: the connection, the start of a
//! service, a dump, a write. Nobody else looks for it.

mod chance;
mod control;
mod fault;
mod handle;
mod in_force;
mod parse;
mod period;
mod profile;
mod script;

pub use control::ask;
pub use fault::{Damage, FORMS, Fault, Form, Limit, Order, Word};
pub use handle::{Faults, NotBegun};
pub use parse::Wrong;
pub use profile::{Profile, UnknownProfile};
pub use script::{Script, ScriptError};

pub(crate) use chance::Chance;
pub(crate) use control::{GREETING, answer};
pub(crate) use in_force::{Hit, InForce};
