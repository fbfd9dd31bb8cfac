//! One recorded screen as an agent would get it: the only place here that knows how the model is asked.

use ui::view::{DEFAULT_BUDGET, Header, compact};
use ui::{Bindings, Fingerprint, Loading, NotAScreen, Reading, Refs, Tree, parse};

use crate::Recording;

#[derive(Debug)]
pub struct Shown {
    pub reading: Reading,
    pub refs: Bindings,
    /// The compact text within the default budget.
    pub text: String,
}

impl Shown {
    pub fn of(recording: &Recording) -> Result<Self, NotAScreen> {
        Ok(Self::of_tree(parse(&recording.bytes, recording.format)?))
    }

    pub fn of_tree(tree: Tree) -> Self {
        let reading = Reading::of(tree, None);
        let Reading { tree, size, visibility, outline } = &reading;
        let refs = Refs::default().bind(tree, outline, &[]);
        let fingerprint = Fingerprint::of(tree, visibility, &[]);
        let loading = Loading::find(tree, visibility);
        let header = Header {
            size: *size,
            package: tree.roots().next().map_or("", |root| root.package()),
            fingerprint: &fingerprint,
            revision: 1,
            loading: loading.first(),
        };
        let text = compact(tree, outline, &refs, header, DEFAULT_BUDGET);
        Self { reading, refs, text }
    }
}
