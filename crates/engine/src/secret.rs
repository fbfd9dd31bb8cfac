//! Text that is typed but never told: callers write `{{secret:NAME}}`, the field gets the value, and
//! every screen that shows the value is told with its name in its place.

use std::borrow::Cow;
use std::collections::HashSet;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use ui::Tree;
use ui::text::quote;

use crate::{Error, Result, Screen};

const OPEN: &str = "{{secret:";
const CLOSE: &str = "}}";

/// What a field shows that holds a part of a secret, or a secret that the app changed.
const LIKE: &str = "~";

/// Every secret of this process. Only those that were typed are looked for in what is told: until then
/// nobody can have seen them.
#[derive(Default, Clone)]
pub struct Secrets {
    known: Arc<[Secret]>,
    used: Arc<Mutex<Used>>,
}

struct Secret {
    name: String,
    value: String,
}

#[derive(Default)]
struct Used {
    /// Places in `known`, longest value first.
    secrets: Vec<usize>,
    /// What fields showed before: no part of a secret, however much it looks like one.
    innocent: HashSet<String>,
}

impl Secrets {
    /// The environment variables that hold secrets begin with this; the rest is the name. Nothing else in the
    /// environment can be typed.
    pub const PREFIX: &'static str = "FINGERTIP_SECRET_";

    /// Takes the secrets from among environment variables.
    pub fn from_vars(vars: impl IntoIterator<Item = (String, String)>) -> Self {
        let named = vars.into_iter().filter_map(|(key, value)| {
            let name = key.strip_prefix(Self::PREFIX)?.to_owned();
            (!name.is_empty() && !value.is_empty()).then_some(Secret { name, value })
        });
        Self { known: named.collect(), used: Arc::default() }
    }

    /// The text with values for names.
    pub(crate) fn fill(&self, given: &str) -> Result<Text> {
        let (mut real, mut told) = (String::new(), String::new());
        let mut secrets = Vec::new();
        let mut rest = given;
        while let Some((before, after)) = rest.split_once(OPEN) {
            let Some((name, after)) = after.split_once(CLOSE) else { break };
            let place = self.place(name)?;
            real.push_str(before);
            real.push_str(&self.known[place].value);
            // Screens have its name as it is, however the caller spelled it.
            told.push_str(before);
            told.push_str(&self.known[place].token());
            secrets.push(place);
            rest = after;
        }
        real.push_str(rest);
        told.push_str(rest);
        Ok(Text { told, real: Real(real), secrets })
    }

    fn place(&self, name: &str) -> Result<usize> {
        let is_it = |secret: &Secret| secret.name.eq_ignore_ascii_case(name.trim());
        self.known.iter().position(is_it).ok_or_else(|| {
            let mut names: Vec<&str> = self.known.iter().map(|secret| &*secret.name).collect();
            names.sort_unstable();
            let known = match names.as_slice() {
                [] => "none is set".to_owned(),
                names => format!("there are: {}", names.join(", ")),
            };
            let why = format!(
                "no secret is called {}; {known}. Start the server with {}NAME in its environment",
                quote(name),
                Self::PREFIX
            );
            Error::invalid("text", why)
        })
    }

    /// From now on these secrets may be seen. What fields show on `before` is none of them.
    pub(crate) fn note_use(&self, text: &Text, before: Option<&Screen>) {
        let used = &mut *self.lock();
        for place in text.secrets.iter().copied() {
            if !used.secrets.contains(&place) {
                used.secrets.push(place);
                let fields = before.iter().flat_map(|screen| screen.tree.nodes());
                let fields = fields.filter(|node| node.is_editable());
                used.innocent.extend(fields.map(|node| node.text().to_owned()));
            }
        }
        used.secrets.sort_by_key(|place| std::cmp::Reverse(self.known[*place].value.len()));
    }

    /// Grows with every secret that is used: a screen read before may show what must not be told now.
    pub(crate) fn version(&self) -> usize {
        self.lock().secrets.len()
    }

    /// How many characters more than it shows a masked text may have.
    pub(crate) fn hidden_in(&self, text: &str) -> usize {
        if !text.contains(OPEN) {
            return 0;
        }
        let used = self.lock();
        used.secrets.iter().map(|place| self.known[*place].value.chars().count()).sum()
    }

    /// Whether there is anything that must not be told.
    pub fn are_used(&self) -> bool {
        self.version() > 0
    }

    /// Puts names for values into a text that is on its way out, in whichever way it may be written. Digits
    /// among other letters and digits are somebody else's.
    pub fn mask<'t>(&self, text: &'t str) -> Cow<'t, str> {
        self.replace(text, |secret, around| !(secret.is_number() && around))
    }

    /// The same for a text that an app shows, wherever in it the value stands.
    pub(crate) fn mask_shown<'t>(&self, text: &'t str) -> Cow<'t, str> {
        self.replace(text, |_, _| true)
    }

    /// `counts` is told whether letters or digits touch what was found.
    fn replace<'t>(&self, text: &'t str, counts: impl Fn(&Secret, bool) -> bool) -> Cow<'t, str> {
        let used = self.lock();
        let mut masked = Cow::Borrowed(text);
        for secret in used.secrets.iter().map(|place| &self.known[*place]) {
            for written in secret.ways() {
                let mut out = String::new();
                let mut rest: &str = &masked;
                let mut last = None;
                while let Some((before, after)) = rest.split_once(&*written) {
                    let touches =
                        |character: Option<char>| character.is_some_and(char::is_alphanumeric);
                    let left = before.chars().next_back().or(last);
                    let around = touches(left) || touches(after.chars().next());
                    out.push_str(before);
                    if counts(secret, around) {
                        out.push_str(&secret.token());
                    } else {
                        out.push_str(&written);
                    }
                    last = out.chars().next_back();
                    rest = after;
                }
                if out.is_empty() {
                    continue;
                }
                out.push_str(rest);
                if out != *masked {
                    masked = Cow::Owned(out);
                }
            }
        }
        masked
    }

    /// The same for a whole screen, where a field may also hold a part of a value.
    pub(crate) fn mask_tree(&self, tree: &mut Tree) {
        if self.version() == 0 {
            return;
        }
        tree.rewrite(|text, held| {
            let masked = self.mask_shown(text);
            let like = || self.resembling(text).filter(|_| held);
            match masked {
                Cow::Owned(masked) => Some(masked),
                Cow::Borrowed(_) => like().map(|token| format!("{token}{LIKE}")),
            }
        });
    }

    /// The secret of which this looks like a part, or like a changed form.
    fn resembling(&self, text: &str) -> Option<String> {
        let used = self.lock();
        if text.is_empty() || used.innocent.contains(text) {
            return None;
        }
        let mut secrets = used.secrets.iter().map(|place| &self.known[*place]);
        secrets.find(|secret| secret.resembles(text)).map(Secret::token)
    }

    fn lock(&self) -> MutexGuard<'_, Used> {
        self.used.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Secret {
    fn token(&self) -> String {
        format!("{OPEN}{}{CLOSE}", self.name)
    }

    fn is_number(&self) -> bool {
        self.value.bytes().all(|byte| byte.is_ascii_digit())
    }

    /// As it is, as labels write it, as XML does.
    fn ways(&self) -> [Cow<'_, str>; 3] {
        let mut label = String::new();
        ui::text::push_escaped(&mut label, &self.value, usize::MAX);
        let entities =
            [("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ("\"", "&quot;"), ("'", "&apos;")];
        let xml =
            entities.iter().fold(self.value.clone(), |text, (from, to)| text.replace(from, to));
        [Cow::Borrowed(&*self.value), Cow::Owned(label), Cow::Owned(xml)]
    }

    /// Whether half of the value stands in the text, whatever the case of its letters.
    fn resembles(&self, text: &str) -> bool {
        const LEAST: usize = 4;
        let chars = |text: &str| -> Vec<char> { text.to_lowercase().chars().collect() };
        let (value, text) = (chars(&self.value), chars(text));
        let enough = LEAST.max(value.len() / 2);
        if value.len() < enough {
            return value == text;
        }
        value.windows(enough).any(|part| text.windows(enough).any(|other| part == other))
    }
}

/// Names only.
impl fmt::Debug for Secrets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.known.iter().map(|secret| &secret.name)).finish()
    }
}

/// A text to type.
#[derive(Debug, Clone)]
pub(crate) struct Text {
    /// As the caller wrote it.
    pub(crate) told: String,
    pub(crate) real: Real,
    secrets: Vec<usize>,
}

impl Text {
    pub(crate) fn has_secrets(&self) -> bool {
        !self.secrets.is_empty()
    }
}

/// What goes to the device and nowhere else.
#[derive(Clone)]
pub(crate) struct Real(pub(crate) String);

impl Real {
    /// The same in parts of at most so many characters.
    pub(crate) fn pieces(&self, most: usize) -> Vec<Self> {
        let characters: Vec<char> = self.0.chars().collect();
        characters.chunks(most).map(|some| Self(some.iter().collect())).collect()
    }
}

impl fmt::Debug for Real {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({} characters)", self.0.chars().count())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn secrets(vars: &[(&str, &str)]) -> Secrets {
        Secrets::from_vars(vars.iter().map(|(key, value)| ((*key).into(), (*value).into())))
    }

    fn used(value: &str) -> Secrets {
        let secrets = secrets(&[("FINGERTIP_SECRET_PIN", value)]);
        secrets.note_use(&secrets.fill("{{secret:PIN}}").unwrap(), None);
        secrets
    }

    #[test]
    fn names_become_values_only_where_the_prefix_allows() {
        let secrets = secrets(&[
            ("FINGERTIP_SECRET_PIN", "1234"),
            ("FINGERTIP_SECRET_EMPTY", ""),
            ("HOME", "/root"),
        ]);
        let text = secrets.fill("a{{secret:PIN}}b{{secret:pin}}").unwrap();
        assert_eq!(text.real.0, "a1234b1234");
        assert!(text.has_secrets() && !format!("{text:?} {secrets:?}").contains("1234"));
        for unknown in ["{{secret:HOME}}", "{{secret:EMPTY}}", "{{secret:}}"] {
            let error = secrets.fill(unknown).unwrap_err();
            assert_eq!(error.code(), "INVALID_ARGUMENT", "{unknown}");
        }
        assert_eq!(secrets.fill("{{secret:PIN").unwrap().real.0, "{{secret:PIN");
    }

    #[test]
    fn what_was_never_typed_is_not_looked_for() {
        let secrets = secrets(&[("FINGERTIP_SECRET_PIN", "1234")]);
        assert_eq!(secrets.mask("1234"), "1234");
        assert_eq!(used("1234").mask_shown("x1234x"), "x{{secret:PIN}}x");
        assert_eq!(used("1234").mask("@b1234 \"1234\" 12345"), "@b1234 \"{{secret:PIN}}\" 12345");
        assert_eq!(used("pass").mask("xpassx"), "x{{secret:PIN}}x");
        assert_eq!(used("a\"b\\").mask(r#"input "a\"b\\""#), r#"input "{{secret:PIN}}""#);
        assert_eq!(used("a&b").mask("<x>a&amp;b</x>"), "<x>{{secret:PIN}}</x>");
    }

    #[test]
    fn a_field_that_holds_a_part_is_masked_too() {
        let secrets = used("correct horse");
        for part in ["CORRECT HORSE", "correct h", "orrect hors"] {
            assert!(secrets.resembling(part).is_some(), "{part}");
        }
        assert!(secrets.resembling("horses").is_none());
        assert!(used("42").resembling("42").is_some() && used("42").resembling("421").is_none());
    }
}
