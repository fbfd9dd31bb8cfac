//! A tree, and what is worked out from it once for everyone: what is visible, and which lines it becomes.

use crate::view::{Options, Outline};
use crate::visibility::Visibility;
use crate::{Bounds, Node, Size, Tree, compose};

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

    /// The app that is seen: of the top window that is more than a speck, which may be a dialog over
    /// another app.
    pub fn package(&self) -> Option<&str> {
        let area = |bounds: Bounds| i64::from(bounds.width()) * i64::from(bounds.height());
        let named = |root: &Node<'_>| !root.package().is_empty();
        let shown = |root: &Node<'_>| {
            self.visibility.leads_somewhere(root.id()) && !self.visibility.is_aside(root.id())
        };
        let roots = || self.tree.roots().filter(shown).filter(named);
        let least = area(self.visibility.display()) / 20;
        let seen = roots().filter(|root| area(root.bounds()) >= least).last();
        let inside = || {
            let shown = |node: &Node<'_>| named(node) && !self.visibility.is_pruned(node.id());
            self.tree.nodes().find(shown)
        };
        seen.or_else(|| roots().last()).or_else(inside).map(Node::package)
    }
}
