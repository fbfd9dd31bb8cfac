//! The state words of a line.

use crate::Node;

/// Which state words a line has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct States(u8);

impl States {
    pub const NONE: Self = Self(0);
    const DISABLED: Self = Self(1);
    const PASSWORD: Self = Self(1 << 1);
    const CHECKED: Self = Self(1 << 2);
    pub(super) const FOCUSED: Self = Self(1 << 3);
    const SELECTED: Self = Self(1 << 4);
    const EXPANDED: Self = Self(1 << 5);
    const INVALID: Self = Self(1 << 6);

    /// What of a part goes for the whole.
    pub(super) const CHOSEN: Self = Self(Self::CHECKED.0 | Self::SELECTED.0 | Self::EXPANDED.0);

    /// In the order in which they are written.
    const WORDS: [(Self, &'static str); 7] = [
        (Self::DISABLED, "disabled"),
        (Self::PASSWORD, "password"),
        (Self::CHECKED, "checked"),
        (Self::FOCUSED, "focused"),
        (Self::SELECTED, "selected"),
        (Self::EXPANDED, "expanded"),
        (Self::INVALID, "invalid"),
    ];

    pub fn of(node: Node<'_>) -> Self {
        let when = |holds: bool, state: Self| if holds { state } else { Self::NONE };
        when(!node.is_enabled(), Self::DISABLED)
            .and(when(node.is_password(), Self::PASSWORD))
            .and(when(node.is_checked(), Self::CHECKED))
            .and(when(node.is_focused(), Self::FOCUSED))
            .and(when(node.is_selected(), Self::SELECTED))
            .and(when(node.is_expanded(), Self::EXPANDED))
            .and(when(node.is_invalid(), Self::INVALID))
    }

    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub(super) const fn add(&mut self, other: Self) {
        self.0 |= other.0;
    }

    #[must_use]
    pub(super) const fn only(self, others: Self) -> Self {
        Self(self.0 & others.0)
    }

    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub fn words(self) -> impl Iterator<Item = &'static str> {
        Self::WORDS
            .into_iter()
            .filter(move |(state, _)| self.0 & state.0 != 0)
            .map(|(_, word)| word)
    }
}
