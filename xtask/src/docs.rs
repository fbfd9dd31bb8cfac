//! `cargo xtask docs`: writes the generated pages.

use std::path::Path;

use fingertip::rules::Rules;

/// Writes the generated pages, and removes those whose tool is gone.
pub(crate) fn write() -> Result<(), String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let docs = root.join("docs");
    let tools = docs.join("tools");
    let failed = |path: &Path, error: std::io::Error| format!("{}: {error}", path.display());
    if tools.exists() {
        std::fs::remove_dir_all(&tools).map_err(|error| failed(&tools, error))?;
    }
    std::fs::create_dir_all(&tools).map_err(|error| failed(&tools, error))?;
    let rules = Rules::read(&root).map_err(|error| failed(&root, error))?;
    let pages = fingertip::docs::pages().into_iter().chain([fingertip::docs::rules(&rules)]);
    for (path, text) in pages {
        let path = docs.join(path);
        std::fs::write(&path, text).map_err(|error| failed(&path, error))?;
    }
    Ok(())
}
