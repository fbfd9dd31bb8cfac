//! Statements, by their first words.

use super::ast::{Body, Conflict, Expr, Insert, Name, Statement, Update};
use super::error::Error;
use super::parse::{Parsed, Parser};

/// Statements that SQLite has and the phone refuses.
const REFUSED: [&str; 7] =
    ["ANALYZE", "ATTACH", "DETACH", "EXPLAIN", "RELEASE", "SAVEPOINT", "WITH"];

impl Parser<'_> {
    pub(super) fn statement(&mut self) -> Parsed<Statement> {
        if self.is_select() {
            return self.select_statement();
        }
        let Some(token) = self.peek() else { return Err(self.unexpected()) };
        let word = token.text.to_ascii_uppercase();
        if token.kind != super::lexer::Kind::Word {
            return Err(self.unexpected());
        }
        match word.as_str() {
            "INSERT" | "REPLACE" => self.insert(),
            "UPDATE" => self.update(),
            "DELETE" => self.delete(),
            "CREATE" => self.create(),
            "DROP" => self.drop_statement(),
            "ALTER" => self.alter(),
            "BEGIN" => {
                self.advance();
                for word in ["DEFERRED", "IMMEDIATE", "EXCLUSIVE"] {
                    self.take_word(word);
                }
                self.transaction_word();
                Ok(Statement::Begin)
            }
            "COMMIT" | "END" => {
                self.advance();
                self.transaction_word();
                Ok(Statement::Commit)
            }
            "ROLLBACK" => {
                self.advance();
                self.transaction_word();
                if self.is_word("TO") {
                    return Err(Error::unsupported("savepoints"));
                }
                Ok(Statement::Rollback)
            }
            "PRAGMA" => self.pragma(),
            "VACUUM" | "REINDEX" => {
                self.advance();
                if self.is_word("INTO") {
                    return Err(Error::unsupported("VACUUM INTO"));
                }
                if self.is_name() {
                    self.qualified()?;
                }
                Ok(Statement::Nothing)
            }
            word if REFUSED.contains(&word) => Err(Error::unsupported(word)),
            _ => Err(self.unexpected()),
        }
    }

    fn select_statement(&mut self) -> Parsed<Statement> {
        let select = self.select()?;
        if ["INSERT", "REPLACE", "UPDATE", "DELETE"].iter().any(|word| self.is_word(word)) {
            return Err(Error::unsupported("WITH before a change"));
        }
        Ok(Statement::Select(Box::new(select)))
    }

    fn transaction_word(&mut self) {
        if self.take_word("TRANSACTION") && self.is_name() {
            self.advance();
        }
    }

    fn conflict(&mut self) -> Parsed<Conflict> {
        if !self.take_word("OR") {
            return Ok(Conflict::Abort);
        }
        for (word, conflict) in [
            ("ABORT", Conflict::Abort),
            ("FAIL", Conflict::Fail),
            ("IGNORE", Conflict::Ignore),
            ("REPLACE", Conflict::Replace),
            ("ROLLBACK", Conflict::Rollback),
        ] {
            if self.take_word(word) {
                return Ok(conflict);
            }
        }
        Err(self.unexpected())
    }

    fn insert(&mut self) -> Parsed<Statement> {
        let conflict = if self.take_word("REPLACE") {
            Conflict::Replace
        } else {
            self.advance();
            self.conflict()?
        };
        self.word("INTO")?;
        let table = self.qualified()?;
        if self.take_word("AS") {
            self.name()?;
        }
        let columns = if self.take_symbol("(") {
            let columns = self.list(Self::name)?;
            self.symbol(")")?;
            Some(columns)
        } else {
            None
        };
        let select = if self.take_words(&["DEFAULT", "VALUES"]) {
            None
        } else if self.is_select() {
            Some(self.select()?)
        } else {
            return Err(self.unexpected());
        };
        if self.is_word("ON") {
            return Err(Error::unsupported("ON CONFLICT"));
        }
        self.no_returning()?;
        Ok(Statement::Insert(Box::new(Insert { conflict, table, columns, select })))
    }

    fn no_returning(&self) -> Parsed<()> {
        if self.is_word("RETURNING") { Err(Error::unsupported("RETURNING")) } else { Ok(()) }
    }

    fn update(&mut self) -> Parsed<Statement> {
        self.advance();
        let conflict = self.conflict()?;
        let table = self.qualified()?;
        self.word("SET")?;
        let set = self.list(|parser| {
            if parser.is_symbol("(") {
                return Err(Error::unsupported("SET of several columns at once"));
            }
            let column = parser.name()?;
            parser.symbol("=")?;
            Ok((column, parser.expr()?))
        })?;
        if self.is_word("FROM") {
            return Err(Error::unsupported("UPDATE FROM"));
        }
        let filter = self.filter()?;
        self.no_returning()?;
        Ok(Statement::Update(Box::new(Update { conflict, table, set, filter })))
    }

    fn delete(&mut self) -> Parsed<Statement> {
        self.advance();
        self.word("FROM")?;
        let table = self.qualified()?;
        let filter = self.filter()?;
        self.no_returning()?;
        Ok(Statement::Delete { table, filter })
    }

    fn filter(&mut self) -> Parsed<Option<Expr>> {
        if self.take_word("WHERE") { Ok(Some(self.expr()?)) } else { Ok(None) }
    }

    fn if_missing(&mut self) -> bool {
        self.take_words(&["IF", "NOT", "EXISTS"])
    }

    fn new_name(&mut self) -> Parsed<Name> {
        let mut at = self.here();
        if self.is_symbol_at(1, ".") {
            at = self.peek_at(2).map_or(at, |token| token.start);
        }
        Ok(Name { name: self.qualified()?, at })
    }

    /// What was written from a place to the last token.
    fn written(&self, from: usize) -> String {
        self.sql[from..self.before()].to_owned()
    }

    fn create(&mut self) -> Parsed<Statement> {
        self.advance();
        if self.is_word("TEMP") || self.is_word("TEMPORARY") {
            return Err(Error::unsupported("temporary tables"));
        }
        if self.is_word("VIRTUAL") || self.is_word("TRIGGER") {
            return Err(Error::unsupported("virtual tables and triggers"));
        }
        if self.take_word("TABLE") {
            let if_missing = self.if_missing();
            let name = self.new_name()?;
            let from = name.at;
            if self.take_word("AS") {
                let select = Box::new(self.select()?);
                return Ok(Statement::CreateTable { name, if_missing, body: Body::Select(select) });
            }
            self.definition()?;
            let body = Body::Columns(format!("CREATE TABLE {}", self.written(from)));
            return Ok(Statement::CreateTable { name, if_missing, body });
        }
        if self.take_word("VIEW") {
            let if_missing = self.if_missing();
            let name = self.new_name()?;
            let mut columns = None;
            if self.take_symbol("(") {
                columns = Some(self.list(Self::name)?);
                self.symbol(")")?;
            }
            self.word("AS")?;
            let select = Box::new(self.select()?);
            return Ok(Statement::CreateView { name, if_missing, columns, select });
        }
        self.take_word("UNIQUE");
        self.word("INDEX")?;
        let if_missing = self.if_missing();
        let name = self.new_name()?;
        self.word("ON")?;
        let table = self.name()?;
        self.index_columns()?;
        Ok(Statement::CreateIndex { name, table, if_missing })
    }

    fn drop_statement(&mut self) -> Parsed<Statement> {
        self.advance();
        for (word, what) in
            [("TABLE", "table"), ("INDEX", "index"), ("VIEW", "view"), ("TRIGGER", "trigger")]
        {
            if self.take_word(word) {
                let if_present = self.take_words(&["IF", "EXISTS"]);
                return Ok(Statement::Drop { what, name: self.qualified()?, if_present });
            }
        }
        Err(self.unexpected())
    }

    fn alter(&mut self) -> Parsed<Statement> {
        self.advance();
        self.word("TABLE")?;
        let table = self.qualified()?;
        if self.take_words(&["RENAME", "TO"]) {
            return Ok(Statement::RenameTable { table, to: self.name()? });
        }
        if self.is_word("RENAME") || self.is_word("DROP") {
            return Err(Error::unsupported("renaming and dropping columns"));
        }
        self.word("ADD")?;
        self.take_word("COLUMN");
        let from = self.here();
        self.column_definition()?;
        Ok(Statement::AddColumn { table, definition: self.written(from) })
    }

    fn pragma(&mut self) -> Parsed<Statement> {
        self.advance();
        let name = self.qualified()?.to_ascii_lowercase();
        let call = self.is_symbol("(");
        let argument = if self.take_symbol("=") || self.take_symbol("(") {
            let minus = self.take_symbol("-");
            let Some(token) = self.peek() else { return Err(self.unexpected()) };
            let sign = if minus { "-" } else { "" };
            let text = format!("{sign}{}", token.text);
            self.advance();
            if call {
                self.symbol(")")?;
            }
            Some(text)
        } else {
            None
        };
        Ok(Statement::Pragma { name, argument })
    }
}
