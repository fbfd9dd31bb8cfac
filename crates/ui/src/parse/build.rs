//! Growing a tree: every parser opens and closes nodes here, in document order.

use super::{Gap, NotAScreen};
use crate::tree::{Data, Span, node_id};
use crate::{Extra, NodeId, Role, Tree};

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

    /// Closes what is open where the input broke off.
    pub(super) fn close_broken(&mut self, gap: &Gap) {
        self.tree.gaps.push(gap.clone());
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

    /// The package of the node that is open here, for one that says none.
    pub(super) fn package_around(&self) -> Span {
        let parent = self.open.last().and_then(|open| open.node);
        parent.map_or(Span::default(), |parent| self.tree.nodes[parent.index()].package)
    }

    /// Classes repeat too, and with them their roles.
    pub(super) fn class(&mut self, class: &str) -> (Span, Role) {
        match self.known_class(class) {
            Some(node) => (node.class, node.role),
            None => (self.tree.intern(class), Role::of_class(class)),
        }
    }

    /// A class that alone does not tell the role.
    pub(super) fn class_name(&mut self, class: &str) -> Span {
        let known = self.known_class(class).map(|node| node.class);
        known.unwrap_or_else(|| self.tree.intern(class))
    }

    fn known_class(&self, class: &str) -> Option<&Data> {
        self.tree.nodes.iter().rev().take(8).find(|node| self.tree.str(node.class) == class)
    }

    /// Keeps what only some phones say of a node.
    pub(super) fn extra(&mut self, data: &mut Data, extra: Extra) {
        if extra != Extra::default() {
            self.tree.extras.push(extra);
            data.extra = node_id(self.tree.extras.len()).0;
        }
    }

    /// Puts the last root first, for input that lists the top window first: a later root lies above an
    /// earlier one.
    pub(super) fn reverse_roots(&mut self) {
        let nodes = std::mem::take(&mut self.tree.nodes);
        let all = node_id(nodes.len()).0;
        let mut ends: Vec<u32> = Vec::new();
        while let Some(root) = nodes.get(ends.last().map_or(0, |end| *end as usize)) {
            ends.push(root.end);
        }
        if ends.len() < 2 {
            self.tree.nodes = nodes;
            return;
        }
        self.tree.nodes.reserve(nodes.len());
        for (place, end) in ends.iter().enumerate().rev() {
            let start = if place == 0 { 0 } else { ends[place - 1] };
            let moved = |id: u32| id - start + (all - end);
            self.tree.nodes.extend(nodes[start as usize..*end as usize].iter().map(|node| {
                let parent = node.parent.map(|parent| NodeId(moved(parent.0)));
                Data { parent, end: moved(node.end), ..node.clone() }
            }));
        }
        for root in self.tree.windows.iter_mut().filter_map(|window| window.root.as_mut()) {
            let end = nodes[root.index()].end;
            *root = NodeId(all - end);
        }
    }

    pub(super) fn gap(&mut self, at: usize, what: String) {
        const MOST: usize = 64;
        if self.tree.gaps.len() < MOST {
            self.tree.gaps.push(Gap { at, what });
        }
    }
}
