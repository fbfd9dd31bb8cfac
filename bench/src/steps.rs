//! The steps from a dump to what an agent reads, one after another.

use ui::view::{Header, compact};
use ui::{Bindings, Fingerprint, Purpose, Reading, Refs, Selector, parse_uiautomator};

use crate::screens::SIZE;

/// In the order in which [`run`] takes them.
pub const STEPS: [&str; 6] =
    ["parse", "what is shown", "refs", "fingerprint", "compact text", "matching"];

use crate::Outcome;

/// Does the first `steps` steps. The number says that something was done.
pub fn run(dump: &[u8], steps: usize) -> Outcome<usize> {
    if steps == 0 {
        return Ok(0);
    }
    let tree = parse_uiautomator(dump)?;
    if steps == 1 {
        return Ok(tree.len());
    }
    let reading = Reading::of(tree, Some(SIZE));
    if steps == 2 {
        return Ok(reading.outline.lines.len());
    }
    let refs = Refs::default().bind(&reading.tree, &reading.outline, &PLACE);
    if steps == 3 {
        return Ok(refs.len());
    }
    let fingerprint = Fingerprint::of(&reading.tree, &reading.visibility, &PLACE);
    if steps == 4 {
        return Ok(fingerprint.as_str().len());
    }
    let text = write(&reading, &refs, &fingerprint);
    if steps == 5 {
        return Ok(text.len());
    }
    // One that is there, and one that is not: it is compared with everything.
    let of = |text: &str| Selector { text: Some(text.to_owned()), ..Selector::default() };
    let found = of("Setting 00007").find(&reading, Purpose::Act);
    let missed = of("Setting seven").nearest(&reading);
    Ok(found.count + missed.len())
}

/// The compact text of a dump, with every line that there is.
pub fn text(dump: &[u8]) -> Outcome<String> {
    let reading = Reading::of(parse_uiautomator(dump)?, Some(SIZE));
    let refs = Refs::default().bind(&reading.tree, &reading.outline, &PLACE);
    let fingerprint = Fingerprint::of(&reading.tree, &reading.visibility, &PLACE);
    let text = write(&reading, &refs, &fingerprint);
    let (lines, all) = (text.lines().count(), reading.outline.lines.len() + 1);
    if lines != all {
        return Err(format!("{lines} lines of {all}, and nobody says so").into());
    }
    Ok(text)
}

const PLACE: [&str; 2] = ["android", "com.example.settings/.Main"];

fn write(reading: &Reading, refs: &Bindings, fingerprint: &Fingerprint) -> String {
    let header = Header {
        size: reading.size,
        package: "com.example.settings",
        fingerprint,
        revision: 1,
        loading: None,
    };
    compact(&reading.tree, &reading.outline, refs, header, usize::MAX)
}
