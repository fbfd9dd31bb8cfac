//! Which page an element is on, so that the "OK" of one question is not the "OK" of the next.
//!
//! A page is known by its title: the topmost lasting words that neither scroll nor belong to an element;
//! headings, and what stands in a toolbar, go before others. A dialog is known by all it says before its
//! first choice. Nothing else counts, so that an error, a counter, a summary, an item, a message at the
//! bottom or a keyboard leaves the page what it is; and each window has its own page, so that a dialog
//! above changes nothing below.
//!
//! The price: words that appear above the title, or a title that changes otherwise than a counter does, make
//! refs stale that could have lived. The limit: a page that scrolls as a whole has no title, because a swipe would take it away.

use crate::identity::hash_of;
use crate::lasting::lasting;
use crate::ticking::{Numbered, Ticking};
use crate::view::Outline;
use crate::{Bounds, Node, NodeId, Role, Tree, Window, WindowKind};

#[derive(Debug, Clone, Copy)]
pub(crate) struct Page {
    pub(crate) hash: u64,
    /// Whether anything is known that tells it from other pages of its place.
    pub(crate) is_known: bool,
}

/// The pages of a screen: one for each window, and for each dialog inside one.
pub(crate) struct Pages {
    spots: Vec<Spot>,
    pages: Vec<Page>,
}

impl Pages {
    pub(crate) fn of(tree: &Tree, outline: &Outline, place: u64, ticking: &mut Ticking) -> Self {
        let mut drafts = Vec::new();
        let spots = spots(tree, &mut drafts);
        let titled = |window: &&Window| window.kind == WindowKind::Application;
        for window in tree.windows().iter().filter(titled) {
            // What the system makes up for a window has a number in it that is new each time.
            let title = Some(&*window.title).filter(|title| !title.contains([':', '@']));
            if let Some(root) = window.root {
                drafts[spots[root.index()].page as usize].window = title;
            }
        }
        let shown = |node: &Node<'_>| outline.line_of(node.id()).is_some();
        for node in tree.nodes().filter(shown) {
            let spot = spots[node.id().index()];
            let draft = &mut drafts[spot.page as usize];
            if draft.is_choice(node) && !spot.scrolls {
                draft.first_end = draft.first_end.min(cell(node.bounds().bottom));
            }
        }
        for node in tree.nodes().filter(shown) {
            let spot = spots[node.id().index()];
            drafts[spot.page as usize].read(node, spot);
        }
        let mut pages: Vec<Page> = drafts.iter().map(|draft| draft.page(place)).collect();
        for (at, draft) in drafts.iter().enumerate() {
            let Some((own, title)) = draft.numbered(place) else { continue };
            let beside = tree
                .nodes()
                .filter(shown)
                .filter(|node| spots[node.id().index()].page as usize == at && node.id() != own);
            let rest = beside.fold(0, |rest, node| {
                let words = node.own_label().and_then(lasting);
                hash_of(&(rest, node.role() as u8, node.resource_id(), words))
            });
            let page = &mut pages[at].hash;
            *page = ticking.page(Numbered { title, rest, page: *page });
        }
        ticking.turn();
        Self { spots, pages }
    }

    pub(crate) fn at(&self, node: NodeId) -> Page {
        self.pages[self.spots[node.index()].page as usize]
    }
}

/// Where a node stands.
#[derive(Debug, Clone, Copy)]
struct Spot {
    page: u32,
    /// It moves with something that scrolls.
    scrolls: bool,
    /// It belongs to something to act on.
    in_element: bool,
    in_toolbar: bool,
}

fn spots<'t>(tree: &'t Tree, drafts: &mut Vec<Draft<'t>>) -> Vec<Spot> {
    // Roots that name no app are parts of one window.
    let mut unnamed = None;
    let mut spots: Vec<Spot> = Vec::with_capacity(tree.len());
    for node in tree.nodes() {
        let above = node.parent().map(|parent| (parent, spots[parent.id().index()]));
        let page = match above {
            Some((_, above)) if node.role() != Role::Dialog => above.page,
            None if node.package().is_empty() && node.role() != Role::Dialog => *unnamed
                .get_or_insert_with(|| Draft::begin(drafts, Bounds::of(tree.extent()), node)),
            _ => Draft::begin(drafts, node.bounds(), node),
        };
        let starts_here = above.is_none_or(|(_, above)| above.page != page);
        let mut spot = Spot { page, scrolls: false, in_element: false, in_toolbar: false };
        if let Some((parent, above)) = above.filter(|_| !starts_here) {
            spot.scrolls = above.scrolls || parent.is_scrollable() && !turns_pages(parent);
            spot.in_element = above.in_element
                || parent.is_interactive()
                    && !parent.is_scrollable()
                    && !drafts[page as usize].is_filled_by(parent.bounds());
            spot.in_toolbar = above.in_toolbar || parent.role() == Role::Toolbar;
        }
        spots.push(spot);
    }
    spots
}

/// A pager is swiped from page to page; what is on a page stays where it is.
fn turns_pages(node: Node<'_>) -> bool {
    node.class().ends_with("ViewPager")
}

/// What is found out about a page.
struct Draft<'t> {
    bounds: Bounds,
    window: Option<&'t str>,
    /// Where the first element ends that does not scroll.
    first_end: i32,
    title: Option<Title<'t>>,
    is_dialog: bool,
    /// What a dialog would say before its first choice.
    question: u64,
    has_choice: bool,
}

#[derive(Debug, Clone, Copy)]
struct Title<'t> {
    /// The least wins.
    rank: (bool, i32),
    words: &'t str,
    node: NodeId,
}

impl<'t> Draft<'t> {
    fn begin(drafts: &mut Vec<Self>, bounds: Bounds, top: Node<'t>) -> u32 {
        let floats = cell(bounds.left) > 0 && cell(bounds.top) > 0;
        let number = u32::try_from(drafts.len()).unwrap_or(u32::MAX);
        drafts.push(Self {
            bounds,
            window: None,
            first_end: i32::MAX,
            title: None,
            is_dialog: floats || top.role() == Role::Dialog,
            question: 0,
            has_choice: false,
        });
        number
    }

    fn is_choice(&self, node: Node<'_>) -> bool {
        node.is_interactive() && !node.is_scrollable() && !self.is_filled_by(node.bounds())
    }

    /// Whether this lies behind most of the page.
    fn is_filled_by(&self, bounds: Bounds) -> bool {
        let span = |from: i32, to: i32| i64::from(cell(to)) - i64::from(cell(from));
        let (own, all) = (bounds, self.bounds);
        span(own.left, own.right) * 2 > span(all.left, all.right)
            && span(own.top, own.bottom) * 2 > span(all.top, all.bottom)
    }

    fn read(&mut self, node: Node<'t>, spot: Spot) {
        let id = node.resource_id();
        let is_message = id == "android:id/message";
        let is_title = node.short_id() == "alertTitle";
        self.is_dialog |= is_message || is_title || id == "android:id/button1";
        if node.is_interactive() {
            self.has_choice |= self.is_choice(node);
            return;
        }
        let says = !matches!(node.role(), Role::Image | Role::ProgressBar);
        let Some(words) = node.own_label().filter(|_| says && !spot.in_element) else { return };
        if !self.has_choice && (!spot.scrolls || is_message) {
            self.question = hash_of(&(self.question, lasting(words)));
        }
        if spot.scrolls || self.is_filled_by(node.bounds()) || lasting(words).is_none() {
            return;
        }
        let top = cell(node.bounds().top);
        let middle = i32::midpoint(cell(self.bounds.top), cell(self.bounds.bottom));
        let is_high = top < middle || top < self.first_end;
        let in_toolbar = spot.in_toolbar || node.role() == Role::Toolbar;
        let is_plain = !(is_title || in_toolbar || node.is_heading());
        let title = Title { rank: (is_plain, top), words, node: node.id() };
        if is_high && self.title.is_none_or(|before| title.rank < before.rank) {
            self.title = Some(title);
        }
    }

    /// Whose title has a number in it: who says it, and the title but for its numbers.
    fn numbered(&self, place: u64) -> Option<(NodeId, u64)> {
        let title = self.title?;
        let words = lasting(uncounted(title.words))?;
        let mut parts = words.split(|character: char| character.is_ascii_digit());
        let first = parts.next();
        let others: Vec<&str> = parts.filter(|part| !part.is_empty()).collect();
        let has_number = first.is_some_and(|first| first.len() < words.len());
        let question = if self.is_dialog { self.question } else { 0 };
        has_number.then(|| (title.node, hash_of(&(place, self.window, first, others, question))))
    }

    fn page(&self, place: u64) -> Page {
        let title = self.title.and_then(|title| lasting(uncounted(title.words)));
        let question = if self.is_dialog { self.question } else { 0 };
        Page {
            is_known: title.is_some() || question != 0,
            hash: hash_of(&(place, self.window, title, question)),
        }
    }
}

/// "Inbox (12)" is "Inbox", and "3 selected" is "selected".
fn uncounted(title: &str) -> &str {
    const DIGITS: usize = 3;
    if let Some((count, words)) = title.trim_start().split_once(' ')
        && (1..=DIGITS).contains(&count.len())
        && count.bytes().all(|byte| byte.is_ascii_digit())
        && words.starts_with(char::is_alphabetic)
        && !words.contains(|character: char| character.is_ascii_digit())
    {
        return words;
    }
    let counted = title.strip_suffix(')').and_then(|title| title.rsplit_once('('));
    match counted {
        Some((title, count))
            if !title.trim().is_empty()
                && count.bytes().all(|byte| byte.is_ascii_digit() || byte == b',') =>
        {
            title.trim_end()
        }
        _ => title,
    }
}

/// Edges are compared as coarsely as screens are: what trembles by a pixel stays where it is.
const CELL: i32 = 8;

fn cell(edge: i32) -> i32 {
    edge.div_euclid(CELL)
}
