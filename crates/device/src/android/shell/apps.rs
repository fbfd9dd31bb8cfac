//! Starting apps, and knowing which are there.

use adb::CommandLine;
use memchr::memmem;

use super::{Result, run};
use crate::{AppId, Deadline, Error};

pub(in super::super) async fn launch(
    adb: &adb::Device,
    app: &AppId,
    id: &str,
    deadline: Deadline,
) -> Result<()> {
    let words = ["monkey", "-p", app.as_str(), "-c", "android.intent.category.LAUNCHER", "1"];
    let output = run(adb, &CommandLine::new(words)?, deadline).await?;
    let said = [output.stdout.as_slice(), output.stderr.as_slice()].concat();
    let started = memmem::find(&said, b"Events injected: 1").is_some();
    if started {
        return Ok(());
    }
    if !is_installed(adb, app, deadline).await? {
        return Err(Error::AppNotInstalled { app: app.to_string(), id: id.to_owned() }.into());
    }
    let why = if memmem::find(&said, b"No activities found").is_some() {
        "it has no launcher activity".to_owned()
    } else {
        crate::values::excerpt(&said)
    };
    Err(Error::AppLaunchFailed { app: app.to_string(), why }.into())
}

pub(in super::super) async fn is_installed(
    adb: &adb::Device,
    app: &AppId,
    deadline: Deadline,
) -> Result<bool> {
    let output = run(adb, &CommandLine::new(["pm", "path", app.as_str()])?, deadline).await?;
    Ok(output.stdout.starts_with(b"package:"))
}
