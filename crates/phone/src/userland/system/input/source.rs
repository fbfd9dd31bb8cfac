//! The devices that events can claim to come from.

/// What the phone makes of a device's events.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Source {
    Keys,
    /// Points at a place on the display.
    Pointer,
    /// Moves the focus.
    Trackball,
    /// Has axes that no app here listens to.
    Axes,
}

const SOURCES: [(&str, Source); 11] = [
    ("keyboard", Source::Keys),
    ("dpad", Source::Keys),
    ("gamepad", Source::Keys),
    ("touchscreen", Source::Pointer),
    ("mouse", Source::Pointer),
    ("stylus", Source::Pointer),
    ("trackball", Source::Trackball),
    ("touchpad", Source::Axes),
    ("touchnavigation", Source::Axes),
    ("joystick", Source::Axes),
    ("rotaryencoder", Source::Axes),
];

impl Source {
    pub(super) fn named(name: &str) -> Option<Self> {
        SOURCES.iter().find(|(have, _)| *have == name).map(|(_, source)| *source)
    }

    pub(super) fn names() -> impl Iterator<Item = &'static str> {
        SOURCES.iter().map(|(name, _)| *name)
    }
}
