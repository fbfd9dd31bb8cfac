//! What real apps on the embedded phone run on: the pinned parts, a Java, and the launcher that confines them. Knows
//! nothing of what is said to an app process; that is `phone::apps`.

pub mod parts;
