//! [`Program`]: what an app made with the toolkit has to say. It shows views and is told what the user
//! did to them; fingers, keys, focus and scrolling are the toolkit's.

use tokio::time::Instant;

use crate::{
    android::{ActivityId, Config, Host, Intent},
    screen::{Key, View},
};

/// The code of an app. Sync: it only computes.
pub(crate) trait Program: Send {
    fn start(&mut self, host: &Host, activity: ActivityId, class: &str, intent: &Intent);

    fn new_intent(&mut self, _host: &Host, _activity: ActivityId, _intent: &Intent) {}

    /// The activity is gone for good.
    fn end(&mut self, activity: ActivityId);

    /// What the activity shows now: its own scene first, then dialogs, each above the one before.
    fn scenes(&mut self, host: &Host, config: &Config, activity: ActivityId) -> Vec<Scene>;

    fn handle(&mut self, host: &Host, activity: ActivityId, event: UiEvent);

    /// Back was pressed while `scene` (its place in [`Program::scenes`]) was on top. False: leave.
    fn back(&mut self, host: &Host, activity: ActivityId, scene: usize) -> bool;

    /// The activity has come to the front, perhaps back to it.
    fn resumed(&mut self, _host: &Host, _activity: ActivityId) {}

    /// What the activity shows may have changed although nothing happened to it: it is to be asked
    /// whenever somebody looks. Nobody is told of such changes.
    fn animates(&self, _activity: ActivityId) -> bool {
        false
    }

    /// Whether the activity tells accessibility of changes inside its windows.
    fn sends_events(&self, _activity: ActivityId) -> bool {
        true
    }

    /// Until when its one thread does something else.
    fn busy_until(&self) -> Option<Instant> {
        None
    }

    fn next_wake(&self) -> Option<Instant> {
        None
    }

    fn wake(&mut self, _host: &Host) {}
}

/// One window's content.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Scene {
    /// Fills the display.
    Full(View),
    /// Sits in the middle of a darkened display.
    Dialog(View),
    /// A menu below (or, without room, above) the view of the scene before that has this key.
    Popup(View, Key),
}

impl Scene {
    pub(crate) fn into_view(self) -> View {
        match self {
            Self::Full(view) | Self::Dialog(view) | Self::Popup(view, _) => view,
        }
    }

    pub(crate) fn view(&self) -> &View {
        match self {
            Self::Full(view) | Self::Dialog(view) | Self::Popup(view, _) => view,
        }
    }
}

/// What the user did.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum UiEvent {
    Click(Key),
    LongClick(Key),
    /// The field's text is now this.
    Text(Key, String),
    /// Enter in a field that submits.
    Submit(Key),
    /// The slider stands here, 0 to 1.
    Slide(Key, f32),
    /// A touch beside the topmost dialog.
    Outside,
}
