//! Writing the tree of an index: sorted records, of which those inside the tree lie between their children.

use super::{
    pages::{INDEX_INTERIOR, INDEX_LEAF},
    record::push_varint,
    write::{Pages, page},
};

/// A row of pages, and the cells between them.
struct Level {
    pages: Vec<u32>,
    between: Vec<Vec<u8>>,
}

impl Pages {
    /// Fills the tree below a root page with records in their order.
    pub(super) fn index(&mut self, root: u32, records: impl Iterator<Item = Vec<u8>>) {
        let cells: Vec<Vec<u8>> = records
            .map(|record| {
                let mut cell = Vec::new();
                push_varint(&mut cell, record.len() as u64);
                self.push_payload(&mut cell, &record, true);
                cell
            })
            .collect();
        if fits(&cells, 8, self.size) {
            self.put(root, page(self.size, root, INDEX_LEAF, &cells, None));
            return;
        }
        let (groups, between) = split(cells, 8, self.size);
        let mut pages = Vec::new();
        for cells in groups {
            let number = self.add();
            self.put(number, page(self.size, number, INDEX_LEAF, &cells, None));
            pages.push(number);
        }
        let mut level = Level { pages, between };
        loop {
            // Every page but the last is left of the cell after it.
            let cells: Vec<Vec<u8>> = level
                .pages
                .iter()
                .zip(&level.between)
                .map(|(page, cell)| [&page.to_be_bytes()[..], cell].concat())
                .collect();
            let last = level.pages.last().copied();
            if fits(&cells, 12, self.size) {
                self.put(root, page(self.size, root, INDEX_INTERIOR, &cells, last));
                return;
            }
            let (groups, between) = split(cells, 12, self.size);
            let mut next = Level { pages: Vec::new(), between: Vec::new() };
            // What lies between two pages of this level hands its left child to the first as its rightmost.
            let mut rights = Vec::new();
            for cell in between {
                let (child, rest) = cell.split_at(4);
                rights.push(child.try_into().map_or(0, u32::from_be_bytes));
                next.between.push(rest.to_vec());
            }
            rights.extend(last);
            for (cells, right) in groups.iter().zip(rights) {
                let number = self.add();
                self.put(number, page(self.size, number, INDEX_INTERIOR, cells, Some(right)));
                next.pages.push(number);
            }
            level = next;
        }
    }
}

fn fits(cells: &[Vec<u8>], header: usize, size: usize) -> bool {
    cells.iter().map(|cell| cell.len() + 2).sum::<usize>() + header <= size
}

/// Groups that fill a page each, and the cell between each two. A page holds four cells at least.
fn split(cells: Vec<Vec<u8>>, header: usize, size: usize) -> (Vec<Vec<Vec<u8>>>, Vec<Vec<u8>>) {
    let (mut groups, mut between) = (vec![Vec::new()], Vec::new());
    let mut used = header;
    let mut cells = cells.into_iter().peekable();
    while let Some(cell) = cells.next() {
        let length = cell.len() + 2;
        if used + length <= size {
            used += length;
            if let Some(group) = groups.last_mut() {
                group.push(cell);
            }
            continue;
        }
        if cells.peek().is_none() {
            // Nothing would be left for the page after it: the cell before goes between instead.
            let before = groups.last_mut().and_then(Vec::pop);
            between.extend(before);
            groups.push(vec![cell]);
            break;
        }
        between.push(cell);
        groups.push(Vec::new());
        used = header;
    }
    (groups, between)
}
