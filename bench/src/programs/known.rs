//! The screen as an agent has it in mind.

use crate::Outcome;

#[derive(Debug, Clone, Default)]
pub struct Known {
    pub screen: String,
    pub serial: String,
}

impl Known {
    /// The last line with this label: quoted, else anywhere, else in other letters.
    pub fn line(&self, label: &str) -> Outcome<&str> {
        let quoted = format!("\"{label}\"");
        let lower = label.to_lowercase();
        let find = |has: &dyn Fn(&str) -> bool| self.screen.lines().rfind(|line| has(line));
        find(&|line| line.contains(&quoted))
            .or_else(|| find(&|line| line.contains(label)))
            .or_else(|| find(&|line| line.to_lowercase().contains(&lower)))
            .ok_or_else(|| format!("nothing is called {label:?} in:\n{}", self.screen).into())
    }

    /// The ref of the line with this label, or of the nearest above it: a label may stand below what it names.
    pub fn reference(&self, label: &str) -> Outcome<&str> {
        let line = self.line(label)?;
        let lines: Vec<&str> = self.screen.lines().collect();
        let at = lines.iter().rposition(|other| std::ptr::eq(*other, line)).unwrap_or_default();
        let mut above = lines.into_iter().take(at + 1).rev();
        let word =
            above.find_map(|line| line.split_whitespace().find(|word| word.starts_with('@')));
        word.ok_or_else(|| format!("no ref for {line:?}").into())
    }
}
