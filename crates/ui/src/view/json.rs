//! Writing JSON without recursion: objects field by field, foreign text only as escaped, bounded strings.

use std::borrow::Cow;
use std::fmt::Write as _;

use serde::Serialize;

/// Longest text in JSON, in characters. This is the full form: it cuts only what nobody could read.
pub(super) const LONGEST: usize = 10_000;

/// `text`, or as much of it as JSON shows, with the number of characters that were cut.
pub(crate) fn bounded(text: &str) -> Cow<'_, str> {
    if text.len() <= LONGEST {
        return Cow::Borrowed(text);
    }
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => {
            let mut cut = text[..end].to_owned();
            let _infallible = write!(cut, "…(+{})", text[end..].chars().count());
            Cow::Owned(cut)
        }
        None => Cow::Borrowed(text),
    }
}

/// JSON that is being written.
#[derive(Debug, Default)]
pub(super) struct Json(Vec<u8>);

impl Json {
    pub(super) fn with_capacity(bytes: usize) -> Self {
        Self(Vec::with_capacity(bytes))
    }

    pub(super) fn raw(&mut self, text: &str) {
        self.0.extend_from_slice(text.as_bytes());
    }

    /// Begins an object; whoever begins it ends it with [`Self::raw`].
    pub(super) fn object(&mut self) -> Fields<'_> {
        self.raw("{");
        Fields { json: self, is_first: true }
    }

    fn value(&mut self, value: &(impl Serialize + ?Sized)) {
        let start = self.0.len();
        if serde_json::to_writer(&mut self.0, value).is_err() {
            self.0.truncate(start);
            self.raw("null");
        }
    }

    pub(super) fn into_string(self) -> String {
        // What serde_json writes is UTF-8.
        String::from_utf8(self.0)
            .unwrap_or_else(|bad| String::from_utf8_lossy(bad.as_bytes()).into_owned())
    }
}

/// The fields of an object that is being written. Keys are ours and need no escaping.
pub(super) struct Fields<'j> {
    json: &'j mut Json,
    is_first: bool,
}

impl Fields<'_> {
    pub(super) fn put(&mut self, key: &str, value: &(impl Serialize + ?Sized)) {
        self.key(key);
        self.json.value(value);
    }

    /// A text, if there is anything in it.
    pub(super) fn text(&mut self, key: &str, text: &str) {
        if !text.trim().is_empty() {
            self.put(key, &*bounded(text));
        }
    }

    /// A flag, if it is not what everyone expects.
    pub(super) fn unless(&mut self, key: &str, usual: bool, value: bool) {
        if value != usual {
            self.put(key, &value);
        }
    }

    /// Ours, and known to need no escaping.
    pub(super) fn plain(&mut self, key: &str, value: impl std::fmt::Display) {
        self.key(key);
        let _infallible = std::io::Write::write_fmt(&mut self.json.0, format_args!("\"{value}\""));
    }

    /// Whatever `write` writes, which has to be one JSON value.
    pub(super) fn written(&mut self, key: &str, write: impl FnOnce(&mut Json)) {
        self.key(key);
        write(self.json);
    }

    fn key(&mut self, key: &str) {
        self.json.raw(if self.is_first { "\"" } else { ",\"" });
        self.is_first = false;
        self.json.raw(key);
        self.json.raw("\":");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_nobody_could_read_is_cut() {
        let whole = "é".repeat(LONGEST);
        assert_eq!(bounded(&whole), whole);
        let longer = "é".repeat(LONGEST + 7);
        assert_eq!(bounded(&longer), format!("{whole}…(+7)"));
    }

    #[test]
    fn fields_are_separated_and_empty_ones_left_out() {
        let mut json = Json::default();
        let mut fields = json.object();
        fields.text("a", " ");
        fields.text("b", "x\"\n");
        fields.unless("c", false, false);
        fields.unless("d", true, false);
        fields.plain("e", 7);
        fields.put("f", &f64::NAN);
        json.raw("}");
        assert_eq!(json.into_string(), r#"{"b":"x\"\n","d":false,"e":"7","f":null}"#);
    }
}
