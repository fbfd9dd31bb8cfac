//! What accessibility is told of a laid-out window: all of it, or, where a toolkit draws more than it
//! tells, what is left without the silent nodes.

use super::{Flags, Node, Tree};

impl Tree {
    /// The tree without its silent nodes; their children take their place. `None`: nothing to leave out.
    pub(crate) fn spoken(&self) -> Option<Self> {
        let moves = |node: &Node| node.flags.has(Flags::SILENT) || node.flags.has(Flags::TOLD_LAST);
        if !self.nodes.iter().any(moves) {
            return None;
        }
        let mut spoken =
            Self { package: self.package.clone(), nodes: Vec::with_capacity(self.nodes.len()) };
        let roots = self.told(None);
        self.tell(&roots, true, &mut spoken.nodes);
        Some(spoken)
    }

    /// The nodes told as children of this one, in order.
    fn told(&self, parent: Option<usize>) -> Vec<usize> {
        let (mut first, mut last) = (Vec::new(), Vec::new());
        self.gather(parent, &mut first, &mut last);
        first.extend(last);
        first
    }

    fn gather(&self, parent: Option<usize>, first: &mut Vec<usize>, last: &mut Vec<usize>) {
        for child in self.children(parent) {
            let flags = self.nodes[child].flags;
            if flags.has(Flags::SILENT) {
                self.gather(Some(child), first, last);
            } else if flags.has(Flags::TOLD_LAST) {
                last.push(child);
            } else {
                first.push(child);
            }
        }
    }

    fn tell(&self, siblings: &[usize], renumber: bool, into: &mut Vec<Node>) {
        for (place, at) in siblings.iter().enumerate() {
            let told = self.told(Some(*at));
            // A silent leaf was never counted; only what is lifted or comes later makes new places.
            let counted = self.children(Some(*at)).filter(|child| {
                !self.nodes[*child].flags.has(Flags::SILENT)
                    || self.children(Some(*child)).next().is_some()
            });
            let same = told.iter().copied().eq(counted);
            let mut node = self.nodes[*at].clone();
            if renumber {
                node.index = u32::try_from(place).unwrap_or(u32::MAX);
            }
            let here = into.len();
            into.push(node);
            self.tell(&told, !same, into);
            into[here].end = u32::try_from(into.len()).unwrap_or(u32::MAX);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn silent_nodes_hand_their_children_up_and_some_come_last() {
        let node = |text: &str, end, index, flags| Node {
            text: text.to_owned(),
            end,
            index,
            flags,
            ..Node::default()
        };
        let nodes = vec![
            node("root", 6, 0, Flags::NONE),
            node("bar", 2, 0, Flags::TOLD_LAST),
            node("wrapper", 5, 1, Flags::SILENT),
            node("a", 4, 4, Flags::NONE),
            node("b", 5, 9, Flags::NONE),
            node("c", 6, 7, Flags::NONE),
        ];
        let spoken = Tree { package: String::new(), nodes }.spoken().unwrap();
        let outline: Vec<_> =
            spoken.nodes.iter().map(|node| (node.text.as_str(), node.index, node.end)).collect();
        assert_eq!(outline, [("root", 0, 5), ("a", 0, 2), ("b", 1, 3), ("c", 2, 4), ("bar", 3, 5)]);
        assert!(Tree::default().spoken().is_none());
    }
}
