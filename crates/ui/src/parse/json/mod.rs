//! JSON as a flat list of values in document order: no recursion in reading, walking or dropping, and a
//! text that breaks off gives every value that was complete. Texts and numbers are decoded when asked for.

mod escape;
mod scan;
mod value;

pub(super) use escape::{string_end, unescape};
pub(super) use value::{Items, Json, Value, Visitor, walk};
