//! Small APKs for tests, written from scratch: nothing here knows the reader.

#![allow(dead_code, reason = "each test binary uses a part")]

pub(crate) mod arsc;
pub(crate) mod axml;
mod builder;
mod dex;
mod signature;
mod zip;

pub(crate) use axml::{Node, attribute};
pub(crate) use builder::ApkBuilder;
pub(crate) use signature::Signature;
