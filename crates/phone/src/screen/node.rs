//! A laid-out window: nodes in pre-order, so that a subtree is a range, with what accessibility
//! reports of each and what it takes to draw it.

use std::{borrow::Cow, ops::BitOr};

use super::Rect;

/// The tree of one window.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Tree {
    pub package: String,
    /// Pre-order: a node is followed by its descendants.
    pub nodes: Vec<Node>,
}

/// One node.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Node {
    pub class: Cow<'static, str>,
    /// Full resource id, `com.x:id/name`, or empty.
    pub id: String,
    pub text: String,
    pub desc: String,
    pub hint: String,
    pub flags: Flags,
    /// Place in its parent, counted over all children that are shown, also those out of sight.
    pub index: u32,
    /// The same among what is important for accessibility, where what is not visible counts, too.
    pub lifted: Option<u32>,
    /// One past the last descendant: the subtree of node `i` is `i..nodes[i].end`.
    pub end: u32,
    /// On the display, clipped to every ancestor, as accessibility reports it.
    pub bounds: Rect,
}

/// What a node is and can do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Flags(u32);

impl Flags {
    pub const NONE: Self = Self(0);
    pub const CHECKABLE: Self = Self(1);
    pub const CHECKED: Self = Self(1 << 1);
    pub const CLICKABLE: Self = Self(1 << 2);
    /// Not `enabled`.
    pub const DISABLED: Self = Self(1 << 3);
    pub const FOCUSABLE: Self = Self(1 << 4);
    pub const FOCUSED: Self = Self(1 << 5);
    pub const SCROLLABLE: Self = Self(1 << 6);
    pub const LONG_CLICKABLE: Self = Self(1 << 7);
    pub const PASSWORD: Self = Self(1 << 8);
    pub const SELECTED: Self = Self(1 << 9);
    /// A wrapper that accessibility leaves out when it may (`--compressed`).
    pub const UNIMPORTANT: Self = Self(1 << 10);
    /// Drawn and touched, but not told to accessibility: what is in it is told as its parent's.
    pub const SILENT: Self = Self(1 << 11);
    /// Told after its siblings, wherever it stands.
    pub const TOLD_LAST: Self = Self(1 << 12);
    /// Something in it that is not visible has a text or a description.
    pub const NAMED_INSIDE: Self = Self(1 << 13);

    pub const fn has(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    #[must_use]
    pub const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Without what `other` says.
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// With `other` when the condition holds, unchanged otherwise.
    #[must_use]
    pub const fn with_if(self, condition: bool, other: Self) -> Self {
        if condition { self.with(other) } else { self }
    }
}

impl BitOr for Flags {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        self.with(other)
    }
}

impl Tree {
    /// Indexes of the children of a node, or of the roots.
    pub fn children(&self, parent: Option<usize>) -> impl Iterator<Item = usize> + '_ {
        let (mut next, end) = match parent {
            Some(parent) => (parent + 1, self.nodes[parent].end as usize),
            None => (0, self.nodes.len()),
        };
        std::iter::from_fn(move || {
            (next < end).then(|| {
                let child = next;
                next = (self.nodes[child].end as usize).max(child + 1);
                child
            })
        })
    }
}
