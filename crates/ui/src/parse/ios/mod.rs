//! The formats of iPhones and simulators. They differ in spelling only: each fills in an `Element`, and
//! `Screen` makes one tree of them.

mod element;
mod frame;
mod idb;
mod percent;
mod screen;
mod wda_json;
mod wda_xml;

pub(super) use idb::{is_element as is_idb_element, parse_idb};
pub(super) use wda_json::{is_element as is_wda_element, parse_wda_json, root as wda_root};
pub(super) use wda_xml::{parse_wda_xml, unwrapped};
