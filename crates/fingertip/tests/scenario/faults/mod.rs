//! One phone in trouble, another one beside it: the server answers with the right code and in time, the other phone
//! goes on undisturbed, and when the fault ends the phone is there again.

mod apps;
mod connection;
mod dumps;
mod pair;
mod services;
mod storage;

pub(crate) use pair::Pair;
