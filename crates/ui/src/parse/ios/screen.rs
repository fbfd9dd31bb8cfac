//! Elements to a tree: what an element is can depend on what stands around it and below it.

use super::element::{Element, Reporter};
use crate::parse::build::Builder;
use crate::parse::{Gap, NotAScreen};
use crate::tree::Span;
use crate::{NodeId, Role, Size, Tree};

const IN_TAB_BAR: u8 = 1;
const IN_SEGMENTS: u8 = 1 << 1;
/// Says something, without a kind: a text, unless more stands in it.
const MAY_BE_TEXT: u8 = 1 << 2;
const AROUND: u8 = IN_TAB_BAR | IN_SEGMENTS;

#[derive(Debug)]
pub(super) struct Screen {
    pub(super) builder: Builder,
    reporter: Reporter,
    /// One a node.
    marks: Vec<u8>,
}

impl Screen {
    pub(super) fn new(reporter: Reporter) -> Self {
        Self { builder: Builder::default(), reporter, marks: Vec::new() }
    }

    pub(super) fn open(&mut self, element: Element<'_>) -> NodeId {
        let mut data = self.builder.data();
        let around = data.parent.map_or(0, |parent| self.marks[parent.index()] & AROUND);
        let (kind, role) = (element.kind(), element.role());
        let is_button = role == Role::Button;
        let role = if around & IN_TAB_BAR != 0 && (is_button || role == Role::RadioButton) {
            Role::Tab
        } else if around & IN_SEGMENTS != 0 && is_button {
            Role::RadioButton
        } else {
            role
        };
        let own = match kind {
            "TabBar" | "TabGroup" => IN_TAB_BAR,
            "SegmentedControl" => IN_SEGMENTS,
            "Other" if element.accessible == Some(true) => MAY_BE_TEXT,
            "GenericElement" | "Element" if element.accessible != Some(false) => MAY_BE_TEXT,
            _ => 0,
        };
        if kind == "Application"
            && self.builder.tree.display.is_none()
            && !element.bounds.is_empty()
        {
            let bounds = element.bounds;
            self.builder.tree.display = Some(Size { width: bounds.right, height: bounds.bottom });
        }
        element.fill(&mut self.builder, &mut data, role, self.reporter);
        self.marks.push(around | own);
        self.builder.open(data)
    }

    /// `broken` is where the input ended too early.
    pub(super) fn finish(mut self, end: usize, broken: Option<&Gap>) -> Result<Tree, NotAScreen> {
        match broken {
            Some(gap) => self.builder.close_broken(gap),
            None => self.builder.close_all(end),
        }
        self.settle_leaves();
        self.builder.finish()
    }

    fn settle_leaves(&mut self) {
        let nodes = &mut self.builder.tree.nodes;
        for place in 0..nodes.len() {
            let (role, below) = (nodes[place].role, place + 1..nodes[place].end as usize);
            let says_nothing = nodes[place].text == Span::default();
            let is_text = self.marks[place] & MAY_BE_TEXT != 0 && role == Role::Container;
            if is_text && below.is_empty() && !says_nothing {
                nodes[place].role = Role::TextView;
            } else if role == Role::Button
                && says_nothing
                && below.len() == 1
                && nodes[below.start].role == Role::Image
            {
                nodes[place].role = Role::ImageButton;
            }
        }
    }
}
