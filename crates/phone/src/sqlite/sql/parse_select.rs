//! `SELECT`, `VALUES` and what joins them.

use super::ast::{Common, Compound, Core, Expr, From, Join, Order, Output, Select, Source};
use super::error::Error;
use super::lexer::Kind;
use super::parse::{Parsed, Parser};

/// Cores and sources a query may have; SQLite's own limits.
const MOST_COMPOUND: usize = 500;
const MOST_SOURCES: usize = 64;

/// `SELECT * FROM table`.
pub(super) fn all_of(table: String) -> Select {
    let core = Core {
        columns: vec![Output::All],
        from: vec![Source::of(From::Named(table))],
        ..Core::default()
    };
    Select { first: core, ..Select::default() }
}

impl Source {
    pub(super) fn of(from: From) -> Self {
        let (join, on, using) = (Join::Inner, None, Vec::new());
        Self { from, alias: None, join, on, using, columns: Vec::new() }
    }
}

impl Parser<'_> {
    pub(super) fn is_select(&self) -> bool {
        ["SELECT", "VALUES", "WITH"].iter().any(|word| self.is_word(word))
    }

    pub(super) fn select(&mut self) -> Parsed<Select> {
        let with = if self.take_word("WITH") { self.with()? } else { Vec::new() };
        let mut select = Select { with, first: self.core()?, ..Select::default() };
        while let Some(compound) = self.compound() {
            select.more.push((compound, self.core()?));
            if select.more.len() >= MOST_COMPOUND {
                return Err(Error::prepare("too many terms in compound SELECT"));
            }
        }
        if self.take_words(&["ORDER", "BY"]) {
            select.order = self.list(Self::order)?;
        }
        if self.take_word("LIMIT") {
            let first = self.expr()?;
            if self.take_word("OFFSET") {
                select.offset = Some(self.expr()?);
                select.limit = Some(first);
            } else if self.take_symbol(",") {
                select.offset = Some(first);
                select.limit = Some(self.expr()?);
            } else {
                select.limit = Some(first);
            }
        }
        Ok(select)
    }

    fn with(&mut self) -> Parsed<Vec<Common>> {
        self.take_word("RECURSIVE");
        self.list(|parser| {
            let name = parser.name()?;
            let columns = if parser.take_symbol("(") {
                let columns = parser.list(Self::name)?;
                parser.symbol(")")?;
                Some(columns)
            } else {
                None
            };
            parser.word("AS")?;
            parser.take_word("NOT");
            parser.take_word("MATERIALIZED");
            parser.symbol("(")?;
            let select = parser.nested(Self::select)?;
            parser.symbol(")")?;
            Ok(Common { name, columns, select })
        })
    }

    fn compound(&mut self) -> Option<Compound> {
        if self.take_words(&["UNION", "ALL"]) {
            Some(Compound::UnionAll)
        } else if self.take_word("UNION") {
            Some(Compound::Union)
        } else if self.take_word("EXCEPT") {
            Some(Compound::Except)
        } else if self.take_word("INTERSECT") {
            Some(Compound::Intersect)
        } else {
            None
        }
    }

    fn order(&mut self) -> Parsed<Order> {
        let value = self.expr()?;
        let descending = self.take_word("DESC");
        if !descending {
            self.take_word("ASC");
        }
        let nulls_first = if self.take_words(&["NULLS", "FIRST"]) {
            Some(true)
        } else if self.take_words(&["NULLS", "LAST"]) {
            Some(false)
        } else {
            None
        };
        Ok(Order { value, descending, nulls_first, column: None })
    }

    fn core(&mut self) -> Parsed<Core> {
        if self.take_word("VALUES") {
            let rows = self.list(|parser| {
                parser.symbol("(")?;
                let row = parser.list(Self::expr)?;
                parser.symbol(")")?;
                Ok(row)
            })?;
            if rows.iter().any(|row| row.len() != rows[0].len()) {
                return Err(Error::prepare("all VALUES must have the same number of terms"));
            }
            return Ok(Core { values: Some(rows), ..Core::default() });
        }
        self.word("SELECT")?;
        let distinct = self.take_word("DISTINCT");
        if !distinct {
            self.take_word("ALL");
        }
        let mut core = Core { distinct, columns: self.list(Self::output)?, ..Core::default() };
        if self.take_word("FROM") {
            core.from = self.sources()?;
        }
        if self.take_word("WHERE") {
            core.filter = Some(self.expr()?);
        }
        if self.take_words(&["GROUP", "BY"]) {
            core.group = self.list(Self::expr)?;
        }
        if self.take_word("HAVING") {
            core.having = Some(self.expr()?);
        }
        if self.is_word("WINDOW") {
            return Err(Error::unsupported("window functions"));
        }
        Ok(core)
    }

    fn output(&mut self) -> Parsed<Output> {
        if self.take_symbol("*") {
            return Ok(Output::All);
        }
        if self.is_name() && self.is_symbol_at(1, ".") && self.is_symbol_at(2, "*") {
            let table = self.name()?;
            self.advance();
            self.advance();
            return Ok(Output::AllOf(table));
        }
        let start = self.here();
        let value = self.expr()?;
        let text = self.sql[start..self.before()].to_owned();
        let alias = if self.take_word("AS") {
            Some(self.name()?)
        } else if self.peek().is_some_and(|token| token.kind != Kind::Symbol) && self.is_name() {
            self.bare_alias()
        } else {
            None
        };
        Ok(Output::One { value, alias, text })
    }

    fn sources(&mut self) -> Parsed<Vec<Source>> {
        let mut sources = vec![self.source()?];
        loop {
            if sources.len() > MOST_SOURCES {
                return Err(Error::prepare("at most 64 tables in a join"));
            }
            let (join, natural) = if self.take_symbol(",") {
                (Join::Inner, false)
            } else {
                let natural = self.take_word("NATURAL");
                for word in ["RIGHT", "FULL"] {
                    if self.is_word(word) {
                        return Err(Error::prepare(
                            "RIGHT and FULL OUTER JOINs are not currently supported",
                        ));
                    }
                }
                let join = if self.take_word("LEFT") {
                    self.take_word("OUTER");
                    Join::Left
                } else {
                    let _named = self.take_word("INNER") || self.take_word("CROSS");
                    Join::Inner
                };
                if !self.take_word("JOIN") {
                    if natural || join == Join::Left {
                        return Err(self.unexpected());
                    }
                    return Ok(sources);
                }
                (join, natural)
            };
            let mut source = self.source()?;
            source.join = join;
            if natural {
                return Err(Error::unsupported("NATURAL joins"));
            }
            if self.take_word("ON") {
                source.on = Some(self.expr()?);
            } else if self.take_word("USING") {
                self.symbol("(")?;
                source.using = self.list(Self::name)?;
                self.symbol(")")?;
            }
            sources.push(source);
        }
    }

    fn source(&mut self) -> Parsed<Source> {
        let from = if self.take_symbol("(") {
            if !self.is_select() {
                return Err(Error::unsupported("joins in parentheses"));
            }
            let select = self.nested(Self::select)?;
            self.symbol(")")?;
            From::Select(Box::new(select))
        } else {
            let name = self.qualified()?;
            if self.is_symbol("(") {
                return Err(Error::unsupported("table-valued functions"));
            }
            From::Named(name)
        };
        let mut source = Source::of(from);
        source.alias = if self.take_word("AS") { Some(self.name()?) } else { self.bare_alias() };
        if self.take_words(&["INDEXED", "BY"]) {
            self.name()?;
        } else {
            self.take_words(&["NOT", "INDEXED"]);
        }
        Ok(source)
    }
}

/// The name where an expression is just that.
pub(super) fn plain_name(expr: &Expr) -> Option<&str> {
    if let Expr::Name { table: None, name, .. } = expr { Some(name) } else { None }
}
