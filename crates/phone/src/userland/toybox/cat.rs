//! `cat`: files, one after another.

use super::input_files::InputFiles;
use crate::process::Process;
use crate::userland::Outcome;
use crate::userland::options::options;

pub(crate) async fn run(process: &mut Process, arguments: &[String]) -> Outcome {
    let options = options!(process, arguments, "uetv");
    let marks = Marks {
        ends: options.has('e'),
        tabs: options.has('t'),
        controls: options.has('v') || options.has('e') || options.has('t'),
    };
    let mut files = InputFiles::new(&options.rest);
    while let Some((name, input)) = files.next(process, "cat").await {
        loop {
            match input.next().await {
                Ok(bytes) if bytes.is_empty() => break,
                Ok(bytes) if marks.controls => process.stdout.write(marks.show(&bytes)).await?,
                Ok(bytes) => process.stdout.write(bytes).await?,
                Err(error) => {
                    files.failed = true;
                    process
                        .complain(format!("cat: {name}: {}\n", crate::files::Errno::from(error)))
                        .await;
                    break;
                }
            }
        }
    }
    Ok(files.status())
}

struct Marks {
    ends: bool,
    tabs: bool,
    controls: bool,
}

impl Marks {
    fn show(&self, bytes: &[u8]) -> Vec<u8> {
        let mut shown = Vec::with_capacity(bytes.len());
        for byte in bytes {
            match byte {
                b'\n' if self.ends => shown.extend_from_slice(b"$\n"),
                b'\n' => shown.push(b'\n'),
                b'\t' if !self.tabs => shown.push(b'\t'),
                _ => {
                    if *byte >= 0x80 {
                        shown.extend_from_slice(b"M-");
                    }
                    match byte & 0x7f {
                        0x7f => shown.extend_from_slice(b"^?"),
                        low @ 0..0x20 => shown.extend_from_slice(&[b'^', low + 64]),
                        low => shown.push(low),
                    }
                }
            }
        }
        shown
    }
}
