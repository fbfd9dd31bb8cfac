//! The hard cases of the torture app: what an agent sees of each, how it gets through with the tools there
//! are, and what proves it. What is true at any speed is a function that `every_phone` runs on slow phones, too.

mod case;
mod changing;
mod choosing;
mod covered;
mod dying;
mod every_phone;
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
