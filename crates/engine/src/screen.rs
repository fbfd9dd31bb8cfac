//! A screen as the engine keeps it: one capture, understood.

use std::time::{SystemTime, UNIX_EPOCH};

use device::{Capture, Format, Place};
use ui::view::{Header, Options, Outline, compact};
use ui::visibility::Visibility;
use ui::{Bindings, Fingerprint, Loading, NodeId, Refs, Signature, Size, Tree};

use crate::Result;

/// Body lines shown at most, so that no screen floods a caller.
const MOST_LINES: usize = 400;

/// One screen, read at one moment. Never changes; a newer one has its own value.
#[derive(Debug)]
pub struct Screen {
    pub revision: u64,
    /// When the capture began, in milliseconds since 1970.
    pub captured_at_ms: u64,
    pub tree: Tree,
    pub visibility: Visibility,
    pub outline: Outline,
    pub refs: Bindings,
    pub fingerprint: Fingerprint,
    pub signature: Signature,
    pub place: Place,
    pub size: Size,
    pub loading: Vec<Loading>,
    /// The device had been silent before this was read.
    pub quiet: bool,
}

/// How much of a screen to show.
#[derive(Debug, Clone, Copy, Default)]
pub struct ViewOptions {
    pub depth: Option<u32>,
    pub only_interactive: bool,
}

impl Screen {
    /// Understands a capture. Revision and refs are the store's to give.
    pub(crate) fn understand(capture: &Capture, began: SystemTime) -> Result<Unnumbered> {
        let tree = match capture.format {
            Format::UiautomatorXml => ui::parse_uiautomator(&capture.bytes),
        };
        let tree = tree.map_err(|why| device::Error::TreeUnavailable { why: why.to_string() })?;
        let size = capture.display.map_or_else(|| tree.extent(), |display| display.size);
        let visibility = Visibility::of(&tree, size);
        let outline = Outline::of(&tree, &visibility, Options::default());
        let place = names(&capture.place);
        let fingerprint = Fingerprint::of(&tree, &visibility, &place);
        let signature = Signature::of(&tree, &visibility, &place);
        let loading = Loading::find(&tree, &visibility);
        let captured_at = began.duration_since(UNIX_EPOCH).unwrap_or_default();
        Ok(Unnumbered(Self {
            revision: 0,
            captured_at_ms: u64::try_from(captured_at.as_millis()).unwrap_or(u64::MAX),
            tree,
            visibility,
            outline,
            refs: Bindings::default(),
            fingerprint,
            signature,
            place: capture.place.clone(),
            size,
            loading,
            quiet: capture.quiet,
        }))
    }

    /// The app that is seen, which may be a system dialog over the app in front.
    pub fn package(&self) -> &str {
        let shown = self.tree.nodes().find(|node| !self.visibility.is_pruned(node.id()));
        shown.map(ui::Node::package).or(self.place.app.as_deref()).unwrap_or_default()
    }

    /// The compact text.
    pub fn text(&self, options: ViewOptions) -> String {
        let header = Header {
            size: self.size,
            package: self.package(),
            fingerprint: &self.fingerprint,
            revision: self.revision,
            loading: self.loading.first(),
        };
        let plain = options.depth.is_none() && !options.only_interactive;
        let narrowed;
        let outline = if plain {
            &self.outline
        } else {
            let options =
                Options { depth: options.depth, only_interactive: options.only_interactive };
            narrowed = Outline::of(&self.tree, &self.visibility, options);
            &narrowed
        };
        compact(&self.tree, outline, &self.refs, header, MOST_LINES)
    }

    /// One element in one line, as the compact text shows it: `@b1 btn "Sign in"`.
    pub fn line(&self, node: NodeId) -> String {
        ui::view::element_line(&self.tree, &self.outline, &self.refs, node)
    }

    /// What has the input focus.
    pub fn focus(&self) -> Option<NodeId> {
        self.tree.nodes().find(|node| node.is_focused()).map(ui::Node::id)
    }

    /// The text field that would take what is typed.
    pub fn focused_field(&self) -> Option<ui::Node<'_>> {
        self.tree.nodes().find(|node| node.is_focused() && node.is_editable())
    }

    /// Whether a person would see no difference: neither in what counts, nor in focus, nor in any label.
    pub fn looks_like(&self, other: &Self) -> bool {
        let labels = |screen: &Self| -> Vec<String> {
            let shown = screen.tree.nodes().filter(|node| !screen.visibility.is_pruned(node.id()));
            shown.filter_map(ui::Node::own_label).map(str::to_owned).collect()
        };
        self.signature == other.signature
            && self.focus() == other.focus()
            && labels(self) == labels(other)
    }

    pub fn is_loading(&self) -> bool {
        !self.loading.is_empty()
    }
}

/// A screen that the store has not numbered yet.
pub(crate) struct Unnumbered(Screen);

impl Unnumbered {
    pub(crate) fn signature(&self) -> Signature {
        self.0.signature
    }

    pub(crate) fn number(mut self, revision: u64, refs: &mut Refs) -> Screen {
        self.0.revision = revision;
        self.0.refs = refs.bind(&self.0.tree, &self.0.outline, &names(&self.0.place));
        self.0
    }
}

fn names(place: &Place) -> [&str; 3] {
    let [app, screen] = [&place.app, &place.screen].map(|name| name.as_deref().unwrap_or_default());
    [place.platform, app, screen]
}
