//! What kind of thing an element is, told from its class name.

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

    /// Exact names first, then what the last part of the name ends with, so that subclasses
    /// (`AppCompatButton`, `MaterialSwitch`) are known, then what marks a container.
    pub fn of_class(class: &str) -> Self {
        let short = class.rsplit(['.', '$']).next().unwrap_or(class);
        BY_SUFFIX
            .iter()
            .find(|(suffix, _)| short.ends_with(suffix))
            .map(|(_, role)| *role)
            .or_else(|| {
                CONTAINERS.iter().any(|part| short.contains(part)).then_some(Self::Container)
            })
            .unwrap_or_default()
    }
}

/// Longer suffixes stand before the shorter ones they end with.
const BY_SUFFIX: &[(&str, Role)] = &[
    ("ImageButton", Role::ImageButton),
    ("FloatingActionButton", Role::ImageButton),
    ("ToggleButton", Role::Switch),
    ("RadioButton", Role::RadioButton),
    ("Button", Role::Button),
    ("Chip", Role::Button),
    ("AutoCompleteTextView", Role::TextField),
    ("EditText", Role::TextField),
    ("TextInput", Role::TextField),
    ("CheckBox", Role::CheckBox),
    ("CheckedTextView", Role::CheckBox),
    ("Switch", Role::Switch),
    ("SwitchCompat", Role::Switch),
    ("SeekBar", Role::Slider),
    ("RatingBar", Role::Slider),
    ("Slider", Role::Slider),
    ("ProgressBar", Role::ProgressBar),
    ("ProgressIndicator", Role::ProgressBar),
    ("Spinner", Role::Spinner),
    ("NumberPicker", Role::Stepper),
    ("TextView", Role::TextView),
    ("ImageView", Role::Image),
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
    ("Toolbar", Role::Toolbar),
];

const CONTAINERS: &[&str] = &["Layout", "ViewGroup", "CardView", "ComposeView", "hierarchy"];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_become_roles() {
        for (class, role) in [
            ("android.widget.Button", Role::Button),
            ("androidx.appcompat.widget.AppCompatImageButton", Role::ImageButton),
            ("com.google.android.material.switchmaterial.SwitchMaterial", Role::Unknown),
            ("com.google.android.material.materialswitch.MaterialSwitch", Role::Switch),
            ("android.widget.ToggleButton", Role::Switch),
            ("android.widget.MultiAutoCompleteTextView", Role::TextField),
            ("android.widget.HorizontalScrollView", Role::ScrollView),
            ("com.facebook.react.views.view.ReactViewGroup", Role::Container),
            ("androidx.compose.ui.platform.ComposeView", Role::Container),
            ("android.widget.RelativeLayout", Role::Container),
            ("android.view.View", Role::Unknown),
            ("", Role::Unknown),
        ] {
            assert_eq!(Role::of_class(class), role, "{class}");
        }
    }

    #[test]
    fn old_spellings_are_read() {
        assert_eq!("checkbox".parse(), Ok(Role::CheckBox));
        assert_eq!("radio".parse(), Ok(Role::RadioButton));
        assert_eq!("text_field".parse(), Ok(Role::TextField));
        assert_eq!(Role::CheckBox.name(), "check_box");
    }
}
