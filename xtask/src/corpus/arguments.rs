//! `[FOLDER] [--html FILE]`

use std::path::PathBuf;

#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Arguments {
    pub(crate) folder: PathBuf,
    pub(crate) html: Option<PathBuf>,
}

impl Arguments {
    pub(crate) fn parse(mut given: impl Iterator<Item = String>) -> Result<Self, String> {
        let (mut folder, mut html) = (None, None);
        while let Some(argument) = given.next() {
            let (place, value) = match argument.as_str() {
                "--html" => (&mut html, given.next().ok_or("--html needs a file to write")?),
                flag if flag.starts_with('-') => return Err(format!("{flag} is not known")),
                _ => (&mut folder, argument),
            };
            if let Some(before) = place.replace(PathBuf::from(&value)) {
                return Err(format!("both {} and {value}: give one", before.display()));
            }
        }
        let folder = folder
            .or_else(judge::corpus)
            .ok_or("name a folder of recordings, or set DEVICE_CORPUS to one")?;
        Ok(Self { folder, html })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> Result<Arguments, String> {
        Arguments::parse(line.split_whitespace().map(str::to_owned))
    }

    #[test]
    fn folder_and_page_come_in_any_order_and_once() {
        let both = Arguments { folder: "a".into(), html: Some("p".into()) };
        assert_eq!(parse("a --html p"), Ok(both));
        assert_eq!(parse("--html p a"), parse("a --html p"));
        assert_eq!(parse("a"), Ok(Arguments { folder: "a".into(), html: None }));
        for wrong in ["a --html", "a b", "a --html p --html q", "--htm p"] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
    }
}
