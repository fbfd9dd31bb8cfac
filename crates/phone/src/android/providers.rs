//! Content providers of apps, asked from outside.

use std::time::Duration;

use super::{Android, Extra};

/// How long a provider, and the process that has to be started for it, may take.
const LIMIT: Duration = Duration::from_mins(1);

/// What is asked of a provider.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ContentRequest {
    /// `query`, `insert`, `update`, `delete`, `call` or `type`.
    pub method: &'static str,
    pub uri: String,
    pub projection: Option<Vec<String>>,
    pub condition: Option<String>,
    pub sort: Option<String>,
    /// The values to write, or the extras of a call.
    pub values: Vec<(String, Extra)>,
    /// The name of the method to call, and its argument.
    pub call: Option<String>,
    pub argument: Option<String>,
}

/// What a provider said.
#[derive(Debug, Clone, PartialEq)]
pub enum ContentAnswer {
    /// Names of columns and the texts of their values, row by row; no rows where there is no cursor.
    Rows(Vec<String>, Vec<Vec<String>>),
    /// What a call gave, or the type of something.
    Result(String),
    Done,
    /// An exception of the app, its class and message.
    Thrown(String),
}

/// Why a provider was not reached; the words are those of Android.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum ContentError {
    #[error("Could not find provider: {0}")]
    Missing(String),
    #[error(
        "Permission Denial: opening provider {class} from (null) (pid={pid}, uid={caller}) that is not exported from UID {owner}"
    )]
    NotExported { class: String, pid: u32, caller: u32, owner: u32 },
    #[error(
        "Permission Denial: opening provider {class} from (null) (pid={pid}, uid={caller}) requires {needs} or {needs}"
    )]
    Permission { class: String, pid: u32, caller: u32, needs: String },
}

impl Android {
    /// Asks the provider of an authority in the name of a process of `caller`; its own process is started where it does not run.
    pub(crate) async fn content(
        &self,
        authority: &str,
        request: ContentRequest,
        (asking, caller): (u32, u32),
    ) -> Result<ContentAnswer, ContentError> {
        let missing = || ContentError::Missing(authority.to_owned());
        let pid = {
            let mut state = self.state();
            let mut providers =
                state.packages.values().filter(|package| package.enabled).flat_map(|package| {
                    let providers = package.apk.iter().flat_map(|apk| &apk.providers);
                    providers.map(move |part| (package, part))
                });
            let named = |name: &String| name == authority;
            let (package, part) = providers
                .find(|(_, part)| part.authorities.iter().any(named))
                .ok_or_else(missing)?;
            let (class, owner) = (part.class.clone(), package.uid);
            if !part.exported && caller != 0 && caller != owner {
                return Err(ContentError::NotExported { class, pid: asking, caller, owner });
            }
            if let Some(needs) = &part.permission
                && !state.may(caller, owner, needs)
            {
                let needs = needs.clone();
                return Err(ContentError::Permission { class, pid: asking, caller, needs });
            }
            let name = package.name().to_owned();
            let why = format!("content provider {{{name}/{class}}}");
            state.ensure_process(&name, &why).ok_or_else(missing)?.0
        };
        self.mark_changed();
        let answer = self
            .ask_within(pid, LIMIT, move |app| Box::pin(async move { app.content(request).await }));
        answer.await.flatten().ok_or_else(missing)
    }
}
