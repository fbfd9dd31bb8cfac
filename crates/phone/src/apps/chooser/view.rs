//! What the resolver and the chooser look like.

use crate::{
    android::Api,
    apps::toolkit::widgets::{self, Emphasis},
    screen::{Align, Color, Edges, Flags, Key, Length, Look, Scroll, TextLook, Theme, View},
};

const NOBODY: &str = "No apps can perform this action.";
const COLUMNS: usize = 4;
const MOST_LINES: usize = 5;
const HIGHEST: f32 = 320.0;
/// As much of a text as a preview holds.
const LONGEST_PREVIEW: usize = 500;

pub(super) struct Row {
    pub(super) key: Key,
    pub(super) label: String,
    pub(super) note: Option<String>,
    pub(super) color: u32,
    pub(super) marked: bool,
}

/// What is asked where nobody says it otherwise.
pub(super) fn title(action: &str) -> &'static str {
    match action {
        "android.intent.action.VIEW" => "Open with",
        "android.intent.action.EDIT" => "Edit with",
        "android.media.action.IMAGE_CAPTURE" => "Capture image",
        action if shares(action) || action == "android.intent.action.SENDTO" => "Share",
        _ => "Complete action using",
    }
}

/// Apps' own titles are not shown where something is shared.
pub(super) fn shares(action: &str) -> bool {
    matches!(action, "android.intent.action.SEND" | "android.intent.action.SEND_MULTIPLE")
}

/// Says what is shared, since API level 34.
pub(super) fn headline(mime: &str) -> &'static str {
    match mime.split('/').next() {
        Some("text") => "Sharing text",
        Some("image") => "Sharing image",
        Some("video") => "Sharing video",
        _ => "Sharing file",
    }
}

fn id(name: &str) -> String {
    format!("android:id/{name}")
}

pub(super) fn resolver(title: &str, rows: &[Row], [list_key, once, always]: [Key; 3]) -> View {
    let heading = View {
        id: id("title"),
        width: Length::Fill,
        padding: Edges::sides(24.0, 16.0),
        ..widgets::text(title, TextLook { size: 20.0, ..widgets::BODY })
    };
    let mut list = View {
        class: "android.widget.ListView".into(),
        id: id("resolver_list"),
        ..widgets::column(rows.iter().map(listed).collect())
    };
    if rows.is_empty() {
        list.children.push(nobody());
    }
    let chosen = rows.iter().any(|row| row.marked);
    let button = |key, name: &str, label| {
        let button = View { id: id(name), ..widgets::button(key, label, Emphasis::Text) };
        if chosen { button } else { widgets::disabled(button) }
    };
    let bar = View {
        id: id("button_bar"),
        justify: Align::End,
        padding: Edges::sides(16.0, 8.0),
        gap: 8.0,
        ..widgets::row(vec![
            button(once, "button_once", "Just once"),
            button(always, "button_always", "Always"),
        ])
    };
    framed(vec![heading, scrolled(list, list_key), bar])
}

pub(super) fn chooser(
    api: Api,
    headline: &str,
    list_key: Key,
    preview: Option<(Key, String)>,
    rows: &[Row],
) -> View {
    let own = |name: &str| {
        if api.since(34) { format!("com.android.intentresolver:id/{name}") } else { id(name) }
    };
    let name = if api.since(34) { own("headline") } else { id("title") };
    let heading = View {
        id: name,
        width: Length::Fill,
        padding: Edges::sides(24.0, 16.0),
        ..widgets::text(headline, TextLook { size: 20.0, ..widgets::BODY })
    };
    let mut panels = vec![heading];
    if let Some((key, text)) = preview {
        let shown = &text[..text.floor_char_boundary(LONGEST_PREVIEW)];
        let look = TextLook { max_lines: 5, ..widgets::CAPTION };
        let shown = View {
            id: id("content_preview_text"),
            width: Length::Weight(1.0),
            ..widgets::text(shown, look)
        };
        let copy = widgets::button(key, if api.since(34) { "" } else { "Copy" }, Emphasis::Text);
        let copy = if api.since(34) {
            View {
                id: own("copy"),
                desc: "Copy text".to_owned(),
                caption: Some("Copy".to_owned()),
                ..copy
            }
        } else {
            View { id: id("chooser_copy_button"), ..copy }
        };
        panels.push(View {
            id: id("content_preview_text_area"),
            padding: Edges::sides(24.0, 0.0),
            gap: 8.0,
            ..widgets::row(vec![shown, copy])
        });
    }
    let mut lines = Vec::new();
    let mut cells: Vec<View> = rows.iter().map(|row| cell(row, own("item"))).collect();
    while !cells.is_empty() {
        let rest = cells.split_off(cells.len().min(COLUMNS));
        let missing = COLUMNS - cells.len();
        let empty =
            View { width: Length::Weight(1.0), flags: Flags::UNIMPORTANT, ..View::default() };
        cells.extend(std::iter::repeat_n(empty, missing));
        lines.push(View { align: Align::Start, ..widgets::row(cells) });
        cells = rest;
    }
    if lines.is_empty() {
        lines.push(nobody());
    }
    let grid = View {
        class: "android.widget.GridView".into(),
        id: id("resolver_list"),
        padding: Edges::sides(12.0, 16.0),
        gap: 8.0,
        ..widgets::column(lines)
    };
    panels.push(scrolled(grid, list_key));
    framed(panels)
}

fn nobody() -> View {
    View {
        id: id("empty"),
        width: Length::Fill,
        padding: Edges::sides(24.0, 16.0),
        ..widgets::text(NOBODY, widgets::BODY)
    }
}

/// A row of the resolver's list.
fn listed(row: &Row) -> View {
    let mut names = vec![named("text1", &row.label, widgets::BODY)];
    names.extend(row.note.as_deref().map(|note| named("text2", note, widgets::CAPTION)));
    let names = View { width: Length::Weight(1.0), ..widgets::column(names) };
    let background = row.marked.then_some(Theme::PRIMARY_CONTAINER);
    View {
        key: row.key,
        padding: Edges::sides(24.0, 8.0),
        gap: 16.0,
        min_height: 56.0,
        look: Look { background, ..Look::default() },
        ..widgets::row(vec![icon(row.color, 40.0), names])
    }
    .with((Flags::CLICKABLE | Flags::FOCUSABLE).with_if(row.marked, Flags::SELECTED))
}

/// A cell of the chooser's grid.
fn cell(row: &Row, id: String) -> View {
    let centred = |look: TextLook| TextLook { align: Align::Center, max_lines: 1, ..look };
    let mut parts = vec![
        icon(row.color, 48.0),
        named("text1", &row.label, centred(TextLook { size: 13.0, ..widgets::BODY })),
    ];
    let small = TextLook { size: 12.0, ..widgets::CAPTION };
    parts.extend(row.note.as_deref().map(|note| named("text2", note, centred(small))));
    View {
        key: row.key,
        id,
        width: Length::Weight(1.0),
        align: Align::Center,
        gap: 4.0,
        padding: Edges::all(4.0),
        ..widgets::column(parts)
    }
    .with(Flags::CLICKABLE | Flags::FOCUSABLE)
}

fn named(name: &str, text: &str, look: TextLook) -> View {
    View { id: id(name), width: Length::Fill, ..widgets::text(text, look) }
}

fn icon(color: u32, side: f32) -> View {
    let look = Look { background: Some(Color::rgb(color)), radius: side / 2.0, ..Look::default() };
    View {
        class: "android.widget.ImageView".into(),
        id: id("icon"),
        flags: Flags::UNIMPORTANT,
        width: Length::Dp(side),
        height: Length::Dp(side),
        look,
        ..View::default()
    }
}

/// A list that is too long for its dialog scrolls.
fn scrolled(list: View, key: Key) -> View {
    if list.children.len() <= MOST_LINES {
        return list;
    }
    View { key, scroll: Scroll::Vertical, height: Length::Dp(HIGHEST), ..list }
}

/// The dialog's wrappers; it takes touches itself, so that none falls through.
fn framed(panels: Vec<View>) -> View {
    let wrap = |class: &'static str, id: String, child: View| View {
        class: class.into(),
        id,
        ..widgets::column(vec![child])
    };
    let panel =
        View { id: id("contentPanel"), padding: Edges::sides(0.0, 8.0), ..widgets::column(panels) }
            .with(Flags::CLICKABLE);
    let content = wrap("android.widget.FrameLayout", id("content"), panel);
    let look = Look { background: Some(Theme::DIALOG), radius: 28.0, ..Look::default() };
    View { look, ..wrap("android.widget.FrameLayout", String::new(), content) }
}
