//! Developer commands: `cargo xtask docs`.

use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    let command = std::env::args().nth(1);
    let done = match command.as_deref() {
        Some("docs") => write_docs(),
        _ => Err("usage: cargo xtask docs".to_owned()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            #[expect(clippy::print_stderr, reason = "this is a command line")]
            {
                eprintln!("xtask: {why}");
            }
            ExitCode::FAILURE
        }
    }
}

/// Writes the generated pages, and removes those whose tool is gone.
fn write_docs() -> Result<(), String> {
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
