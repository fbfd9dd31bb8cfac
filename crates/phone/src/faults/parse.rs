//! Reads faults as they are written: in a flag, a control line and a script.

use super::fault::{BOOT, Damage, FORMS, Fault, Limit, Order, Word};
use super::period::{self, Period};
use std::ops::Range;
use std::str::FromStr;
use std::time::Duration;

/// Not a fault; says what would be one.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct Wrong {
    /// The bytes of the text that are wrong.
    pub at: Range<usize>,
    message: String,
}

/// A piece of the text, and where it begins.
#[derive(Clone, Copy)]
pub(super) struct Piece<'a> {
    pub(super) text: &'a str,
    pub(super) begin: usize,
}

impl<'a> Piece<'a> {
    pub(super) fn wrong(self, message: impl Into<String>) -> Wrong {
        Wrong { at: self.begin..self.begin + self.text.len(), message: message.into() }
    }

    /// From that byte on.
    fn from(self, at: usize) -> Self {
        Self { text: &self.text[at..], begin: self.begin + at }
    }

    pub(super) fn period(self) -> Result<Duration, Wrong> {
        let wrong = || self.wrong(format!("{:?} is no time: {}", self.text, period::FORM));
        Period::parse(self.text).ok_or_else(wrong)
    }

    fn word(self, what: &str) -> Result<Word, Wrong> {
        let wrong = || {
            let text = self.text;
            self.wrong(format!("{text:?} is no {what}: letters, digits, _, . and - only"))
        };
        Word::new(self.text).ok_or_else(wrong)
    }

    /// Its words, each where it stands.
    pub(super) fn words(self) -> impl Iterator<Item = Piece<'a>> {
        let base = self.text.as_ptr() as usize;
        self.text
            .split_whitespace()
            .map(move |text| Piece { text, begin: self.begin + (text.as_ptr() as usize - base) })
    }
}

impl FromStr for Order {
    type Err = Wrong;

    fn from_str(text: &str) -> Result<Self, Wrong> {
        order(Piece { text, begin: 0 })
    }
}

/// `FAULT`, `FAULT for TIME` or `FAULT times COUNT`.
pub(super) fn order(text: Piece<'_>) -> Result<Order, Wrong> {
    let mut words = text.words();
    let Some(first) = words.next() else {
        return Err(text.wrong(format!("no fault is named; {}", known())));
    };
    let fault = fault(first)?;
    let Some(keyword) = words.next() else { return Ok(Order::open(fault)) };
    if !fault.lasts() {
        let only = format!("{} only happens, so nothing can follow it", fault.name());
        return Err(keyword.wrong(only));
    }
    let end = text.from(text.text.trim_end().len());
    let value = words.next().unwrap_or(end);
    let limit = match keyword.text {
        "for" => Limit::For(value.period()?),
        "times" => match value.text.parse() {
            Ok(count @ 1..) => Limit::Times(count),
            _ => return Err(value.wrong("times wants how often: a whole number from 1")),
        },
        other => {
            return Err(
                keyword.wrong(format!("{other:?} is neither \"for TIME\" nor \"times COUNT\""))
            );
        }
    };
    match words.next() {
        Some(more) => Err(more.wrong(format!("nothing can follow here, not {:?}", more.text))),
        None => Ok(Order { fault, limit }),
    }
}

/// `NAME`, `NAME:WORD`, `NAME=VALUE` or `NAME:WORD=VALUE`.
fn fault(text: Piece<'_>) -> Result<Fault, Wrong> {
    let whole = text.text;
    let equals = whole.find('=');
    let colon = whole[..equals.unwrap_or(whole.len())].find(':');
    let name = &whole[..colon.or(equals).unwrap_or(whole.len())];
    let value = equals.map(|at| text.from(at + 1));
    let word = colon.map(|at| {
        let end = equals.unwrap_or(whole.len());
        Piece { text: &whole[at + 1..end], begin: text.begin + at + 1 }
    });
    let Some(form) = FORMS.iter().find(|form| form.name == name) else {
        return Err(text.wrong(format!("unknown fault {name:?}; {}", known())));
    };
    let wrong = || text.wrong(format!("{name} is written {}", form.written));
    let service = || word.map(|word| word.word("word of a service")).transpose();
    match (name, word, value) {
        ("slow", _, Some(by)) => Ok(Fault::Slow { service: service()?, by: by.period()? }),
        ("hang", _, None) => Ok(Fault::Hang { service: service()? }),
        ("drop", _, None) => Ok(Fault::Drop { service: service()? }),
        ("dump", None, Some(value)) => {
            let damage = Damage::ALL.into_iter().find(|damage| damage.name() == value.text);
            damage.map(Fault::Dump).ok_or_else(wrong)
        }
        ("offline", None, None) => Ok(Fault::Offline),
        ("unauthorized", None, None) => Ok(Fault::Unauthorized),
        ("reboot", None, None) => Ok(Fault::Reboot(BOOT)),
        ("reboot", None, Some(time)) => Ok(Fault::Reboot(time.period()?)),
        ("kill-app", None, None) => Ok(Fault::KillApp(None)),
        ("kill-app", None, Some(package)) => Ok(Fault::KillApp(Some(package.word("package")?))),
        ("storage-full", None, None) => Ok(Fault::StorageFull),
        ("restart-adbd", None, None) => Ok(Fault::RestartAdbd),
        _ => Err(wrong()),
    }
}

fn known() -> String {
    let forms: Vec<&str> = FORMS.iter().map(|form| form.written).collect();
    format!("faults are {}", forms.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn check(text: &str, expected: &str) {
        let order: Order = text.parse().unwrap();
        assert_eq!(order.to_string(), expected);
        assert_eq!(expected.parse(), Ok(order));
    }

    #[test]
    fn every_form_is_read() {
        for text in [
            "slow=2s",
            "slow:shell=250ms times 3",
            "hang",
            "hang:uiautomator for 2s",
            "drop",
            "drop:sync times 1",
            "dump=truncated",
            "dump=garbled for 2s",
            "dump=no-idle times 1",
            "dump=no-root",
            "offline for 3s",
            "unauthorized",
            "reboot=30s",
            "kill-app",
            "kill-app=com.example.shop",
            "storage-full",
            "restart-adbd",
        ] {
            check(text, text);
        }
        check("  offline   for 60s ", "offline for 1m");
        check("reboot=10s", "reboot");
    }

    #[test]
    fn errors_say_what_is_allowed() {
        let wrong = |text: &str| {
            let wrong = text.parse::<Order>().unwrap_err();
            (text[wrong.at.clone()].to_owned(), wrong.to_string())
        };
        let (at, message) = wrong("ofline for 2s");
        assert_eq!(at, "ofline");
        assert!(
            message.starts_with(
                "unknown fault \"ofline\"; faults are slow=TIME, slow:WORD=TIME, hang,"
            )
        );
        for (text, at, message) in [
            ("slow", "slow", "slow is written slow=TIME, slow:WORD=TIME"),
            (
                "slow=fast",
                "fast",
                "\"fast\" is no time: a whole number with ms, s or m behind it, such as 250ms, 2s or 5m",
            ),
            ("dump=x", "dump=x", "dump is written dump=truncated|garbled|no-idle|no-root"),
            ("hang:", "", "\"\" is no word of a service: letters, digits, _, . and - only"),
            ("offline:shell", "offline:shell", "offline is written offline"),
            (
                "offline forever",
                "forever",
                "\"forever\" is neither \"for TIME\" nor \"times COUNT\"",
            ),
            (
                "offline for",
                "",
                "\"\" is no time: a whole number with ms, s or m behind it, such as 250ms, 2s or 5m",
            ),
            ("hang times 0", "0", "times wants how often: a whole number from 1"),
            ("hang times 2 now", "now", "nothing can follow here, not \"now\""),
            ("reboot for 2s", "for", "reboot only happens, so nothing can follow it"),
            ("drop times 2", "times", "drop only happens, so nothing can follow it"),
        ] {
            assert_eq!(wrong(text), (at.to_owned(), message.to_owned()), "{text}");
        }
        assert!(wrong(" ").1.starts_with("no fault is named; faults are "));
    }

    fn some_word() -> impl Strategy<Value = Word> {
        "[A-Za-z0-9_.-]{1,12}".prop_map(|text| Word::new(&text).unwrap())
    }

    fn some_fault() -> impl Strategy<Value = Fault> {
        let time = || (0_u64..86_400_000).prop_map(Duration::from_millis);
        let service = || prop::option::of(some_word());
        prop_oneof![
            (service(), time()).prop_map(|(service, by)| Fault::Slow { service, by }),
            service().prop_map(|service| Fault::Hang { service }),
            service().prop_map(|service| Fault::Drop { service }),
            prop::sample::select(Damage::ALL.to_vec()).prop_map(Fault::Dump),
            Just(Fault::Offline),
            Just(Fault::Unauthorized),
            time().prop_map(Fault::Reboot),
            service().prop_map(Fault::KillApp),
            Just(Fault::StorageFull),
            Just(Fault::RestartAdbd),
        ]
    }

    fn some_order() -> impl Strategy<Value = Order> {
        let time = (0_u64..86_400_000).prop_map(Duration::from_millis);
        let limit = prop_oneof![
            Just(Limit::Open),
            time.prop_map(Limit::For),
            (1_u32..).prop_map(Limit::Times)
        ];
        (some_fault(), limit).prop_map(|(fault, limit)| {
            let limit = if fault.lasts() { limit } else { Limit::Open };
            Order { fault, limit }
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(256))]

        #[test]
        fn what_is_written_is_read(order in some_order()) {
            prop_assert_eq!(order.to_string().parse(), Ok(order));
        }

        #[test]
        fn any_text_is_read_or_refused(text in "\\PC{0,40}|(slow|hang|drop|dump|reboot)[:=a-zäö0-9. ]{0,20}") {
            if let Err(wrong) = text.parse::<Order>() {
                prop_assert!(text.get(wrong.at.clone()).is_some());
                prop_assert!(!wrong.to_string().is_empty());
            }
        }
    }

    #[test]
    fn every_fault_has_a_form() {
        for form in FORMS {
            let first = form.written.split([',', '|']).next().unwrap().trim();
            let text = first.replace("TIME", "1s");
            assert_eq!(text.parse::<Order>().unwrap().fault.name(), form.name);
        }
    }
}
