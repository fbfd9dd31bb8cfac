//! `whoami`: the name of the user.

use crate::files::user_name;
use crate::process::Process;
use crate::userland::Outcome;

pub(crate) async fn run(process: &mut Process, _: &[String]) -> Outcome {
    process.print(format!("{}\n", user_name(process.who.uid))).await?;
    Ok(0)
}
