//! Writing a database: every table becomes a tree of pages, built from the leaves up.

use super::{
    Cell, Database, Header, Kind, Other, Row, Table,
    pages::{FILE_HEADER, MAGIC, TABLE_INTERIOR, TABLE_LEAF, local_part},
    record::{encode, push_varint},
    sql::{Error, index_entries},
};

/// The version that wrote the file, as Android 14's would.
const VERSION: u32 = 3_039_002;

impl Database {
    /// The bytes of the file; an error when something in it could not be kept.
    pub(crate) fn to_bytes(&self) -> Result<Vec<u8>, Error> {
        // Page 1 is the root of the schema.
        let mut pages = Pages { size: self.header.page_size, pages: vec![Vec::new()] };
        let tables = self.tables.iter().map(|table| (table.place, Object::Table(table)));
        let others = self.others.iter().map(|other| (other.place, Object::Other(other)));
        let mut objects: Vec<_> = tables.chain(others).collect();
        objects.sort_by_key(|(place, _)| if *place == 0 { i64::MAX } else { *place });
        let mut schema = Vec::new();
        for (id, (_, object)) in (1..).zip(objects) {
            let values = match object {
                Object::Table(table) => Self::table_entry(&mut pages, table)?,
                Object::Other(other) => self.other_entry(&mut pages, other)?,
            };
            schema.push(Row { id, values });
        }
        pages.tree(1, &schema);
        Ok(pages.into_file(&self.header, self.user_version))
    }

    /// Writes a table, and returns its line of the schema.
    fn table_entry(pages: &mut Pages, table: &Table) -> Result<Vec<Cell>, Error> {
        if let Some(fault) = table.fault {
            return Err(Error::malformed(fault));
        }
        let root = pages.add();
        if table.without_ids {
            pages.index(root, table.rows.iter().map(|row| encode(&row.values)));
        } else {
            pages.tree(root, &table.rows);
        }
        Ok(entry("table", (&table.name, &table.name), root, Some(&table.sql)))
    }

    fn other_entry(&self, pages: &mut Pages, other: &Other) -> Result<Vec<Cell>, Error> {
        let mut root = 0;
        if other.kind == Kind::Index {
            let entries = index_entries(self, other)?;
            root = pages.add();
            pages.index(root, entries.iter().map(|entry| encode(entry)));
        }
        Ok(entry(other.kind.name(), (&other.name, &other.table), root, other.sql.as_deref()))
    }
}

enum Object<'a> {
    Table(&'a Table),
    Other(&'a Other),
}

/// A line of the schema.
fn entry(kind: &str, names: (&str, &str), root: u32, sql: Option<&str>) -> Vec<Cell> {
    let text = |text: &str| Cell::Text(text.to_owned());
    let sql = sql.map_or(Cell::Null, text);
    vec![text(kind), text(names.0), text(names.1), Cell::Integer(i64::from(root)), sql]
}

/// Pages by number, from 1; each without what follows its last byte.
pub(super) struct Pages {
    pub(super) size: usize,
    pages: Vec<Vec<u8>>,
}

/// A child page of an interior one, with the largest row id in it.
struct Child {
    page: u32,
    last: i64,
}

impl Pages {
    pub(super) fn add(&mut self) -> u32 {
        self.pages.push(Vec::new());
        u32::try_from(self.pages.len()).unwrap_or(u32::MAX)
    }

    pub(super) fn put(&mut self, page: u32, bytes: Vec<u8>) {
        self.pages[page as usize - 1] = bytes;
    }

    /// Fills the tree below a root page.
    fn tree(&mut self, root: u32, rows: &[Row]) {
        let mut rows: Vec<_> = rows.iter().collect();
        rows.sort_by_key(|row| row.id);
        let cells: Vec<_> = rows.iter().map(|row| (self.leaf_cell(row), row.id)).collect();
        let room = if root == 1 { self.size - FILE_HEADER } else { self.size };
        if cells.iter().map(|(cell, _)| cell.len() + 2).sum::<usize>() + 8 <= room {
            let cells = cells.into_iter().map(|(cell, _)| cell).collect::<Vec<_>>();
            self.put(root, page(self.size, root, TABLE_LEAF, &cells, None));
            return;
        }
        let mut children: Vec<_> = groups(cells, 8, self.size)
            .into_iter()
            .map(|(cells, last)| {
                let number = self.add();
                self.put(number, page(self.size, number, TABLE_LEAF, &cells, None));
                Child { page: number, last }
            })
            .collect();
        loop {
            let (cells, right) = interior(&children);
            if cells.iter().map(|cell| cell.len() + 2).sum::<usize>() + 12 <= room {
                self.put(root, page(self.size, root, TABLE_INTERIOR, &cells, right));
                return;
            }
            // As many as fit however large their row ids are.
            let most = (self.size - 12) / 15;
            // Evenly, so that no page is left with a single child.
            let size = children.len().div_ceil(children.len().div_ceil(most));
            let next = children.chunks(size).map(|group| self.interior_page(group)).collect();
            children = next;
        }
    }

    fn interior_page(&mut self, children: &[Child]) -> Child {
        let number = self.add();
        let (cells, right) = interior(children);
        self.put(number, page(self.size, number, TABLE_INTERIOR, &cells, right));
        Child { page: number, last: children.last().map_or(0, |child| child.last) }
    }

    /// The cell of a row.
    fn leaf_cell(&mut self, row: &Row) -> Vec<u8> {
        let payload = encode(&row.values);
        let mut cell = Vec::new();
        push_varint(&mut cell, payload.len() as u64);
        push_varint(&mut cell, row.id.cast_unsigned());
        self.push_payload(&mut cell, &payload, false);
        cell
    }

    /// Appends a payload to a cell; what does not fit goes to overflow pages.
    pub(super) fn push_payload(&mut self, cell: &mut Vec<u8>, payload: &[u8], index: bool) {
        let (local, rest) = payload.split_at(local_part(payload.len(), self.size, index));
        cell.extend_from_slice(local);
        let size = self.size - 4;
        if !rest.is_empty() {
            let numbers: Vec<_> = rest.chunks(size).map(|_| self.add()).collect();
            cell.extend_from_slice(&numbers[0].to_be_bytes());
            for (place, chunk) in rest.chunks(size).enumerate() {
                let next = numbers.get(place + 1).copied().unwrap_or(0);
                let mut bytes = next.to_be_bytes().to_vec();
                bytes.extend_from_slice(chunk);
                self.put(numbers[place], bytes);
            }
        }
        // Smaller cells could not be freed.
        if cell.len() < 4 {
            cell.resize(4, 0);
        }
    }

    fn into_file(self, header: &Header, user_version: u32) -> Vec<u8> {
        let count = u32::try_from(self.pages.len()).unwrap_or(u32::MAX);
        let mut file = Vec::with_capacity(self.pages.len() * self.size);
        for mut page in self.pages {
            page.resize(self.size, 0);
            file.extend(page);
        }
        file[..FILE_HEADER].copy_from_slice(&file_header(header, count, user_version));
        file
    }
}

/// Cells in groups that fill a page each, with the last row id of each group.
fn groups(cells: Vec<(Vec<u8>, i64)>, header: usize, size: usize) -> Vec<(Vec<Vec<u8>>, i64)> {
    let mut groups: Vec<(Vec<Vec<u8>>, i64)> = Vec::new();
    let mut used = usize::MAX;
    for (cell, id) in cells {
        let length = cell.len() + 2;
        let last = groups.last_mut().filter(|_| used <= size - length);
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
pub(super) fn page(
    size: usize,
    number: u32,
    kind: u8,
    cells: &[Vec<u8>],
    right: Option<u32>,
) -> Vec<u8> {
    let mut bytes = vec![0; size];
    let start = if number == 1 { FILE_HEADER } else { 0 };
    bytes[start] = kind;
    bytes[start + 3..start + 5].copy_from_slice(&short(cells.len()));
    let mut at = start + 8;
    if let Some(right) = right {
        bytes[at..at + 4].copy_from_slice(&right.to_be_bytes());
        at += 4;
    }
    let mut content = size;
    for cell in cells {
        content -= cell.len();
        bytes[content..content + cell.len()].copy_from_slice(cell);
        bytes[at..at + 2].copy_from_slice(&short(content));
        at += 2;
    }
    bytes[start + 5..start + 7].copy_from_slice(&short(content));
    bytes
}

/// 65536 is written as 0.
fn short(number: usize) -> [u8; 2] {
    u16::try_from(number).unwrap_or(0).to_be_bytes()
}

fn file_header(had: &Header, pages: u32, user_version: u32) -> [u8; FILE_HEADER] {
    let mut header = [0; FILE_HEADER];
    header[..16].copy_from_slice(MAGIC);
    header[16..18].copy_from_slice(&short(if had.page_size == 65_536 { 1 } else { had.page_size }));
    // The journal for writing and reading, no reserved bytes, and three fractions fixed by the format.
    let journal = if had.write_ahead { 2 } else { 1 };
    header[18..24].copy_from_slice(&[journal, journal, 0, 64, 32, 32]);
    let mut number = |at: usize, value: u32| {
        header[at..at + 4].copy_from_slice(&value.to_be_bytes());
    };
    let change = had.change_counter.wrapping_add(1);
    number(24, change);
    number(28, pages);
    number(40, had.schema_version.wrapping_add(1));
    number(44, 4);
    number(56, 1);
    number(60, user_version);
    number(68, had.application_id);
    number(92, change);
    number(96, VERSION);
    header
}
