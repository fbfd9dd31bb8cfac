//! `cargo xtask corpus`: runs the screen model over a folder of recordings, and says what its text costs
//! and loses.

mod arguments;
mod html;
mod page;
mod report;
mod source;
mod table;
mod wireframe;

use std::io::Write as _;
use std::process::ExitCode;

pub(crate) use arguments::Arguments;
use judge::Folder;
use report::Report;

/// Success when every screen was read, no visible label was lost, and no state was told that does not hold.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, String> {
    let folder = Folder::read(&arguments.folder()?).map_err(|why| why.to_string())?;
    let report = Report::on(&folder);
    let mut out = std::io::stdout().lock();
    let printed = writeln!(out, "{}", table::text(&report)).and_then(|()| out.flush());
    printed.map_err(|why| why.to_string())?;
    if let Some(complaint) = report.complaint() {
        drop(writeln!(std::io::stderr().lock(), "{complaint}"));
    }
    if let Some(file) = &arguments.html {
        let failed = |why: std::io::Error| format!("{}: {why}", file.display());
        std::fs::write(file, page::write(&folder, &report)).map_err(failed)?;
    }
    Ok(if report.is_good() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
