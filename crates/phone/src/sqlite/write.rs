//! Writing a database: every table becomes a tree of pages, built from the leaves up.

use super::{
    Cell, Database, Row,
    pages::{FILE_HEADER, INTERIOR, LEAF, MAGIC, PAGE, local_part},
    record::{encode, push_varint},
};

/// The version that wrote the file, as Android 14's would.
const VERSION: u32 = 3_039_002;

impl Database {
    /// The bytes of the file.
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        // Page 1 is the root of the schema.
        let mut pages = Pages(vec![Vec::new()]);
        let mut schema = Vec::new();
        for table in &self.tables {
            let root = pages.add();
            pages.tree(root, &table.rows);
            let text = |text: &str| Cell::Text(text.to_owned());
            let root = Cell::Integer(i64::from(root));
            let id = i64::try_from(schema.len() + 1).unwrap_or(i64::MAX);
            let values =
                vec![text("table"), text(&table.name), text(&table.name), root, text(&table.sql)];
            schema.push(Row { id, values });
        }
        pages.tree(1, &schema);
        pages.into_file(self.user_version)
    }
}

/// Children that fit an interior page however large their row ids are.
const MOST_CHILDREN: usize = (PAGE - 12) / 15;

/// Pages by number, from 1; each without what follows its last byte.
struct Pages(Vec<Vec<u8>>);

/// A child page of an interior one, with the largest row id in it.
struct Child {
    page: u32,
    last: i64,
}

impl Pages {
    fn add(&mut self) -> u32 {
        self.0.push(Vec::new());
        u32::try_from(self.0.len()).unwrap_or(u32::MAX)
    }

    fn put(&mut self, page: u32, bytes: Vec<u8>) {
        self.0[page as usize - 1] = bytes;
    }

    /// Fills the tree below a root page.
    fn tree(&mut self, root: u32, rows: &[Row]) {
        let mut rows: Vec<_> = rows.iter().collect();
        rows.sort_by_key(|row| row.id);
        let cells: Vec<_> = rows.iter().map(|row| (self.leaf_cell(row), row.id)).collect();
        let room = room(root);
        if cells.iter().map(|(cell, _)| cell.len() + 2).sum::<usize>() + 8 <= room {
            let cells = cells.into_iter().map(|(cell, _)| cell).collect::<Vec<_>>();
            self.put(root, page(root, LEAF, &cells, None));
            return;
        }
        let mut children: Vec<_> = groups(cells, 8)
            .into_iter()
            .map(|(cells, last)| {
                let number = self.add();
                self.put(number, page(number, LEAF, &cells, None));
                Child { page: number, last }
            })
            .collect();
        loop {
            let (cells, right) = interior(&children);
            if cells.iter().map(|cell| cell.len() + 2).sum::<usize>() + 12 <= room {
                self.put(root, page(root, INTERIOR, &cells, right));
                return;
            }
            // Evenly, so that no page is left with a single child.
            let size = children.len().div_ceil(children.len().div_ceil(MOST_CHILDREN));
            let next = children.chunks(size).map(|group| self.interior_page(group)).collect();
            children = next;
        }
    }

    fn interior_page(&mut self, children: &[Child]) -> Child {
        let number = self.add();
        let (cells, right) = interior(children);
        self.put(number, page(number, INTERIOR, &cells, right));
        Child { page: number, last: children.last().map_or(0, |child| child.last) }
    }

    /// The cell of a row; what does not fit goes to overflow pages.
    fn leaf_cell(&mut self, row: &Row) -> Vec<u8> {
        let payload = encode(&row.values);
        let mut cell = Vec::new();
        push_varint(&mut cell, payload.len() as u64);
        push_varint(&mut cell, row.id.cast_unsigned());
        let (local, rest) = payload.split_at(local_part(payload.len(), PAGE));
        cell.extend_from_slice(local);
        if !rest.is_empty() {
            let numbers: Vec<_> = rest.chunks(PAGE - 4).map(|_| self.add()).collect();
            cell.extend_from_slice(&numbers[0].to_be_bytes());
            for (place, chunk) in rest.chunks(PAGE - 4).enumerate() {
                let next = numbers.get(place + 1).copied().unwrap_or(0);
                let mut bytes = next.to_be_bytes().to_vec();
                bytes.extend_from_slice(chunk);
                self.put(numbers[place], bytes);
            }
        }
        cell
    }

    fn into_file(self, user_version: u32) -> Vec<u8> {
        let count = u32::try_from(self.0.len()).unwrap_or(u32::MAX);
        let mut file = Vec::with_capacity(self.0.len() * PAGE);
        for mut page in self.0 {
            page.resize(PAGE, 0);
            file.extend(page);
        }
        let header = header(count, user_version);
        file[..FILE_HEADER].copy_from_slice(&header);
        file
    }
}

fn room(page: u32) -> usize {
    if page == 1 { PAGE - FILE_HEADER } else { PAGE }
}

/// Cells in groups that fill a page each, with the last row id of each group.
fn groups(cells: Vec<(Vec<u8>, i64)>, header: usize) -> Vec<(Vec<Vec<u8>>, i64)> {
    let mut groups: Vec<(Vec<Vec<u8>>, i64)> = Vec::new();
    let mut used = usize::MAX;
    for (cell, id) in cells {
        let length = cell.len() + 2;
        let last = groups.last_mut().filter(|_| used <= PAGE - length);
        if let Some((group, last)) = last {
            group.push(cell);
            *last = id;
            used += length;
        } else {
            groups.push((vec![cell], id));
            used = header + length;
        }
    }
    groups
}

fn interior(children: &[Child]) -> (Vec<Vec<u8>>, Option<u32>) {
    let Some((right, left)) = children.split_last() else { return (Vec::new(), None) };
    (left.iter().map(interior_cell).collect(), Some(right.page))
}

fn interior_cell(child: &Child) -> Vec<u8> {
    let mut cell = child.page.to_be_bytes().to_vec();
    push_varint(&mut cell, child.last.cast_unsigned());
    cell
}

/// A page of a tree: its header and the places of its cells from the front, the cells from the back.
fn page(number: u32, kind: u8, cells: &[Vec<u8>], right: Option<u32>) -> Vec<u8> {
    let mut bytes = vec![0; PAGE];
    let start = if number == 1 { FILE_HEADER } else { 0 };
    bytes[start] = kind;
    bytes[start + 3..start + 5].copy_from_slice(&short(cells.len()));
    let mut at = start + 8;
    if let Some(right) = right {
        bytes[at..at + 4].copy_from_slice(&right.to_be_bytes());
        at += 4;
    }
    let mut content = PAGE;
    for cell in cells {
        content -= cell.len();
        bytes[content..content + cell.len()].copy_from_slice(cell);
        bytes[at..at + 2].copy_from_slice(&short(content));
        at += 2;
    }
    bytes[start + 5..start + 7].copy_from_slice(&short(content));
    bytes
}

fn short(number: usize) -> [u8; 2] {
    u16::try_from(number).unwrap_or(0).to_be_bytes()
}

fn header(pages: u32, user_version: u32) -> [u8; FILE_HEADER] {
    let mut header = [0; FILE_HEADER];
    header[..16].copy_from_slice(MAGIC);
    header[16..18].copy_from_slice(&short(PAGE));
    // Legacy journal for writing and reading, no reserved bytes, and three fractions fixed by the format.
    header[18..24].copy_from_slice(&[1, 1, 0, 64, 32, 32]);
    let mut number = |at: usize, value: u32| {
        header[at..at + 4].copy_from_slice(&value.to_be_bytes());
    };
    let change = 1;
    number(24, change);
    number(28, pages);
    number(40, 1);
    number(44, 4);
    number(56, 1);
    number(60, user_version);
    number(92, change);
    number(96, VERSION);
    header
}
