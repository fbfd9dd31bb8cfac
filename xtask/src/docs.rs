//! `cargo xtask docs`: writes the generated pages.

use std::path::Path;

/// Writes the generated pages, and removes those whose tool is gone.
pub(crate) fn write() -> Result<(), String> {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs");
    let tools = docs.join("tools");
    let failed = |path: &Path, error: std::io::Error| format!("{}: {error}", path.display());
    if tools.exists() {
        std::fs::remove_dir_all(&tools).map_err(|error| failed(&tools, error))?;
    }
    std::fs::create_dir_all(&tools).map_err(|error| failed(&tools, error))?;
    for (path, text) in fingertip::docs::pages() {
        let path = docs.join(path);
        std::fs::write(&path, text).map_err(|error| failed(&path, error))?;
    }
    Ok(())
}
