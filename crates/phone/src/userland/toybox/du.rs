//! `du`: how much a tree takes.

use crate::files::path;
use crate::process::Process;
use crate::text::append;
use crate::userland::Outcome;
use crate::userland::options::options;

pub(crate) async fn run(process: &mut Process, arguments: &[String]) -> Outcome {
    let options = options!(process, arguments, "achkmsd:");
    let names = if options.rest.is_empty() { vec!["."] } else { options.rest.clone() };
    let depth = if options.has('s') {
        Some(0)
    } else {
        options.value('d').and_then(|text| text.parse().ok())
    };
    let mut status = 0;
    let mut text = String::new();
    for name in names {
        let mut walk = Walk { process, all: options.has('a'), depth, text: &mut text };
        if let Err(errno) = walk.visit(name, 0) {
            status = process.fail("du", format!("{name}: {errno}")).await?;
        }
    }
    process.print(text).await?;
    Ok(status)
}

struct Walk<'a> {
    process: &'a Process,
    all: bool,
    depth: Option<usize>,
    text: &'a mut String,
}

impl Walk<'_> {
    /// KiB of a path with all below it.
    fn visit(&mut self, name: &str, level: usize) -> Result<u64, crate::files::Errno> {
        let absolute = self.process.path(name);
        let stat = self.process.files().lstat(&self.process.who, &absolute)?;
        let mut total = stat.size.div_ceil(4096) * 4;
        if stat.is_dir() && level < 64 {
            for entry in self.process.files().list(&self.process.who, &absolute).unwrap_or_default()
            {
                total += self.visit(&path::child(name, &entry.name), level + 1).unwrap_or(0);
            }
        }
        let shown = level == 0
            || ((stat.is_dir() || self.all) && self.depth.is_none_or(|depth| level <= depth));
        if shown {
            append!(self.text, "{total}\t{name}\n");
        }
        Ok(total)
    }
}
