//! Tags and attributes of XML as phones write it, in one pass that forgives: whatever is broken costs
//! only itself. No names are matched, no entities read; what a tag means is for the caller to say.

/// What [`Scanner::next`] came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::parse) enum Tag<'t> {
    /// `<name`: [`Scanner::attribute`] reads on behind it, and [`Scanner::end`] says how it ended.
    Open(&'t str),
    /// `</name>`
    Close,
}

/// How a start tag ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::parse) enum End {
    /// `>`: something may stand inside.
    Open,
    /// `/>`
    Empty,
    /// With the next tag, or with the input.
    Missing,
}

/// One `name="value"`, with whichever quotes and blanks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::parse) struct Pair<'t> {
    pub(in crate::parse) name: &'t str,
    /// As it stands, with its entities.
    pub(in crate::parse) value: &'t str,
    /// Where the value begins.
    pub(in crate::parse) value_at: usize,
}

/// A place in a text of tags.
#[derive(Debug)]
pub(in crate::parse) struct Scanner<'t> {
    text: &'t str,
    at: usize,
    inside: Option<&'static str>,
}

impl<'t> Scanner<'t> {
    pub(in crate::parse) fn new(text: &'t str, at: usize) -> Self {
        Self { text, at, inside: None }
    }

    /// The place reached, in bytes.
    pub(in crate::parse) fn at(&self) -> usize {
        self.at
    }

    /// What the input ended in the midst of.
    pub(in crate::parse) fn inside(&self) -> Option<&'static str> {
        self.inside
    }

    pub(in crate::parse) fn rest(&self) -> &'t [u8] {
        &self.text.as_bytes()[self.at..]
    }

    /// The next tag; text, comments, CDATA sections, declarations and instructions are passed over.
    pub(in crate::parse) fn next(&mut self) -> Option<Tag<'t>> {
        loop {
            let Some(found) = memchr::memchr(b'<', self.rest()) else {
                self.at = self.text.len();
                return None;
            };
            self.at += found + 1;
            match self.rest() {
                [b'/', ..] => {
                    let Some(end) = memchr::memchr2(b'>', b'<', self.rest()) else {
                        return self.stop("a tag");
                    };
                    self.at += end + usize::from(self.rest()[end] == b'>');
                    return Some(Tag::Close);
                }
                [first, ..] if is_name_start(*first) => {
                    let name = self.name();
                    return Some(Tag::Open(name));
                }
                [b'!', b'-', b'-', ..] => self.pass("-->", "a comment")?,
                [b'!', b'[', b'C', ..] => self.pass("]]>", "a CDATA section")?,
                [b'!' | b'?', ..] => self.pass(">", "a declaration")?,
                // Text, though it should not look like this.
                _ => {}
            }
        }
    }

    /// The next attribute of the tag that [`Self::next`] opened.
    pub(in crate::parse) fn attribute(&mut self) -> Option<Pair<'t>> {
        loop {
            self.blanks();
            match self.rest() {
                [] | [b'<' | b'>', ..] | [b'/', b'>', ..] => return None,
                [b'=' | b'"' | b'\'' | b'/', ..] => self.at += 1,
                _ => break,
            }
        }
        let name = self.name();
        self.blanks();
        if self.rest().first() != Some(&b'=') {
            return Some(Pair { name, value: "", value_at: self.at });
        }
        self.at += 1;
        self.blanks();
        let (value_at, end, behind) = match self.rest() {
            [quote @ (b'"' | b'\''), ..] => {
                let from = self.at + 1;
                let Some(end) = self.value_end(from, *quote) else { return self.stop("a value") };
                (from, end, end + 1)
            }
            rest => {
                let ends = |at: &usize| {
                    is_blank(rest[*at])
                        || matches!(rest[*at], b'>' | b'<')
                        || rest[*at..].starts_with(b"/>")
                };
                let end = self.at + (0..rest.len()).find(ends).unwrap_or(rest.len());
                (self.at, end, end)
            }
        };
        self.at = behind;
        Some(Pair { name, value: &self.text[value_at..end], value_at })
    }

    /// Passes over what is left of the tag.
    pub(in crate::parse) fn end(&mut self) -> End {
        while !matches!(self.rest(), [b'>', ..] | [b'/', b'>', ..]) {
            if self.attribute().is_none() {
                break;
            }
        }
        match self.rest() {
            [b'>', ..] => {
                self.at += 1;
                End::Open
            }
            [b'/', b'>', ..] => {
                self.at += 2;
                End::Empty
            }
            rest => {
                if rest.is_empty() && self.inside.is_none() {
                    self.inside = Some("a tag");
                }
                End::Missing
            }
        }
    }

    pub(in crate::parse) fn text(&self) -> &'t str {
        self.text
    }

    pub(in crate::parse) fn skip_to(&mut self, at: usize) {
        self.at = at;
    }

    /// Where the value that begins at `from` ends: at the first quote that something sensible follows,
    /// so that quotes which nobody escaped stay what they are.
    pub(in crate::parse) fn value_end(&self, from: usize, quote: u8) -> Option<usize> {
        // Where nothing is sensible, looking far would not help, but cost.
        const LOOKS: usize = 32;
        let bytes = self.text.as_bytes();
        let first = from + memchr::memchr(quote, &bytes[from..])?;
        let fits = memchr::memchr_iter(quote, &bytes[first..])
            .take(LOOKS)
            .map(|at| first + at)
            .find(|at| self.closes(at + 1));
        Some(fits.unwrap_or(first))
    }

    /// Whether a quote before `at` closes a value: the tag ends there, or a next attribute begins.
    pub(in crate::parse) fn closes(&self, at: usize) -> bool {
        let mut after = Self::new(self.text, at);
        if let [b'>', ..] | [b'/', b'>', ..] | [b' ', b'/', b'>', ..] = after.rest() {
            return true;
        }
        after.blanks();
        match after.rest() {
            [] | [b'<' | b'>', ..] | [b'/' | b'?', b'>', ..] => true,
            [b'=' | b'"' | b'\'' | b'/', ..] => false,
            _ => {
                after.name();
                after.blanks();
                after.rest().first() == Some(&b'=')
            }
        }
    }

    fn name(&mut self) -> &'t str {
        let (from, rest) = (self.at, self.rest());
        let ends = |byte: &u8| ENDS_NAME[usize::from(*byte)];
        self.at += rest.iter().position(ends).unwrap_or(rest.len());
        &self.text[from..self.at]
    }

    fn blanks(&mut self) {
        let rest = self.rest();
        self.at += rest.iter().position(|byte| !is_blank(*byte)).unwrap_or(rest.len());
    }

    fn pass(&mut self, end: &str, what: &'static str) -> Option<()> {
        match memchr::memmem::find(self.rest(), end.as_bytes()) {
            Some(at) => {
                self.at += at + end.len();
                Some(())
            }
            None => self.stop(what),
        }
    }

    fn stop<T>(&mut self, inside: &'static str) -> Option<T> {
        self.at = self.text.len();
        self.inside = Some(inside);
        None
    }
}

const fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | b'\n')
}

const ENDS_NAME: [bool; 256] = {
    let mut ends = [false; 256];
    let mut byte = 0;
    while byte < 128_u8 {
        ends[byte as usize] =
            is_blank(byte) || matches!(byte, b'=' | b'<' | b'>' | b'/' | b'"' | b'\'');
        byte += 1;
    }
    ends
};

fn is_name_start(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || matches!(byte, b'_' | b':') || !byte.is_ascii()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Every tag on a line of its own, as `+name a=[1] b=[2]`, `+name/` when empty, or `-`.
    fn scan(text: &str) -> String {
        let mut scanner = Scanner::new(text, 0);
        let mut lines = Vec::new();
        while let Some(tag) = scanner.next() {
            match tag {
                Tag::Close => lines.push("-".to_owned()),
                Tag::Open(name) => {
                    let mut line = format!("+{name}");
                    while let Some(pair) = scanner.attribute() {
                        assert!(text[pair.value_at..].starts_with(pair.value));
                        line.extend([" ", pair.name, "=[", pair.value, "]"]);
                    }
                    line += match scanner.end() {
                        End::Open => "",
                        End::Empty => "/",
                        End::Missing => "!",
                    };
                    lines.push(line);
                }
            }
        }
        lines.extend(scanner.inside().map(|inside| format!("in {inside}")));
        lines.join("\n")
    }

    #[test]
    fn tags_and_attributes_are_told_apart() {
        for (text, tags) in [
            (r#"<a x="1" y='2'><b/></a>"#, "+a x=[1] y=[2]\n+b/\n-"),
            ("<a\n\tx =\r\n \"1\" />", "+a x=[1]/"),
            (r#"<?xml version='1.0' ?><!DOCTYPE a [<!ENTITY b "<c>">]><a/>"#, "+a/"),
            ("<!-- <a> --><a/><![CDATA[ <b> ]]>", "+a/"),
            ("1 < 2 <3 << <a/> > text", "+a/"),
            ("", ""),
        ] {
            assert_eq!(scan(text), tags, "{text}");
        }
    }

    #[test]
    fn what_is_broken_costs_only_itself() {
        for (text, tags) in [
            (r#"<a x="1 < 2 > 0" y='"'/>"#, "+a x=[1 < 2 > 0] y=[\"]/"),
            (r#"<a x="say "hi" to y" z="1"/>"#, "+a x=[say \"hi\" to y] z=[1]/"),
            (r#"<a x="1"y="2"/>"#, "+a x=[1] y=[2]/"),
            (r#"<a x=1 y=2/><b x=3>"#, "+a x=[1] y=[2]/\n+b x=[3]"),
            (r#"<a x="1 y="2" z="3">"#, "+a x=[1 y=\"2] z=[3]"),
            (r#"<a x y="2" = "" / z>"#, "+a x=[] y=[2] z=[]"),
            (r#"<a x="1"<b/></a"#, "+a x=[1]!\n+b/\nin a tag"),
            (r#"<a></a<b/>"#, "+a\n-\n+b/"),
        ] {
            assert_eq!(scan(text), tags, "{text}");
        }
    }

    #[test]
    fn the_end_of_the_input_may_come_anywhere() {
        for (text, tags) in [
            ("<a", "+a!\nin a tag"),
            ("<a x", "+a x=[]!\nin a tag"),
            ("<a x=", "+a x=[]!\nin a tag"),
            ("<a x=\"1", "+a!\nin a value"),
            ("<a x=\"1\"", "+a x=[1]!\nin a tag"),
            ("<a></", "+a\nin a tag"),
            ("<a/><!-- <b/>", "+a/\nin a comment"),
            ("<a/><", "+a/"),
        ] {
            assert_eq!(scan(text), tags, "{text}");
        }
    }

    /// The same lines, as a strict reader sees the tags.
    fn scan_strictly(text: &str) -> String {
        use quick_xml::Reader;
        use quick_xml::events::{BytesStart, Event};
        let open = |element: &BytesStart<'_>| {
            let pairs = element.attributes().map(|pair| {
                let pair = pair.unwrap();
                format!(" {}=[{}]", pair.key.as_ref(), pair.value)
            });
            format!("+{}{}", element.name().as_ref(), pairs.collect::<String>())
        };
        let mut reader = Reader::from_str(text);
        let mut lines = Vec::new();
        loop {
            let event = reader.read_event().unwrap();
            if let Event::Start(element) = &event {
                lines.push(open(element));
            } else if let Event::Empty(element) = &event {
                lines.push(open(element) + "/");
            } else if let Event::End(_) = event {
                lines.push("-".to_owned());
            } else if event == Event::Eof {
                return lines.join("\n");
            }
        }
    }

    /// A name and its attributes.
    fn tag() -> impl Strategy<Value = (String, String)> {
        let value = prop_oneof![
            "\"[^\"<&]{0,12}\"",
            "'[^'<&]{0,12}'",
            "\"(&amp;|&#10;|x|=|/|>| y=){0,4}\"",
        ];
        let pairs = proptest::collection::vec(("[ \n\t]{1,2}", " ?= ?", value), 0..5);
        ("[a-z_][a-z.$0-9]{0,5}", pairs, " ?").prop_map(|(name, pairs, blank)| {
            let pairs: String = (0..)
                .zip(pairs)
                .map(|(at, (before, equals, value))| format!("{before}x-{at}{equals}{value}"))
                .collect();
            (name, pairs + &blank)
        })
    }

    fn well_formed() -> impl Strategy<Value = String> {
        let between = || prop_oneof!["[^<&]{0,6}", Just("<!-- <a b='c'> -->".to_owned())];
        let empty = (tag(), between())
            .prop_map(|((name, pairs), between)| format!("<{name}{pairs}/>{between}"));
        empty.prop_recursive(4, 24, 4, move |inside| {
            (tag(), between(), proptest::collection::vec(inside, 0..4)).prop_map(
                |((name, pairs), between, inside)| {
                    format!("<{name}{pairs}>{between}{}</{name} >{between}", inside.concat())
                },
            )
        })
    }

    proptest! {
        #[test]
        fn well_formed_tags_are_read_as_a_strict_reader_does(text in well_formed()) {
            prop_assert_eq!(scan(&text), scan_strictly(&text));
        }

        #[test]
        fn no_text_is_too_broken(text in "[<>/=!?\"' a-c\\-\\[\\]]{0,60}") {
            scan(&text);
        }

        #[test]
        fn any_text_is_scanned(text in any::<String>()) {
            scan(&text);
        }
    }
}
