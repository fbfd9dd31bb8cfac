//! The compact text read back as an agent reads it: refs, quoted labels, and the bare words between them.

use std::collections::HashMap;

/// The body of a compact text; what says that something was left out is no line of it.
#[derive(Debug, Default)]
pub struct TextLines {
    pub lines: Vec<TextLine>,
    by_ref: HashMap<String, usize>,
    whole: HashMap<String, usize>,
}

#[derive(Debug, Default, PartialEq, Eq)]
pub struct TextLine {
    pub reference: Option<String>,
    /// What it calls its thing, where that comes before any label: `btn`, `pane`, `group`.
    pub kind: Option<String>,
    /// What stands in quotes, still escaped.
    pub quotes: Vec<String>,
    /// What else stands outside quotes.
    pub words: Vec<String>,
}

impl TextLines {
    pub fn of(text: &str) -> Self {
        let mut read = Self::default();
        for line in text.lines().skip(1).filter(|line| !line.trim_start().starts_with("...")) {
            let line = TextLine::of(line);
            if let Some(reference) = &line.reference {
                read.by_ref.insert(reference.clone(), read.lines.len());
            }
            for quote in &line.quotes {
                *read.whole.entry(quote.clone()).or_default() += 1;
            }
            read.lines.push(line);
        }
        read
    }

    /// The line that begins with this ref.
    pub fn of_ref(&self, reference: &str) -> Option<&TextLine> {
        self.by_ref.get(reference).map(|index| &self.lines[*index])
    }

    /// How often exactly this stands in quotes.
    pub fn times_quoted(&self, label: &str) -> usize {
        self.whole.get(label).copied().unwrap_or_default()
    }
}

impl TextLine {
    fn of(line: &str) -> Self {
        let mut read = Self::default();
        let mut word = String::new();
        let mut characters = line.chars();
        while let Some(character) = characters.next() {
            match character {
                '"' => {
                    read.end_word(&mut word);
                    read.quotes.push(quoted(&mut characters));
                }
                ' ' => read.end_word(&mut word),
                '\\' => {
                    word.push('\\');
                    word.extend(characters.next());
                }
                _ => word.push(character),
            }
        }
        read.end_word(&mut word);
        read
    }

    fn end_word(&mut self, word: &mut String) {
        let word = std::mem::take(word);
        if word.is_empty() {
        } else if word.starts_with('@') && self.is_empty() {
            self.reference = Some(word);
        } else if self.kind.is_none() && self.words.is_empty() && self.quotes.is_empty() {
            self.kind = Some(word);
        } else {
            self.words.push(word);
        }
    }

    fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    pub fn says(&self, word: &str) -> bool {
        self.words.iter().any(|said| said == word)
    }

    /// Whether it tells of something that has neither a label nor a ref.
    pub fn is_nameless(&self) -> bool {
        const OTHERS: [&str; 3] = ["pane", "keyboard", "behind:"];
        let kind = self.kind.as_deref().filter(|kind| !kind.starts_with('('));
        self.reference.is_none() && kind.is_some_and(|kind| !OTHERS.contains(&kind))
    }
}

/// Up to the closing quote, which is taken but not returned.
fn quoted(characters: &mut std::str::Chars<'_>) -> String {
    let mut inside = String::new();
    while let Some(character) = characters.next() {
        match character {
            '"' => break,
            '\\' => {
                inside.push('\\');
                inside.extend(characters.next());
            }
            _ => inside.push(character),
        }
    }
    inside
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_back() {
        let text = "screen 9x9 \"x\"\n  @b1 btn \"say \\\"hi\\\"\" = \"v\" disabled state=\"On\"\n    ... +2 more \"x\"";
        let read = TextLines::of(text);
        assert_eq!(read.lines.len(), 1);
        let line = read.of_ref("@b1").expect("a line");
        assert_eq!(line.quotes, [r#"say \"hi\""#, "v", "On"]);
        assert_eq!(line.kind.as_deref(), Some("btn"));
        assert_eq!(line.words, ["=", "disabled", "state="]);
        assert!(line.says("disabled") && !line.says("v"));
        let nameless = |line: &str| TextLine::of(line).is_nameless();
        assert!(nameless("  group disabled") && nameless("  image state=\"3 of 5\""));
        for named in ["\"a\" disabled", "@b1 btn", "pane \"a\"", "keyboard shown", "(+3 below)"] {
            assert!(!nameless(named), "{named}");
        }
        assert_eq!((read.times_quoted("x"), read.times_quoted("v")), (0, 1));
    }
}
