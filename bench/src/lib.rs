//! What the bench shares with the program whose instructions it counts: screens, and what is done with them.

pub mod screens;
pub mod steps;
