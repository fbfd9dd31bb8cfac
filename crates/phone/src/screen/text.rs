//! Breaking text into lines.

use super::font::{self, Weight};

/// Text broken into lines that fit a width.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Lines {
    pub(crate) rows: Vec<String>,
    pub(crate) width: i32,
    pub(crate) size: i32,
    pub(crate) weight: Weight,
}

impl Lines {
    pub(crate) fn height(&self) -> i32 {
        font::line_height(self.size) * i32::try_from(self.rows.len()).unwrap_or(0)
    }
}

/// Breaks at newlines and, where a line gets too long, at blanks or else inside a word. With a limit
/// of lines, the last one ends in an ellipsis when something is left.
pub(crate) fn wrap(text: &str, weight: Weight, size: i32, width: i32, max_lines: usize) -> Lines {
    let limit = as_f32(width.max(0));
    let mut lines = Vec::new();
    let most = if max_lines == 0 { usize::MAX } else { max_lines };
    'paragraphs: for paragraph in text.split('\n') {
        let mut rest = paragraph.trim_end_matches('\r');
        loop {
            let end = fitting(rest, weight, size, limit);
            if lines.len() + 1 == most && (end < rest.len()) {
                lines.push(shorten(rest, weight, size, limit));
                break 'paragraphs;
            }
            lines.push(rest[..end].trim_end().to_owned());
            rest = rest[end..].trim_start();
            if rest.is_empty() {
                break;
            }
        }
        if lines.len() == most {
            break;
        }
    }
    let widest = lines.iter().map(|line| font::width(line, weight, size)).fold(0.0, f32::max);
    Lines { rows: lines, width: as_i32(widest.ceil()), size, weight }
}

/// Byte length of the longest beginning that fits, at least one character.
fn fitting(text: &str, weight: Weight, size: i32, limit: f32) -> usize {
    let mut pen = 0.0;
    let mut after_blank = 0;
    for (at, char) in text.char_indices() {
        pen += font::advance(char, weight, size);
        if pen > limit && !char.is_whitespace() {
            let first = text.chars().next().map_or(0, char::len_utf8);
            return if after_blank > 0 { after_blank } else { at.max(first) };
        }
        if char.is_whitespace() {
            after_blank = at + char.len_utf8();
        }
    }
    text.len()
}

fn shorten(text: &str, weight: Weight, size: i32, limit: f32) -> String {
    let room = limit - font::advance('…', weight, size);
    let mut pen = 0.0;
    let mut short = String::new();
    for char in text.chars() {
        pen += font::advance(char, weight, size);
        if pen > room {
            break;
        }
        short.push(char);
    }
    short.push('…');
    short
}

#[expect(clippy::cast_precision_loss, reason = "screen lengths are small")]
fn as_f32(number: i32) -> f32 {
    number as f32
}

#[expect(clippy::cast_possible_truncation, reason = "saturates")]
fn as_i32(number: f32) -> i32 {
    number as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, width: i32, max_lines: usize, expected: &[&str]) {
        assert_eq!(wrap(text, Weight::Regular, 20, width, max_lines).rows, expected, "{text:?}");
    }

    #[test]
    fn breaks_at_blanks_newlines_and_inside_long_words() {
        check("one two three", 80, 0, &["one two", "three"]);
        check("one\ntwo", 500, 0, &["one", "two"]);
        check("wwwwwwwwww", 80, 0, &["wwwww", "wwwww"]);
        check("one two three", 80, 1, &["one tw…"]);
        check("", 80, 0, &[""]);
    }

    #[test]
    fn no_room_still_ends() {
        check("abc", 0, 0, &["a", "b", "c"]);
    }
}
