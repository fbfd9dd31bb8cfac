//! `cmd`: hands its arguments to a service of the system.

mod call;

pub(crate) use call::run;
