//! `fingertip phone`'s trouble: flags for a phone about to start, and `fingertip phone fault` for one that runs.

use std::path::PathBuf;
use std::process::ExitCode;

use ::phone::faults::{self, Order, Profile, Script};
use ::phone::{Builder, Phone};

use crate::cli::print;

#[derive(Debug, clap::Args)]
pub(super) struct Flags {
    /// How slowly the phone answers: instant, emulator, usb or wifi.
    #[arg(long, default_value_t)]
    profile: Profile,
    /// Something that is wrong with the phone from the start, such as "dump=garbled for 10s"; `fingertip
    /// phone fault --help` lists them. May be given several times.
    #[arg(long, value_name = "FAULT")]
    fault: Vec<Order>,
    /// A timetable of faults, as `docs/faults.md` describes it.
    #[arg(long, value_name = "FILE")]
    fault_script: Option<PathBuf>,
    /// What decides everything left to chance: the same seed, the same run.
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
}

impl Flags {
    /// The script, if there is one. Told before a phone starts when it is wrong.
    pub(super) fn script(&self) -> Result<Option<Script>, String> {
        let Some(file) = &self.fault_script else { return Ok(None) };
        let shown = file.display();
        let text = std::fs::read_to_string(file).map_err(|error| format!("{shown}: {error}"))?;
        text.parse().map(Some).map_err(|error| format!("{shown}: {error}"))
    }

    pub(super) fn apply(&self, builder: Builder, index: usize) -> Builder {
        builder.profile(self.profile).seed(self.seed_of(index))
    }

    /// Several phones have chances of their own.
    fn seed_of(&self, index: usize) -> u64 {
        self.seed.wrapping_add(u64::try_from(index).unwrap_or_default())
    }

    /// Begins what was asked for.
    pub(super) fn begin(&self, phone: &Phone, index: usize, script: Option<Script>) {
        let faults = phone.faults();
        for order in &self.fault {
            if let Err(error) = faults.begin(order.clone()) {
                print::error(format!("{order}: {error}"));
            }
        }
        if let Some(script) = script {
            let seed = self.seed_of(index);
            tokio::spawn(async move { faults.run(&script, seed).await });
        }
    }
}

#[derive(Debug, clap::Args)]
#[command(after_help = forms())]
pub(super) struct Arguments {
    /// Where the phone listens: HOST:PORT.
    address: String,
    /// `list`, `clear`, or a fault with how long it lasts: `dump=garbled for 2s`, `drop:shell times 1`.
    #[arg(required = true, value_name = "list|clear|FAULT")]
    what: Vec<String>,
}

pub(super) async fn run(arguments: Arguments) -> ExitCode {
    let what = arguments.what.join(" ");
    let line = match what.as_str() {
        "list" => "faults".to_owned(),
        "clear" => "clear".to_owned(),
        fault => match fault.parse::<Order>() {
            Ok(order) => format!("fault {order}"),
            Err(wrong) => {
                print::error(wrong);
                return ExitCode::from(2);
            }
        },
    };
    match faults::ask(&arguments.address, &line).await {
        Ok(answer) => {
            print::line(answer.trim_end());
            ExitCode::SUCCESS
        }
        Err(error) => {
            print::error(format!("{}: {error}", arguments.address));
            ExitCode::FAILURE
        }
    }
}

fn forms() -> String {
    let line = |form: &faults::Form| format!("  {:<40} {}\n", form.written, form.what);
    let lines: String = faults::FORMS.iter().map(line).collect();
    format!(
        "Faults:\n{lines}\n\
         TIME is 250ms, 2s or 5m. WORD is a word of what a client opens: shell, exec, sync,\n\
         uiautomator, screencap, input. What lasts ends with `for TIME`, `times COUNT` or clear."
    )
}
