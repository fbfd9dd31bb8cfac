//! Reading tokens: what every part of the grammar uses, and which statement it is.

use super::ast::Statement;
use super::error::Error;
use super::lexer::{Kind, Token, tokens};

pub(super) struct Parser<'a> {
    pub(super) sql: &'a str,
    tokens: Vec<Token>,
    place: usize,
    /// How deep expressions are nested here.
    pub(super) depth: usize,
}

pub(super) type Parsed<T> = Result<T, Error>;

/// SQLite's own parser has a stack of a hundred.
const MOST_NESTED: usize = 100;

/// The statement of a text, or `None` when there is none in it.
pub(super) fn parse(sql: &str) -> Parsed<Option<Statement>> {
    let mut parser = Parser::new(sql);
    if parser.end() {
        return Ok(None);
    }
    let statement = parser.statement()?;
    if !parser.end() {
        return Err(parser.unexpected());
    }
    Ok(Some(statement))
}

/// Words that are never names.
const RESERVED: &[&str] = &[
    "ADD",
    "ALL",
    "ALTER",
    "AND",
    "AS",
    "AUTOINCREMENT",
    "BETWEEN",
    "CASE",
    "CHECK",
    "COLLATE",
    "COMMIT",
    "CONSTRAINT",
    "CREATE",
    "DEFAULT",
    "DEFERRABLE",
    "DELETE",
    "DISTINCT",
    "DROP",
    "ELSE",
    "ESCAPE",
    "EXCEPT",
    "EXISTS",
    "FOREIGN",
    "FROM",
    "GROUP",
    "HAVING",
    "IN",
    "INDEX",
    "INSERT",
    "INTERSECT",
    "INTO",
    "IS",
    "ISNULL",
    "JOIN",
    "LIMIT",
    "NOT",
    "NOTHING",
    "NOTNULL",
    "NULL",
    "ON",
    "OR",
    "ORDER",
    "PRIMARY",
    "REFERENCES",
    "RETURNING",
    "SELECT",
    "SET",
    "TABLE",
    "THEN",
    "TO",
    "TRANSACTION",
    "UNION",
    "UNIQUE",
    "UPDATE",
    "USING",
    "VALUES",
    "WHEN",
    "WHERE",
];

/// Names, but not of a table when they stand where a join may begin.
const JOINS: &[&str] = &["CROSS", "FULL", "INNER", "LEFT", "NATURAL", "OUTER", "RIGHT"];

pub(super) fn is_reserved(word: &str) -> bool {
    RESERVED.iter().any(|reserved| reserved.eq_ignore_ascii_case(word))
}

impl<'a> Parser<'a> {
    pub(super) fn new(sql: &'a str) -> Self {
        Self { sql, tokens: tokens(sql), place: 0, depth: 0 }
    }

    pub(super) fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.place)
    }

    pub(super) fn peek_at(&self, ahead: usize) -> Option<&Token> {
        self.tokens.get(self.place + ahead)
    }

    pub(super) fn advance(&mut self) {
        self.place += 1;
    }

    /// Where the next token begins.
    pub(super) fn here(&self) -> usize {
        self.peek().map_or(self.sql.len(), |token| token.start)
    }

    /// Where the last token ended.
    pub(super) fn before(&self) -> usize {
        self.place
            .checked_sub(1)
            .and_then(|place| self.tokens.get(place))
            .map_or(0, |token| token.end)
    }

    /// Nothing but semicolons.
    pub(super) fn end(&self) -> bool {
        self.tokens[self.place.min(self.tokens.len())..]
            .iter()
            .all(|token| token.kind == Kind::Symbol && token.text == ";")
    }

    pub(super) fn unexpected(&self) -> Error {
        match self.peek() {
            None => Error::prepare("incomplete input"),
            Some(token) if token.kind == Kind::Bad => {
                let text = &self.sql[token.start..token.end];
                Error::prepare_at(format!("unrecognized token: \"{text}\""), token.start)
            }
            Some(token) => {
                let text = &self.sql[token.start..token.end];
                Error::prepare_at(format!("near \"{text}\": syntax error"), token.start)
            }
        }
    }

    pub(super) fn is_word_at(&self, ahead: usize, word: &str) -> bool {
        self.peek_at(ahead)
            .is_some_and(|token| token.kind == Kind::Word && token.text.eq_ignore_ascii_case(word))
    }

    pub(super) fn is_word(&self, word: &str) -> bool {
        self.is_word_at(0, word)
    }

    pub(super) fn take_word(&mut self, word: &str) -> bool {
        let found = self.is_word(word);
        self.place += usize::from(found);
        found
    }

    /// Several words in a row, all or none.
    pub(super) fn take_words(&mut self, words: &[&str]) -> bool {
        let found = words.iter().enumerate().all(|(ahead, word)| self.is_word_at(ahead, word));
        self.place += if found { words.len() } else { 0 };
        found
    }

    pub(super) fn word(&mut self, word: &str) -> Parsed<()> {
        if self.take_word(word) { Ok(()) } else { Err(self.unexpected()) }
    }

    pub(super) fn is_symbol_at(&self, ahead: usize, symbol: &str) -> bool {
        self.peek_at(ahead).is_some_and(|token| token.kind == Kind::Symbol && token.text == symbol)
    }

    pub(super) fn is_symbol(&self, symbol: &str) -> bool {
        self.is_symbol_at(0, symbol)
    }

    pub(super) fn take_symbol(&mut self, symbol: &str) -> bool {
        let found = self.is_symbol(symbol);
        self.place += usize::from(found);
        found
    }

    pub(super) fn symbol(&mut self, symbol: &str) -> Parsed<()> {
        if self.take_symbol(symbol) { Ok(()) } else { Err(self.unexpected()) }
    }

    /// Is a name next? A text will do, as SQLite has it.
    pub(super) fn is_name(&self) -> bool {
        self.peek().is_some_and(|token| match token.kind {
            Kind::Word => !is_reserved(&token.text),
            Kind::Quoted | Kind::Text => true,
            Kind::Blob | Kind::Integer | Kind::Real | Kind::Variable | Kind::Symbol | Kind::Bad => {
                false
            }
        })
    }

    pub(super) fn name(&mut self) -> Parsed<String> {
        match self.peek() {
            Some(token) if self.is_name() => {
                let name = token.text.clone();
                self.advance();
                Ok(name)
            }
            _ => Err(self.unexpected()),
        }
    }

    /// An alias without `AS`.
    pub(super) fn bare_alias(&mut self) -> Option<String> {
        let joins = self.peek().is_some_and(|token| {
            token.kind == Kind::Word
                && JOINS.iter().any(|join| join.eq_ignore_ascii_case(&token.text))
        });
        if joins { None } else { self.name().ok() }
    }

    /// `main.t` or `t`; there is no other database.
    pub(super) fn qualified(&mut self) -> Parsed<String> {
        let name = self.name()?;
        if !self.take_symbol(".") {
            return Ok(name);
        }
        let inner = self.name()?;
        if name.eq_ignore_ascii_case("main") {
            Ok(inner)
        } else {
            Err(Error::prepare(format!("unknown database {name}")))
        }
    }

    /// Several with commas between.
    pub(super) fn list<T>(&mut self, one: impl Fn(&mut Self) -> Parsed<T>) -> Parsed<Vec<T>> {
        let mut all = vec![one(self)?];
        while self.take_symbol(",") {
            all.push(one(self)?);
        }
        Ok(all)
    }

    /// Goes one level deeper.
    pub(super) fn nested<T>(&mut self, inner: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth >= MOST_NESTED {
            return Err(Error::prepare("parser stack overflow"));
        }
        self.depth += 1;
        let result = inner(self);
        self.depth -= 1;
        result
    }
}
