//! What happens when something is touched.

use std::{collections::BTreeMap, sync::Arc};

use serde::Deserialize;

use super::{
    expr::Expr,
    place::Located,
    template::{Dynamic, words},
};

/// Actions in order; shared, because controls and timers hold on to them.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(from = "Vec<Action>")]
pub(crate) struct Actions(pub(crate) Arc<[Action]>);

impl From<Vec<Action>> for Actions {
    fn from(actions: Vec<Action>) -> Self {
        Self(actions.into())
    }
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Action {
    /// Variables and their new values.
    Set(BTreeMap<String, Located<Dynamic>>),
    /// Turns a truth around.
    Toggle(Located<String>),
    /// Starts an activity.
    Go(Go),
    /// Leaves the activity.
    Back,
    /// Opens a dialog.
    Dialog(Located<String>),
    /// Closes the topmost dialog.
    Dismiss,
    If(Box<If>),
    After(Timed),
    /// Again and again, as long as the activity lives.
    Every(Timed),
    Log(LogLine),
    /// A call over the network, which shows in the log.
    Fetch(Box<Fetch>),
    /// Asks for a permission.
    Permission(Box<Ask>),
    /// A new row of a table.
    Insert(Insert),
    /// All rows of a table go.
    Delete(Located<String>),
    /// A new entry at the end of a list.
    Add(Add),
    /// The app's one thread does nothing else for this many milliseconds.
    Hang(u64),
    #[serde(deserialize_with = "words")]
    Toast(Located<Dynamic>),
    /// The app dies of this exception.
    Crash(String),
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Go {
    pub(crate) to: Located<String>,
    /// Extras.
    #[serde(default)]
    pub(crate) with: BTreeMap<String, Located<Dynamic>>,
    /// Leaves this activity behind it.
    #[serde(default)]
    pub(crate) replace: bool,
    /// Removes every activity of the task before.
    #[serde(default)]
    pub(crate) clear: bool,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct If {
    pub(crate) when: Located<Expr>,
    #[serde(default)]
    pub(crate) then: Actions,
    #[serde(default, rename = "else")]
    pub(crate) otherwise: Actions,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Timed {
    pub(crate) ms: Located<u64>,
    /// How often at most; without end unless told.
    pub(crate) times: Option<u32>,
    #[serde(rename = "do")]
    pub(crate) actions: Actions,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct LogLine {
    #[serde(default)]
    pub(crate) level: LogLevel,
    pub(crate) tag: String,
    #[serde(deserialize_with = "words")]
    pub(crate) message: Located<Dynamic>,
}

#[derive(Debug, Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum LogLevel {
    Verbose,
    Debug,
    #[default]
    Info,
    Warn,
    Error,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Fetch {
    #[serde(default)]
    pub(crate) method: Method,
    pub(crate) url: Located<Dynamic>,
    /// What is sent.
    pub(crate) send: Option<Located<Dynamic>>,
    /// How long it takes.
    #[serde(default = "usual_ms")]
    pub(crate) ms: u64,
    /// The status of the answer: 200 unless told.
    pub(crate) status: Option<Located<Dynamic>>,
    /// What is answered.
    pub(crate) body: Option<Located<Dynamic>>,
    /// Where this is true no answer comes.
    pub(crate) fails: Option<Located<Expr>>,
    /// The variable that takes what is answered.
    pub(crate) into: Option<Located<String>>,
    /// The variable that takes why it failed.
    pub(crate) problem: Option<Located<String>>,
    #[serde(default)]
    pub(crate) then: Actions,
    #[serde(default, rename = "else")]
    pub(crate) otherwise: Actions,
}

fn usual_ms() -> u64 {
    300
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub(crate) enum Method {
    #[default]
    Get,
    Post,
    Put,
    Delete,
}

impl Method {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Get => "GET",
            Self::Post => "POST",
            Self::Put => "PUT",
            Self::Delete => "DELETE",
        }
    }
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Ask {
    pub(crate) name: Located<String>,
    #[serde(default)]
    pub(crate) granted: Actions,
    #[serde(default)]
    pub(crate) denied: Actions,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Insert {
    pub(crate) table: Located<String>,
    pub(crate) values: BTreeMap<String, Located<Dynamic>>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Add {
    pub(crate) to: Located<String>,
    pub(crate) value: BTreeMap<String, Located<Dynamic>>,
}
