//! `id`: who we are.

use crate::files::{group_name, user_name};
use crate::process::Process;
use crate::userland::Outcome;
use crate::userland::options::options;

pub(crate) async fn run(process: &mut Process, arguments: &[String]) -> Outcome {
    let options = options!(process, arguments, "GZgnru");
    let who = &process.who;
    let context = match who.uid {
        0 => "u:r:su:s0",
        2000 => "u:r:shell:s0",
        _ => "u:r:runas_app:s0",
    };
    let text = if options.has('Z') {
        context.to_owned()
    } else if options.has('u') {
        if options.has('n') { user_name(who.uid).into_owned() } else { who.uid.to_string() }
    } else if options.has('g') {
        if options.has('n') { group_name(who.gid).into_owned() } else { who.gid.to_string() }
    } else {
        let all: Vec<u32> = std::iter::once(who.gid).chain(who.groups.iter().copied()).collect();
        let one = |gid: u32| match (options.has('G'), options.has('n')) {
            (true, true) => group_name(gid).into_owned(),
            (true, false) => gid.to_string(),
            (false, _) => format!("{gid}({})", group_name(gid)),
        };
        let separator = if options.has('G') { " " } else { "," };
        let groups = all.into_iter().map(one).collect::<Vec<_>>().join(separator);
        if options.has('G') {
            groups
        } else {
            format!(
                "uid={}({}) gid={}({}) groups={groups} context={context}",
                who.uid,
                user_name(who.uid),
                who.gid,
                group_name(who.gid),
            )
        }
    };
    process.print(format!("{text}\n")).await?;
    Ok(0)
}
