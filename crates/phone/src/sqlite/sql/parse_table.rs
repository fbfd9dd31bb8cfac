//! What `CREATE TABLE` and `CREATE INDEX` define.

use super::ast::Expr;
use super::error::Error;
use super::lexer::Kind;
use super::parse::{Parsed, Parser};
use super::parse_select::plain_name;
use super::value::{Affinity, Collation};

#[expect(clippy::struct_excessive_bools, reason = "each is a word of its own")]
#[derive(Debug, Clone, Default)]
pub(crate) struct Definition {
    pub(super) columns: Vec<ColumnDefinition>,
    /// The place of the column that stands for the row id.
    pub(super) id_column: Option<usize>,
    pub(super) autoincrement: bool,
    pub(super) without_ids: bool,
    pub(super) strict: bool,
    /// Columns of the primary key, also where it is the row id.
    pub(super) primary: Vec<usize>,
    /// What must be unique besides the row id, in the order of SQLite's own indexes.
    pub(super) unique: Vec<Vec<KeyColumn>>,
    pub(super) checks: Vec<(Option<String>, Expr, String)>,
    /// Has columns that are computed, which are not read here.
    pub(super) generated: bool,
    /// Where in the statement the columns end.
    pub(super) columns_end: usize,
}

#[derive(Debug, Clone, Default)]
pub(super) struct ColumnDefinition {
    pub(super) name: String,
    pub(super) kind: String,
    pub(super) affinity: Affinity,
    pub(super) collation: Collation,
    pub(super) unknown_collation: Option<String>,
    pub(super) not_null: bool,
    pub(super) default: Option<Expr>,
    /// As it was written.
    pub(super) default_text: Option<String>,
}

#[derive(Debug, Clone)]
pub(super) struct KeyColumn {
    pub(super) value: Expr,
    /// The column where it is just that.
    pub(super) column: Option<usize>,
    pub(super) collation: Option<String>,
    pub(super) descending: bool,
}

#[derive(Debug, Clone)]
pub(super) struct IndexDefinition {
    pub(super) unique: bool,
    pub(super) columns: Vec<KeyColumn>,
    pub(super) filter: Option<Expr>,
}

/// What the statement of a table says.
pub(super) fn table_definition(sql: &str) -> Parsed<Definition> {
    let mut parser = Parser::new(sql);
    parser.word("CREATE")?;
    parser.word("TABLE")?;
    parser.take_words(&["IF", "NOT", "EXISTS"]);
    parser.qualified()?;
    parser.definition()
}

pub(super) fn index_definition(sql: &str, table: &Definition) -> Parsed<IndexDefinition> {
    let mut parser = Parser::new(sql);
    parser.word("CREATE")?;
    let unique = parser.take_word("UNIQUE");
    parser.word("INDEX")?;
    parser.take_words(&["IF", "NOT", "EXISTS"]);
    parser.qualified()?;
    parser.word("ON")?;
    parser.qualified()?;
    let (mut columns, filter) = parser.index_columns()?;
    for column in &mut columns {
        column.column = plain_name(&column.value).and_then(|name| table.column(name));
    }
    Ok(IndexDefinition { unique, columns, filter })
}

impl Definition {
    pub(super) fn column(&self, name: &str) -> Option<usize> {
        self.columns.iter().position(|column| column.name.eq_ignore_ascii_case(name))
    }

    /// Where the record of a row keeps each column. A table without row ids keeps its key first.
    pub(super) fn stored_order(&self) -> Vec<usize> {
        if !self.without_ids {
            return (0..self.columns.len()).collect();
        }
        let rest = (0..self.columns.len()).filter(|column| !self.primary.contains(column));
        let mut order: Vec<usize> = Vec::new();
        for column in self.primary.iter().copied().chain(rest) {
            if !order.contains(&column) {
                order.push(column);
            }
        }
        order
    }

    fn key(&self, names: Vec<KeyColumn>) -> Parsed<Vec<KeyColumn>> {
        let mut key = names;
        for part in &mut key {
            let Some(name) = plain_name(&part.value) else {
                return Err(Error::prepare(
                    "expressions prohibited in PRIMARY KEY and UNIQUE constraints",
                ));
            };
            let column = self.column(name);
            if column.is_none() {
                return Err(Error::prepare(format!("no such column: {name}")));
            }
            part.column = column;
        }
        Ok(key)
    }

    fn add_unique(&mut self, key: Vec<KeyColumn>) {
        let columns = |key: &[KeyColumn]| key.iter().map(|part| part.column).collect::<Vec<_>>();
        if !self.unique.iter().any(|known| columns(known) == columns(&key)) {
            self.unique.push(key);
        }
    }

    fn set_primary(&mut self, key: Vec<KeyColumn>, auto: bool) -> Parsed<()> {
        if !self.primary.is_empty() {
            return Err(Error::prepare("table has more than one primary key"));
        }
        self.primary = key.iter().filter_map(|part| part.column).collect();
        if let [KeyColumn { column: Some(only), descending, .. }] = key.as_slice()
            && self.columns[*only].kind.eq_ignore_ascii_case("INTEGER")
            && !*descending
        {
            self.id_column = Some(*only);
            self.autoincrement = auto;
            return Ok(());
        }
        if auto {
            return Err(Error::prepare("AUTOINCREMENT is only allowed on an INTEGER PRIMARY KEY"));
        }
        self.add_unique(key);
        Ok(())
    }
}

/// What a column's definition says of the whole table.
#[derive(Default)]
pub(super) struct OfTable {
    /// With `AUTOINCREMENT`, and descending.
    primary: Option<(bool, bool)>,
    unique: bool,
    checks: Vec<(Option<String>, Expr, String)>,
    generated: bool,
    /// In the order they were written.
    unique_first: bool,
}

impl Parser<'_> {
    /// From the parenthesis on.
    pub(super) fn definition(&mut self) -> Parsed<Definition> {
        let mut table = Definition::default();
        self.symbol("(")?;
        loop {
            if self.is_table_constraint() {
                break;
            }
            let (column, also) = self.column_definition()?;
            if table.column(&column.name).is_some() {
                return Err(Error::prepare(format!("duplicate column name: {}", column.name)));
            }
            let place = table.columns.len();
            let own = |descending| {
                let value =
                    Expr::Name { table: None, name: column.name.clone(), quoted: false, at: 0 };
                vec![KeyColumn { value, column: Some(place), collation: None, descending }]
            };
            let (primary, unique) = (also.primary, also.unique);
            let (ascending, key) = (own(false), own(primary.is_some_and(|(_, down)| down)));
            table.columns.push(column);
            if unique && also.unique_first {
                table.add_unique(ascending.clone());
            }
            if let Some((auto, _)) = primary {
                table.set_primary(key, auto)?;
            }
            if unique && !also.unique_first {
                table.add_unique(ascending);
            }
            table.checks.extend(also.checks);
            table.generated |= also.generated;
            table.columns_end = self.here();
            if !self.take_symbol(",") {
                break;
            }
        }
        loop {
            if !self.is_table_constraint() {
                break;
            }
            self.table_constraint(&mut table)?;
            self.take_symbol(",");
        }
        self.symbol(")")?;
        loop {
            if self.take_words(&["WITHOUT", "ROWID"]) {
                table.without_ids = true;
                table.id_column = None;
                if table.primary.is_empty() {
                    return Err(Error::prepare("PRIMARY KEY missing on table"));
                }
            } else if self.take_word("STRICT") {
                table.strict = true;
            } else if !self.take_symbol(",") {
                break;
            }
        }
        Ok(table)
    }

    fn is_table_constraint(&self) -> bool {
        ["CONSTRAINT", "PRIMARY", "UNIQUE", "CHECK", "FOREIGN"]
            .iter()
            .any(|word| self.is_word(word))
    }

    fn table_constraint(&mut self, table: &mut Definition) -> Parsed<()> {
        let name = if self.take_word("CONSTRAINT") { Some(self.name()?) } else { None };
        if self.take_words(&["PRIMARY", "KEY"]) {
            self.symbol("(")?;
            let key = self.list(Self::key_column)?;
            let auto = self.take_word("AUTOINCREMENT");
            self.symbol(")")?;
            self.on_conflict()?;
            let key = table.key(key)?;
            table.set_primary(key, auto)?;
        } else if self.take_word("UNIQUE") {
            self.symbol("(")?;
            let key = self.list(Self::key_column)?;
            self.symbol(")")?;
            self.on_conflict()?;
            let key = table.key(key)?;
            table.add_unique(key);
        } else if self.take_word("CHECK") {
            let (check, text) = self.check()?;
            table.checks.push((name, check, text));
            self.on_conflict()?;
        } else if self.take_words(&["FOREIGN", "KEY"]) {
            self.skip_parentheses()?;
            self.references()?;
        } else if name.is_none() {
            return Err(self.unexpected());
        }
        Ok(())
    }

    fn check(&mut self) -> Parsed<(Expr, String)> {
        self.symbol("(")?;
        let start = self.here();
        let check = self.expr()?;
        let text = self.sql[start..self.before()].to_owned();
        self.symbol(")")?;
        Ok((check, text))
    }

    /// `ON CONFLICT …` of a constraint would change what a statement does.
    fn on_conflict(&mut self) -> Parsed<()> {
        if self.take_words(&["ON", "CONFLICT"]) && !self.take_word("ABORT") {
            return Err(Error::unsupported("ON CONFLICT in a table"));
        }
        Ok(())
    }

    pub(super) fn column_definition(&mut self) -> Parsed<(ColumnDefinition, OfTable)> {
        let mut column = ColumnDefinition { name: self.name()?, ..ColumnDefinition::default() };
        let is_constraint = |parser: &Self| {
            parser.is_word("GENERATED")
                || parser.peek().is_some_and(|token| {
                    token.kind == Kind::Word && super::parse::is_reserved(&token.text)
                })
        };
        if self.is_name() && !is_constraint(self) {
            column.kind = self.type_name()?;
        }
        column.affinity = Affinity::of_type(&column.kind);
        let mut also = OfTable::default();
        loop {
            let name = if self.take_word("CONSTRAINT") { Some(self.name()?) } else { None };
            if self.take_words(&["PRIMARY", "KEY"]) {
                let descending = self.take_word("DESC");
                if !descending {
                    self.take_word("ASC");
                }
                self.on_conflict()?;
                also.unique_first = also.unique;
                also.primary = Some((self.take_word("AUTOINCREMENT"), descending));
            } else if self.take_words(&["NOT", "NULL"]) {
                self.on_conflict()?;
                column.not_null = true;
            } else if self.take_word("NULL") {
                self.on_conflict()?;
            } else if self.take_word("UNIQUE") {
                self.on_conflict()?;
                also.unique = true;
            } else if self.take_word("CHECK") {
                let (check, text) = self.check()?;
                also.checks.push((name, check, text));
            } else if self.take_word("DEFAULT") {
                let start = self.here();
                let value = self.default_value()?;
                let text = &self.sql[start..self.before()];
                let inner = text.strip_prefix('(').and_then(|text| text.strip_suffix(')'));
                column.default_text = Some(inner.map_or(text, str::trim).to_owned());
                column.default = Some(value);
            } else if self.take_word("COLLATE") {
                let name = self.name()?;
                match Collation::named(&name) {
                    Some(collation) => column.collation = collation,
                    None => column.unknown_collation = Some(name),
                }
            } else if self.is_word("REFERENCES") {
                self.references()?;
            } else if self.is_word("NOT") || self.is_word("DEFERRABLE") {
                self.deferrable()?;
            } else if self.is_word("GENERATED") || self.is_word("AS") {
                self.take_words(&["GENERATED", "ALWAYS"]);
                self.word("AS")?;
                self.skip_parentheses()?;
                let _stored = self.take_word("STORED") || self.take_word("VIRTUAL");
                also.generated = true;
            } else if name.is_none() {
                return Ok((column, also));
            }
        }
    }

    fn default_value(&mut self) -> Parsed<Expr> {
        if self.is_symbol("(") {
            self.advance();
            let value = self.expr()?;
            self.symbol(")")?;
            return Ok(value);
        }
        if self.is_symbol("-") || self.is_symbol("+") {
            let negative = self.is_symbol("-");
            self.advance();
            let number =
                self.peek().is_some_and(|token| matches!(token.kind, Kind::Integer | Kind::Real));
            if !number {
                return Err(self.unexpected());
            }
            let value = self.single()?;
            let operator =
                if negative { super::ast::Unary::Minus } else { super::ast::Unary::Plus };
            return Ok(Expr::Unary(operator, Box::new(value)));
        }
        // A bare word is a text, but for a few.
        if let Some(token) = self.peek()
            && matches!(token.kind, Kind::Word | Kind::Quoted)
            && !["NULL", "CURRENT_DATE", "CURRENT_TIME", "CURRENT_TIMESTAMP", "TRUE", "FALSE"]
                .iter()
                .any(|word| self.is_word(word))
        {
            return Ok(Expr::Value(crate::sqlite::Cell::Text(self.name()?)));
        }
        self.single()
    }

    fn references(&mut self) -> Parsed<()> {
        self.word("REFERENCES")?;
        self.name()?;
        if self.is_symbol("(") {
            self.skip_parentheses()?;
        }
        loop {
            if self.take_word("ON") {
                let _which = self.take_word("DELETE") || self.take_word("UPDATE");
                let _what = self.take_words(&["SET", "NULL"])
                    || self.take_words(&["SET", "DEFAULT"])
                    || self.take_words(&["NO", "ACTION"])
                    || self.take_word("CASCADE")
                    || self.take_word("RESTRICT");
            } else if self.take_word("MATCH") {
                self.name()?;
            } else {
                return self.deferrable();
            }
        }
    }

    fn deferrable(&mut self) -> Parsed<()> {
        if self.is_word("NOT") && !self.is_word_at(1, "DEFERRABLE") {
            return if self.is_word_at(1, "NULL") { Ok(()) } else { Err(self.unexpected()) };
        }
        let _not = self.take_word("NOT");
        if self.take_word("DEFERRABLE") && self.take_word("INITIALLY") {
            let _when = self.take_word("DEFERRED") || self.take_word("IMMEDIATE");
        }
        Ok(())
    }

    fn skip_parentheses(&mut self) -> Parsed<()> {
        self.symbol("(")?;
        let mut depth = 1;
        while depth > 0 {
            if self.is_symbol("(") {
                depth += 1;
            } else if self.is_symbol(")") {
                depth -= 1;
            }
            if self.peek().is_none() {
                return Err(self.unexpected());
            }
            self.advance();
        }
        Ok(())
    }

    /// `VARCHAR(20)`: words and up to two numbers.
    pub(super) fn type_name(&mut self) -> Parsed<String> {
        let start = self.here();
        self.name()?;
        while self.is_name()
            && !self.is_word("GENERATED")
            && !self.peek().is_some_and(|token| token.kind == Kind::Text)
        {
            self.advance();
        }
        let mut name = self.sql[start..self.before()].to_owned();
        if self.is_symbol("(") {
            let start = self.here();
            self.skip_parentheses()?;
            name.push_str(&self.sql[start..self.before()]);
        }
        Ok(unquoted(&name))
    }

    fn key_column(&mut self) -> Parsed<KeyColumn> {
        let (mut value, mut collation) = (self.expr()?, None);
        if let Expr::Collate(inner, name) = value {
            (value, collation) = (*inner, Some(name));
        }
        let descending = self.take_word("DESC");
        if !descending {
            self.take_word("ASC");
        }
        Ok(KeyColumn { value, column: None, collation, descending })
    }

    pub(super) fn index_columns(&mut self) -> Parsed<(Vec<KeyColumn>, Option<Expr>)> {
        self.symbol("(")?;
        let columns = self.list(Self::key_column)?;
        self.symbol(")")?;
        let filter = if self.take_word("WHERE") { Some(self.expr()?) } else { None };
        Ok((columns, filter))
    }
}

fn unquoted(name: &str) -> String {
    name.trim_matches(['"', '`', '[', ']']).to_owned()
}
