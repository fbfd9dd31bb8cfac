//! `dumpsys gfxinfo`: the frames that apps have drawn.

mod command;
mod frames;
mod histogram;

pub(super) use command::dump;
