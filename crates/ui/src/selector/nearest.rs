//! What came closest when nothing matches: offered to the caller, never acted on.

use super::Selector;
use super::fields::given;
use super::names::Names;
use super::promotion::actionable;
use super::wanted::lower;
use crate::{Node, NodeId, Reading};

/// Offers at most.
const MOST: usize = 3;
/// Characters of a text that are looked at: comparing takes time that grows with their square.
const LOOK: usize = 200;
/// Comparisons in full at most, of what a quick look found most promising.
const FULL: usize = 64;
/// From which likeness on a name is worth offering.
const LIKE: f64 = 0.7;

/// An element whose name is like the wanted one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Near {
    pub node: NodeId,
    pub by: By,
}

/// What of an element is like the wanted name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum By {
    Label,
    Id,
}

impl Selector {
    /// The elements on the display that come closest to what was asked for, best first.
    pub fn nearest(&self, reading: &Reading) -> Vec<Near> {
        let fields =
            [&self.text, &self.text_contains, &self.description, &self.id, &self.stable_id];
        let wanted: Vec<Name> =
            fields.into_iter().filter_map(|field| Name::new(given(field.as_ref())?)).collect();
        if wanted.is_empty() {
            return Vec::new();
        }
        let mut near: Vec<(f64, Candidate)> = promising(&wanted, reading)
            .into_iter()
            .map(|candidate| (wanted[candidate.wanted].likeness(&candidate.name), candidate))
            .filter(|(likeness, _)| *likeness >= LIKE)
            .collect();
        near.sort_by(|(one, _), (other, _)| other.total_cmp(one));

        let names = Names(&reading.outline);
        let mut nearest: Vec<Near> = Vec::new();
        for (_, candidate) in near {
            let carrier = reading.tree.node(candidate.node);
            let target = actionable(carrier, reading, names).map_or(carrier.id(), |(id, _)| id);
            let offer = Near { node: target, by: candidate.by };
            if shows(offer, reading, names) && nearest.iter().all(|near| near.node != target) {
                nearest.push(offer);
            }
        }
        nearest.truncate(MOST);
        nearest
    }
}

/// Whether the caller would see why it is offered. What shows as nothing helps nobody.
fn shows(offer: Near, reading: &Reading, names: Names<'_>) -> bool {
    let named = names.is_named(offer.node) || reading.tree.node(offer.node).own_label().is_some();
    named || (offer.by == By::Id && names.is_element(offer.node))
}

struct Candidate {
    node: NodeId,
    by: By,
    name: Name,
    wanted: usize,
}

/// The names that a quick look cannot rule out, as many as can be compared in full.
fn promising(wanted: &[Name], reading: &Reading) -> Vec<Candidate> {
    let mut promising: Vec<(f64, Candidate)> = Vec::new();
    let shown = reading.tree.nodes().filter(|node| !reading.visibility.is_pruned(node.id()));
    for node in shown {
        for (by, name) in names_of(node) {
            let Some(name) = Name::new(name) else { continue };
            let best = wanted
                .iter()
                .enumerate()
                .map(|(at, wanted)| (wanted.at_most(&name), at))
                .max_by(|(one, _), (other, _)| one.total_cmp(other));
            if let Some((likeness, wanted)) = best.filter(|(likeness, _)| *likeness >= LIKE) {
                promising.push((likeness, Candidate { node: node.id(), by, name, wanted }));
            }
        }
        if promising.len() > 2 * FULL {
            keep_best(&mut promising);
        }
    }
    keep_best(&mut promising);
    promising.into_iter().map(|(_, candidate)| candidate).collect()
}

fn keep_best(promising: &mut Vec<(f64, Candidate)>) {
    promising.sort_by(|(one, _), (other, _)| other.total_cmp(one));
    promising.truncate(FULL);
}

fn names_of(node: Node<'_>) -> impl Iterator<Item = (By, &str)> {
    let labels =
        [node.readable_text(), node.description(), node.hint(), node.tooltip(), node.pane()];
    labels.into_iter().map(|label| (By::Label, label)).chain([(By::Id, node.short_id())])
}

/// The beginning of a text in lower case, and how often each kind of character is in it.
struct Name {
    text: String,
    length: usize,
    bag: [i16; BAG],
}

const BAG: usize = 64;

impl Name {
    fn new(text: &str) -> Option<Self> {
        let end = text.trim().char_indices().nth(LOOK).map_or(text.trim().len(), |(end, _)| end);
        let text = lower(&text.trim()[..end]);
        let mut bag = [0; BAG];
        let mut length = 0;
        for character in text.chars() {
            bag[character as usize % BAG] += 1;
            length += 1;
        }
        (length > 0).then_some(Self { text, length, bag })
    }

    /// What [`Self::likeness`] is at most: each character that only one of them has is at least half
    /// an edit, and each missing one a whole.
    fn at_most(&self, other: &Self) -> f64 {
        if let Some(likeness) = self.within(other) {
            return likeness;
        }
        let (mut more, mut less) = (0_usize, 0_usize);
        for (own, others) in self.bag.iter().zip(other.bag) {
            let apart = usize::from((own - others).unsigned_abs());
            if *own > others { more += apart } else { less += apart }
        }
        share(more.max(less), self.length.max(other.length))
    }

    /// 0 to 1: how like another name is to this one.
    fn likeness(&self, other: &Self) -> f64 {
        self.within(other).unwrap_or_else(|| {
            let edits = strsim::osa_distance(&self.text, &other.text);
            share(edits, self.length.max(other.length))
        })
    }

    /// One is a part of the other: the less is missing, the better.
    fn within(&self, other: &Self) -> Option<f64> {
        const SHORTEST: usize = 3;
        let inside = other.text.contains(&self.text)
            || (other.length >= SHORTEST && self.text.contains(&other.text));
        let [least, most] = [self.length.min(other.length), self.length.max(other.length)];
        inside.then(|| 0.9 + 0.1 * (1.0 - share(least, most)))
    }
}

/// What is left of the whole without a part.
fn share(part: usize, whole: usize) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "names are short")]
    let share = part as f64 / whole.max(1) as f64;
    1.0 - share
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse_uiautomator;

    const SCREEN: &str = r#"<hierarchy><node bounds="[0,0][1080,2400]">
      <node clickable="true" bounds="[0,100][1080,200]"><node text="Checkout" bounds="[10,110][500,190]"/></node>
      <node text="Check your payment methods" bounds="[0,300][1080,400]"/>
      <node text="Chekov" bounds="[0,400][1080,500]"/>
      <node class="android.widget.ImageButton" resource-id="a:id/basket_button" clickable="true" bounds="[0,700][100,800]"/>
      <node resource-id="a:id/basket_frame" bounds="[0,800][100,900]"/>
      <node text="hunter2" password="true" class="android.widget.EditText" bounds="[0,900][100,1000]"/>
    </node></hierarchy>"#;

    fn nearest(screen: &str, selector: &Selector) -> Vec<(u32, By)> {
        let reading = Reading::of(parse_uiautomator(screen.as_bytes()).unwrap(), None);
        selector.nearest(&reading).into_iter().map(|near| (near.node.0, near.by)).collect()
    }

    fn text(text: &str) -> Selector {
        Selector { text: Some(text.into()), ..Selector::default() }
    }

    #[test]
    fn a_miss_offers_what_is_near_and_the_nearest_first() {
        assert_eq!(nearest(SCREEN, &text("Chekout")), [(1, By::Label), (4, By::Label)]);
        assert_eq!(nearest(SCREEN, &text("check")), [(1, By::Label), (3, By::Label)]);
        assert!(nearest(SCREEN, &text("zzzz")).is_empty());
        assert_eq!(nearest(SCREEN, &text(&"Checkout ".repeat(100_000))), [(1, By::Label)]);
    }

    #[test]
    fn what_shows_as_nothing_is_not_offered_but_by_its_id() {
        let id = Selector { id: Some("basket_buton".into()), ..Selector::default() };
        assert_eq!(nearest(SCREEN, &id), [(5, By::Id)]);
        assert!(nearest(SCREEN, &text("hunter3")).is_empty());
    }

    #[test]
    fn a_flood_of_long_likenesses_stays_quick() {
        let label = "ab".repeat(5_000);
        let row = |at: i32| {
            let top = at % 2_000;
            format!(r#"<node text="{label}{at}" bounds="[0,{top}][1080,{}]"/>"#, top + 9)
        };
        let rows: String = (0..2_000).map(row).collect();
        let screen =
            format!(r#"<hierarchy><node bounds="[0,0][1080,2400]">{rows}</node></hierarchy>"#);
        let wanted = "ba".repeat(99);
        assert_eq!(nearest(&screen, &text(&wanted)).len(), MOST);
    }
}
