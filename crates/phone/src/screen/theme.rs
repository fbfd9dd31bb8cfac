//! The colours of the phone.

use super::Color;

/// A light theme in the manner of Material 3.
pub(crate) struct Theme;

impl Theme {
    pub(crate) const PRIMARY: Color = Color::rgb(0x0025_5f8f);
    pub(crate) const ON_PRIMARY: Color = Color::rgb(0x00ff_ffff);
    pub(crate) const PRIMARY_CONTAINER: Color = Color::rgb(0x00d2_e4f6);
    pub(crate) const SURFACE: Color = Color::rgb(0x00f8_f9fc);
    pub(crate) const CARD: Color = Color::rgb(0x00ec_eff5);
    pub(crate) const TEXT: Color = Color::rgb(0x0019_1c20);
    pub(crate) const MUTED: Color = Color::rgb(0x0052_5b66);
    pub(crate) const OUTLINE: Color = Color::rgb(0x0074_7b86);
    pub(crate) const DIVIDER: Color = Color::rgb(0x00d5_d9e0);
    pub(crate) const ERROR: Color = Color::rgb(0x00b3_261e);
    pub(crate) const DISABLED: Color = Color::rgb(0x00c9_ccd2);
    pub(crate) const DISABLED_TEXT: Color = Color::rgb(0x008b_9099);
    pub(crate) const DIALOG: Color = Color::rgb(0x00ee_f1f7);
    pub(crate) const KEYBOARD: Color = Color::rgb(0x00e3_e6ec);
    pub(crate) const KEY: Color = Color::rgb(0x00fb_fcff);
    pub(crate) const TOAST: Color = Color::rgb(0x0031_343a);
    pub(crate) const WALLPAPER: Color = Color::rgb(0x0027_4768);
}
