//! `tee`: to standard output and to files.

use crate::files::WriteMode;
use crate::process::Process;
use crate::userland::Outcome;
use crate::userland::options::options;

pub(crate) async fn run(process: &mut Process, arguments: &[String]) -> Outcome {
    let options = options!(process, arguments, "ai");
    let how = if options.has('a') { WriteMode::Append } else { WriteMode::Truncate };
    let mut outputs = vec![process.stdout.clone()];
    let mut status = 0;
    for name in &options.rest {
        match process.open_output(name, how) {
            Ok(output) => outputs.push(output),
            Err(errno) => status = process.fail("tee", format!("{name}: {errno}")).await?,
        }
    }
    loop {
        let bytes = process.stdin.next().await?;
        if bytes.is_empty() {
            return Ok(status);
        }
        for output in &outputs {
            output.write(bytes.clone()).await?;
        }
    }
}
