//! The screen, by `uiautomator dump`, with what is in front, in one round trip.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use adb::CommandLine;
use bytes::Bytes;
use memchr::memmem;
use tokio::time::Instant;
use ui::Size;

use super::super::PLATFORM;
use super::super::focus::{Focus, wm_size};
use super::{Result, VIA, run};
use crate::{Capture, Deadline, Display, Error, Format, Front, Place};

/// What was learnt about one phone's shell.
#[derive(Debug, Default)]
pub(in super::super) struct Shell {
    /// `/dev/tty` gave no XML: this phone wants a file.
    needs_file: AtomicBool,
}

macro_rules! front {
    () => {
        "dumpsys window displays | grep -E '^ *(mCurrentFocus=|mFocusedApp=|init=|InsetsSource .*(=ime|_IME) )'"
    };
}
macro_rules! dump_file {
    () => {
        "/data/local/tmp/fingertip.xml"
    };
}
const BY_TTY: &str = concat!("uiautomator dump /dev/tty; echo; ", front!());
const BY_FILE: &str = concat!(
    "rm -f ",
    dump_file!(),
    "; uiautomator dump ",
    dump_file!(),
    " && cat ",
    dump_file!(),
    "; echo; rm -f ",
    dump_file!(),
    "; ",
    front!()
);
const FRONT: &str = front!();
/// Before API 29 the focus is in the list of windows, later in that of displays. So is what the keyboard covers; that it
/// is up, its manager says.
const FRONT_BEFORE_29: &str = concat!(
    "dumpsys window windows | grep -E '^ *(mCurrentFocus=|mFocusedApp=|Window #|touchable region=|mHasSurface=)'; ",
    "dumpsys input_method | grep -E '^ *(mShowRequested=.* )?mInputShown='"
);

/// Who owns which window is in the list of windows only.
const FRONT_AND_OWNERS: &str = concat!(
    front!(),
    "; dumpsys window windows | grep -E '^ *(Window #|mOwnerUid=|mCurrentFocus=|mFocusedApp=)'"
);

/// A screen of twenty thousand nodes has some eight megabytes.
const MOST_BYTES: usize = 64 * 1024 * 1024;

/// A window that is just opening has no root yet: ask again, but not for ever, and not where the app
/// hangs, which makes each refusal take seconds.
const TRIES: usize = 3;
const PATIENCE: Duration = Duration::from_secs(3);

impl Shell {
    pub(in super::super) async fn capture(
        &self,
        adb: &adb::Device,
        deadline: Deadline,
    ) -> Result<Capture> {
        let mut refusal = String::new();
        let began = Instant::now();
        for _ in 0..TRIES {
            let by_file = self.needs_file.load(Ordering::Relaxed);
            let script = CommandLine::constant(if by_file { BY_FILE } else { BY_TTY });
            let answer = adb.exec(&script, MOST_BYTES, deadline).await?;
            match Dump::parse(answer) {
                Dump::Screen { xml, rest } => return finish(adb, xml, &rest, deadline).await,
                Dump::NoTerminal if !by_file => self.needs_file.store(true, Ordering::Relaxed),
                Dump::NoTerminal => "uiautomator wrote nothing".clone_into(&mut refusal),
                Dump::Again(why) => {
                    refusal = why;
                    if began.elapsed() > PATIENCE {
                        break;
                    }
                }
                Dump::Refused(why) => return Err(Error::TreeUnavailable { why }.into()),
            }
        }
        Err(Error::TreeUnavailable { why: refusal }.into())
    }
}

/// What is in front, by itself.
pub(in super::super) async fn place(adb: &adb::Device, deadline: Deadline) -> Result<Place> {
    let mut focus = Focus::default();
    for script in [FRONT, FRONT_BEFORE_29] {
        let asked = run(adb, &CommandLine::constant(script), deadline).await?;
        focus = Focus::parse(&asked.text());
        if focus.app.is_some() {
            break;
        }
    }
    Ok(Place { platform: PLATFORM, app: focus.app, screen: focus.activity })
}

/// How large the display is, by itself.
pub(in super::super) async fn display(
    adb: &adb::Device,
    deadline: Deadline,
) -> Result<Option<Display>> {
    let asked = run(adb, &CommandLine::constant(FRONT), deadline).await?;
    let Focus { display, keyboard, .. } = Focus::parse(&asked.text());
    Ok(size_or_asked(adb, display, deadline).await?.map(|size| Display { size, keyboard }))
}

/// Where the windows do not say it, the window manager does.
async fn size_or_asked(
    adb: &adb::Device,
    known: Option<Size>,
    deadline: Deadline,
) -> Result<Option<Size>> {
    if known.is_some() {
        return Ok(known);
    }
    let asked = run(adb, &CommandLine::constant("wm size"), deadline).await?;
    Ok(wm_size(&asked.text()))
}

/// Who would get an input now.
pub(in super::super) async fn front(adb: &adb::Device, deadline: Deadline) -> Result<Front> {
    let asked = run(adb, &CommandLine::constant(FRONT_AND_OWNERS), deadline).await?;
    Ok(super::super::front::parse(&asked.text()))
}

async fn finish(adb: &adb::Device, xml: Bytes, rest: &str, deadline: Deadline) -> Result<Capture> {
    let mut focus = Focus::parse(rest);
    if focus.app.is_none() {
        let asked = run(adb, &CommandLine::constant(FRONT_BEFORE_29), deadline).await?;
        let old = Focus::parse(&asked.text());
        focus = Focus {
            display: focus.display.or(old.display),
            keyboard: focus.keyboard.or(old.keyboard),
            ..old
        };
    }
    let size = size_or_asked(adb, focus.display, deadline).await?;
    Ok(Capture {
        format: Format::UiautomatorXml,
        bytes: xml,
        place: Place { platform: PLATFORM, app: focus.app, screen: focus.activity },
        display: size.map(|size| Display { size, keyboard: focus.keyboard }),
        // The dump waits for a second without accessibility events before it reads.
        quiet: true,
        via: VIA,
    })
}

/// What a dump's output turned out to be. The exit code says nothing: it is 0 on failure too.
enum Dump {
    Screen { xml: Bytes, rest: String },
    NoTerminal,
    Again(String),
    Refused(String),
}

impl Dump {
    fn parse(answer: impl Into<Bytes>) -> Self {
        const END: &[u8] = b"</hierarchy>";
        let answer: Bytes = answer.into();
        // Newlines inside labels are escaped in the XML, so nothing in it can look like the lines
        // that follow the last closing tag.
        if let Some(end) = memmem::rfind(&answer, END) {
            let xml = answer.slice(..end + END.len());
            let rest = String::from_utf8_lossy(&answer[end + END.len()..]).into_owned();
            return Self::Screen { xml, rest };
        }
        let text = crate::values::excerpt(&answer);
        if memmem::find(&answer, b"could not get idle state").is_some() {
            Self::Refused("the screen did not stop sending events for ten seconds".to_owned())
        } else if memmem::find(&answer, b"already registered").is_some() {
            Self::Refused(
                "another program holds the phone's only accessibility connection".to_owned(),
            )
        } else if memmem::find(&answer, b"null root node").is_some() {
            Self::Again("no window answers: none is in front, or its app hangs".to_owned())
        } else if memmem::find(&answer, b"<hierarchy").is_some() {
            // The message of success may follow all the same.
            Self::Again(format!("the dump was cut off after {} bytes", answer.len()))
        } else if memmem::find(&answer, b"dumped to").is_some() {
            Self::NoTerminal
        } else {
            Self::Again(format!("uiautomator said {}", ui::text::quote(&text)))
        }
    }
}
