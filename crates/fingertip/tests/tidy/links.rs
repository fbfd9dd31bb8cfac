//! What the documents point at is there.

use super::source::workspace;

#[test]
fn relative_links_lead_somewhere() {
    let root = workspace();
    let mut missing = Vec::new();
    for page in [
        "README.md",
        "ARCHITECTURE.md",
        "CONTRIBUTING.md",
        "CHANGELOG.md",
        "bench/README.md",
        "docs/tools/README.md",
    ] {
        let path = root.join(page);
        let text = std::fs::read_to_string(&path).unwrap();
        for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let target = link.split('#').next().unwrap_or_default();
            let outside = link.contains("://") || target.is_empty();
            if !outside && !path.parent().unwrap().join(target).exists() {
                missing.push(format!("{page}: {link}"));
            }
        }
    }
    assert!(missing.is_empty(), "{missing:?}");
}
