//! `which`: where a program is.

use crate::process::Process;
use crate::userland::Outcome;
use crate::userland::options::options;

pub(crate) async fn run(process: &mut Process, arguments: &[String]) -> Outcome {
    let options = options!(process, arguments, "<1a");
    let mut status = 0;
    for name in &options.rest {
        let candidates: Vec<String> = if name.contains('/') {
            vec![process.path(name)]
        } else {
            let search = process.env.get("PATH").map(String::as_str).unwrap_or_default();
            search
                .split(':')
                .map(|directory| process.path(&format!("{directory}/{name}")))
                .collect()
        };
        let mut found = false;
        for path in candidates {
            let is_program =
                process.files().stat(&process.who, &path).is_ok_and(|stat| !stat.is_dir())
                    && process.files().allows(&process.who, &path, 1).is_ok();
            if is_program {
                process.print(format!("{path}\n")).await?;
                found = true;
                if !options.has('a') {
                    break;
                }
            }
        }
        if !found {
            status = 1;
        }
    }
    Ok(status)
}
