//! Real apps over a peer that stands in for the JVM.

mod calls;
mod death;
mod events;
mod golden;
mod peer;
