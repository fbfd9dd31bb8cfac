//! The hard cases of the torture app: what an agent sees of each, how it gets through with the tools there
//! are, and what proves it.

mod case;
mod changing;
mod choosing;
mod covered;
mod dying;
mod far;
mod labels;
mod menu;
mod motion;
mod network;
mod slow;
mod system;
mod tabs;
mod toolkits;
mod unreadable;
mod web;
