//! A tree, and what is worked out from it once for everyone: what is visible, and which lines it becomes.

use crate::view::{Options, Outline};
use crate::visibility::Visibility;
use crate::{Size, Tree, compose};

#[derive(Debug, Clone)]
pub struct Reading {
    pub tree: Tree,
    /// Of the display.
    pub size: Size,
    pub visibility: Visibility,
    /// Every line there is; views show these, or some of them.
    pub outline: Outline,
}

impl Reading {
    /// `display` is what the backend knows of the display's size; without it, the tree has to say.
    pub fn of(mut tree: Tree, display: Option<Size>) -> Self {
        compose::adopt_roles(&mut tree);
        let size = display.or(tree.display()).unwrap_or_else(|| tree.extent());
        let visibility = Visibility::of(&tree, size);
        let outline = Outline::of(&tree, &visibility, Options::default());
        Self { tree, size, visibility, outline }
    }
}
