//! Names with wildcards, as people write them: `com.example.*`.

use std::fmt;
use std::str::FromStr;

/// `*` stands for any characters, `?` for one; everything else for itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pattern(String);

impl FromStr for Pattern {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text.is_empty() || text.contains(|c: char| c.is_whitespace() || c.is_control()) {
            return Err("give a name such as com.example.shop, or a pattern such as com.example.*");
        }
        Ok(Self(text.to_owned()))
    }
}

impl Pattern {
    pub fn fits(&self, name: &str) -> bool {
        let (pattern, name) = (self.0.as_bytes(), name.as_bytes());
        let (mut at, mut read) = (0, 0);
        // Where the last star stood, and how much of the name it has taken so far.
        let mut star = None;
        while read < name.len() {
            match pattern.get(at) {
                Some(b'*') => {
                    star = Some((at, read));
                    at += 1;
                }
                Some(wanted) if *wanted == b'?' || *wanted == name[read] => {
                    at += 1;
                    read += 1;
                }
                _ => match star {
                    Some((place, taken)) => {
                        star = Some((place, taken + 1));
                        (at, read) = (place + 1, taken + 1);
                    }
                    None => return false,
                },
            }
        }
        pattern[at..].iter().all(|rest| *rest == b'*')
    }

    /// The one name it stands for, if it has no wildcard.
    pub fn name(&self) -> Option<&str> {
        (!self.0.contains(['*', '?'])).then_some(&self.0)
    }
}

impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Holds guards.8.
    #[test]
    fn wildcards_stand_for_anything_and_nothing_else_does() {
        let fits = |pattern: &str, name| pattern.parse::<Pattern>().unwrap().fits(name);
        for name in ["com.example.shop", "com.example.", "com.example.a.b"] {
            assert!(fits("com.example.*", name), "{name}");
        }
        for name in ["com.example", "com.examples.shop", "xcom.example.shop", ""] {
            assert!(!fits("com.example.*", name), "{name}");
        }
        assert!(fits("com.example.shop", "com.example.shop"));
        assert!(!fits("com.example.shop", "com.example.shop.evil"));
        assert!(!fits("com.example.shop", "comXexample.shop"), "a dot is a dot");
        assert!(fits("*", "") && fits("*", "anything") && fits("*shop*", "my.shop.app"));
        assert!(fits("emulator-55??", "emulator-5554") && !fits("emulator-55??", "emulator-554"));
        assert!(fits("a*b*c", "a1b2b3c") && !fits("a*b*c", "a1b2b3"));
        assert!("".parse::<Pattern>().is_err() && "a b".parse::<Pattern>().is_err());
        assert_eq!("com.x".parse::<Pattern>().unwrap().name(), Some("com.x"));
        assert_eq!("com.*".parse::<Pattern>().unwrap().name(), None);
    }
}
