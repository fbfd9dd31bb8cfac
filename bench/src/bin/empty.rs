//! Does nothing, as fast as a Rust program can.

fn main() {}
