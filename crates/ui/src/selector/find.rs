//! The order in which an element is looked for, and what is known of one that was found.

use std::cmp::Reverse;

use foldhash::{HashMap, HashMapExt as _, HashSet};

use super::Selector;
use super::evidence::{Evidence, Fields, identifier};
use super::names::Names;
use super::narrowing::{RULES, Rule};
use super::nearby::{Track, nearby};
use super::promotion::{Reach, actionable, around};
use super::wanted::{Fit, Wanted};
use crate::{Node, NodeId, Reading};

/// What a match is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// Whether it is there: nothing stands for it but the element it is part of.
    Look,
    /// Whether it could be acted on: also what lies around it.
    Reach,
    /// Acting on it: also the control it seems to be the label of.
    Act,
}

/// The answer of [`Selector::find`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    pub matches: Vec<Match>,
    /// Distinct elements that matched, before `index` chose one.
    pub count: usize,
    /// What fitted too and was passed over, best first; a few at most.
    pub alternates: Vec<NodeId>,
}

/// One element that a selector fits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Match {
    /// The node that carries what was asked for.
    pub node: NodeId,
    /// The element to act on: the node, or what it is the label of.
    pub target: NodeId,
    pub actionable: bool,
    /// Set where the target was taken for a slider by its track.
    pub track: Option<Track>,
    pub(super) evidence: Evidence,
    pub(super) visible: bool,
    /// Which root it stands under; the last lies on top.
    pub(super) window: usize,
    reach: Reach,
    narrowings: Vec<Rule>,
    without_stable_id: bool,
}

impl Selector {
    /// All elements that match. An element is looked for in one order, and a later step is taken only
    /// where the one before does not decide:
    ///
    /// 1. by its stable id, where one element has it, or where the other fields tell those apart that do;
    /// 2. by what it is and says (role, label, id), exactly;
    /// 3. by parts of that, where the selector allows parts; then the rules of `narrowing` choose;
    /// 4. by its position among those that are left, where `index` says so;
    /// 5. by words that are merely like the wanted ones: [`Selector::nearest`] offers these, and they are
    ///    never acted on.
    ///
    /// What can be acted on is then the match itself, what it names, or what is above it; for one match
    /// for which there is none, what is around it, or near.
    pub fn find(&self, reading: &Reading, purpose: Purpose) -> Found {
        let names = Names(&reading.outline);
        let mut matches = self.identified(reading, names);
        if matches.is_empty() && !self.is_identity_alone() {
            matches = self.described(reading, names);
        }
        let mut passed: Vec<Match> = Vec::new();
        for rule in RULES {
            if rule == Rule::ActionableBeforeNot && purpose != Purpose::Look {
                look_around(&mut matches, reading);
            }
            let mut left = rule.narrow(&mut matches);
            matches = merged(matches, reading);
            // What is only another part of what is kept was no choice.
            let kept: HashSet<NodeId> = matches.iter().map(|found| found.target).collect();
            left.retain(|found| !kept.contains(&found.target));
            if !left.is_empty() {
                for found in &mut matches {
                    found.narrowings.push(rule);
                }
                passed.splice(0..0, left);
            }
        }
        let count = matches.len();
        // Counts what AMBIGUOUS_TARGET would list, and nothing else.
        if let Some(index) = self.index {
            matches = matches.into_iter().nth(index).into_iter().collect();
        }
        if let [only] = matches.as_mut_slice() {
            only.reach_out(reading, names, purpose);
        }
        Found { count, alternates: alternates(&passed, names, reading), matches }
    }

    /// The first step.
    fn identified(&self, reading: &Reading, names: Names<'_>) -> Vec<Match> {
        let Some(wanted) = Wanted::new(self.stable_id.as_ref(), self.ignore_case) else {
            return Vec::new();
        };
        let matches = self.matches(reading, names, |node| identifier(node, &wanted, false));
        if merged(matches.clone(), reading).len() < 2 || self.is_identity_alone() {
            return matches;
        }
        let fields = Fields::of(self);
        let told_apart = self.matches(reading, names, |node| {
            let identified = identifier(node, &wanted, false)?;
            fields.evidence(node, names, || target(node, reading, names)).map(|_| identified)
        });
        if told_apart.is_empty() { matches } else { told_apart }
    }

    /// The second and third steps.
    fn described(&self, reading: &Reading, names: Names<'_>) -> Vec<Match> {
        let fields = Fields::of(self);
        let mut matches = self.matches(reading, names, |node| {
            fields.evidence(node, names, || target(node, reading, names))
        });
        for found in &mut matches {
            found.without_stable_id = self.stable_id.is_some();
        }
        matches
    }

    fn matches<'t>(
        &self,
        reading: &'t Reading,
        names: Names<'_>,
        evidence: impl Fn(Node<'t>) -> Option<Evidence>,
    ) -> Vec<Match> {
        let mut matches = Vec::new();
        for (window, root) in reading.tree.roots().enumerate() {
            for node in std::iter::once(root).chain(root.descendants()) {
                if (self.include_hidden || !reading.visibility.is_pruned(node.id()))
                    && let Some(evidence) = evidence(node)
                {
                    matches.push(Match::new(node, reading, names, window, evidence));
                }
            }
        }
        matches
    }
}

impl Match {
    fn new(
        node: Node<'_>,
        reading: &Reading,
        names: Names<'_>,
        window: usize,
        evidence: Evidence,
    ) -> Self {
        let reached = actionable(node, reading, names);
        let (target, reach) = reached.unwrap_or((node.id(), Reach::Itself));
        Self {
            node: node.id(),
            target,
            actionable: reached.is_some(),
            track: None,
            evidence,
            visible: !reading.visibility.is_pruned(node.id()),
            window,
            reach,
            narrowings: Vec::new(),
            without_stable_id: false,
        }
    }

    /// 0 to 1: how good the source of the match is, less a little for each step away from a plain match.
    pub fn confidence(&self) -> f64 {
        const STEP: i32 = 5;
        let guesses = [self.reach >= Reach::Around, self.without_stable_id]
            .map(i32::from)
            .iter()
            .sum::<i32>();
        let narrowings = i32::try_from(self.narrowings.len()).unwrap_or(i32::MAX);
        let lost = narrowings.saturating_add(guesses).saturating_mul(STEP);
        f64::from(self.evidence.source.score().saturating_sub(lost).max(0)) / 100.0
    }

    /// What the match rests on, and each step that was needed, in the contract's words.
    pub fn reason(&self) -> String {
        let reach = match self.reach {
            Reach::Itself => None,
            Reach::Parent => Some("clickable_parent_preferred"),
            Reach::Around => Some("clickable_container_preferred"),
            Reach::Nearby if self.track.is_some() => Some("slider_track_preferred"),
            Reach::Nearby => Some("nearby_actionable_control"),
        };
        let missing = self.without_stable_id.then_some("no_stable_id");
        let mut reasons = vec![self.evidence.reason()];
        reasons.extend(missing.into_iter().chain(reach));
        reasons.extend(self.narrowings.iter().map(|rule| rule.reason()));
        reasons.join(", ")
    }

    /// Whether it is exactly what was asked for, and nothing else was.
    pub fn is_plain(&self) -> bool {
        self.evidence.fit == Fit::Whole
            && self.reach < Reach::Around
            && self.narrowings.is_empty()
            && !self.without_stable_id
    }

    /// Last resorts, for one match that nothing in the tree makes actionable.
    fn reach_out(&mut self, reading: &Reading, names: Names<'_>, purpose: Purpose) {
        if purpose != Purpose::Look {
            self.take_what_is_around(reading);
        }
        if purpose == Purpose::Act
            && !self.actionable
            && let Some(near) = nearby(reading.tree.node(self.node), reading, names)
        {
            (self.target, self.track) = (near.node, near.track);
            (self.actionable, self.reach) = (true, Reach::Nearby);
        }
    }

    fn take_what_is_around(&mut self, reading: &Reading) {
        if !self.actionable
            && let Some(around) = around(reading.tree.node(self.node), reading)
        {
            (self.target, self.actionable, self.reach) = (around, true, Reach::Around);
        }
    }
}

fn target<'t>(node: Node<'t>, reading: &'t Reading, names: Names<'_>) -> Option<Node<'t>> {
    actionable(node, reading, names).map(|(target, _)| reading.tree.node(target))
}

/// Only where none of a few can be acted on otherwise: each takes a look at the whole window.
fn look_around(matches: &mut [Match], reading: &Reading) {
    const FEW: usize = 8;
    if matches.len() <= FEW && !matches.iter().any(|found| found.actionable) {
        for found in matches {
            found.take_what_is_around(reading);
        }
    }
}

/// An element and the labels in it are one thing to the caller: of these the best match speaks, else the
/// outermost, else the first on the display.
fn merged(matches: Vec<Match>, reading: &Reading) -> Vec<Match> {
    let rank = |found: &Match| {
        let node = reading.tree.node(found.node);
        let bounds = node.bounds();
        let place = (node.depth(), bounds.top, bounds.left, bounds.bottom, bounds.right);
        (Reverse((found.visible, found.evidence.fit, found.evidence.source)), place)
    };
    let mut at: HashMap<NodeId, usize> = HashMap::with_capacity(matches.len());
    let mut merged: Vec<Match> = Vec::with_capacity(matches.len());
    for found in matches {
        match at.get(&found.target) {
            Some(at) if rank(&found) < rank(&merged[*at]) => merged[*at] = found,
            Some(_) => {}
            None => {
                at.insert(found.target, merged.len());
                merged.push(found);
            }
        }
    }
    merged
}

/// What is worth naming beside what was taken: a few, and nothing that shows as nothing.
fn alternates(passed: &[Match], names: Names<'_>, reading: &Reading) -> Vec<NodeId> {
    const MOST: usize = 3;
    let mut alternates: Vec<NodeId> = Vec::new();
    for found in passed {
        let shows =
            names.is_element(found.target) || reading.tree.node(found.target).own_label().is_some();
        if shows && !alternates.contains(&found.target) {
            alternates.push(found.target);
        }
        if alternates.len() == MOST {
            break;
        }
    }
    alternates
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Role, parse_uiautomator};

    const SCREEN: &str = r#"<hierarchy><node class="android.widget.FrameLayout" bounds="[0,0][1080,2400]">
      <node class="android.widget.LinearLayout" clickable="true" resource-id="a.b:id/row" bounds="[0,100][1080,200]"><node class="android.widget.TextView" text="Checkout" resource-id="a.b:id/title" bounds="[10,110][500,190]"/></node>
      <node class="android.widget.Button" text="Delete" clickable="true" resource-id="a.b:id/email_error" bounds="[0,300][1080,400]"/>
      <node class="android.widget.Button" text="Delete" clickable="true" resource-id="a.b:id/email" bounds="[0,400][1080,500]"/>
      <node class="android.widget.TextView" text="Delete" bounds="[0,500][1080,600]"/>
      <node class="android.widget.ImageButton" content-desc="More options" clickable="true" bounds="[0,700][100,800]"/>
      <node class="android.widget.Button" text="Hidden" clickable="true" bounds="[0,2400][1080,2500]"/>
    </node></hierarchy>"#;

    /// A Compose field, button, row and switch, and a row of the framework with a switch that leaves its
    /// touches to it, as the real ones report themselves.
    const COMPOSE: &str = r#"<hierarchy><node bounds="[0,0][822,1782]">
      <node text="Ada" resource-id="name_field" class="android.widget.EditText" clickable="true" bounds="[32,208][592,336]"><node text="Your name" class="android.widget.TextView" bounds="[64,208][187,240]"/></node>
      <node resource-id="open_button" class="android.view.View" clickable="true" bounds="[32,528][282,624]"><node text="Open dialog" class="android.widget.TextView" bounds="[80,556][234,596]"/><node class="android.widget.Button" bounds="[32,536][282,616]"/></node>
      <node class="android.view.View" clickable="true" bounds="[32,700][790,800]"><node text="Row" bounds="[40,710][200,740]"/><node text="More" bounds="[40,750][200,780]"/></node>
      <node bounds="[0,900][822,1000]"><node text="Wifi" class="android.widget.TextView" bounds="[32,900][92,948]"/><node resource-id="wifi_switch" class="android.view.View" checkable="true" clickable="true" bounds="[92,900][196,996]"/></node>
      <node class="android.widget.LinearLayout" clickable="true" bounds="[0,1100][822,1200]"><node text="Sound" bounds="[32,1110][200,1190]"/><node resource-id="android:id/switch_widget" class="android.widget.Switch" checkable="true" bounds="[700,1110][800,1190]"/></node>
    </node></hierarchy>"#;

    fn reading(screen: &str) -> Reading {
        Reading::of(parse_uiautomator(screen.as_bytes()).unwrap(), None)
    }

    fn find(selector: &Selector) -> (Vec<u32>, usize) {
        find_in(SCREEN, selector)
    }

    fn find_in(screen: &str, selector: &Selector) -> (Vec<u32>, usize) {
        let found = selector.find(&reading(screen), Purpose::Act);
        (found.matches.iter().map(|found| found.target.0).collect(), found.count)
    }

    fn only(screen: &str, selector: &Selector, purpose: Purpose) -> (u32, f64, String) {
        let found = selector.find(&reading(screen), purpose);
        let [only] = found.matches.as_slice() else { panic!("{found:?}") };
        (only.target.0, only.confidence(), only.reason())
    }

    fn text(text: &str) -> Selector {
        Selector { text: Some(text.into()), ..Selector::default() }
    }

    fn id(id: &str) -> Selector {
        Selector { id: Some(id.into()), ..Selector::default() }
    }

    /// Holds targets.16.
    #[test]
    fn a_label_stands_for_what_it_labels() {
        assert_eq!(find(&text("Checkout")), (vec![1], 1));
        assert_eq!(find(&text(" Checkout ")).0, [1]);
        assert!(find(&text("checkout")).0.is_empty());
        assert_eq!(find(&Selector { ignore_case: true, ..text("checkout") }).0, [1]);
    }

    #[test]
    fn what_an_element_is_may_be_said_by_it_and_its_name_by_its_label() {
        let role = |role: Role, label: &str| Selector { role: Some(role), ..text(label) };
        assert_eq!(find_in(COMPOSE, &text("Your name")).0, [1]);
        assert_eq!(find_in(COMPOSE, &role(Role::TextField, "Your name")).0, [1]);
        assert_eq!(find_in(COMPOSE, &role(Role::Button, "Open dialog")).0, [3]);
        assert!(find_in(COMPOSE, &role(Role::Switch, "Open dialog")).0.is_empty());
        assert_eq!(
            find_in(COMPOSE, &Selector { text: Some("Open dialog".into()), ..id("open_button") }).0,
            [3]
        );
        assert_eq!(
            only(COMPOSE, &role(Role::Switch, "Wifi"), Purpose::Act),
            (11, 0.6, "text_match".into())
        );
        assert_eq!(find_in(COMPOSE, &id("switch_widget")).0, [12], "the row is the switch");
        assert_eq!(find_in(COMPOSE, &role(Role::Switch, "Sound")).0, [12]);
        let wrong = Selector { text: Some("Your name".into()), ..id("open_button") };
        assert!(find_in(COMPOSE, &wrong).0.is_empty());
    }

    /// Holds targets.14.
    #[test]
    fn several_matches_are_narrowed_by_rule_only() {
        assert_eq!(find(&text("Delete")), (vec![3, 4], 2));
        assert_eq!(find(&Selector { index: Some(1), ..text("Delete") }).0, [4]);
        assert!(find(&Selector { index: Some(9), ..text("Delete") }).0.is_empty());
        let found =
            Selector { index: Some(0), ..text("Delete") }.find(&reading(SCREEN), Purpose::Act);
        assert_eq!(found.alternates, [NodeId(5)], "what was passed over is told");
        assert_eq!(found.matches[0].reason(), "text_match, clickable_preferred");
    }

    /// Holds targets.9.
    #[test]
    fn an_id_is_whole_or_its_last_part() {
        assert_eq!(find(&id("email")).0, [4]);
        assert_eq!(find(&id("a.b:id/email")).0, [4]);
        assert!(find(&id("mail")).0.is_empty());
        let parts = Selector { contains: true, ..id("email") };
        assert_eq!(find(&parts).0, [4], "exact before partial");
        assert_eq!(
            only(SCREEN, &parts, Purpose::Act),
            (4, 0.95, "resource_id, exact_preferred".into())
        );
    }

    /// Holds targets.10.
    #[test]
    fn a_class_is_whole_or_its_last_parts() {
        let class =
            |class: &str| Selector { class_name: Some(class.into()), ..Selector::default() };
        for name in ["android.widget.ImageButton", "ImageButton", "widget.ImageButton"] {
            assert_eq!(find(&class(name)).0, [6], "{name}");
        }
        assert!(find(&class("Image")).0.is_empty());
        let part = Selector { contains: true, ..class("imagebut") };
        assert_eq!(find(&Selector { ignore_case: true, ..part }).0, [6]);
    }

    /// Holds targets.7, targets.15.
    #[test]
    fn descriptions_are_labels_and_hidden_things_are_not_found() {
        assert_eq!(
            only(SCREEN, &text("More options"), Purpose::Act),
            (6, 0.9, "content_description".into())
        );
        assert!(find(&text("Hidden")).0.is_empty());
        assert_eq!(find(&Selector { include_hidden: true, ..text("Hidden") }).0, [7]);
    }

    #[test]
    fn a_stable_id_decides_alone_and_gives_way_when_it_is_gone() {
        let stable =
            |stable: &str| Selector { stable_id: Some(stable.into()), ..Selector::default() };
        assert_eq!(only(SCREEN, &stable("a.b:id/email"), Purpose::Act).0, 4);
        let renamed = Selector { text: Some("Was renamed".into()), ..stable("email") };
        assert_eq!(only(SCREEN, &renamed, Purpose::Act), (4, 1.0, "resource_id".into()));
        assert!(find(&stable("gone")).0.is_empty());
        let gone = Selector { text: Some("Checkout".into()), ..stable("gone") };
        assert_eq!(
            only(SCREEN, &gone, Purpose::Act),
            (1, 0.55, "text_match, no_stable_id, clickable_parent_preferred".into())
        );
        let twice = SCREEN.replace("email_error", "email");
        assert_eq!(
            find_in(&twice, &stable("email")).1,
            2,
            "a collision is not resolved in silence"
        );
        let apart = Selector { text: Some("Pay".into()), ..stable("email") };
        let twice = twice.replacen("Delete", "Pay", 1);
        assert_eq!(only(&twice, &apart, Purpose::Act).0, 3);
    }

    #[test]
    fn blank_fields_are_not_given() {
        assert!(text("  ").is_empty());
        assert_eq!(find(&Selector { text: Some(" ".into()), ..id("email") }).0, [4]);
    }

    /// Holds targets.11.
    #[test]
    fn an_index_counts_what_is_left_after_narrowing() {
        let ok = |rest: &str, top: i32| {
            format!(r#"<node class="B" text="OK" {rest} bounds="[0,{top}][100,{}]"/>"#, top + 50)
        };
        let window = |body: String| format!(r#"<node bounds="[0,0][1080,2400]">{body}</node>"#);
        let clickable = r#"clickable="true""#;
        let below = window(ok(clickable, 0));
        let above =
            window(ok("", 0) + &ok(clickable, 100) + &ok(clickable, 3000) + &ok(clickable, 200));
        // Dumps of several windows begin with the topmost.
        let screen = format!("<hierarchy>{above}{below}</hierarchy>");
        let hidden = Selector { include_hidden: true, ..text("OK") };
        assert_eq!(find_in(&screen, &hidden), (vec![4, 6], 2));
        for (index, found) in [(0, vec![4]), (1, vec![6]), (2, vec![])] {
            let selector = Selector { index: Some(index), ..hidden.clone() };
            assert_eq!(find_in(&screen, &selector), (found, 2));
        }
        let first = Selector { index: Some(0), ..hidden };
        let (_, confidence, reason) = only(&screen, &first, Purpose::Act);
        assert_eq!(
            (confidence, reason.as_str()),
            (0.45, "text_match, visible_preferred, clickable_preferred, top_window_preferred")
        );
    }

    #[test]
    fn the_second_line_of_a_row_stands_for_the_row() {
        let (row, confidence, reason) = only(COMPOSE, &text("More"), Purpose::Look);
        assert_eq!((row, confidence), (6, 0.6));
        assert_eq!(reason, "text_match, clickable_parent_preferred");
    }
}
