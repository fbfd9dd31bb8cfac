//! What kind of thing an element is, told from its class name, its type and traits, or its author's words.

use serde::Serialize;
use strum::{EnumString, IntoStaticStr};

#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, IntoStaticStr, EnumString,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Role {
    Button,
    ImageButton,
    TextField,
    TextView,
    #[strum(to_string = "check_box", serialize = "checkbox")]
    CheckBox,
    Switch,
    #[strum(to_string = "radio_button", serialize = "radio")]
    RadioButton,
    Slider,
    ScrollView,
    Image,
    Container,
    List,
    ListItem,
    Tab,
    Toolbar,
    ProgressBar,
    Spinner,
    WebView,
    Stepper,
    Dropdown,
    SegmentedControl,
    Cell,
    MenuItem,
    Dialog,
    #[default]
    Unknown,
}

impl Role {
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// By an Android class: what the last part of the name ends with, so that subclasses
    /// (`AppCompatButton`, `MaterialSwitch`) are known, then what marks a container.
    pub fn of_class(class: &str) -> Self {
        let short = class.rsplit(['.', '$']).next().unwrap_or(class);
        find(BY_SUFFIX, |suffix| short.ends_with(suffix))
            .or_else(|| {
                CONTAINERS.iter().any(|part| short.contains(part)).then_some(Self::Container)
            })
            .unwrap_or_default()
    }

    /// By the words in which an Android author describes the kind of an element. Compose reports
    /// switches and tabs in no other way.
    pub fn of_description(words: &str) -> Option<Self> {
        find(BY_DESCRIPTION, |known| words.trim().eq_ignore_ascii_case(known))
    }

    /// By an iOS type (in any vocabulary), subrole and traits. A subrole or trait that names a kind of
    /// its own wins; then the type; a type that says little leaves the word to the traits.
    pub fn of_apple_type(kind: &str, subrole: &str, traits: &[impl AsRef<str>]) -> Self {
        let has = |name: &str| traits.iter().any(|has| has.as_ref() == name);
        let kind = apple_type(kind);
        if let Some(role) = find(BY_SUBROLE, |name| apple_type(subrole) == *name || has(name)) {
            return role;
        }
        let by_type = find(BY_TYPE, |name| kind == *name);
        match by_type {
            Some(Self::Button) if has("Image") => Self::ImageButton,
            Some(role) if role != Self::Container => role,
            _ if by_type.is_none() || VAGUE.contains(&kind) => {
                if has("Button") && has("Image") {
                    return Self::ImageButton;
                }
                find(BY_TRAIT, |name| has(name)).or(by_type).unwrap_or_default()
            }
            _ => Self::Container,
        }
    }
}

/// A type without the mark of its vocabulary: `Button` of `XCUIElementTypeButton`.
pub fn apple_type(kind: &str) -> &str {
    ["XCUIElementType", "AX", "UIA"].iter().find_map(|mark| kind.strip_prefix(mark)).unwrap_or(kind)
}

fn find(table: &[(&str, Role)], fits: impl Fn(&&str) -> bool) -> Option<Role> {
    table.iter().find(|(name, _)| fits(name)).map(|(_, role)| *role)
}

/// Longer suffixes stand before the shorter ones they end with.
const BY_SUFFIX: &[(&str, Role)] = &[
    ("ImageButton", Role::ImageButton),
    ("ExtendedFloatingActionButton", Role::Button),
    ("FloatingActionButton", Role::ImageButton),
    ("ToggleButton", Role::Switch),
    ("RadioButton", Role::RadioButton),
    ("Button", Role::Button),
    ("Chip", Role::Button),
    ("ActionMenuItemView", Role::Button),
    ("MenuItem", Role::MenuItem),
    ("MenuItemView", Role::MenuItem),
    ("AutoCompleteTextView", Role::TextField),
    ("SearchAutoComplete", Role::TextField),
    ("EditText", Role::TextField),
    ("TextInput", Role::TextField),
    ("CheckBox", Role::CheckBox),
    ("CheckedTextView", Role::CheckBox),
    ("Switch", Role::Switch),
    ("SwitchCompat", Role::Switch),
    ("SwitchMaterial", Role::Switch),
    ("SeekBar", Role::Slider),
    ("RatingBar", Role::Slider),
    ("Slider", Role::Slider),
    ("ProgressBar", Role::ProgressBar),
    ("ProgressIndicator", Role::ProgressBar),
    ("Spinner", Role::Spinner),
    ("NumberPicker", Role::Stepper),
    ("Stepper", Role::Stepper),
    ("ButtonToggleGroup", Role::SegmentedControl),
    ("SegmentedControl", Role::SegmentedControl),
    ("Chronometer", Role::TextView),
    ("TextClock", Role::TextView),
    ("TextView", Role::TextView),
    ("ImageView", Role::Image),
    ("QuickContactBadge", Role::Image),
    ("Image", Role::Image),
    ("ScrollView", Role::ScrollView),
    ("ViewPager", Role::ScrollView),
    ("ViewPager2", Role::ScrollView),
    ("ListView", Role::List),
    ("GridView", Role::List),
    ("RecyclerView", Role::List),
    ("WebView", Role::WebView),
    ("TabWidget", Role::Tab),
    ("TabView", Role::Tab),
    ("Tab", Role::Tab),
    ("NavigationItemView", Role::Tab),
    ("NavigationBarItemView", Role::Tab),
    ("Toolbar", Role::Toolbar),
    ("ToolBar", Role::Toolbar),
    ("BottomNavigationView", Role::Toolbar),
    ("NavigationBarView", Role::Toolbar),
    ("Dialog", Role::Dialog),
];

const CONTAINERS: &[&str] = &[
    "Layout",
    "ViewGroup",
    "CardView",
    "ComposeView",
    "hierarchy",
    "RadioGroup",
    "ChipGroup",
    "TabHost",
    "TableRow",
    "ViewAnimator",
    "ViewFlipper",
    "ViewSwitcher",
];

const BY_DESCRIPTION: &[(&str, Role)] = &[
    ("Switch", Role::Switch),
    ("Toggle", Role::Switch),
    ("Tab", Role::Tab),
    ("Button", Role::Button),
    ("Link", Role::Button),
    ("Checkbox", Role::CheckBox),
    ("Check box", Role::CheckBox),
    ("Radio button", Role::RadioButton),
    ("Slider", Role::Slider),
    ("Drop down list", Role::Spinner),
    ("Dropdown list", Role::Spinner),
    ("Dropdown menu", Role::Spinner),
    ("Combo box", Role::Spinner),
    ("Image", Role::Image),
    ("Menu item", Role::MenuItem),
    ("Edit box", Role::TextField),
    ("Search field", Role::TextField),
    ("Progress bar", Role::ProgressBar),
    ("Toolbar", Role::Toolbar),
    ("Dialog", Role::Dialog),
    ("Alert", Role::Dialog),
];

/// Subroles and traits that say more than any type.
const BY_SUBROLE: &[(&str, Role)] = &[
    ("SecureTextField", Role::TextField),
    ("SearchField", Role::TextField),
    ("Switch", Role::Switch),
    ("Toggle", Role::Switch),
    ("TabButton", Role::Tab),
];

/// XCUI types, the accessibility roles that idb reports, and the types of the older UI automation.
const BY_TYPE: &[(&str, Role)] = &[
    ("Button", Role::Button),
    ("Link", Role::Button),
    ("Key", Role::Button),
    ("MenuItem", Role::MenuItem),
    ("MenuBarItem", Role::MenuItem),
    ("MenuButton", Role::Button),
    ("DisclosureTriangle", Role::Button),
    ("ToolbarButton", Role::Button),
    ("DecrementArrow", Role::Button),
    ("IncrementArrow", Role::Button),
    ("Icon", Role::ImageButton),
    ("DockItem", Role::ImageButton),
    ("TextField", Role::TextField),
    ("SecureTextField", Role::TextField),
    ("SearchField", Role::TextField),
    ("SearchBar", Role::TextField),
    ("TextView", Role::TextField),
    ("TextArea", Role::TextField),
    ("StaticText", Role::TextView),
    ("Heading", Role::TextView),
    ("CheckBox", Role::CheckBox),
    ("Switch", Role::Switch),
    ("Toggle", Role::Switch),
    ("RadioButton", Role::RadioButton),
    ("Slider", Role::Slider),
    ("PickerWheel", Role::Slider),
    ("ScrollView", Role::ScrollView),
    ("ScrollArea", Role::ScrollView),
    ("Image", Role::Image),
    ("Table", Role::List),
    ("TableView", Role::List),
    ("CollectionView", Role::List),
    ("Outline", Role::List),
    ("Grid", Role::List),
    ("Cell", Role::ListItem),
    ("TableCell", Role::ListItem),
    ("CollectionCell", Role::ListItem),
    ("Row", Role::ListItem),
    ("TableRow", Role::ListItem),
    ("OutlineRow", Role::ListItem),
    ("Tab", Role::Tab),
    ("Toolbar", Role::Toolbar),
    ("NavigationBar", Role::Toolbar),
    ("TabBar", Role::Toolbar),
    ("TabGroup", Role::Toolbar),
    ("StatusBar", Role::Toolbar),
    ("ProgressIndicator", Role::ProgressBar),
    ("ActivityIndicator", Role::ProgressBar),
    ("BusyIndicator", Role::ProgressBar),
    ("LevelIndicator", Role::ProgressBar),
    ("Picker", Role::Spinner),
    ("DatePicker", Role::Spinner),
    ("PopUpButton", Role::Spinner),
    ("ComboBox", Role::Spinner),
    ("WebView", Role::WebView),
    ("WebArea", Role::WebView),
    ("Stepper", Role::Stepper),
    ("SegmentedControl", Role::SegmentedControl),
    ("Alert", Role::Dialog),
    ("Sheet", Role::Dialog),
    ("ActionSheet", Role::Dialog),
    ("Dialog", Role::Dialog),
    ("Application", Role::Container),
    ("Window", Role::Container),
    ("Group", Role::Container),
    ("Other", Role::Container),
    ("GenericElement", Role::Container),
    ("Element", Role::Container),
    ("Popover", Role::Container),
    ("PageIndicator", Role::Container),
    ("Keyboard", Role::Container),
    ("Map", Role::Container),
    ("ScrollBar", Role::Container),
    ("Splitter", Role::Container),
    ("Menu", Role::Container),
    ("MenuBar", Role::Container),
];

/// Types that say little: what SwiftUI and React Native draw is often one of them, with traits only.
const VAGUE: &[&str] = &["Group", "Other", "GenericElement", "Element"];

const BY_TRAIT: &[(&str, Role)] = &[
    ("SearchField", Role::TextField),
    ("TextEntry", Role::TextField),
    ("TextArea", Role::TextField),
    ("RadioButton", Role::RadioButton),
    ("Adjustable", Role::Slider),
    ("PickerElement", Role::Spinner),
    ("PopupButton", Role::Spinner),
    ("MenuItem", Role::MenuItem),
    ("Alert", Role::Dialog),
    ("Button", Role::Button),
    ("Link", Role::Button),
    ("BackButton", Role::Button),
    ("KeyboardKey", Role::Button),
    ("TabBar", Role::Toolbar),
    ("Image", Role::Image),
    ("StaticText", Role::TextView),
    ("Header", Role::TextView),
    ("Scrollable", Role::ScrollView),
    ("WebContent", Role::WebView),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_become_roles() {
        for (class, role) in [
            ("android.widget.Button", Role::Button),
            ("androidx.appcompat.widget.AppCompatImageButton", Role::ImageButton),
            ("com.google.android.material.switchmaterial.SwitchMaterial", Role::Switch),
            ("com.google.android.material.materialswitch.MaterialSwitch", Role::Switch),
            ("android.widget.ToggleButton", Role::Switch),
            ("android.widget.MultiAutoCompleteTextView", Role::TextField),
            ("androidx.appcompat.widget.SearchView$SearchAutoComplete", Role::TextField),
            ("android.widget.HorizontalScrollView", Role::ScrollView),
            ("com.facebook.react.views.view.ReactViewGroup", Role::Container),
            ("androidx.compose.ui.platform.ComposeView", Role::Container),
            ("android.widget.RelativeLayout", Role::Container),
            ("com.google.android.material.tabs.TabLayout$TabView", Role::Tab),
            (
                "com.google.android.material.floatingactionbutton.ExtendedFloatingActionButton",
                Role::Button,
            ),
            ("android.view.MenuItem", Role::MenuItem),
            ("android.app.AlertDialog", Role::Dialog),
            ("android.view.View", Role::Unknown),
            ("", Role::Unknown),
        ] {
            assert_eq!(Role::of_class(class), role, "{class}");
        }
    }

    #[test]
    fn apple_types_subroles_and_traits_become_roles() {
        for (kind, subrole, traits, role) in [
            ("XCUIElementTypeButton", "", &[][..], Role::Button),
            ("AXButton", "", &["Button", "Image"], Role::ImageButton),
            ("UIAButton", "", &[], Role::Button),
            ("Button", "", &["TabButton", "Button"], Role::Tab),
            ("CheckBox", "AXSwitch", &[], Role::Switch),
            ("Button", "Switch", &[], Role::Switch),
            ("CheckBox", "", &["Button"], Role::CheckBox),
            ("TextField", "AXSecureTextField", &[], Role::TextField),
            ("TextView", "", &[], Role::TextField),
            ("GenericElement", "", &["Button"], Role::Button),
            ("Other", "", &["Adjustable"], Role::Slider),
            ("Other", "", &["Header", "StaticText"], Role::TextView),
            ("Other", "", &["None"], Role::Container),
            ("Group", "", &["WebContent"], Role::WebView),
            ("StaticText", "", &["WebContent"], Role::TextView),
            ("Application", "", &["Button"], Role::Container),
            ("Alert", "", &[], Role::Dialog),
            ("Stepper", "", &[], Role::Stepper),
            ("Cell", "", &["Button"], Role::ListItem),
            ("Handle", "", &["Button"], Role::Button),
            ("Handle", "", &[], Role::Unknown),
            ("", "", &[], Role::Unknown),
        ] {
            assert_eq!(
                Role::of_apple_type(kind, subrole, traits),
                role,
                "{kind} {subrole} {traits:?}"
            );
        }
    }

    #[test]
    fn descriptions_become_roles() {
        assert_eq!(Role::of_description("Switch"), Some(Role::Switch));
        assert_eq!(Role::of_description(" radio button"), Some(Role::RadioButton));
        assert_eq!(Role::of_description("Kippschalter"), None);
    }

    /// Holds targets.10.
    #[test]
    fn old_spellings_are_read() {
        assert_eq!("checkbox".parse(), Ok(Role::CheckBox));
        assert_eq!("radio".parse(), Ok(Role::RadioButton));
        assert_eq!("text_field".parse(), Ok(Role::TextField));
        assert_eq!(Role::CheckBox.name(), "check_box");
    }
}
