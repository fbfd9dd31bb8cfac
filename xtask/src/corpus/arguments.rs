//! What the command line says.

use std::path::PathBuf;

/// Runs the screen model over recordings, says what its text costs and loses, and ends with one line that
/// sums it up. Fails when a screen could not be read, a visible label was lost, or a state was told that
/// does not hold.
///
/// Columns: json and compact are tokens (o200k) of the full JSON and of the compact text; refs are elements
/// to act on, of which hoisted are named by a text in or beside them and unlabeled by none; gaps are parts
/// of the file that were not read; lost and leaks are labels, elements and states that the text lacks,
/// and passwords that it should not have.
#[derive(Debug, PartialEq, Eq, clap::Args)]
pub(crate) struct Arguments {
    /// A folder of recordings, or one of them. Without it $DEVICE_CORPUS, else ../shared/corpus beside the checkout.
    pub(crate) folder: Option<PathBuf>,
    /// Writes a page that shows the text, a drawing and the source of every screen side by side.
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,
}

impl Arguments {
    pub(crate) fn folder(&self) -> Result<PathBuf, String> {
        let found = self.folder.clone().or_else(judge::corpus);
        found.ok_or_else(|| {
            "no recordings in ../shared/corpus: name a folder, or set DEVICE_CORPUS to one"
                .to_owned()
        })
    }
}
