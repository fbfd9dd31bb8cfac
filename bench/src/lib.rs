//! What the programs here share: an agent's client, samples of what is measured, screens and what is done with them.

pub mod agent;
pub mod floor;
pub mod held;
pub mod phone;
pub mod phones;
pub mod process;
pub mod programs;
pub mod screens;
pub mod shared_agent;
pub mod stats;
pub mod steps;

pub type Outcome<T> = Result<T, Box<dyn std::error::Error + Send + Sync>>;
