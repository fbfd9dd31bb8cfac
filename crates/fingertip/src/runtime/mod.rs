//! What real apps on the embedded phone run on: the pinned parts, a Java, and the launcher that confines them. Knows
//! nothing of what is said to an app process; that is `phone::apps`.

pub mod check;
pub mod confine;
mod found;
pub mod install;
pub mod jar;
pub mod java;
pub mod launch;
pub mod parts;
pub mod places;
mod program;

pub use found::{
    Found, Keeping, Missing, TRUST, Wishes, absent, absent_base, absent_libraries, found, machine,
};
