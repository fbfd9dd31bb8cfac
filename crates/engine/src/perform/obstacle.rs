//! Why an element cannot be acted on.

/// What is in the way.
#[derive(Debug, Clone, PartialEq, Eq, Default, strum::Display)]
pub enum Obstacle {
    #[default]
    #[strum(to_string = "it is not on the display")]
    NotShown,
    #[strum(to_string = "it is disabled")]
    Disabled,
    #[strum(to_string = "it is not a text field")]
    NotAField,
    #[strum(to_string = "it is neither a slider nor a stepper")]
    NotAdjustable,
    #[strum(to_string = "{by} covers it")]
    Covered { by: String },
    #[strum(to_string = "the keyboard covers it")]
    UnderKeyboard,
    #[strum(to_string = "it was touched and did not take the focus; nothing was typed")]
    NoFocus,
    #[strum(to_string = "it does not stop moving")]
    Moving,
}

impl Obstacle {
    /// Whether it may go away while the element stays what it is.
    pub(crate) const fn may_pass(&self) -> bool {
        !matches!(self, Self::NotAField | Self::NotAdjustable)
    }

    /// The next thing to do.
    pub(crate) const fn hint(&self) -> &'static str {
        match self {
            Self::NotShown => "bring it into view with scroll_to_element, or pass scroll: true",
            Self::Disabled => {
                "wait with wait_for_ui condition clickable, or do first what enables it"
            }
            Self::NotAField => "choose another element: get_ui_tree shows text fields as input",
            Self::NotAdjustable => {
                "choose another element: get_ui_tree shows sliders as slider; tap what has buttons"
            }
            Self::Covered { .. } => {
                "act on what covers it first: close it, or scroll with scroll: true"
            }
            Self::UnderKeyboard => "press_back closes the keyboard; then call again",
            Self::NoFocus => {
                "look what the touch did with get_ui_tree; another field may take the text"
            }
            Self::Moving => "call again when it rests, or tap by x and y with settle none",
        }
    }
}
