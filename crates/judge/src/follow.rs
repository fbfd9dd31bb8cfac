//! A reader: follows a delta by what its notation says, and by nothing else.
#![expect(clippy::panic, reason = "a delta that cannot be followed is its writer's mistake")]

/// The new text, from the old one and a delta.
pub fn follow(old: &str, delta: &str) -> String {
    if delta.starts_with("screen unchanged") {
        assert!(!delta.contains('\n'));
        return old.to_owned();
    }
    let mut page = Page::of(old);
    let mut lines = delta.split('\n');
    let first = lines.next().unwrap_or_default();
    let header = &first[..first.rfind(" since r").unwrap_or_else(|| panic!("{first}"))];
    for line in lines {
        let (sign, rest) = line.split_at_checked(2).unwrap_or_else(|| panic!("{line}"));
        match sign {
            "- " => page.remove(rest),
            "~ " => page.change(rest),
            "+ " => page.add(rest),
            _ => panic!("not a delta line: {line}"),
        }
    }
    let body = page.slots.iter().map(|slot| format!("\n{}", slot.line));
    format!("{header}{}", body.collect::<String>())
}

struct Page {
    slots: Vec<Slot>,
    /// The line last added after something, what that was, and how many were.
    last: (String, usize),
}

struct Slot {
    /// In the old text, from 1 for the header.
    number: Option<usize>,
    line: String,
}

impl Page {
    fn of(text: &str) -> Self {
        let body = text.split('\n').enumerate().skip(1);
        let slots = body.map(|(at, line)| Slot { number: Some(at + 1), line: line.to_owned() });
        Self { slots: slots.collect(), last: (String::new(), 0) }
    }

    fn remove(&mut self, rest: &str) {
        let (name, words) = rest.split_once(' ').unwrap_or((rest, ""));
        if let Some((from, to)) = name.split_once("..") {
            let (from, to) = (self.find(from), self.find(to));
            let gone: Vec<Slot> = self.slots.drain(from..=to).collect();
            let numbers: Vec<_> = gone.iter().filter_map(|slot| slot.number).collect();
            assert!(numbers.windows(2).all(|two| two[0] + 1 == two[1]), "a hole in {rest}");
            let listed: Vec<&str> = words.split(' ').filter(|word| *word != "…").collect();
            if listed.iter().all(|word| word.starts_with('@')) {
                let refs: Vec<&str> =
                    gone.iter().filter_map(|slot| reference(&slot.line)).collect();
                assert!(listed.iter().all(|word| refs.contains(word)), "{rest}: {refs:?}");
            }
            return;
        }
        let at = self.find(name);
        let slot = self.slots.remove(at);
        assert!(words.is_empty() || slot.line.trim_start() == words, "{rest}: {}", slot.line);
    }

    fn change(&mut self, rest: &str) {
        let (name, words) = rest.split_once(' ').unwrap_or((rest, ""));
        let at = self.find(name);
        let line = &mut self.slots[at].line;
        let indent = line.len() - line.trim_start_matches(' ').len();
        line.truncate(indent);
        line.push_str(if name.starts_with('@') { rest } else { words });
    }

    fn add(&mut self, rest: &str) {
        let (line, name) = rest.rsplit_once(" after ").unwrap_or_else(|| panic!("{rest}"));
        self.last = (name.to_owned(), if self.last.0 == name { self.last.1 + 1 } else { 0 });
        let at = if name == "header" { 0 } else { self.find(name) + 1 };
        self.slots.insert(at + self.last.1, Slot { number: None, line: line.to_owned() });
    }

    fn find(&self, name: &str) -> usize {
        let number = name.strip_prefix('L').map(|digits| digits.parse().expect("a line number"));
        let mut found = self.slots.iter().enumerate().filter(|(_, slot)| match number {
            Some(number) => slot.number == Some(number),
            None => reference(&slot.line) == Some(name),
        });
        let (at, _) = found.next().unwrap_or_else(|| panic!("nothing is called {name}"));
        assert!(found.next().is_none(), "{name} could be several lines");
        at
    }
}

fn reference(line: &str) -> Option<&str> {
    line.trim_start_matches(' ').split(' ').next().filter(|word| word.starts_with('@'))
}
