//! [`Toolkit`]: an app process made of a [`Program`]. Keeps each activity's windows in step with what
//! the program shows.

use std::{collections::BTreeMap, sync::Arc};

use async_trait::async_trait;
use tokio::time::Instant;

use super::{
    Program, Scene, UiEvent,
    editor::Cursor,
    fling::Fling,
    gesture::{Deed, Gesture, whole},
    keys::{self, Pressed},
    window::Window,
};
use crate::{
    android::{ActivityId, ActivityState, Config, Editor, Host, Intent, Motion, WindowId},
    apps::{App, Key, Pointer},
    screen::{self, Frame, Rect, Tree},
};

/// A turn of a spinner takes this many seconds.
const SPINNER_TURN: f32 = 1.333;
/// A cursor is seen this long, then hidden as long.
const BLINK_MS: u128 = 500;

pub(crate) struct Toolkit<P> {
    host: Host,
    config: Config,
    program: P,
    activities: BTreeMap<ActivityId, Vec<Window>>,
    /// The activity in front, if it is one of this process.
    resumed: Option<ActivityId>,
    gesture: Option<Gesture>,
    fling: Option<Fling>,
    born: Instant,
}

impl<P: Program> Toolkit<P> {
    pub(crate) fn new(host: Host, program: P) -> Self {
        let config = host.config();
        Self {
            host,
            config,
            program,
            activities: BTreeMap::new(),
            resumed: None,
            gesture: None,
            fling: None,
            born: Instant::now(),
        }
    }

    /// Asks the program what it shows and brings the windows in line with it.
    fn refresh(&mut self, activity: ActivityId) {
        if self.rebuild(activity)
            && self.resumed == Some(activity)
            && self.program.sends_events(activity)
        {
            self.host.accessibility_event();
        }
    }

    /// Asks again, in case what it shows moves by itself. Nobody is told.
    fn look(&mut self, id: WindowId) {
        let Some((activity, ..)) = self.find(id) else { return };
        if self.program.animates(activity) {
            self.rebuild(activity);
        }
    }

    /// True when something in the windows changed.
    fn rebuild(&mut self, activity: ActivityId) -> bool {
        let Some(windows) = self.activities.get_mut(&activity) else { return false };
        let scenes = self.program.scenes(&self.host, &self.config, activity);
        windows.truncate(scenes.len());
        for (place, scene) in scenes.into_iter().enumerate() {
            match windows.get_mut(place) {
                Some(window) => window.show(scene),
                None => windows.push(Window::new(self.host.new_window(), scene)),
            }
        }
        let keyboard_was_wanted =
            windows.iter().any(|window| keys::focused_field(window).is_some());
        let mut changed = false;
        for place in 0..windows.len() {
            let anchor = anchor(windows, place);
            let window = &mut windows[place];
            changed |= window.lay_out(self.host.package(), &self.config, anchor);
            if window.moved.focus.is_some_and(|key| window.scene.view().find(key).is_none()) {
                window.moved.focus = None;
                changed |= window.lay_out(self.host.package(), &self.config, anchor);
            }
        }
        let wanted = windows.last().is_some_and(|window| keys::focused_field(window).is_some());
        if keyboard_was_wanted && !wanted {
            self.host.hide_keyboard();
        }
        self.host.set_windows(activity, windows.iter().map(Window::spec).collect());
        changed
    }

    fn refresh_all(&mut self) {
        let activities: Vec<_> = self.activities.keys().copied().collect();
        for activity in activities {
            self.refresh(activity);
        }
    }

    /// Lays one window out anew after the user moved something in it.
    fn relay(&mut self, window: WindowId) {
        let (host, config) = (&self.host, &self.config);
        for (activity, windows) in &mut self.activities {
            let Some(place) = windows.iter().position(|have| have.id == window) else { continue };
            let anchor = anchor(windows, place);
            let changed = windows[place].lay_out(host.package(), config, anchor);
            if changed && self.program.sends_events(*activity) {
                host.accessibility_event();
            }
        }
    }

    fn find(&mut self, id: WindowId) -> Option<(ActivityId, usize, &mut Window)> {
        self.activities.iter_mut().find_map(|(activity, windows)| {
            let (place, window) = windows.iter_mut().enumerate().find(|(_, have)| have.id == id)?;
            Some((*activity, place, window))
        })
    }

    fn event(&mut self, activity: ActivityId, event: UiEvent) {
        if self.program.sends_events(activity) {
            self.host.accessibility_event();
        }
        self.program.handle(&self.host, activity, event);
        // One program may show the same state in several activities.
        self.refresh_all();
    }

    fn act(&mut self, id: WindowId, deed: Deed) {
        let Some((activity, _, window)) = self.find(id) else { return };
        match deed {
            Deed::Nothing => {}
            Deed::Click(key) => self.event(activity, UiEvent::Click(key)),
            Deed::Slide(key, part) => self.event(activity, UiEvent::Slide(key, part)),
            Deed::Outside => self.event(activity, UiEvent::Outside),
            Deed::Focus(key, x) => {
                window.moved.focus = Some(key);
                window.cursor = cursor_at(window, key, x);
                self.relay(id);
                self.show_keyboard(activity, id);
            }
            Deed::ScrollTo(key, offset) => {
                if window.scroll_to(key, offset) {
                    self.relay(id);
                }
            }
            Deed::Throw(key, speed) => {
                let offset = window.moved.scroll.get(&key).copied().unwrap_or(0);
                self.fling = Some(Fling::new(id, key, offset, speed));
            }
        }
    }

    fn show_keyboard(&mut self, activity: ActivityId, id: WindowId) {
        let package = self.host.package().to_owned();
        let Some((_, _, window)) = self.find(id) else { return };
        let Some((key, field)) = keys::focused_field(window) else { return };
        let input_type = field.input_type;
        let view = window.scene.view().find(key);
        let field_id = view.map_or(-1, |view| resource_number(&view.id));
        let ime_options = 0;
        self.host.show_keyboard(Editor {
            activity,
            window: id,
            package,
            input_type,
            ime_options,
            field_id,
        });
    }

    fn pressed_key(&mut self, id: WindowId, key: Key) -> bool {
        let host = self.host.clone();
        let Some((activity, _, window)) = self.find(id) else { return false };
        match keys::press(window, &host, key) {
            Pressed::Event(event) => self.event(activity, event),
            Pressed::Moved => {
                self.relay(id);
                self.show_keyboard_if_field(activity, id);
            }
            Pressed::Done => self.host.hide_keyboard(),
            Pressed::Scroll(pages) => return self.scroll_page(id, pages),
            Pressed::Unused => return false,
        }
        true
    }

    /// Walking onto a field with keys brings the keyboard up as a tap does.
    fn show_keyboard_if_field(&mut self, activity: ActivityId, id: WindowId) {
        let Some((_, _, window)) = self.find(id) else { return };
        if keys::focused_field(window).is_some() {
            self.show_keyboard(activity, id);
        }
    }

    fn scroll_page(&mut self, id: WindowId, pages: i32) -> bool {
        let Some((_, _, window)) = self.find(id) else { return false };
        let Some(found) = window.layout.scrolls.iter().find(|found| found.range > 0).copied()
        else {
            return false;
        };
        let moved = window.scroll_to(found.key, found.offset + pages * found.bounds.height());
        if moved {
            self.relay(id);
        }
        moved
    }

    fn step_fling(&mut self) {
        let Some(mut fling) = self.fling.take() else { return };
        let Some(offset) = fling.step() else { return };
        let Some((_, _, window)) = self.find(fling.window) else { return };
        if window.scroll_to(fling.key, offset) {
            self.relay(fling.window);
            self.fling = Some(fling);
        }
    }
}

#[async_trait]
impl<P: Program> App for Toolkit<P> {
    async fn start(&mut self, activity: ActivityId, class: &str, intent: &Intent) {
        self.activities.insert(activity, Vec::new());
        self.program.start(&self.host, activity, class, intent);
        self.refresh(activity);
    }

    async fn new_intent(&mut self, activity: ActivityId, intent: &Intent) {
        self.program.new_intent(&self.host, activity, intent);
        self.refresh(activity);
    }

    async fn set_state(&mut self, activity: ActivityId, state: ActivityState) {
        match state {
            ActivityState::Destroyed => {
                self.activities.remove(&activity);
                self.program.end(activity);
            }
            ActivityState::Resumed => {
                self.resumed = Some(activity);
                self.program.resumed(&self.host, activity);
                self.refresh(activity);
            }
            ActivityState::Paused => {
                self.resumed = self.resumed.filter(|resumed| *resumed != activity);
                self.gesture = None;
                self.fling = None;
            }
            ActivityState::Stopped => {
                if self.resumed == Some(activity) {
                    self.resumed = None;
                }
                for window in self.activities.get_mut(&activity).into_iter().flatten() {
                    window.moved.focus = None;
                }
                self.gesture = None;
                self.fling = None;
                self.refresh(activity);
            }
        }
    }

    async fn configure(&mut self, config: Config) {
        let places: Vec<_> = self
            .activities
            .values()
            .flatten()
            .filter_map(|window| Some((window.id, window.focus_place()?)))
            .collect();
        self.config = config;
        self.refresh_all();
        for (id, place) in places {
            if self.find(id).is_some_and(|(_, _, window)| window.reveal(place)) {
                self.relay(id);
            }
        }
    }

    async fn pointer(&mut self, id: WindowId, pointer: Pointer) {
        let density = self.config.density;
        if pointer.motion == Motion::Down {
            self.fling = None;
            self.look(id);
            let Some((_, _, window)) = self.find(id) else { return };
            let (x, y) = whole(pointer);
            let inside = matches!(window.scene, Scene::Full(_)) || window.frame.contains(x, y);
            let outside = !inside;
            let gesture = Gesture::begin(id, &window.layout, outside, pointer, density);
            self.gesture = Some(gesture);
            return;
        }
        let Some(mut gesture) = self.gesture.take() else { return };
        let Some((_, _, window)) = self.find(gesture.window) else { return };
        let deed = gesture.go_on(&window.layout, pointer);
        if pointer.motion == Motion::Move {
            self.gesture = Some(gesture);
        }
        self.act(id, deed);
    }

    async fn key(&mut self, window: WindowId, key: Key) -> bool {
        self.pressed_key(window, key)
    }

    async fn commit_text(&mut self, id: WindowId, text: String) {
        let Some((activity, _, window)) = self.find(id) else { return };
        let Some((key, field)) = keys::focused_field(window) else { return };
        let changed = window.cursor.insert(&field.value, &text);
        self.event(activity, UiEvent::Text(key, changed));
    }

    async fn back(&mut self, id: WindowId) -> bool {
        let Some((activity, place, _)) = self.find(id) else { return false };
        let handled = self.program.back(&self.host, activity, place);
        self.host.accessibility_event();
        self.refresh_all();
        handled
    }

    async fn tree(&mut self, window: WindowId) -> Option<Arc<Tree>> {
        self.look(window);
        self.find(window).map(|(_, _, window)| window.tree())
    }

    async fn draw(&mut self, window: WindowId) -> Option<Frame> {
        let pressed = self.gesture.as_ref().and_then(Gesture::pressed);
        // A thread that is busy moves nothing.
        if self.program.busy_until().is_none_or(|until| until <= Instant::now()) {
            self.look(window);
        }
        let age = self.born.elapsed();
        let turn = age.as_secs_f32() / SPINNER_TURN;
        let blink = (age.as_millis() / BLINK_MS) % 2 == 1;
        let config = self.config;
        self.find(window).map(|(_, _, window)| window.draw(&config, pressed, turn, blink))
    }

    fn busy_until(&self) -> Option<Instant> {
        self.program.busy_until()
    }

    fn next_wake(&self) -> Option<Instant> {
        let long_press = self.gesture.as_ref().and_then(Gesture::long_press_at);
        let frame = self.fling.as_ref().map(Fling::next_frame);
        [long_press, frame, self.program.next_wake()].into_iter().flatten().min()
    }

    async fn wake(&mut self) {
        let now = Instant::now();
        if let Some(gesture) = &mut self.gesture
            && gesture.long_press_at().is_some_and(|at| at <= now)
        {
            let id = gesture.window;
            if let Some(key) = gesture.long_pressed()
                && let Some((activity, _, _)) = self.find(id)
            {
                self.event(activity, UiEvent::LongClick(key));
            }
        }
        if self.fling.as_ref().is_some_and(|fling| fling.next_frame() <= now) {
            self.step_fling();
        }
        if self.program.next_wake().is_some_and(|at| at <= now) {
            self.program.wake(&self.host);
            self.refresh_all();
        }
    }
}

/// Where the view stands that a popup belongs to.
/// What the build would have made of a resource id: a number of the app's own, in the package and type of ids.
fn resource_number(id: &str) -> i32 {
    const IDS: u32 = 0x7f0a_0000;
    if id.is_empty() {
        return -1;
    }
    let hash = id.bytes().fold(0_u32, |hash, byte| hash.wrapping_mul(31) + u32::from(byte));
    i32::try_from(IDS | (hash & 0xffff)).unwrap_or(-1)
}

fn anchor(windows: &[Window], place: usize) -> Option<Rect> {
    let Scene::Popup(_, key) = windows.get(place)?.scene else { return None };
    let below = &windows.get(place.checked_sub(1)?)?.layout;
    Some(below.drawn[below.find(key)?].frame)
}

/// Where a tap puts the cursor: before the character whose left half was hit.
fn cursor_at(window: &Window, key: screen::Key, x: f32) -> Cursor {
    let Some(at) = window.layout.find(key) else { return Cursor::default() };
    let drawn = &window.layout.drawn[at];
    let place = drawn.field().map_or(0, |field| {
        let shown = &window.layout.tree.nodes[at].text;
        if field.value.is_empty() { 0 } else { drawn.place_at(shown, x) }
    });
    Cursor::at(place)
}
