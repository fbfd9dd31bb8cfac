//! `sync:`: files to and from the phone, and what is known about them.

mod list;
mod receive;
mod requests;
mod send;
mod session;
mod stat;

pub(super) use session::open;
