//! `bench/run`, real apps: what starting API Demos, tapping it and leaving it alone costs on a phone inside this process.
//! Says why and ends well where what real apps run on is not there.

mod app_process;
mod demos;
mod report;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use bench::Outcome;
use bench::stats::{Clock, Sample};
use fingertip::runtime::{Wishes, found};
use phone::apps::Runtime;

use crate::app_process::AppProcess;
use crate::demos::Demos;

const LEVEL: u32 = 34;
/// Long enough to see one percent of a core in ticks of the kernel's clock.
const IDLE: Duration = Duration::from_secs(10);

#[tokio::main]
async fn main() -> ExitCode {
    let mut arguments = std::env::args_os().skip(1).map(PathBuf::from);
    let (Some(fingertip), Some(jar), Some(apk)) =
        (arguments.next(), arguments.next(), arguments.next())
    else {
        report::say("usage: real_apps FINGERTIP RUNTIME_JAR APIDEMOS_APK [ROUNDS]");
        return ExitCode::from(2);
    };
    let rounds = arguments.next().and_then(|rounds| rounds.to_str()?.parse().ok()).unwrap_or(10);
    let ground = match ground(&fingertip, &jar, &apk).await {
        Ok(ground) => ground,
        Err(why) => {
            report::say(&format!("      real apps: skipped: {why}"));
            return ExitCode::SUCCESS;
        }
    };
    match measure(&ground, &apk, rounds).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            report::say(&format!("bench: real apps: {error}"));
            ExitCode::FAILURE
        }
    }
}

/// What apps run on here, with a cache of its own: translating is measured, too.
async fn ground(fingertip: &Path, jar: &Path, apk: &Path) -> Result<Runtime, String> {
    if !apk.is_file() {
        return Err(format!(
            "no API Demos at {}: tests/real_apps/smoke.sh brings it",
            apk.display()
        ));
    }
    let found = found(LEVEL, &Wishes::default(), &|name| std::env::var_os(name)).await;
    let found = found.map_err(|missing| format!("{missing}; {}", missing.hint()))?;
    if let Some(refusal) = found.keeping.refusal() {
        return Err(refusal);
    }
    let cache = std::env::temp_dir().join(format!("fingertip-bench-{}", std::process::id()));
    let mut runtime = Runtime::new(found.java.path, found.parts, jar.to_owned(), cache);
    runtime.java_home = Some(found.java.home);
    // This program is not the launcher that it found itself to be.
    runtime.launcher = found.launcher;
    if let Some(first) = runtime.launcher.first_mut() {
        fingertip.as_os_str().clone_into(first);
    }
    Ok(runtime)
}

async fn measure(ground: &Runtime, apk: &Path, rounds: usize) -> Outcome<()> {
    let measured = starts_and_taps(ground, apk, rounds).await;
    std::fs::remove_dir_all(&ground.cache).ok();
    measured
}

async fn starts_and_taps(ground: &Runtime, apk: &Path, rounds: usize) -> Outcome<()> {
    let clock = Clock::start();
    let demos = Demos::install(ground, false, apk).await?;
    report::time("install of API Demos, translated once per APK", clock.elapsed());
    let mut cold = Sample::default();
    for _ in 0..3 {
        demos.stop().await?;
        cold.add(demos.first_screen().await?);
    }
    report::times("am start to first screen, cold", &cold, Duration::from_secs(10));
    drop(demos);

    let demos = Demos::install(ground, true, apk).await?;
    let mut ready = Sample::default();
    for _ in 0..3 {
        demos.stop().await?;
        AppProcess::at_rest().await?;
        ready.add(demos.first_screen().await?);
    }
    report::times("am start to first screen, a JVM waiting", &ready, Duration::from_secs(3));

    let (mut taps, mut work) = (Sample::default(), Sample::default());
    for round in 0..rounds.max(8) {
        let app = AppProcess::at_rest().await?;
        let worked = app.main_thread()?;
        let took = demos.opens_a_list(round).await?;
        work.add(app.main_thread()?.saturating_sub(worked));
        taps.add(took);
        demos.goes_back().await?;
    }
    report::times(
        "tap to new tree, from list to list of API Demos",
        &taps,
        Duration::from_millis(60),
    );
    report::time(
        "of that, work of the app's main thread, median",
        Duration::from_nanos(work.median()),
    );

    let app = AppProcess::at_rest().await?;
    report::percent("CPU of an idle app", app.load(IDLE).await?, 1.0);
    report::bytes("memory of an app (PSS)", app.memory()?, 600_000_000);
    Ok(())
}
