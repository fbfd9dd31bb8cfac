//! Typing that arrives: what a field should hold afterwards, read back and compared.

use std::sync::Arc;
use std::time::Duration;

use device::{Deadline, Key, Pace};
use ui::refs::Located;
use ui::{Node, Ref};

use super::arrival::{Arrival, Mismatch, Seen, judge};
use super::dispatch::Step;
use super::receipt::Receipt;
use crate::desk::Desk;
use crate::lane::Turn;
use crate::secret::{Real, Text};
use crate::wait::{Belief, wait_until};
use crate::{Result, Screen, Settle};

/// A text on its way into a field.
#[derive(Debug)]
pub(super) struct Typing {
    /// None where no field is known to take the keys.
    field: Option<Field>,
    text: Text,
    /// Up to the first key that may leave the field.
    head: Part,
    /// What comes after it.
    rest: Option<Rest>,
    cleared: bool,
    /// Press Enter at the end.
    submit: bool,
    /// Somebody looks whether it arrived.
    looks: bool,
}

/// Where to look for it.
#[derive(Debug)]
pub(super) struct Field {
    token: Option<Ref>,
    id: String,
    class: String,
    /// What it held, as far as the device says: an empty field may show its hint.
    held: String,
    password: bool,
}

/// A piece of the text, as it is typed and as it is told.
#[derive(Debug)]
struct Part {
    real: Real,
    told: String,
}

#[derive(Debug)]
struct Rest {
    key: Key,
    /// The whole text up to and including that key.
    until: String,
    part: Part,
}

impl Field {
    pub(super) fn of(screen: &Screen, node: Node<'_>) -> Self {
        Self {
            token: screen.refs.of(node.id()),
            id: node.resource_id().to_owned(),
            class: node.class().to_owned(),
            held: held(node),
            password: node.is_password(),
        }
    }

    /// It on another screen.
    fn find<'s>(&self, screen: &'s Screen, desk: &Desk) -> Option<Node<'s>> {
        let by_ref = self.token.and_then(|token| match desk.store.locate(token, screen) {
            Located::Here(node) => Some(screen.tree.node(node)),
            Located::Ambiguous { .. } | Located::Stale { .. } | Located::Unknown => None,
        });
        let alike = |node: &Node<'_>| node.resource_id() == self.id && node.class() == self.class;
        by_ref.or_else(|| screen.focused_field().filter(alike))
    }

    /// Whether keys go to it.
    pub(super) fn has_focus(&self, screen: &Screen, desk: &Desk) -> bool {
        self.find(screen, desk).is_some_and(Node::is_focused)
    }

    /// What it holds on another screen.
    fn on(&self, screen: &Screen, desk: &Desk) -> Option<String> {
        let node = self.find(screen, desk)?;
        // A field may turn into one for passwords: nobody's to read.
        (!node.is_password()).then(|| held(node))
    }
}

/// What a field holds: nothing where it is known to show its hint.
fn held(node: Node<'_>) -> String {
    ui::State::of(node).text_value.unwrap_or_else(|| node.readable_text().to_owned())
}

impl Typing {
    /// `looks` is false where nobody will look: then all of it goes at once.
    pub(super) fn new(
        field: Option<Field>,
        text: Text,
        cleared: bool,
        submit: bool,
        looks: bool,
    ) -> Self {
        let (told, real) = (text.told.clone(), text.real.0.clone());
        let leaves = |character: char| matches!(character, '\n' | '\t');
        let mut typing = Self {
            field,
            text,
            head: Part { told: told.clone(), real: Real(real.clone()) },
            rest: None,
            cleared,
            submit,
            looks,
        };
        // A secret with keys in it that may leave the field goes as it is.
        let keys = |text: &str| text.matches(leaves).count();
        if !looks || keys(&told) != keys(&real) {
            return typing;
        }
        // A newline at the end is Enter at the end.
        if let (Some(told), Some(real)) = (told.strip_suffix('\n'), real.strip_suffix('\n'))
            && !told.contains(leaves)
        {
            typing.head = Part { told: told.to_owned(), real: Real(real.to_owned()) };
            typing.submit = true;
            return typing;
        }
        if let (Some(at), Some(real_at)) = (told.find(leaves), real.find(leaves)) {
            let key = if told[at..].starts_with('\n') { Key::Enter } else { Key::Tab };
            typing.head =
                Part { told: told[..at].to_owned(), real: Real(real[..real_at].to_owned()) };
            typing.rest = Some(Rest {
                key,
                until: told[..=at].to_owned(),
                part: Part {
                    told: told[at + 1..].to_owned(),
                    real: Real(real[real_at + 1..].to_owned()),
                },
            });
        }
        typing
    }

    /// The steps that come before anyone looks.
    pub(super) fn steps(&self) -> Vec<Step> {
        let mut steps = vec![Step::Type(self.head.real.clone(), Pace::Usual)];
        if !self.looks && self.submit {
            steps.push(Step::Press(vec![Key::Enter]));
        }
        steps
    }

    pub(super) fn text(&self) -> &Text {
        &self.text
    }

    /// How `told` stands in the field.
    fn check(&self, told: &str, desk: &Desk, screen: Option<&Screen>) -> Seen {
        let Some(field) = &self.field else {
            return Seen::Unknown("no text field on screen has the focus");
        };
        if field.password {
            return Seen::Unknown("a password is not read back");
        }
        let Some(screen) = screen else {
            return Seen::Unknown("the screen could not be read");
        };
        let Some(now) = field.on(screen, desk) else {
            return Seen::Unknown("the field is no longer on screen");
        };
        let before =
            if self.cleared { String::new() } else { desk.secrets.mask_shown(&field.held).into() };
        judge(&before, told, &now)
    }
}

impl Desk {
    /// Looks whether the text arrived, and goes on with what comes after it.
    pub(super) async fn prove(
        &self,
        typing: &Typing,
        receipt: &mut Receipt,
        settle: Settle,
        mut turn: Turn,
        deadline: Deadline,
    ) -> Result<Turn> {
        let mut seen = self.read_back(typing, &typing.head.told, receipt, deadline).await;
        if let Seen::Garbled(mismatch) = &seen
            && !typing.text.has_secrets()
        {
            // Lost characters, and nothing in the field but them: once more, slowly.
            let steps = vec![
                Step::Press(deleting(&mismatch.observed, 0)),
                Step::Type(typing.head.real.clone(), Pace::Careful),
            ];
            turn = self.step(steps, receipt, settle, turn, deadline).await?;
            seen = self.read_back(typing, &typing.head.told, receipt, deadline).await;
        }
        if let Some(rest) = &typing.rest
            && !seen.is_no()
        {
            turn = self
                .step(vec![Step::Press(vec![rest.key])], receipt, settle, turn, deadline)
                .await?;
            let stays = self.read_back(typing, &rest.until, receipt, deadline).await;
            if seen.is_yes() && !stays.is_yes() {
                let told = &typing.text.told;
                let observed = stays.observed().unwrap_or(&typing.head.told).to_owned();
                let why = if rest.key == Key::Enter {
                    "Enter adds no line to this field: it submits it or moves on; what comes after was not typed"
                } else {
                    "Tab left the field; what comes after was not typed"
                };
                receipt.arrival = Some(Arrival::Differs(Mismatch::new(told, observed, why)));
                return Ok(turn);
            }
            let steps = vec![Step::Type(rest.part.real.clone(), Pace::Usual)];
            turn = self.step(steps, receipt, settle, turn, deadline).await?;
            seen = self.read_back(typing, &typing.text.told, receipt, deadline).await;
        }
        if typing.submit {
            if let Seen::No(mismatch) | Seen::Garbled(mismatch) = &mut seen {
                mismatch.why.push_str("; Enter was not pressed");
            } else {
                let enter = vec![Step::Press(vec![Key::Enter])];
                turn = self.step(enter, receipt, settle, turn, deadline).await?;
            }
        }
        receipt.arrival = Some(seen.into());
        Ok(turn)
    }

    /// How `told` stands in the field after the last step. An app may take a moment to show what it took: what
    /// is not there is looked for once more.
    async fn read_back(
        &self,
        typing: &Typing,
        told: &str,
        receipt: &mut Receipt,
        deadline: Deadline,
    ) -> Seen {
        const A_MOMENT: Duration = Duration::from_millis(500);
        let seen = typing.check(told, self, receipt.screen.as_deref());
        if !seen.is_no() {
            return seen;
        }
        let stands = |screen: &Screen| typing.check(told, self, Some(screen)).is_yes();
        match wait_until(self, stands, Belief::Settled, deadline.or_after(A_MOMENT)).await {
            Ok(waited) => {
                receipt.waited += waited.lasted;
                receipt.screen = Some(Arc::clone(&waited.screen));
                typing.check(told, self, Some(&waited.screen))
            }
            Err(_) => seen,
        }
    }

    /// Looks whether a field is empty. What is left of its text is deleted once more: a hint would stay.
    pub(super) async fn prove_empty(
        &self,
        field: &Field,
        receipt: &mut Receipt,
        settle: Settle,
        mut turn: Turn,
        deadline: Deadline,
    ) -> Result<Turn> {
        if field.password {
            receipt.arrival = Some(Arrival::NotObserved("a password is not read back"));
            return Ok(turn);
        }
        let mut left: Option<String> = None;
        let arrival = loop {
            let now = receipt.screen.as_ref().and_then(|screen| field.on(screen, self));
            let Some(now) = now else {
                break Arrival::NotObserved("the field is no longer on screen");
            };
            let held = self.secrets.mask_shown(&field.held);
            // What deleting does not change is no text, if deleting worked before.
            if now.is_empty()
                || left.as_ref() == Some(&now)
                || !super::arrival::is_part(&now, &held)
            {
                break Arrival::Arrived;
            }
            if now == *held {
                break Arrival::NotObserved(
                    "the field shows what it showed before: its hint, or text that cannot be deleted",
                );
            }
            if left.is_some() {
                break Arrival::Differs(Mismatch::new("", now, "text is left in the field"));
            }
            let steps = vec![Step::Press(deleting(&now, self.secrets.hidden_in(&now)))];
            turn = self.step(steps, receipt, settle, turn, deadline).await?;
            left = Some(now);
        };
        receipt.arrival = Some(arrival);
        Ok(turn)
    }

    /// Some more steps of the same action.
    async fn step(
        &self,
        steps: Vec<Step>,
        receipt: &mut Receipt,
        settle: Settle,
        turn: Turn,
        deadline: Deadline,
    ) -> Result<Turn> {
        let waited = receipt.waited;
        let (via, turn) = self.dispatch(steps, turn, deadline).await?;
        receipt.via = via;
        self.settle(receipt, settle, false, deadline).await;
        receipt.waited += waited;
        Ok(turn)
    }
}

/// The keys that empty a field: as many as it has characters, behind the cursor too where the end of the
/// line may not be the end of the text. `hidden` is how much longer it may be than it is told.
pub(super) fn deleting(held: &str, hidden: usize) -> Vec<Key> {
    // More than this may stand on several lines of the field, whether or not it says so.
    const ONE_LINE: usize = 20;
    let len = held.chars().count() + hidden;
    let behind = if held.contains('\n') || len > ONE_LINE { len } else { 0 };
    let delete = std::iter::repeat_n(Key::Delete, len);
    let forward = std::iter::repeat_n(Key::ForwardDelete, behind);
    std::iter::once(Key::MoveEnd).chain(delete).chain(forward).collect()
}
