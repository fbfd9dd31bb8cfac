//! One phone that walks through an app: looks, taps, goes back, and starts over when there is no way back.

use std::path::Path;

use serde_json::{Value, json};
use tokio::time::Instant;

use super::crash::Crash;
use super::hands::{Hands, Lost, Told};
use super::picture::{self, Seen};
use super::screen::{Place, Screen, Target};
use super::visit::{Outcome, Step, Visit};

/// Times Back is pressed to get out of a keyboard, a dialog and a screen.
const BACKS: usize = 4;
/// Pages of a list that are looked through.
pub(super) const PAGES: usize = 12;
/// Looks at an app that starts; each may take ten seconds.
const LOOKS: usize = 8;
/// Looks that a screen without anything to tap is given to go on.
const TITLES: usize = 3;
/// Looks that may find the home screen instead.
const HOMES: usize = 3;
/// Tries of one tap.
const TRIES: usize = 3;
/// How a tool says that a screen is never at rest.
const UNREADABLE: &str = "TREE_UNAVAILABLE";
/// What says yes to a permission or a notice of the system.
const YES: [&str; 6] =
    ["While using the app", "Allow", "Only this time", "Allow all", "Continue", "OK"];

pub(super) struct Walker<'a> {
    program: &'a Path,
    apk: &'a Path,
    package: &'a str,
    until: Instant,
    hands: Option<Hands>,
    trouble: Trouble,
    /// When the last crash was that is accounted for, by the phone's clock.
    last_crash: u64,
}

/// What answers told of since it was last asked.
#[derive(Default)]
struct Trouble {
    crashed: bool,
    not_responding: bool,
    ended: bool,
}

/// A place on the way to a screen, with the tap that leads on from it.
pub(super) struct Way<'a> {
    pub(super) steps: &'a [Step],
    /// One more than steps: the first screen, and where each tap leads.
    pub(super) places: &'a [Place],
}

impl<'a> Walker<'a> {
    pub(super) fn new(program: &'a Path, apk: &'a Path, package: &'a str, until: Instant) -> Self {
        Self {
            program,
            apk,
            package,
            until,
            hands: None,
            trouble: Trouble::default(),
            last_crash: 0,
        }
    }

    /// Walks no longer than this.
    pub(super) fn walk_until(&mut self, until: Instant) {
        self.until = until;
    }

    pub(super) fn is_late(&self) -> bool {
        Instant::now() >= self.until
    }

    /// A new phone, with what the app shows first.
    pub(super) async fn begin(&mut self) -> Result<Visit, String> {
        self.end().await;
        let hands = Hands::start(self.program, self.apk).await?;
        self.hands = Some(hands);
        match self.first().await {
            Ok(visit) => Ok(visit),
            Err(Lost(why)) => {
                self.hands = None;
                Err(why)
            }
        }
    }

    pub(super) async fn end(&mut self) {
        if let Some(hands) = self.hands.take() {
            hands.stop().await;
        }
    }

    /// What the app shows when it has started, which takes its time.
    async fn first(&mut self) -> Result<Visit, Lost> {
        (self.trouble, self.last_crash) = (Trouble::default(), 0);
        let mut outcome = Outcome::Stayed;
        let mut screen = Screen::default();
        let mut homes = 0;
        for look in 0..LOOKS {
            screen = self.look().await?.unwrap_or_default();
            // A title screen may go by itself.
            let on = json!({ "timeoutMs": 3000 });
            self.call("wait_for_screen_change", on).await?;
            if let Some(crash) = self.crash_in_log().await? {
                outcome = Outcome::Crash(crash);
                break;
            }
            let front = self.front().await?;
            if front.package.contains("launcher") {
                // Nothing of it came, and nothing will.
                homes += 1;
                if homes == HOMES {
                    return Ok(Visit::new(&[], None, Outcome::Left(None), None));
                }
            } else if front.package == self.package || self.answer_dialog().await? {
                if let Some(now) = self.look().await? {
                    screen = now;
                }
                // What is empty may be on its way, and a title that offers nothing may go by itself.
                let waited = !screen.targets.is_empty() || look >= TITLES;
                if waited && self.seen(&screen).await? != Outcome::Blank {
                    break;
                }
            }
        }
        if !matches!(outcome, Outcome::Crash(_)) {
            if screen.place.activity.is_empty() {
                screen.place = self.front().await?;
            }
            outcome = self.seen(&screen).await?;
        }
        Ok(Visit::new(&[], None, outcome, Some(&screen)))
    }

    /// Goes to where a way leads. False: there is no getting there.
    pub(super) async fn go(&mut self, way: &Way<'_>) -> Result<bool, Lost> {
        for attempt in 0..3 {
            if self.hands.is_none() && self.begin().await.is_err() {
                return Ok(false);
            }
            match self.try_to_go(way).await {
                Ok(true) => return Ok(true),
                Ok(false) if attempt == 0 => {}
                // A phone that nothing has been done with.
                Ok(false) => self.end().await,
                Err(Lost(_)) => self.hands = None,
            }
            if self.is_late() {
                break;
            }
        }
        Ok(false)
    }

    async fn try_to_go(&mut self, way: &Way<'_>) -> Result<bool, Lost> {
        let Some(mut at) = self.back_to(way).await? else { return Ok(false) };
        while let Some(step) = way.steps.get(at) {
            let Some(target) = self.find(&step.key).await? else { return Ok(false) };
            self.call("tap_element", json!({ "ref": target.reference })).await?;
            self.answer_dialog().await?;
            let Some(screen) = self.look().await? else { return Ok(false) };
            if !screen.place.is(&way.places[at + 1]) {
                return Ok(false);
            }
            at += 1;
        }
        Ok(true)
    }

    /// The last place of the way that this is, or that is found by going back, or by starting the app again.
    async fn back_to(&mut self, way: &Way<'_>) -> Result<Option<usize>, Lost> {
        for round in 0..3 {
            for _ in 0..=BACKS {
                if let Some(screen) = self.look().await? {
                    let known = way.places.iter().rposition(|place| screen.place.is(place));
                    if known.is_some() {
                        return Ok(known);
                    }
                    if screen.place.package != self.package && !self.answer_dialog().await? {
                        break;
                    }
                }
                self.call("press_back", json!({})).await?;
            }
            if round < 2 {
                self.call("connect", json!({ "packageName": self.package })).await?;
            }
        }
        Ok(None)
    }

    /// Back to a screen that was left by one tap. False: that does not lead there.
    pub(super) async fn back(&mut self, known: &Place) -> Result<bool, Lost> {
        for _ in 0..BACKS {
            let told = self.call("press_back", json!({})).await?;
            let Some(screen) = self.look().await? else { continue };
            if screen.place.is(known) {
                return Ok(true);
            }
            if told.failed || screen.place.package != self.package {
                break;
            }
        }
        Ok(false)
    }

    /// Something to tap on this screen, further down if need be.
    async fn find(&mut self, key: &str) -> Result<Option<Target>, Lost> {
        for _ in 0..=PAGES {
            let Some(screen) = self.look().await? else { return Ok(None) };
            if let Some(target) = screen.targets.into_iter().find(|target| target.key == key) {
                return Ok(Some(target));
            }
            let Some(list) = screen.scrolls else { break };
            if !self.turn_page(list).await? {
                break;
            }
        }
        Ok(None)
    }

    /// Further down by half of what is seen: a quick swipe would throw rows past. False: that was the end.
    pub(super) async fn turn_page(&mut self, list: [i64; 4]) -> Result<bool, Lost> {
        let [left, top, right, bottom] = list;
        let (x, tenth) = (i64::midpoint(left, right), (bottom - top) / 10);
        let slowly = json!({
            "x1": x, "y1": top + tenth * 7, "x2": x, "y2": top + tenth * 3, "durationMs": 1_500,
        });
        let told = self.call("swipe", slowly).await?;
        Ok(!told.failed && told.json["effect"] == "changed")
    }

    /// Taps, and says what came of it. The screen before was this.
    pub(super) async fn tap(
        &mut self,
        way: &[Step],
        known: &Place,
        target: &Target,
    ) -> Result<Visit, Lost> {
        self.trouble = Trouble::default();
        let told = self.tap_patiently(target).await?;
        let new = |outcome| Ok(Visit::new(way, Some(target), outcome, None));
        if !self.trouble.crashed && !self.trouble.not_responding {
            if told.failed && told.code() != UNREADABLE {
                return new(Outcome::Missed(told.code().to_owned()));
            }
            if told.json["effect"] == "none" {
                return new(Outcome::Stayed);
            }
        }
        self.answer_dialog().await?;
        let (outcome, screen) = self.what_came(known).await?;
        Ok(Visit::new(way, Some(target), outcome, screen.as_ref()))
    }

    /// Taps once more where nothing was touched: a slow screen was not at rest yet, or its elements have other refs by now.
    async fn tap_patiently(&mut self, target: &Target) -> Result<Told, Lost> {
        let mut told = Told::default();
        let mut reference = target.reference.clone();
        for _ in 0..TRIES {
            told = self.call("tap_element", json!({ "ref": reference })).await?;
            let touched =
                told.json["trace"]["steps"].as_array().is_some_and(|steps| steps.len() > 1);
            if !told.failed || touched || told.json["error"]["retryable"] != true {
                break;
            }
            let Some(screen) = self.look().await? else { continue };
            let again = screen.targets.into_iter().find(|again| again.key == target.key);
            let Some(again) = again else { break };
            reference = again.reference;
        }
        Ok(told)
    }

    async fn what_came(&mut self, known: &Place) -> Result<(Outcome, Option<Screen>), Lost> {
        let front = self.front().await?;
        if (self.trouble.crashed || front.package != self.package)
            && let Some(crash) = self.crash_in_log().await?
        {
            return Ok((Outcome::Crash(crash), None));
        }
        if self.trouble.not_responding {
            return Ok((Outcome::NotResponding, None));
        }
        if self.trouble.ended && front.package != self.package {
            return Ok((Outcome::Ended, None));
        }
        if front.package != self.package {
            let home = front.package.contains("launcher");
            return Ok((Outcome::Left((!home).then_some(front.package)), None));
        }
        let mut screen = self.look().await?;
        if screen.is_none() {
            screen = self.look().await?;
        }
        let Some(screen) = screen else {
            // Never at rest: only a picture tells.
            let screen = Screen { place: front, ..Screen::default() };
            let drawn = self.draws(&screen).await?;
            let outcome = if drawn { Outcome::Moving } else { Outcome::Blank };
            return Ok((outcome, Some(screen)));
        };
        if screen.place.is(known) {
            return Ok((Outcome::Stayed, None));
        }
        Ok((self.seen(&screen).await?, Some(screen)))
    }

    async fn seen(&mut self, screen: &Screen) -> Result<Outcome, Lost> {
        let drawn = screen.says || self.draws(screen).await?;
        Ok(if drawn { Outcome::Drawn } else { Outcome::Blank })
    }

    async fn draws(&mut self, screen: &Screen) -> Result<bool, Lost> {
        let Some(hands) = &mut self.hands else { return Err(Lost("no phone".to_owned())) };
        let mut before = None;
        // One colour that becomes another is something, too.
        for _ in 0..2 {
            let Some(png) = hands.picture().await? else { return Ok(false) };
            match picture::seen(&png, screen.content) {
                Some(Seen::Drawing) => return Ok(true),
                colour if before.is_some() && before != colour => return Ok(true),
                colour => before = colour,
            }
        }
        Ok(false)
    }

    /// The screen as it is, unless it does not come to rest.
    pub(super) async fn look(&mut self) -> Result<Option<Screen>, Lost> {
        let told = self.call("get_ui_tree", json!({ "format": "elements" })).await?;
        if told.failed {
            return Ok(None);
        }
        let front = self.front().await?;
        Ok(Some(Screen::of(&front.package, &told.json)))
    }

    async fn front(&mut self) -> Result<Place, Lost> {
        let told = self.call("get_current_screen", json!({})).await?;
        let text = |key: &str| told.json[key].as_str().unwrap_or_default().to_owned();
        Ok(Place { package: text("package"), activity: text("activity"), ..Place::default() })
    }

    /// Says yes to what the system asks. False: it asks nothing.
    async fn answer_dialog(&mut self) -> Result<bool, Lost> {
        let mut asked = false;
        for _ in 0..BACKS {
            let front = self.front().await?;
            if !front.package.contains("permissioncontroller") {
                break;
            }
            let Some(screen) = self.look().await? else { break };
            let yes = YES.iter().find_map(|yes| {
                screen.targets.iter().find(|target| target.label.eq_ignore_ascii_case(yes))
            });
            let Some(yes) = yes else { break };
            self.call("tap_element", json!({ "ref": yes.reference })).await?;
            asked = true;
        }
        Ok(asked)
    }

    /// The last crash that the log tells of.
    async fn crash_in_log(&mut self) -> Result<Option<Crash>, Lost> {
        let arguments = json!({ "appId": self.package, "logLines": 600, "budget": 60000 });
        let told = self.call("capture_debug_snapshot", arguments).await?;
        let logs = told.json["raw"]["logs"].as_array().into_iter().flatten();
        let time = |line: &Value| line["timestamp"].as_u64().unwrap_or_default();
        let new: Vec<&Value> = logs.filter(|line| time(line) > self.last_crash).collect();
        let crash = Crash::last(new.iter().filter_map(|line| line["message"].as_str()));
        if let (Some(_), Some(last)) = (&crash, new.last()) {
            self.last_crash = time(last);
        }
        Ok(crash)
    }

    async fn call(&mut self, tool: &str, arguments: Value) -> Result<Told, Lost> {
        let Some(hands) = &mut self.hands else { return Err(Lost("no phone".to_owned())) };
        let told = hands.call(tool, arguments).await;
        match told {
            Ok(told) => {
                self.trouble.crashed |= told.json["crash"].is_object();
                self.trouble.not_responding |= told.json["notResponding"].is_object();
                self.trouble.ended |= told.json["died"].is_string();
                Ok(told)
            }
            Err(lost) => {
                self.hands = None;
                Err(lost)
            }
        }
    }
}
