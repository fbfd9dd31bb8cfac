//! A screen as the engine keeps it: one capture, understood.

use std::hash::BuildHasher as _;
use std::ops::Deref;
use std::sync::{Arc, LazyLock};
use std::time::{SystemTime, UNIX_EPOCH};

use device::{Capture, Display, Place};
use foldhash::quality::RandomState;
use ui::semantic::{self, Known, ScreenSemantic};
use ui::view::{DEFAULT_BUDGET, Header, Options, Outline, compact};
use ui::{Bindings, ChangeSignatures, Fingerprint, Loading, NodeId, Reading, Refs, Signature};

use crate::history::{Telling, Whole};
use crate::{Result, Secrets};

/// One screen, read at one moment. Never changes; a newer one has its own value.
#[derive(Debug)]
pub struct Screen {
    /// When the capture began, in milliseconds since 1970.
    pub captured_at_ms: u64,
    content: Arc<Content>,
}

/// What was read. Screens that are the same to the byte share it, so that reading again costs little.
#[derive(Debug)]
pub struct Content {
    pub revision: u64,
    reading: Reading,
    pub refs: Bindings,
    pub fingerprint: Fingerprint,
    pub signature: Signature,
    pub place: Place,
    pub loading: Vec<Loading>,
    /// The device had been silent before this was read.
    pub quiet: bool,
    digest: u64,
    /// Its text, as far as anyone was told.
    telling: Arc<Telling>,
}

impl Deref for Screen {
    type Target = Content;

    fn deref(&self) -> &Content {
        &self.content
    }
}

impl Deref for Content {
    type Target = Reading;

    fn deref(&self) -> &Reading {
        &self.reading
    }
}

/// How much of a screen to show.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ViewOptions {
    pub depth: Option<u32>,
    pub only_interactive: bool,
    /// Tokens that the text may cost at most.
    pub budget: Option<usize>,
}

impl Screen {
    /// The same content, read again.
    pub(crate) fn again(&self, began: SystemTime) -> Self {
        Self { captured_at_ms: since_1970(began), content: Arc::clone(&self.content) }
    }

    /// Whether a capture with this digest would be read as this very content.
    pub(crate) fn has_digest(&self, digest: u64) -> bool {
        self.content.digest == digest
    }

    /// The app that is seen, which may be a system dialog over the app in front.
    pub fn package(&self) -> &str {
        self.reading.package().or(self.place.app.as_deref()).unwrap_or_default()
    }

    /// The compact text.
    pub fn text(&self, options: ViewOptions) -> String {
        if options == ViewOptions::default() {
            return self.whole().text.to_string();
        }
        let ViewOptions { depth, only_interactive, budget } = options;
        let budget = budget.unwrap_or(DEFAULT_BUDGET);
        let outline =
            Outline::of(&self.tree, &self.visibility, Options { depth, only_interactive });
        let part = self.render(&outline, budget);
        if *part != *self.whole().text {
            self.note_part();
        }
        part
    }

    /// The tree as JSON, without what is not shown.
    pub fn full_json(&self) -> String {
        self.note_part();
        ui::view::full(&self.reading, &self.refs)
    }

    /// Every node as a flat JSON list.
    pub fn elements_json(&self) -> String {
        self.note_part();
        ui::view::elements(&self.reading, &self.refs)
    }

    /// What kind of screen this is, and how sure that is.
    pub fn semantic(&self) -> Option<ScreenSemantic> {
        // Where a phone knows no parts of an app, the app is all there is to name.
        let [app, part] = [&self.place.app, &self.place.screen].map(Option::as_deref);
        let place = part.map(semantic::Place::Activity).or(app.map(semantic::Place::Bundle));
        let known = Known { reading: Some(&self.reading), place, ..Known::default() };
        ScreenSemantic::of(known)
    }

    /// Someone was told of this revision, but not its whole text. They may ask later whether anything
    /// changed, and that is a question about the whole.
    fn note_part(&self) {
        self.telling.note_part();
        self.whole();
    }

    /// The compact text of everything, within the usual budget. Asking for it counts as telling it.
    pub(crate) fn whole(&self) -> &Whole {
        self.telling.whole(|| Whole {
            text: self.render(&self.outline, DEFAULT_BUDGET).into(),
            signatures: ChangeSignatures::of(&self.reading),
        })
    }

    pub(crate) fn telling(&self) -> &Arc<Telling> {
        &self.telling
    }

    fn render(&self, outline: &Outline, budget: usize) -> String {
        let header = Header {
            size: self.size,
            package: self.package(),
            fingerprint: &self.fingerprint,
            revision: self.revision,
            loading: self.loading.first(),
        };
        compact(&self.tree, outline, &self.refs, header, budget)
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

    /// Whether all of it could be read.
    pub fn is_whole(&self) -> bool {
        self.tree.gaps().is_empty()
    }
}

/// A hash of everything in a capture. Seeded anew in every process, so that no app can aim at it.
pub(crate) fn digest(capture: &Capture, secrets: usize) -> u64 {
    static SEED: LazyLock<RandomState> = LazyLock::new(RandomState::default);
    let display = capture.display.map(|Display { size, keyboard }| (size, keyboard));
    SEED.hash_one((&capture.bytes[..], names(&capture.place), display, capture.quiet, secrets))
}

/// A screen that the store has not numbered yet.
pub(crate) struct Unnumbered {
    content: Content,
    began: SystemTime,
}

impl Unnumbered {
    /// Understands a capture. Revision and refs are the store's to give.
    pub(crate) fn understand(
        capture: &Capture,
        secrets: &Secrets,
        digest: u64,
        began: SystemTime,
    ) -> Result<Self> {
        let tree = ui::parse(&capture.bytes, capture.format);
        let mut tree =
            tree.map_err(|why| device::Error::TreeUnavailable { why: why.to_string() })?;
        secrets.mask_tree(&mut tree);
        let tree = tree.under_keyboard(capture.display.and_then(|display| display.keyboard));
        let reading = Reading::of(tree, capture.display.map(|display| display.size));
        let (tree, visibility) = (&reading.tree, &reading.visibility);
        // A part of a screen is an answer; damage alone is none.
        let gaps = tree.gaps().len();
        if gaps > 0 && reading.outline.lines.is_empty() {
            let why = format!("the dump is damaged in {gaps} places and nothing of it can be read");
            return Err(device::Error::TreeUnavailable { why }.into());
        }
        let place = names(&capture.place);
        let content = Content {
            revision: 0,
            refs: Bindings::default(),
            fingerprint: Fingerprint::of(tree, visibility, &place),
            signature: Signature::of(tree, visibility, &place),
            loading: Loading::find(tree, visibility),
            place: capture.place.clone(),
            quiet: capture.quiet,
            reading,
            digest,
            telling: Arc::default(),
        };
        Ok(Self { content, began })
    }

    pub(crate) fn signature(&self) -> Signature {
        self.content.signature
    }

    pub(crate) fn number(mut self, revision: u64, refs: &mut Refs) -> Screen {
        let content = &mut self.content;
        content.revision = revision;
        content.refs =
            refs.bind(&content.reading.tree, &content.reading.outline, &names(&content.place));
        Screen { captured_at_ms: since_1970(self.began), content: Arc::new(self.content) }
    }
}

fn since_1970(time: SystemTime) -> u64 {
    let since = time.duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}

fn names(place: &Place) -> [&str; 3] {
    let [app, screen] = [&place.app, &place.screen].map(|name| name.as_deref().unwrap_or_default());
    [place.platform, app, screen]
}
