//! Judges what the screen model says of recorded screens, without trusting it: what is visible is worked
//! out again from the tree alone, and looked for in the finished text. For tests and `cargo xtask corpus`.

mod elements;
mod folder;
mod follow;
mod labels;
mod lies;
mod lines;
mod scene;
mod shown;
mod states;
mod tokens;
mod told;
mod verdict;

pub use folder::{Folder, Recording, Unreadable, corpus, corpus_or_skip};
pub use follow::follow;
pub use labels::visible_labels;
pub use lines::{TextLine, TextLines};
pub use scene::Scene;
pub use shown::Shown;
pub use tokens::tokens;
pub use verdict::{Loss, Subject, Verdict};
