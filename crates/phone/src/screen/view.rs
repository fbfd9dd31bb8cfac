//! What an app wants shown: a tree of views with lengths in density-independent pixels. Layout turns
//! it into nodes with bounds.

use std::borrow::Cow;

use super::{Color, Flags, font::Weight};

/// Names a view across rebuilds, so that scrolling and focus stay where they are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct Key(pub u64);

impl Key {
    /// The key of the child in this place.
    #[must_use]
    pub fn child(self, place: usize) -> Self {
        let mixed = self.0.rotate_left(5) ^ (place as u64).wrapping_add(0x9e37_79b9);
        Self(mixed.wrapping_mul(0x517c_c1b7_2722_0a95))
    }
}

/// How long a side is.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub enum Length {
    /// As long as the content.
    #[default]
    Wrap,
    /// As long as the parent allows.
    Fill,
    /// A share of what is left along the parent's direction.
    Weight(f32),
    Dp(f32),
}

/// How children are placed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Arrange {
    #[default]
    Column,
    Row,
    /// All at the same place, the last on top.
    Stack,
}

/// Where something goes when there is room to spare.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Align {
    #[default]
    Start,
    Center,
    End,
}

/// Distances from the edges, in dp.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Edges {
    pub left: f32,
    pub top: f32,
    pub right: f32,
    pub bottom: f32,
}

impl Edges {
    pub const fn all(length: f32) -> Self {
        Self { left: length, top: length, right: length, bottom: length }
    }

    pub const fn sides(horizontal: f32, vertical: f32) -> Self {
        Self { left: horizontal, top: vertical, right: horizontal, bottom: vertical }
    }
}

/// A view.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct View {
    pub key: Key,
    pub class: Cow<'static, str>,
    pub id: String,
    pub text: String,
    /// What is drawn, where that is not the text.
    pub caption: Option<String>,
    pub desc: String,
    pub hint: String,
    pub flags: Flags,
    pub role: Role,
    pub arrange: Arrange,
    pub width: Length,
    pub height: Length,
    pub min_height: f32,
    pub padding: Edges,
    pub margin: Edges,
    pub gap: f32,
    /// Across the direction of the children.
    pub align: Align,
    /// Along the direction of the children.
    pub justify: Align,
    pub scroll: Scroll,
    /// Takes no room and is not told; its place among its siblings is kept for the keys.
    pub gone: bool,
    /// Lies over its whole parent, margins apart, and takes no room.
    pub overlay: bool,
    pub look: Look,
    pub children: Vec<Self>,
}

impl View {
    /// What stands for a view that is not shown.
    pub fn hidden() -> Self {
        Self { gone: true, ..Self::default() }
    }

    /// The view with other flags.
    #[must_use]
    pub fn with(mut self, flags: Flags) -> Self {
        self.flags = self.flags | flags;
        self
    }

    /// The view of this name in the subtree.
    pub fn find(&self, key: Key) -> Option<&Self> {
        if self.key == key {
            return Some(self);
        }
        self.children.iter().find_map(|child| child.find(key))
    }
}

/// Whether and how a view's children move inside it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Scroll {
    #[default]
    No,
    /// All children exist; those out of sight are left out of the tree.
    Vertical,
    /// Rows out of sight do not exist at all.
    Recycling,
}

/// What a touch or a key does to a view, beyond a click.
#[derive(Debug, Clone, PartialEq, Default)]
pub enum Role {
    #[default]
    Plain,
    Field(Field),
    /// Where it stands, 0 to 1.
    Slider(f32),
}

/// An editable text.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Field {
    pub value: String,
    pub input_type: InputType,
    /// Enter is handed to the app instead of moving on.
    pub submits: bool,
}

/// How a view is drawn.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Look {
    pub background: Option<Color>,
    /// Corner radius in dp.
    pub radius: f32,
    /// Colour and width in dp.
    pub border: Option<(Color, f32)>,
    pub content: Content,
}

/// What is drawn inside a view.
#[derive(Debug, Clone, PartialEq, Default)]
pub enum Content {
    #[default]
    Nothing,
    Text(TextLook),
    Icon(Icon, Color),
    /// Box and label.
    CheckBox(bool, TextLook),
    Radio(bool, TextLook),
    /// Label and switch.
    Switch(bool, TextLook),
    Slider(f32),
    Spinner,
    Progress(f32),
    /// An app on the home screen: a coloured disc with the first letter, the label below.
    AppIcon(Color, TextLook),
}

/// How text is drawn.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TextLook {
    /// Scaled pixels.
    pub size: f32,
    pub weight: Weight,
    pub color: Color,
    pub align: Align,
    /// 0: as many as it takes.
    pub max_lines: usize,
}

/// The pictures that icon buttons and images show.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Icon {
    Back,
    More,
    Search,
    Cart,
    Heart,
    Person,
    Settings,
    Check,
    Close,
    Plus,
    Picture,
    Send,
    Menu,
    Down,
    Bell,
}

/// What kind of text an editor takes; decides the number `dumpsys input_method` prints.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum InputType {
    #[default]
    Text,
    Multiline,
    Email,
    Password,
    Number,
    Phone,
    /// Any other, by its number.
    Raw(u32),
}

impl InputType {
    /// `EditorInfo.inputType`.
    pub fn number(self) -> u32 {
        match self {
            Self::Text => 0x1,
            Self::Multiline => 0x2_0001,
            Self::Email => 0x21,
            Self::Password => 0x81,
            Self::Number => 0x2,
            Self::Phone => 0x3,
            Self::Raw(number) => number,
        }
    }
}
