//! Real apps over a peer that stands in for the JVM.

mod asking;
mod calls;
mod components;
mod death;
mod events;
mod golden;
mod peer;
