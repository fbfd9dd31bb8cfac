//! SQL over the tables of a file: a lexer, a parser, names resolved to columns, and an evaluator over rows in
//! memory. What of SQLite's language is missing is refused before anything is changed.

mod aggregate;
mod ast;
mod change;
mod change_row;
mod comparison;
mod connection;
mod dates;
mod define;
mod error;
mod eval;
mod format;
mod functions;
mod indexes;
mod lexer;
mod parse;
mod parse_expr;
mod parse_select;
mod parse_statement;
mod parse_table;
mod pattern;
mod pragma;
mod resolve;
mod rows;
mod scope;
mod select;
mod value;

pub(crate) use connection::{Answer, Connection, Release};
pub(crate) use define::is_plain_name;
pub(crate) use error::Error;
pub(crate) use indexes::index_entries;
pub(crate) use lexer::{is_blank, is_complete, statements};
pub(crate) use value::{hex, real_text, to_text};
