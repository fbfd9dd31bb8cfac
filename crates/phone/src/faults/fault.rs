//! What can be wrong with a phone: the closed list, and how each is written.

use super::period::Period;
use std::fmt;
use std::time::Duration;

/// How long a phone takes to boot when nobody says.
pub(super) const BOOT: Duration = Duration::from_secs(10);

/// One kind of trouble.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Services begin to answer later.
    Slow { service: Option<Word>, by: Duration },
    /// Services are opened and never answer.
    Hang { service: Option<Word> },
    /// The connections are cut: all of them now, or in the middle of a service's answer.
    Drop { service: Option<Word> },
    /// Dumps of the screen are damaged or refused.
    Dump(Damage),
    /// Connections are taken and never answered.
    Offline,
    /// No key is accepted.
    Unauthorized,
    /// The phone starts again and takes that long.
    Reboot(Duration),
    /// An app's process ends; the one in front unless named.
    KillApp(Option<Word>),
    /// Nothing more can be written.
    StorageFull,
    /// adbd starts again, and with it all connections.
    RestartAdbd,
}

/// What is wrong with a dump.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Damage {
    /// Only the first half of it is there.
    Truncated,
    /// Bytes of it are changed.
    Garbled,
    /// The screen does not come to rest.
    NoIdle,
    /// No window has a root.
    NoRoot,
}

/// A word of a service, a command or a package: letters, digits, `_`, `.` and `-`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word(String);

/// A fault and how long it lasts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Order {
    pub fault: Fault,
    pub limit: Limit,
}

/// When a fault is over.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Limit {
    /// When it is cleared; at once for what only happens.
    #[default]
    Open,
    /// After that time.
    For(Duration),
    /// After it has struck that often.
    Times(u32),
}

/// How a fault is written, for help and documents.
#[derive(Clone, Copy, Debug)]
pub struct Form {
    pub name: &'static str,
    pub written: &'static str,
    pub what: &'static str,
}

/// Every fault there is.
pub const FORMS: &[Form] = &[
    form("slow", "slow=TIME, slow:WORD=TIME", "services begin to answer that much later"),
    form("hang", "hang, hang:WORD", "services are opened and do not answer"),
    form("drop", "drop, drop:WORD", "connections are cut, now or in the middle of an answer"),
    form(
        "dump",
        "dump=truncated|garbled|no-idle|no-root",
        "dumps of the screen are damaged or refused",
    ),
    form("offline", "offline", "connections are taken and not answered"),
    form("unauthorized", "unauthorized", "no key is accepted"),
    form("reboot", "reboot, reboot=TIME", "the phone starts again and takes that long (10s)"),
    form("kill-app", "kill-app, kill-app=PACKAGE", "the app in front, or that app, is killed"),
    form("storage-full", "storage-full", "nothing more can be written or installed"),
    form("restart-adbd", "restart-adbd", "adbd starts again"),
];

const fn form(name: &'static str, written: &'static str, what: &'static str) -> Form {
    Form { name, written, what }
}

impl Fault {
    pub fn name(&self) -> &'static str {
        match self {
            Self::Slow { .. } => "slow",
            Self::Hang { .. } => "hang",
            Self::Drop { .. } => "drop",
            Self::Dump(_) => "dump",
            Self::Offline => "offline",
            Self::Unauthorized => "unauthorized",
            Self::Reboot(_) => "reboot",
            Self::KillApp(_) => "kill-app",
            Self::StorageFull => "storage-full",
            Self::RestartAdbd => "restart-adbd",
        }
    }

    /// Does it go on until something ends it, or only happen?
    pub fn lasts(&self) -> bool {
        match self {
            Self::Drop { service } => service.is_some(),
            Self::Slow { .. }
            | Self::Hang { .. }
            | Self::Dump(_)
            | Self::Offline
            | Self::Unauthorized
            | Self::StorageFull => true,
            Self::Reboot(_) | Self::KillApp(_) | Self::RestartAdbd => false,
        }
    }
}

impl Damage {
    pub const ALL: [Self; 4] = [Self::Truncated, Self::Garbled, Self::NoIdle, Self::NoRoot];

    pub fn name(self) -> &'static str {
        match self {
            Self::Truncated => "truncated",
            Self::Garbled => "garbled",
            Self::NoIdle => "no-idle",
            Self::NoRoot => "no-root",
        }
    }
}

impl Word {
    /// `None` when it is empty or has other characters.
    pub fn new(text: &str) -> Option<Self> {
        let valid = !text.is_empty() && text.chars().all(is_of_word);
        valid.then(|| Self(text.to_owned()))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Is it one of the words of a text?
    pub(crate) fn is_in(&self, text: &str) -> bool {
        text.split(|character| !is_of_word(character)).any(|word| word == self.0)
    }
}

fn is_of_word(character: char) -> bool {
    character.is_ascii_alphanumeric() || matches!(character, '_' | '.' | '-')
}

impl Order {
    /// A fault until it is cleared.
    pub fn open(fault: Fault) -> Self {
        Self { fault, limit: Limit::Open }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())?;
        match self {
            Self::Slow { service: Some(word), by } => write!(f, ":{}={}", word.0, Period(*by)),
            Self::Slow { service: None, by } => write!(f, "={}", Period(*by)),
            Self::Hang { service: Some(word) } | Self::Drop { service: Some(word) } => {
                write!(f, ":{}", word.0)
            }
            Self::Dump(damage) => write!(f, "={}", damage.name()),
            Self::Reboot(time) if *time != BOOT => write!(f, "={}", Period(*time)),
            Self::KillApp(Some(package)) => write!(f, "={}", package.0),
            Self::Hang { service: None }
            | Self::Drop { service: None }
            | Self::Offline
            | Self::Unauthorized
            | Self::Reboot(_)
            | Self::KillApp(None)
            | Self::StorageFull
            | Self::RestartAdbd => Ok(()),
        }
    }
}

impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.fault)?;
        match self.limit {
            Limit::Open => Ok(()),
            Limit::For(time) => write!(f, " for {}", Period(time)),
            Limit::Times(count) => write!(f, " times {count}"),
        }
    }
}
