//! One window of the toolkit: its scene, where the user has moved things in it, and its layout.

use std::sync::Arc;

use super::{Scene, editor::Cursor};
use crate::{
    android::{Config, WindowId, WindowKind, WindowSpec},
    screen::{self, Flags, Frame, Key, Layout, Marks, Measured, Moved, Rect, Size, Space, Tree},
};

pub(crate) struct Window {
    pub(crate) id: WindowId,
    pub(crate) scene: Scene,
    pub(crate) moved: Moved,
    pub(crate) cursor: Cursor,
    pub(crate) layout: Layout,
    pub(crate) frame: Rect,
    /// What the scene takes of a frame of that size: scrolling asks again and again.
    measured: Option<(Size, Space, Measured)>,
    /// What accessibility is told, where that is less than what is drawn.
    spoken: Option<Arc<Tree>>,
}

impl Window {
    pub(crate) fn new(id: WindowId, scene: Scene) -> Self {
        Self {
            id,
            scene,
            moved: Moved::default(),
            cursor: Cursor::default(),
            layout: Layout::default(),
            frame: Rect::default(),
            measured: None,
            spoken: None,
        }
    }

    /// Shows something else, where the user left things.
    pub(crate) fn show(&mut self, scene: Scene) {
        self.scene = scene;
        self.measured = None;
    }

    /// Lays the scene out again. True when what it shows has changed.
    /// `anchor` is where the view stands that a popup belongs to.
    pub(crate) fn lay_out(&mut self, package: &str, config: &Config, anchor: Option<Rect>) -> bool {
        let space = space(config);
        self.frame = match &self.scene {
            Scene::Full(_) => config.display(),
            Scene::Dialog(view) => {
                dialog_frame(config, screen::measure(view, dialog_limit(config), space))
            }
            Scene::Popup(view, _) => popup_frame(config, view, anchor.unwrap_or(self.frame)),
        };
        let (view, frame) = (self.scene.view(), self.frame);
        let size = Size::new(frame.width(), frame.height());
        let known = self.measured.take().filter(|(at, by, _)| (*at, *by) == (size, space));
        let (.., measured) = self
            .measured
            .insert(known.unwrap_or_else(|| (size, space, Measured::of(view, size, space))));
        let layout = screen::place(view, measured, package, frame, space, &self.moved);
        // The content may have become shorter than where the user was.
        for scrolled in &layout.scrolls {
            self.moved.scroll.insert(scrolled.key, scrolled.offset);
        }
        let changed = layout.tree != self.layout.tree;
        if changed {
            self.spoken = layout.tree.spoken().map(Arc::new);
        }
        self.layout = layout;
        changed
    }

    pub(crate) fn spec(&self) -> WindowSpec {
        let (kind, dim) = match self.scene {
            Scene::Full(_) => (WindowKind::Activity, 0.0),
            Scene::Dialog(_) => (WindowKind::Dialog, 0.6),
            Scene::Popup(..) => (WindowKind::Popup, 0.0),
        };
        WindowSpec { dim, ..WindowSpec::new(self.id, kind, self.frame) }
    }

    pub(crate) fn tree(&self) -> Arc<Tree> {
        Arc::clone(self.spoken.as_ref().unwrap_or(&self.layout.tree))
    }

    /// `blink`: the cursor is in the dark half of its second.
    pub(crate) fn draw(
        &self,
        config: &Config,
        pressed: Option<Key>,
        turn: f32,
        blink: bool,
    ) -> Frame {
        let focus = self.moved.focus.filter(|_| !blink);
        let cursor = focus.map(|key| (key, self.cursor.at, self.cursor.anchor));
        screen::draw(&self.layout, self.frame, space(config), Marks { cursor, pressed, turn })
    }

    /// Moves a scrolling container to an offset. True when it moved.
    pub(crate) fn scroll_to(&mut self, key: Key, offset: i32) -> bool {
        let Some(scrolled) = self.layout.scrolls.iter().find(|found| found.key == key) else {
            return false;
        };
        let offset = offset.clamp(0, scrolled.range);
        self.moved.scroll.insert(key, offset);
        offset != scrolled.offset
    }

    /// Where the field in focus stands: its lower edge, and the container it scrolls in.
    pub(crate) fn focus_place(&self) -> Option<FocusPlace> {
        let at = self.layout.find(self.moved.focus?)?;
        let frame = self.layout.drawn[at].frame;
        let (x, y) = self.layout.tree.nodes[at].bounds.center();
        let around = self.layout.scrolls.iter().rev().find(|found| found.bounds.contains(x, y))?;
        Some(FocusPlace { bottom: frame.bottom, container: around.key, offset: around.offset })
    }

    /// Scrolls what was there before out from under the keyboard. True when something moved.
    pub(crate) fn reveal(&mut self, place: FocusPlace) -> bool {
        let container = self.layout.scrolls.iter().find(|found| found.key == place.container);
        let Some(below) = container.map(|found| place.bottom - found.bounds.bottom) else {
            return false;
        };
        below > 0 && self.scroll_to(place.container, place.offset + below)
    }

    /// Views that keys can walk over, in order.
    pub(crate) fn focusable(&self) -> Vec<Key> {
        let nodes = self.layout.tree.nodes.iter().zip(&self.layout.drawn);
        nodes
            .filter(|(node, drawn)| {
                node.flags.has(Flags::FOCUSABLE)
                    && !node.flags.has(Flags::DISABLED)
                    && drawn.key != Key::default()
                    && !self.layout.scrolls.iter().any(|scrolled| scrolled.key == drawn.key)
            })
            .map(|(_, drawn)| drawn.key)
            .collect()
    }
}

/// See [`Window::focus_place`].
#[derive(Debug, Clone, Copy)]
pub(crate) struct FocusPlace {
    bottom: i32,
    container: Key,
    offset: i32,
}

pub(crate) fn space(config: &Config) -> Space {
    Space { density: config.density, font_scale: config.font_scale }
}

fn dialog_limit(config: &Config) -> Size {
    let content = config.content();
    let margin = screen::px(26.0, config.density);
    let width = (content.width() - 2 * margin).min(screen::px(560.0, config.density));
    Size::new(width.max(0), (content.height() - 2 * margin).max(0))
}

fn dialog_frame(config: &Config, size: Size) -> Rect {
    let (x, y) = config.content().center();
    Rect::at(x - size.width / 2, y - size.height / 2, size)
}

/// Below its anchor and as wide, or above it when there is more room.
fn popup_frame(config: &Config, view: &screen::View, anchor: Rect) -> Rect {
    let content = config.content();
    let width = anchor.width().max(screen::px(112.0, config.density)).min(content.width());
    let (below, above) = (content.bottom - anchor.bottom, anchor.top - content.top);
    let room = below.max(above).max(0);
    let size = screen::measure(view, Size::new(width, room), space(config));
    let size = Size::new(width, size.height);
    let left = anchor.left.clamp(content.left, (content.right - width).max(content.left));
    let top = if size.height <= below || below >= above {
        anchor.bottom
    } else {
        anchor.top - size.height
    };
    Rect::at(left, top, size)
}

/// Lays out a dialog that belongs to no app.
pub(crate) fn lay_out_dialog(
    view: &screen::View,
    package: &str,
    config: &Config,
) -> (Layout, Rect) {
    let size = screen::measure(view, dialog_limit(config), space(config));
    let frame = dialog_frame(config, size);
    (screen::layout(view, package, frame, space(config), &Moved::default()), frame)
}
