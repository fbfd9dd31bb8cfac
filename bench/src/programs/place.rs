//! Where programs are, and how they are started.

use std::path::{Path, PathBuf};

/// What `bench/rivals` and `bench/tokens` prepared.
#[derive(Debug, Clone)]
pub struct Place {
    pub fingertip: PathBuf,
    pub node: PathBuf,
    /// Where the programs of others are installed, each in a folder of its name.
    pub tools: PathBuf,
    /// A folder like an SDK's, with an adb that stands in for what agent-device runs on a phone.
    pub stand_in: PathBuf,
}

/// How a program is started.
#[derive(Debug, Clone)]
pub struct Launch {
    pub program: PathBuf,
    pub arguments: Vec<String>,
    pub environment: Vec<(String, String)>,
}

impl Place {
    /// A script below a tool's `node_modules`.
    pub(super) fn script(&self, tool: &str, script: &str, more: &[&str]) -> Launch {
        let script = self.tools.join(tool).join("node_modules").join(script);
        let arguments = std::iter::once(text(&script)).chain(more.iter().map(|&word| word.into()));
        Launch {
            program: self.node.clone(),
            arguments: arguments.collect(),
            environment: Vec::new(),
        }
    }
}

impl Launch {
    pub(super) fn with(mut self, name: &str, value: &str) -> Self {
        self.environment.push((name.to_owned(), value.to_owned()));
        self
    }
}

pub(super) fn text(path: &Path) -> String {
    path.display().to_string()
}
