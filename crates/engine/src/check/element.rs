//! Claims about one element: it is there, it is not, it can be seen, it can be tapped.

use serde_json::{Value, json};
use ui::selector::{Match, Purpose};
use ui::{NodeId, Selector};

use super::Condition;
use super::verdict::{Denial, Seen};
use crate::store::Store;
use crate::target::resolve;
use crate::{Error, Resolved, Screen, Target};

/// Something is true of what fits the target. Any match will do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ElementCheck {
    pub target: Target,
    pub condition: Condition,
}

impl ElementCheck {
    pub(super) fn claim(&self) -> Value {
        json!({ "target": self.target.to_string(), "condition": self.condition })
    }

    pub(super) fn observe(&self, screen: &Screen, store: &Store) -> Seen {
        match &self.target {
            Target::Selector(selector) => self.look_for(selector, screen),
            Target::Ref(_) | Target::Point(_) => match resolve(&self.target, screen, store) {
                Ok(element) => {
                    let reason = self.against(screen, element.node, element.node);
                    of(element, reason)
                }
                // Several that cannot be told apart are there, whichever was meant.
                Err(error @ Error::AmbiguousTarget { count, .. }) => {
                    let met = self.condition == Condition::Exists;
                    let against = (!met).then(|| (Denial::Timeout, error.to_string()));
                    Seen { met, count, against, ..Seen::default() }
                }
                Err(_) => self.absent(),
            },
        }
    }

    fn look_for(&self, selector: &Selector, screen: &Screen) -> Seen {
        let mut selector = selector.clone();
        let purpose = match self.condition {
            Condition::Exists | Condition::NotExists | Condition::Idle => {
                selector.include_hidden = true;
                Purpose::Look
            }
            Condition::Visible => Purpose::Look,
            Condition::Clickable => Purpose::Reach,
        };
        let found = selector.find(screen, purpose);
        // Any match satisfies a check; for a check that there is none, the first one speaks.
        let judge = |one: &Match| self.against(screen, one.node, one.target);
        let chosen = found.matches.iter().find(|one| judge(one).is_none());
        let Some(chosen) = chosen.or(found.matches.first()) else { return self.absent() };
        of(Resolved::of(screen, &found, chosen), judge(chosen))
    }

    /// Why the condition does not hold of a node that was found and the element it stands for.
    fn against(&self, screen: &Screen, node: NodeId, target: NodeId) -> Option<&'static str> {
        let shown = |id| screen.visibility.shown(screen.tree.node(id)).is_some();
        let element = screen.tree.node(target);
        match self.condition {
            Condition::NotExists => Some("it is on screen"),
            Condition::Visible => (!shown(node)).then_some("it is not on the display"),
            Condition::Clickable if !shown(target) => Some("it is not on the display"),
            Condition::Clickable if !element.is_enabled() => Some("it is disabled"),
            Condition::Clickable if !element.is_interactive() => Some("it takes no taps"),
            Condition::Clickable if screen.visibility.reachable(element).is_none() => {
                Some("the keyboard covers it")
            }
            Condition::Exists | Condition::Clickable | Condition::Idle => None,
        }
    }

    fn absent(&self) -> Seen {
        if self.condition == Condition::NotExists {
            return Seen::yes();
        }
        let reason = format!("nothing on screen matches {}", self.target);
        Seen::no(Denial::ElementNotFound, reason)
    }
}

fn of(element: Resolved, against: Option<&'static str>) -> Seen {
    let against = against.map(|why| (Denial::Timeout, format!("{}: {why}", element.line)));
    Seen {
        met: against.is_none(),
        count: element.count,
        element: Some(element),
        against,
        ..Seen::default()
    }
}

#[cfg(test)]
mod tests {
    use std::time::SystemTime;

    use device::{Capture, Place, Via};
    use ui::Format;

    use super::*;
    use crate::Secrets;
    use crate::screen::Unnumbered;

    /// One element that can be seen, and one below the display: not every backend leaves those out.
    const SCREEN: &str = r#"<hierarchy><node class="android.widget.FrameLayout" bounds="[0,0][1080,2400]">
      <node class="android.widget.Button" text="Here" clickable="true" bounds="[0,100][1080,200]"/>
      <node class="android.widget.Button" text="Below" clickable="true" bounds="[0,2500][1080,2600]"/>
    </node></hierarchy>"#;

    fn check(text: &str, condition: Condition, expected: Option<Denial>) {
        let capture = Capture {
            format: Format::UiautomatorXml,
            bytes: SCREEN.as_bytes().into(),
            place: Place::default(),
            display: None,
            quiet: true,
            via: Via("test"),
        };
        let store = Store::default();
        let read = Unnumbered::understand(&capture, &Secrets::default(), 0, SystemTime::UNIX_EPOCH);
        let screen = store.admit(read.unwrap(), store.moment());
        let selector =
            Selector { text: Some(text.to_owned()), include_hidden: true, ..Selector::default() };
        let seen = ElementCheck { target: Target::Selector(selector), condition };
        let seen = seen.observe(&screen, &store);
        assert_eq!(seen.against.map(|(code, _)| code), expected, "{text} {condition}");
    }

    /// Holds wait_for_ui.1, wait_for_ui.2, wait_for_ui.3, expect_element_visible.3, targets.15.
    #[test]
    fn what_is_there_may_be_out_of_sight() {
        use Condition::{Clickable, Exists, NotExists, Visible};
        for condition in [Exists, Visible, Clickable] {
            check("Here", condition, None);
            check("Nowhere", condition, Some(Denial::ElementNotFound));
        }
        check("Below", Exists, None);
        check("Below", Visible, Some(Denial::Timeout));
        check("Below", Clickable, Some(Denial::Timeout));
        check("Below", NotExists, Some(Denial::Timeout));
        check("Nowhere", NotExists, None);
    }
}
