//! One count of the app, as a client keeps it and as the phone has it in its files.

use std::path::PathBuf;

pub(crate) struct Ledger {
    name: &'static str,
    file: PathBuf,
    /// What it was when it was last known.
    known: u64,
    /// Actions that failed and may still arrive.
    open: u64,
}

impl Ledger {
    pub(crate) fn new(name: &'static str, file: PathBuf) -> Self {
        Self { name, file, known: 0, open: 0 }
    }

    /// The count in the phone's files; 0 before there are any.
    pub(crate) fn count(&self) -> u64 {
        let text = std::fs::read_to_string(&self.file).unwrap_or_default();
        count_in(&text, self.name).unwrap_or_default()
    }

    /// The action failed. It may have arrived, or arrive later.
    pub(crate) fn failed(&mut self) {
        self.open += 1;
    }

    /// The action succeeded; how many that failed turned out to have arrived, or what is wrong.
    pub(crate) fn succeeded(&mut self, count: u64) -> Result<u64, String> {
        let before = self.known;
        let (least, most) = (before + 1, before + 1 + self.open);
        if count < least {
            return Err(format!("{} is {count} and was {before}: an action was lost", self.name));
        }
        if count > most {
            let open = self.open;
            self.known = count;
            return Err(format!(
                "{} is {count} and was {before}, with {open} open: an action was doubled",
                self.name
            ));
        }
        let late = count - least;
        self.known = count;
        self.open -= late;
        Ok(late)
    }

    /// What the count must have reached.
    pub(crate) fn least_after_success(&self) -> u64 {
        self.known + 1
    }
}

/// `<int name="first" value="3" />`, or a float, as preferences have it.
fn count_in(text: &str, name: &str) -> Option<u64> {
    let line = text.lines().find(|line| line.contains(&format!("name=\"{name}\"")))?;
    let (_, value) = line.split_once("value=\"")?;
    let digits: String = value.chars().take_while(char::is_ascii_digit).collect();
    digits.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ledger() -> Ledger {
        Ledger::new("first", PathBuf::new())
    }

    #[test]
    fn what_succeeded_happened_once() {
        let mut ledger = ledger();
        assert_eq!(ledger.succeeded(1), Ok(0));
        assert!(ledger.succeeded(1).unwrap_err().contains("lost"));
        assert!(ledger.succeeded(3).unwrap_err().contains("doubled"));
    }

    #[test]
    fn what_failed_may_have_happened_once() {
        let mut ledger = ledger();
        ledger.failed();
        assert_eq!(ledger.succeeded(1), Ok(0));
        assert_eq!(ledger.succeeded(3), Ok(1));
        assert!(ledger.succeeded(5).is_err());
    }

    #[test]
    fn counts_are_read_from_preferences() {
        let text =
            "<map>\n  <int name=\"first\" value=\"12\" />\n  <int name=\"second\" value=\"7\" />";
        assert_eq!(count_in(text, "second"), Some(7));
        assert_eq!(count_in(text, "third"), None);
    }
}
