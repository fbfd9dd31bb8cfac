//! Growing a tree: every parser opens and closes nodes here, in document order.

use super::{Gap, NotAScreen};
use crate::tree::{Data, Span, node_id};
use crate::{NodeId, Role, Tree};

#[derive(Debug, Default)]
pub(super) struct Builder {
    pub(super) tree: Tree,
    open: Vec<Open>,
}

/// An element whose end has not come yet: a node, or a frame around nodes.
#[derive(Debug)]
struct Open {
    is_node: bool,
    /// The innermost node that is open here.
    node: Option<NodeId>,
}

impl Builder {
    pub(super) fn with_capacity(nodes: usize, text: usize) -> Self {
        let mut tree = Tree::default();
        tree.nodes.reserve(nodes);
        tree.pool.reserve(text);
        Self { tree, open: Vec::new() }
    }

    /// A node to be filled in and opened at this place.
    pub(super) fn data(&self) -> Data {
        let parent = self.open.last().and_then(|open| open.node);
        let depth = parent.map_or(0, |parent| self.tree.nodes[parent.index()].depth + 1);
        Data::new(parent, depth)
    }

    /// Opens what [`Self::data`] gave.
    pub(super) fn open(&mut self, data: Data) -> NodeId {
        let id = node_id(self.tree.nodes.len());
        self.tree.nodes.push(data);
        self.open.push(Open { is_node: true, node: Some(id) });
        id
    }

    /// Opens an element that is no node itself.
    pub(super) fn open_frame(&mut self) {
        let node = self.open.last().and_then(|open| open.node);
        self.open.push(Open { is_node: false, node });
    }

    pub(super) fn close(&mut self) {
        if let Some(Open { is_node: true, node: Some(id) }) = self.open.pop() {
            self.tree.nodes[id.index()].end = node_id(self.tree.nodes.len()).0;
        }
    }

    pub(super) fn is_closed(&self) -> bool {
        self.open.is_empty()
    }

    /// Closes what the input, which ends at `at`, left open.
    pub(super) fn close_all(&mut self, at: usize) {
        if !self.open.is_empty() {
            self.gap(at, format!("ends inside {} open elements", self.open.len()));
        }
        while !self.open.is_empty() {
            self.close();
        }
    }

    pub(super) fn finish(self) -> Result<Tree, NotAScreen> {
        if self.tree.is_empty() { Err(NotAScreen::NoNodes) } else { Ok(self.tree) }
    }

    /// Packages repeat from node to node: the text of the one before is shared.
    pub(super) fn package(&mut self, package: &str) -> Span {
        match self.tree.nodes.last() {
            Some(last) if self.tree.str(last.package) == package => last.package,
            _ => self.tree.intern(package),
        }
    }

    /// Classes repeat too, and with them their roles.
    pub(super) fn class(&mut self, class: &str) -> (Span, Role) {
        let known =
            self.tree.nodes.iter().rev().take(8).find(|node| self.tree.str(node.class) == class);
        match known {
            Some(node) => (node.class, node.role),
            None => (self.tree.intern(class), Role::of_class(class)),
        }
    }

    pub(super) fn gap(&mut self, at: usize, what: String) {
        const MOST: usize = 64;
        if self.tree.gaps.len() < MOST {
            self.tree.gaps.push(Gap { at, what });
        }
    }
}
