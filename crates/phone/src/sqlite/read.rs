//! Reading a database that anybody may have written or damaged.

use super::{
    Cell, Database, Malformed, Row, Table,
    pages::{FILE_HEADER, INTERIOR, LEAF, MAGIC, local_part},
    record::{decode, varint},
};

impl Database {
    pub(crate) fn from_bytes(file: &[u8]) -> Result<Self, Malformed> {
        if file.len() < FILE_HEADER || !file.starts_with(MAGIC) {
            return Err(Malformed::NotADatabase);
        }
        let page = match short(file, 16)? {
            1 => 65_536,
            size => size,
        };
        let encoding = long(file, 56)?;
        if !page.is_power_of_two() || page < 512 || encoding > 1 {
            return Err(Malformed::Unsupported);
        }
        let usable = page - usize::from(file[20]);
        if usable < 480 {
            return Err(Malformed::Unsupported);
        }
        let reader = Reader { file, page, usable };
        let mut tables = Vec::new();
        for row in reader.rows(1)? {
            let [kind, name, _, root, sql] = row.values.as_slice() else {
                return Err(Malformed::Damaged);
            };
            let (Cell::Text(kind), Cell::Text(name), Cell::Text(sql)) = (kind, name, sql) else {
                continue;
            };
            // An index made by the system has no statement, a view no root.
            if let (Cell::Integer(root), "table") = (root, kind.as_str()) {
                let root = u32::try_from(*root).map_err(|_| Malformed::Damaged)?;
                let rows = reader.rows(root)?;
                tables.push(Table { name: name.clone(), sql: sql.clone(), rows });
            }
        }
        Ok(Self { user_version: long(file, 60)?, tables })
    }
}

struct Reader<'a> {
    file: &'a [u8],
    page: usize,
    usable: usize,
}

impl Reader<'_> {
    fn page(&self, number: u32) -> Result<&[u8], Malformed> {
        let before = (number as usize).checked_sub(1).ok_or(Malformed::Damaged)?;
        let start = before.checked_mul(self.page).ok_or(Malformed::Damaged)?;
        let end = start.checked_add(self.usable).ok_or(Malformed::Damaged)?;
        self.file.get(start..end).ok_or(Malformed::Damaged)
    }

    /// The rows of the tree below a root, in order.
    fn rows(&self, root: u32) -> Result<Vec<Row>, Malformed> {
        let mut rows = Vec::new();
        let mut waiting = vec![root];
        // No sound tree has more pages than its file.
        let mut left = self.file.len() / self.page + 1;
        while let Some(number) = waiting.pop() {
            left = left.checked_sub(1).ok_or(Malformed::Damaged)?;
            let page = self.page(number)?;
            let start = if number == 1 { FILE_HEADER } else { 0 };
            let kind = *page.get(start).ok_or(Malformed::Damaged)?;
            let count = short(page, start + 3)?;
            let pointers = start + if kind == INTERIOR { 12 } else { 8 };
            let cell = |place: usize| {
                page.get(short(page, pointers + 2 * place)?..).ok_or(Malformed::Damaged)
            };
            match kind {
                LEAF => {
                    for place in 0..count {
                        rows.push(self.row(cell(place)?)?);
                    }
                }
                INTERIOR => {
                    waiting.push(long(page, start + 8)?);
                    for place in (0..count).rev() {
                        waiting.push(long(cell(place)?, 0)?);
                    }
                }
                // A table without row ids keeps its rows as an index does.
                _ => return Err(Malformed::Unsupported),
            }
        }
        Ok(rows)
    }

    fn row(&self, cell: &[u8]) -> Result<Row, Malformed> {
        let (length, taken) = varint(cell).ok_or(Malformed::Damaged)?;
        let cell = &cell[taken..];
        let (id, taken) = varint(cell).ok_or(Malformed::Damaged)?;
        let cell = &cell[taken..];
        let length = usize::try_from(length).map_err(|_| Malformed::Damaged)?;
        if length > self.file.len() {
            return Err(Malformed::Damaged);
        }
        let local = local_part(length, self.usable);
        let mut payload = cell.get(..local).ok_or(Malformed::Damaged)?.to_vec();
        let mut next = if local < length { long(cell, local)? } else { 0 };
        while payload.len() < length {
            let page = self.page(next)?;
            next = long(page, 0)?;
            let wanted = (length - payload.len()).min(page.len() - 4);
            payload.extend_from_slice(&page[4..4 + wanted]);
        }
        Ok(Row { id: id.cast_signed(), values: decode(&payload)? })
    }
}

fn short(bytes: &[u8], at: usize) -> Result<usize, Malformed> {
    let bytes = bytes.get(at..at + 2).and_then(|bytes| bytes.try_into().ok());
    bytes.map(|bytes| usize::from(u16::from_be_bytes(bytes))).ok_or(Malformed::Damaged)
}

fn long(bytes: &[u8], at: usize) -> Result<u32, Malformed> {
    let bytes = bytes.get(at..at + 4).and_then(|bytes| bytes.try_into().ok());
    bytes.map(u32::from_be_bytes).ok_or(Malformed::Damaged)
}
