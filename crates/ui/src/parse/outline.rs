//! Everything that a tree says, as text for tests.

use std::fmt::Write as _;

use crate::{Extra, Flag, Node, Tree};

pub(super) fn outline(tree: &Tree) -> String {
    let mut out = String::new();
    if let Some(size) = tree.display() {
        writeln!(out, "display {}x{} rotation {}", size.width, size.height, tree.rotation())
            .unwrap();
    }
    for window in tree.windows() {
        let root = window.root.map(|root| root.0);
        writeln!(
            out,
            "window {:?} {:?} layer {:?} root {root:?} {:?} {} {}{}{}",
            window.id,
            window.kind,
            window.layer,
            window.title,
            window.package,
            window.bounds,
            if window.active { " active" } else { "" },
            if window.focused { " focused" } else { "" },
        )
        .unwrap();
    }
    for toast in tree.toasts() {
        writeln!(out, "toast {:?} {} {:?}", toast.text, toast.package, toast.age_ms).unwrap();
    }
    for node in tree.nodes() {
        writeln!(out, "{}", line(node)).unwrap();
    }
    for gap in tree.gaps() {
        writeln!(out, "gap at {}: {}", gap.at, gap.what).unwrap();
    }
    out
}

fn line(node: Node<'_>) -> String {
    let mut line = "  ".repeat(node.depth() as usize);
    let role = node.role().name();
    write!(line, "{role} {} {}", node.class(), node.bounds()).unwrap();
    for (name, text) in [
        ("id", node.resource_id()),
        ("text", node.text()),
        ("description", node.description()),
        ("hint", node.hint()),
        ("pane", node.pane()),
        ("tooltip", node.tooltip()),
        ("state", node.state()),
    ] {
        if !text.is_empty() {
            write!(line, " {name}={text:?}").unwrap();
        }
    }
    if node.parent().map(Node::package).unwrap_or_default() != node.package() {
        write!(line, " package={}", node.package()).unwrap();
    }
    let flags = [
        Flag::Enabled,
        Flag::Focused,
        Flag::Focusable,
        Flag::Selected,
        Flag::Checked,
        Flag::Checkable,
        Flag::Clickable,
        Flag::Scrollable,
        Flag::LongClickable,
        Flag::Password,
        Flag::Displayed,
        Flag::Expanded,
        Flag::Editable,
        Flag::Multiline,
        Flag::Heading,
        Flag::ShowsHint,
        Flag::Invalid,
    ];
    for flag in flags {
        // What is said and usual would fill the page.
        let usual = matches!(flag, Flag::Enabled | Flag::Displayed);
        let states =
            matches!(flag, Flag::Checked | Flag::Selected | Flag::Expanded | Flag::ShowsHint);
        match node.flags().said(flag) {
            Some(true) if !usual => write!(line, " {flag:?}").unwrap(),
            Some(false) if usual || states => write!(line, " !{flag:?}").unwrap(),
            _ => {}
        }
    }
    if let Some(extra) = node.extra() {
        let said = format!("{extra:?}");
        let unsaid = format!("{:?}", Extra::default());
        let usual: Vec<&str> = fields(&unsaid).collect();
        let said: Vec<&str> = fields(&said).filter(|field| !usual.contains(field)).collect();
        write!(line, " {{{}}}", said.join(", ")).unwrap();
    }
    line
}

/// The outermost fields of a derived `Debug` text.
fn fields(text: &str) -> impl Iterator<Item = &str> {
    let inside = text.trim_start_matches("Extra { ").trim_end_matches(" }");
    let mut depth = 0_i32;
    inside
        .split_inclusive(move |character: char| {
            depth += match character {
                '(' | '[' | '{' => 1,
                ')' | ']' | '}' => -1,
                _ => 0,
            };
            depth == 0 && character == ','
        })
        .map(|field| field.trim().trim_end_matches(','))
}
