//! `cargo xtask parts`: sizes and digests of what real apps run on, from files that are there.

use std::path::{Path, PathBuf};

/// Writes sizes and SHA-256 into runtime/parts.txt, from the files in these folders (flat, or Maven repositories).
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    #[arg(required = true, value_name = "FOLDER")]
    folders: Vec<PathBuf>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), String> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../runtime/parts.txt");
    let list = std::fs::read_to_string(&file).map_err(|error| error.to_string())?;
    let pinned = fingertip::runtime::parts::repin(&list, &arguments.folders)?;
    std::fs::write(&file, pinned).map_err(|error| error.to_string())
}
