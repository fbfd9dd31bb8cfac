//! The shape of the house, held by tests.

#![expect(clippy::unwrap_used, reason = "a test that cannot read its sources should fail")]

mod docs;
mod edges;
mod links;
mod platforms;
mod source;
