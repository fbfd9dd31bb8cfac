//! A screen drawn from its bounds: what has a ref, what was lost, and everything else in grey.

use std::collections::HashSet;
use std::fmt::Write as _;

use ui::{Bounds, Node};

use super::report::Screen;

pub(crate) fn svg(screen: &Screen) -> String {
    let size = screen.shown.reading.size;
    let display = Bounds::of(size);
    let (width, height) = (size.width.max(1), size.height.max(1));
    let mut out = format!(
        r#"<svg class="wire" viewBox="0 0 {width} {height}" role="img" aria-label="bounds">"#
    );
    let lost: HashSet<u32> =
        screen.losses().iter().filter_map(|loss| loss.node).map(|node| node.0).collect();
    // Refs are written last: what stands behind must not cover them.
    let mut names = String::new();
    let text_height = (width.min(height) / 24).max(8);
    for node in screen.shown.reading.tree.nodes() {
        let Some(part) = node.bounds().intersection(display) else { continue };
        let token = screen.shown.refs.of(node.id());
        let class = if lost.contains(&node.id().0) {
            "lost"
        } else if token.is_some() {
            "ref"
        } else if says(node) {
            "text"
        } else {
            "frame"
        };
        let Bounds { left, top, .. } = part;
        let (width, height) = (part.width(), part.height());
        let _infallible = write!(
            out,
            r#"<rect class="{class}" x="{left}" y="{top}" width="{width}" height="{height}"/>"#
        );
        if let Some(token) = token {
            let (x, y) = (left + 4, top + text_height);
            let _infallible =
                write!(names, r#"<text x="{x}" y="{y}" font-size="{text_height}">{token}</text>"#);
        }
    }
    out + &names + "</svg>"
}

fn says(node: Node<'_>) -> bool {
    node.own_label().is_some()
}
