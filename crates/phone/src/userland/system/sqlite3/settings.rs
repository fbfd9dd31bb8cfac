//! How results are shown.

use super::modes::Mode;

#[expect(clippy::struct_excessive_bools, reason = "each is an option of its own")]
#[derive(Debug, Clone)]
pub(super) struct Settings {
    pub(super) mode: Mode,
    pub(super) headers: bool,
    /// Were headers asked for or refused?
    headers_said: bool,
    pub(super) separator: String,
    pub(super) row_separator: String,
    pub(super) null: String,
    /// The name in `INSERT INTO`.
    pub(super) table: String,
    pub(super) bail: bool,
    pub(super) echo: bool,
    pub(super) changes: bool,
    pub(super) widths: Vec<i64>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            mode: Mode::List,
            headers: false,
            headers_said: false,
            separator: "|".to_owned(),
            row_separator: "\n".to_owned(),
            null: String::new(),
            table: "table".to_owned(),
            bail: false,
            echo: false,
            changes: false,
            widths: Vec::new(),
        }
    }
}

impl Settings {
    pub(super) fn show_headers(&mut self, on: bool) {
        self.headers = on;
        self.headers_said = true;
    }

    /// `.mode NAME`, which sets what belongs to it; newer releases have headers over columns.
    pub(super) fn set_mode(&mut self, name: &str, mode: Mode, newer: bool) {
        self.mode = mode;
        let (separator, end) = match name {
            "csv" => (",", "\r\n"),
            "tabs" => ("\t", &*self.row_separator),
            "list" => ("|", "\n"),
            "quote" => (",", "\n"),
            _ => (&*self.separator, &*self.row_separator),
        };
        (self.separator, self.row_separator) = (separator.to_owned(), end.to_owned());
        if name == "column" && newer && !self.headers_said {
            self.headers = true;
        }
    }
}
