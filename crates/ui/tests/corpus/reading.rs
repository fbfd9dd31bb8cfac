//! Every screen is read, and read alike whenever it is read.

use judge::Shown;
use ui::{Format, parse};

use crate::screens;

#[test]
fn every_screen_parses_or_gives_a_tree_with_gaps() {
    let (mut whole, mut gaps, mut failed) = (0, Vec::new(), Vec::new());
    for recording in screens() {
        match parse(&recording.bytes, recording.format) {
            Err(why) => failed.push(format!("{}: {why}", recording.name)),
            Ok(tree) if tree.gaps().is_empty() => whole += 1,
            Ok(tree) => gaps.push(format!("{}: {:?}", recording.name, tree.gaps())),
        }
    }
    println!("{whole} screens read whole, {} with gaps: {gaps:#?}", gaps.len());
    assert!(failed.is_empty(), "{failed:#?}");
}

#[test]
fn every_node_tag_becomes_a_node() {
    for recording in screens() {
        let tags = memchr::memmem::find_iter(&recording.bytes, "<node ").count();
        let counts = recording.format == Format::UiautomatorXml && tags > 0;
        match parse(&recording.bytes, recording.format) {
            Ok(tree) if counts && tree.gaps().is_empty() => {
                assert_eq!(tree.len(), tags, "{}", recording.name);
            }
            _ => {}
        }
    }
}

#[test]
fn a_screen_reads_the_same_twice() {
    for recording in screens() {
        let text = || Shown::of(recording).map(|shown| shown.text);
        assert_eq!(text(), text(), "{}", recording.name);
    }
}
