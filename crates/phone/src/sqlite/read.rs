//! Reading a database that anybody may have written or damaged.

use super::{
    Cell, Database, Encoding, Header, Kind, Malformed, Other, Row, Table,
    pages::{
        FILE_HEADER, INDEX_INTERIOR, INDEX_LEAF, MAGIC, TABLE_INTERIOR, TABLE_LEAF, local_part,
    },
    record::{decode, varint},
};

impl Database {
    /// The whole file; a table that cannot be read is an error.
    pub(crate) fn from_bytes(file: &[u8]) -> Result<Self, Malformed> {
        let database = Self::open(file)?;
        match database.tables.iter().find_map(|table| table.fault) {
            Some(fault) => Err(fault),
            None => Ok(database),
        }
    }

    /// What can be read of a file; an empty one is a database without tables.
    pub(crate) fn open(file: &[u8]) -> Result<Self, Malformed> {
        if file.is_empty() {
            return Ok(Self::default());
        }
        let reader = Reader::new(file)?;
        let mut database =
            Self { user_version: long(file, 60)?, header: reader.header, ..Self::default() };
        for row in reader.rows(1)? {
            let [kind, name, table, root, sql] = row.values.as_slice() else {
                return Err(Malformed::Damaged);
            };
            let (Cell::Text(kind), Cell::Text(name), Cell::Text(table)) = (kind, name, table)
            else {
                return Err(Malformed::Damaged);
            };
            let sql = if let Cell::Text(sql) = sql { Some(sql.clone()) } else { None };
            let root = if let Cell::Integer(root) = root { *root } else { 0 };
            let root = u32::try_from(root).map_err(|_| Malformed::Damaged)?;
            let kind = match kind.as_str() {
                "table" if root != 0 => {
                    let sql = sql.ok_or(Malformed::Damaged)?;
                    database.tables.push(reader.table(name, sql, root, row.id));
                    continue;
                }
                "table" => Kind::VirtualTable,
                "index" => Kind::Index,
                "view" => Kind::View,
                "trigger" => Kind::Trigger,
                _ => return Err(Malformed::Damaged),
            };
            let (name, table) = (name.clone(), table.clone());
            database.others.push(Other { kind, name, table, sql, place: row.id, root });
        }
        Ok(database)
    }
}

struct Reader<'a> {
    file: &'a [u8],
    page: usize,
    usable: usize,
    header: Header,
}

impl<'a> Reader<'a> {
    fn new(file: &'a [u8]) -> Result<Self, Malformed> {
        if file.len() < FILE_HEADER || !file.starts_with(MAGIC) {
            return Err(Malformed::NotADatabase);
        }
        let page = match short(file, 16)? {
            1 => 65_536,
            size => size,
        };
        if !page.is_power_of_two() || page < 512 || file[18] > 2 || file[19] > 2 {
            return Err(Malformed::NotADatabase);
        }
        let encoding = match long(file, 56)? {
            0 | 1 => Encoding::Utf8,
            2 => Encoding::Utf16Little,
            3 => Encoding::Utf16Big,
            _ => return Err(Malformed::Unsupported),
        };
        let usable = page - usize::from(file[20]);
        if usable < 480 {
            return Err(Malformed::NotADatabase);
        }
        let header = Header {
            page_size: page,
            application_id: long(file, 68)?,
            schema_version: long(file, 40)?,
            change_counter: long(file, 24)?,
            encoding,
            write_ahead: file[18] == 2,
        };
        Ok(Self { file, page, usable, header })
    }

    fn table(&self, name: &str, sql: String, root: u32, place: i64) -> Table {
        let without_ids =
            self.kind(root).is_ok_and(|kind| kind == INDEX_LEAF || kind == INDEX_INTERIOR);
        let rows = if without_ids { self.entries(root) } else { self.rows(root) };
        let (rows, fault) = match rows {
            Ok(rows) => (rows, None),
            Err(fault) => (Vec::new(), Some(fault)),
        };
        Table { name: name.to_owned(), sql, rows, place, root, without_ids, fault }
    }

    fn page(&self, number: u32) -> Result<&[u8], Malformed> {
        let before = (number as usize).checked_sub(1).ok_or(Malformed::Damaged)?;
        let start = before.checked_mul(self.page).ok_or(Malformed::Damaged)?;
        let end = start.checked_add(self.usable).ok_or(Malformed::Damaged)?;
        self.file.get(start..end).ok_or(Malformed::Damaged)
    }

    fn kind(&self, number: u32) -> Result<u8, Malformed> {
        let start = if number == 1 { FILE_HEADER } else { 0 };
        self.page(number)?.get(start).copied().ok_or(Malformed::Damaged)
    }

    /// The rows of the tree below a root, in order.
    fn rows(&self, root: u32) -> Result<Vec<Row>, Malformed> {
        let mut rows = Vec::new();
        self.walk(root, TABLE_LEAF, TABLE_INTERIOR, |cell, inside| {
            if !inside {
                rows.push(self.row(cell)?);
            }
            Ok(())
        })?;
        if rows.is_sorted_by(|a: &Row, b| a.id < b.id) { Ok(rows) } else { Err(Malformed::Damaged) }
    }

    /// The records of an index, which is also how a table without row ids keeps its rows.
    fn entries(&self, root: u32) -> Result<Vec<Row>, Malformed> {
        let mut rows = Vec::new();
        self.walk(root, INDEX_LEAF, INDEX_INTERIOR, |cell, inside| {
            let cell = if inside { cell.get(4..).ok_or(Malformed::Damaged)? } else { cell };
            let (length, taken) = varint(cell).ok_or(Malformed::Damaged)?;
            let values = self.payload(&cell[taken..], length, true)?;
            rows.push(Row { id: 0, values });
            Ok(())
        })?;
        Ok(rows)
    }

    /// Calls with each cell in order, and whether it is inside the tree rather than at its leaves.
    fn walk(
        &self,
        root: u32,
        leaf: u8,
        interior: u8,
        mut each: impl FnMut(&[u8], bool) -> Result<(), Malformed>,
    ) -> Result<(), Malformed> {
        enum Next {
            Page(u32),
            /// A cell inside the tree: page and place.
            Cell(u32, usize),
        }
        let mut waiting = vec![Next::Page(root)];
        // No sound tree has more pages than its file.
        let mut left = self.file.len() / self.page + 1;
        while let Some(next) = waiting.pop() {
            let number = match next {
                Next::Page(number) => number,
                Next::Cell(number, place) => {
                    each(self.cell(number, place, 12)?, true)?;
                    continue;
                }
            };
            left = left.checked_sub(1).ok_or(Malformed::Damaged)?;
            let page = self.page(number)?;
            let start = if number == 1 { FILE_HEADER } else { 0 };
            let count = short(page, start + 3)?;
            match self.kind(number)? {
                kind if kind == leaf => {
                    for place in 0..count {
                        each(self.cell(number, place, 8)?, false)?;
                    }
                }
                kind if kind == interior => {
                    waiting.push(Next::Page(long(page, start + 8)?));
                    for place in (0..count).rev() {
                        waiting.push(Next::Cell(number, place));
                        waiting.push(Next::Page(long(self.cell(number, place, 12)?, 0)?));
                    }
                }
                _ => return Err(Malformed::Damaged),
            }
        }
        Ok(())
    }

    fn cell(&self, number: u32, place: usize, header: usize) -> Result<&[u8], Malformed> {
        let page = self.page(number)?;
        let start = if number == 1 { FILE_HEADER } else { 0 };
        page.get(short(page, start + header + 2 * place)?..).ok_or(Malformed::Damaged)
    }

    fn row(&self, cell: &[u8]) -> Result<Row, Malformed> {
        let (length, taken) = varint(cell).ok_or(Malformed::Damaged)?;
        let cell = &cell[taken..];
        let (id, taken) = varint(cell).ok_or(Malformed::Damaged)?;
        Ok(Row { id: id.cast_signed(), values: self.payload(&cell[taken..], length, false)? })
    }

    fn payload(&self, cell: &[u8], length: u64, index: bool) -> Result<Vec<Cell>, Malformed> {
        let length = usize::try_from(length).map_err(|_| Malformed::Damaged)?;
        if length > self.file.len() {
            return Err(Malformed::Damaged);
        }
        let local = local_part(length, self.usable, index);
        let mut payload = cell.get(..local).ok_or(Malformed::Damaged)?.to_vec();
        let mut next = if local < length { long(cell, local)? } else { 0 };
        while payload.len() < length {
            let page = self.page(next)?;
            next = long(page, 0)?;
            let wanted = (length - payload.len()).min(page.len() - 4);
            payload.extend_from_slice(&page[4..4 + wanted]);
        }
        decode(&payload, self.header.encoding)
    }
}

fn short(bytes: &[u8], at: usize) -> Result<usize, Malformed> {
    let bytes = bytes.get(at..at + 2).and_then(|bytes| bytes.try_into().ok());
    bytes.map(|bytes| usize::from(u16::from_be_bytes(bytes))).ok_or(Malformed::Damaged)
}

pub(super) fn long(bytes: &[u8], at: usize) -> Result<u32, Malformed> {
    let bytes = bytes.get(at..at + 4).and_then(|bytes| bytes.try_into().ok());
    bytes.map(u32::from_be_bytes).ok_or(Malformed::Damaged)
}
