//! What changed between two compact texts, in the notation of the text itself.

use std::fmt::{self, Write as _};

use foldhash::{HashMap, HashMapExt as _};
use imara_diff::{Algorithm, Diff, InternedInput, Interner};

use super::shown::{Shown, TextLine};
use crate::Change;

/// The change from what was shown as revision `since` to the text `new`, or `None` when it would not be
/// clearly smaller than `new` itself. `change` says what kind of change it was, where that is known.
///
/// ```text
/// screen 1080x2400 com.example.shop #k2x81c r6 since r5 hierarchy_diff
///                                                           the new header, and what it is compared with
/// - @b3                                                     this line is gone
/// - L7 "9:41"                                               so is line 7 of the old text; the header is line 1
/// - L9..L14 @b8 @b9                                         and lines 9 to 14, which had these refs
/// ~ @f1 input "Email" = "x"                                 this line now reads so, in its old place
/// ~ L4 "2 items"                                            and line 4 of the old text so
/// +     @b4 btn "New" after @b1                             a new line, with its indent, right below that of @b1
/// +       "in stock" after @b4                              one below it; lines after the same one keep their order
/// ```
///
/// Lines are named by their ref, else by their number in the old text. What is gone comes first, so
/// that an element that moved is removed before it is added. A text that is the same is one line,
/// `screen unchanged #k2x81c r5`. What readers may have seen in different words is told in any case.
pub fn delta(old: &Shown, new: &str, since: u64, change: Option<Change>) -> Option<String> {
    let (header, body) = new.split_once('\n').unwrap_or((new, ""));
    if old.is(new) {
        let tail = header.rfind(" #").map_or("", |start| &header[start..]);
        return Some(format!("screen unchanged{tail}")).filter(|line| line.len() < new.len());
    }
    let old_body = old.text().split_once('\n').map_or("", |(_, body)| body);
    let (mut before, mut after) = (lines(old_body), lines(body));
    forget_repeated_refs(&mut before, &mut after);
    let mut script = Script {
        old,
        before: &before,
        gone: Vec::new(),
        told: String::new(),
        follows: Name::Header,
    };
    align(&before, &after, &mut script);

    let mut out = format!("{header} since r{since}");
    if let Some(change) = change {
        let _infallible = write!(out, " {change}");
    }
    if script.gone.is_empty() && script.told.is_empty() {
        let _infallible = write!(out, ": every line as in r{since}");
    }
    script.push_gone(&mut out);
    out.push_str(&script.told);
    is_worth_it(&out, new).then_some(out)
}

fn lines(body: &str) -> Vec<TextLine<'_>> {
    if body.is_empty() { Vec::new() } else { body.split('\n').map(TextLine::of).collect() }
}

/// A ref names its line as long as no other line of the same text has it.
fn forget_repeated_refs<'t>(before: &mut [TextLine<'t>], after: &mut [TextLine<'t>]) {
    let mut counts: HashMap<&str, [u32; 2]> = HashMap::with_capacity(before.len());
    for (side, lines) in [&*before, &*after].into_iter().enumerate() {
        for token in lines.iter().filter_map(|line| line.token) {
            counts.entry(token).or_default()[side] += 1;
        }
    }
    for line in before.iter_mut().chain(after) {
        line.token = line.token.filter(|token| counts[token].iter().all(|count| *count < 2));
    }
}

/// What makes a line the same line in both texts.
#[derive(PartialEq, Eq, Hash)]
enum Key<'t> {
    Ref(&'t str),
    Whole(&'t str),
}

impl<'t> Key<'t> {
    fn of(line: &TextLine<'t>) -> Self {
        line.token.map_or(Self::Whole(line.whole), Self::Ref)
    }
}

/// Pairs the lines of both texts in order, and writes down what has no pair and what reads differently.
fn align<'t>(before: &[TextLine<'t>], after: &[TextLine<'t>], script: &mut Script<'_, 't>) {
    let mut interner = Interner::new(before.len() + after.len());
    let mut intern =
        |lines: &[TextLine<'t>]| lines.iter().map(|line| interner.intern(Key::of(line))).collect();
    let (keys_before, keys_after) = (intern(before), intern(after));
    let input = InternedInput { before: keys_before, after: keys_after, interner };
    // The variant whose heuristics bound the work on texts that have little in common.
    let diff = Diff::compute(Algorithm::Myers, &input);
    let has =
        |side: fn(&Diff, u32) -> bool, at: usize| u32::try_from(at).is_ok_and(|at| side(&diff, at));
    let mut gap = Gap::default();
    let (mut i, mut j) = (0, 0);
    loop {
        match (before.get(i), after.get(j)) {
            (None, None) => break,
            (Some(_), _) if has(Diff::is_removed, i) => {
                gap.before.push(i);
                i += 1;
            }
            (_, Some(_)) if has(Diff::is_added, j) => {
                gap.after.push(j);
                j += 1;
            }
            (old, new) => {
                if let (Some(old), Some(new)) = (old, new)
                    && old.indent == new.indent
                {
                    gap.close(before, after, script);
                    script.pair(i, new);
                } else {
                    // It went deeper or higher: another place, although it is the same element.
                    gap.before.extend(old.map(|_| i));
                    gap.after.extend(new.map(|_| j));
                }
                i += 1;
                j += 1;
            }
        }
    }
    gap.close(before, after, script);
}

/// Lines between two pairs, by position.
#[derive(Default)]
struct Gap {
    before: Vec<usize>,
    after: Vec<usize>,
}

impl Gap {
    /// Lines without a ref that stand in for each other are one line with other words; the rest came or went.
    fn close<'t>(
        &mut self,
        before: &[TextLine<'t>],
        after: &[TextLine<'t>],
        script: &mut Script<'_, 't>,
    ) {
        let nameless = |lines: &[TextLine<'_>], at: &usize| lines[*at].token.is_none();
        let olds = self.before.iter().copied().filter(|at| nameless(before, at));
        let news = self.after.iter().copied().filter(|at| nameless(after, at));
        let mut pairs =
            olds.zip(news).filter(|(i, j)| before[*i].indent == after[*j].indent).peekable();
        let mut gone = self.before.iter().copied().peekable();
        let mut come = self.after.iter().copied().peekable();
        loop {
            let pair = pairs.next();
            let (old, new) = pair.unwrap_or((usize::MAX, usize::MAX));
            script.gone.extend(std::iter::from_fn(|| gone.next_if(|at| *at < old)));
            while let Some(at) = come.next_if(|at| *at < new) {
                script.add(&after[at]);
            }
            if pair.is_none() {
                break;
            }
            gone.next();
            come.next();
            script.pair(old, &after[new]);
        }
        self.before.clear();
        self.after.clear();
    }
}

/// How a delta line calls another line.
#[derive(Debug, Clone, Copy)]
enum Name<'t> {
    Header,
    Ref(&'t str),
    /// By its position in the old body.
    Line(usize),
}

impl<'t> Name<'t> {
    fn of(lines: &[TextLine<'t>], at: usize) -> Self {
        lines[at].token.map_or(Self::Line(at), Self::Ref)
    }
}

impl fmt::Display for Name<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Header => f.write_str("header"),
            Self::Ref(token) => f.write_str(token),
            Self::Line(at) => write!(f, "L{}", at + 2),
        }
    }
}

/// The delta as it is written down.
struct Script<'s, 't> {
    old: &'s Shown,
    before: &'s [TextLine<'t>],
    /// Positions in the old body, ascending.
    gone: Vec<usize>,
    /// Changed and new lines.
    told: String,
    /// The last line of the new text so far that has a name.
    follows: Name<'t>,
}

impl<'t> Script<'_, 't> {
    /// The old line at `at` stays where it is, and reads like `new`.
    fn pair(&mut self, at: usize, new: &TextLine<'t>) {
        self.follows = Name::of(self.before, at);
        if self.before[at].whole == new.whole && !self.old.is_unsure(at + 1) {
            return;
        }
        self.told.push_str("\n~ ");
        if self.before[at].token.is_none() {
            let _infallible = write!(self.told, "{} ", self.follows);
        }
        self.told.push_str(new.text());
    }

    fn add(&mut self, new: &TextLine<'t>) {
        let _infallible = write!(self.told, "\n+ {} after {}", new.whole, self.follows);
        if let Some(token) = new.token {
            self.follows = Name::Ref(token);
        }
    }

    fn push_gone(&self, out: &mut String) {
        /// From so many lines on, a run is told as one.
        const RUN: usize = 3;
        for run in self.gone.chunk_by(|one, next| one + 1 == *next) {
            match run {
                [first, .., last] if run.len() >= RUN => {
                    let _infallible =
                        write!(out, "\n- {}..{}", Name::Line(*first), Name::Line(*last));
                    self.push_names(out, run);
                }
                _ => {
                    for at in run {
                        let _infallible = write!(out, "\n- {}", Name::of(self.before, *at));
                        if self.before[*at].token.is_none() {
                            self.push_words(out, *at);
                        }
                    }
                }
            }
        }
    }

    /// What a reader will recognise a run by.
    fn push_names(&self, out: &mut String, run: &[usize]) {
        const LISTED: usize = 12;
        let mut refs = run.iter().filter_map(|at| self.before[*at].token).peekable();
        if refs.peek().is_none() {
            self.push_words(out, run[0]);
            return out.push_str(" …");
        }
        for token in refs.by_ref().take(LISTED) {
            let _infallible = write!(out, " {token}");
        }
        if refs.next().is_some() {
            out.push_str(" …");
        }
    }

    /// What a line without a ref said, unless readers saw different things.
    fn push_words(&self, out: &mut String, at: usize) {
        if !self.old.is_unsure(at + 1) {
            let _infallible = write!(out, " {}", self.before[at].text());
        }
    }
}

/// A delta has to be read together with an older text, so it must save more than a little.
fn is_worth_it(delta: &str, new: &str) -> bool {
    let smaller = |delta: usize, new: usize| delta * 4 <= new * 3;
    smaller(delta.len(), new.len()) && smaller(weight(delta), weight(new))
}

/// About what a text costs in tokens: names and signs cost more a byte than words do.
fn weight(text: &str) -> usize {
    let kind = |byte: &u8| match byte {
        b'a'..=b'z' | b'A'..=b'Z' => 6,
        b'0'..=b'9' => 3,
        b' ' => 16,
        _ => 1,
    };
    let runs = text.as_bytes().chunk_by(|one, next| kind(one) == kind(next));
    // A single space is a part of the word behind it.
    runs.filter(|run| *run != b" ").map(|run| run.len().div_ceil(kind(&run[0]))).sum()
}
