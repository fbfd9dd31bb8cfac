//! Deltas between recorded screens, where they are at hand.

use judge::{Folder, Recording, corpus, follow, tokens};
use ui::view::{DEFAULT_BUDGET, Header, Shown, compact, delta};
use ui::{Fingerprint, Reading, Refs, parse};

/// As it would be shown as this revision of one device.
fn text(recording: &Recording, refs: &mut Refs, revision: u64) -> Option<String> {
    let tree = parse(&recording.bytes, recording.format).ok()?;
    let reading = Reading::of(tree, None);
    let Reading { tree, size, visibility, outline } = &reading;
    let fingerprint = &Fingerprint::of(tree, visibility, &[]);
    let package = tree.roots().next().map_or("", |root| root.package());
    let header = Header { size: *size, package, fingerprint, revision, loading: None };
    let refs = refs.bind(tree, outline, &[]);
    Some(compact(tree, outline, &refs, header, DEFAULT_BUDGET))
}

#[test]
fn recorded_screens_follow_from_each_other() {
    let Some(root) = corpus() else {
        println!("skipped: no corpus (set DEVICE_CORPUS to a folder of recordings)");
        return;
    };
    let screens = Folder::read(&root).expect("a readable corpus").screens;
    let folder = |recording: &Recording| {
        recording.name.rsplit_once('/').map(|(folder, _)| folder.to_owned())
    };
    let (mut pairs, mut deltas, mut spent, mut saved) = (0, 0, 0, 0);
    for (one, other) in screens.iter().zip(screens.iter().skip(1)) {
        if folder(one) != folder(other) {
            continue;
        }
        let mut refs = Refs::default();
        let Some(old) = text(one, &mut refs, 1) else { continue };
        let Some(new) = text(other, &mut refs, 2) else { continue };
        pairs += 1;
        if let Some(delta) = delta(&Shown::new(old.as_str().into()), &new, 1, None) {
            assert_eq!(follow(&old, &delta), new, "{} to {}", one.name, other.name);
            let (cost, whole) = (tokens(&delta), tokens(&new));
            assert!(
                cost < whole,
                "{} to {}: {cost} against {whole}\n{delta}",
                one.name,
                other.name
            );
            deltas += 1;
            spent += cost;
            saved += whole - cost;
        }
        let same =
            delta(&Shown::new(new.as_str().into()), &new, 2, None).unwrap_or_else(|| new.clone());
        assert!(tokens(&same) <= 20, "{} tokens: {same}", tokens(&same));
    }
    println!("{pairs} pairs, {deltas} deltas: {spent} tokens instead of {}", spent + saved);
    assert!(pairs == 0 || deltas > 0, "{pairs} pairs and not one delta");
}
