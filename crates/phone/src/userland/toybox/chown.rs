//! `chown`: another owner.

use crate::files::user_id;
use crate::process::Process;
use crate::userland::Outcome;
use crate::userland::options::options;

pub(crate) async fn run(process: &mut Process, arguments: &[String]) -> Outcome {
    let options = options!(process, arguments, "<2hfRv");
    let (user, group) = match options.rest[0].split_once([':', '.']) {
        Some((user, group)) => (user, Some(group)),
        None => (options.rest[0], None),
    };
    let mut status = 0;
    for name in &options.rest[1..] {
        let absolute = process.path(name);
        let outcome = process.files().stat(&process.who, &absolute).and_then(|stat| {
            let uid = if user.is_empty() { Some(stat.uid) } else { user_id(user) };
            let gid = group.map_or(Some(stat.gid), user_id);
            let (uid, gid) = uid.zip(gid).ok_or(crate::files::Errno::Invalid)?;
            process.files().set_owner(&process.who, &absolute, uid, gid)
        });
        if let Err(errno) = outcome {
            status = process
                .fail("chown", format!("'{name}' to '{}': {errno}", options.rest[0]))
                .await?;
        }
    }
    Ok(status)
}
