//! `monkey`: starts an app's launcher activity, then touches the screen at random for as many events as were asked for.

use crate::android::{Component, Intent, Motion};
use crate::process::{Process, pause, random_bytes};
use crate::userland::Outcome;
use std::fmt::Write as _;
use std::time::Duration;
use tokio::time::Instant;

const LAUNCHER: &str = "android.intent.category.LAUNCHER";
const MONKEY: &str = "android.intent.category.MONKEY";
/// -1 to -4, as an exit code shows them.
const BAD_ARGUMENTS: u8 = 255;
const NO_ACTIVITIES: u8 = 252;

pub(crate) async fn run(process: &mut Process, arguments: &[String]) -> Outcome {
    let words = &arguments[1..];
    let mut echo = String::new();
    let mut debug = format!("args: [{}]\n", words.join(", "));
    for word in words {
        writeln!(echo, "  bash arg: {word}").ok();
        writeln!(debug, " arg: \"{word}\"").ok();
    }
    process.print(echo).await?;
    process.complain(debug).await;
    let options = match Options::parse(words) {
        Ok(options) => options,
        Err(text) => {
            process.complain(format!("{text}{USAGE}")).await;
            return Ok(BAD_ARGUMENTS);
        }
    };
    if options.verbose {
        process.print(options.describe()).await?;
    }
    let apps = options.main_apps(process);
    if apps.is_empty() {
        process.print("** No activities found to run, monkey aborted.\n").await?;
        return Ok(NO_ACTIVITIES);
    }
    let begun = Instant::now();
    let mut session =
        Session { process, options: &options, apps, random: Random(options.seed | 1) };
    for event in 0..options.count {
        session.inject(event == 0).await?;
        if !options.throttle.is_zero() {
            pause(options.throttle).await;
        }
    }
    let took = begun.elapsed().as_millis();
    let mut report = format!("Events injected: {}\n", options.count);
    if options.verbose {
        report.push_str(":Sending rotation degree=0, persist=false\n");
        report.push_str(":Dropped: keys=0 pointers=0 trackballs=0 flips=0 rotations=0\n");
    }
    writeln!(
        report,
        "## Network stats: elapsed time={took}ms (0ms mobile, 0ms wifi, {took}ms not connected)"
    )
    .ok();
    if options.verbose {
        report.push_str("// Monkey finished\n");
    }
    process.print(report).await?;
    Ok(0)
}

struct Options {
    packages: Vec<String>,
    categories: Vec<String>,
    seed: u64,
    throttle: Duration,
    verbose: bool,
    shares: Shares,
    count: u32,
}

impl Options {
    fn parse(words: &[String]) -> Result<Self, String> {
        let mut options = Self {
            packages: Vec::new(),
            categories: Vec::new(),
            seed: 0,
            throttle: Duration::ZERO,
            verbose: false,
            shares: Shares::default(),
            count: 0,
        };
        let mut words = words.iter().map(String::as_str).peekable();
        while let Some(option) = words.next_if(|word| word.starts_with('-')) {
            let mut value = || {
                words.next().ok_or_else(|| format!("** Error: Argument expected after {option}\n"))
            };
            match option {
                "-p" => options.packages.push(value()?.to_owned()),
                "-c" => options.categories.push(value()?.to_owned()),
                "-s" => options.seed = number(value()?)?,
                "--throttle" => options.throttle = Duration::from_millis(number(value()?)?),
                "--pct-touch" => options.shares.touch = Some(number(value()?)?),
                "--pct-motion" => options.shares.motion = Some(number(value()?)?),
                "--pct-appswitch" => options.shares.app_switch = Some(number(value()?)?),
                "--pct-trackball" | "--pct-syskeys" | "--pct-nav" | "--pct-majornav"
                | "--pct-flip" | "--pct-anyevent" | "--pct-pinchzoom" | "--pct-permission"
                | "--pct-rotation" => drop(number::<f32>(value()?)?),
                "--pkg-whitelist-file"
                | "--pkg-blacklist-file"
                | "--port"
                | "-f"
                | "--setup"
                | "--profile-wait"
                | "--device-sleep-time" => {
                    return Err(format!("** Error: {option} is not possible on this device\n"));
                }
                "-v" | "-vv" | "-vvv" => options.verbose = true,
                "--ignore-crashes"
                | "--ignore-timeouts"
                | "--ignore-security-exceptions"
                | "--ignore-native-crashes"
                | "--monitor-native-crashes"
                | "--kill-process-after-error"
                | "--hprof"
                | "--randomize-throttle"
                | "--dbg-no-events"
                | "--wait-dbg"
                | "--bugreport"
                | "--permission-target-system"
                | "--match-description"
                | "--periodic-bugreport"
                | "--randomize-script"
                | "--script-log" => {}
                "-h" => return Err(String::new()),
                _ => return Err(format!("** Error: Unknown option: {option}\n")),
            }
        }
        let count = words.next().ok_or("** Error: Count not specified\n")?;
        options.count =
            count.parse().map_err(|_| format!("** Error: Count \"{count}\" is not a number\n"))?;
        if options.categories.is_empty() {
            options.categories = vec![LAUNCHER.to_owned(), MONKEY.to_owned()];
        }
        if options.seed == 0 {
            let random =
                random_bytes(4).iter().fold(0, |seed, byte| (seed << 8) | u64::from(*byte));
            options.seed = random | 1;
        }
        Ok(options)
    }

    fn describe(&self) -> String {
        let mut text = format!(":Monkey: seed={} count={}\n", self.seed, self.count);
        for package in &self.packages {
            writeln!(text, ":AllowPackage: {package}").ok();
        }
        for category in &self.categories {
            writeln!(text, ":IncludeCategory: {category}").ok();
        }
        text.push_str("// Event percentages:\n");
        let (touch, motion, app_switch) = self.shares.percent();
        for kind in 0..12 {
            let share = match kind {
                0 => touch,
                1 => motion,
                9 => app_switch,
                // What this monkey does not do shows like a share that was set to none.
                _ => -0.0,
            };
            writeln!(text, "//   {kind}: {share:?}%").ok();
        }
        text
    }

    /// The activities it may start.
    fn main_apps(&self, process: &Process) -> Vec<Component> {
        let found = self.categories.iter().flat_map(|category| {
            process.android().query_activities(&Intent {
                action: Some("android.intent.action.MAIN".to_owned()),
                categories: vec![category.clone()],
                ..Intent::default()
            })
        });
        let allowed =
            |app: &Component| self.packages.is_empty() || self.packages.contains(&app.package);
        found.filter(allowed).collect()
    }
}

/// How many of a hundred events are of each kind, where it was said.
#[derive(Default)]
struct Shares {
    touch: Option<f32>,
    motion: Option<f32>,
    app_switch: Option<f32>,
}

impl Shares {
    /// Taps, swipes and starts of an app. What was not said divides the rest as the defaults do.
    fn percent(&self) -> (f32, f32, f32) {
        let all = [(self.touch, 60.0), (self.motion, 38.0), (self.app_switch, 2.0)];
        let said: f32 = all.iter().filter_map(|(said, _)| *said).sum();
        let unsaid: f32 =
            all.iter().filter(|(said, _)| said.is_none()).map(|(_, default)| default).sum();
        let ratio = if unsaid > 0.0 { (100.0 - said) / unsaid } else { 0.0 };
        let [touch, motion, app_switch] =
            all.map(|(said, default)| said.unwrap_or(default * ratio));
        (touch, motion, app_switch)
    }
}

fn number<T: std::str::FromStr>(text: &str) -> Result<T, String> {
    text.parse().map_err(|_| format!("** Error: {text} is not a number\n"))
}

struct Session<'a> {
    process: &'a Process,
    options: &'a Options,
    apps: Vec<Component>,
    random: Random,
}

impl Session<'_> {
    async fn inject(&mut self, first: bool) -> std::io::Result<()> {
        let dice = self.random.below(100.0);
        let (touch, _, app_switch) = self.options.shares.percent();
        if first || dice < app_switch {
            return self.switch().await;
        }
        let size = self.process.android().display().size();
        #[expect(clippy::cast_precision_loss, reason = "pixels of a display")]
        let (width, height) = (size.width as f32, size.height as f32);
        let from = (self.random.below(width), self.random.below(height));
        if dice < app_switch + touch {
            return self.touch("Touch", &[from]).await;
        }
        let to = (self.random.below(width), self.random.below(height));
        self.touch("Touch", &[from, (f32::midpoint(from.0, to.0), f32::midpoint(from.1, to.1)), to])
            .await
    }

    /// Starts one of the apps.
    async fn switch(&mut self) -> std::io::Result<()> {
        #[expect(
            clippy::cast_precision_loss,
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "an index into a short list"
        )]
        let index = self.random.below(self.apps.len() as f32) as usize;
        let app = self.apps[index.min(self.apps.len() - 1)].clone();
        if self.options.verbose {
            let name = app.long();
            let text = format!(
                ":Switch: #Intent;action=android.intent.action.MAIN;category={LAUNCHER};launchFlags=0x10200000;component={name};end\n    // Allowing start of Intent {{ act=android.intent.action.MAIN cat=[{LAUNCHER}] cmp={} }} in package {}\n",
                app.short(),
                app.package,
            );
            self.process.print(text).await?;
        }
        // It was found a moment ago; if it is gone, the monkey goes on with the next event.
        drop(self.process.android().begin_activity(&Intent::launch(app), self.process.who.uid));
        Ok(())
    }

    async fn touch(&mut self, kind: &str, path: &[(f32, f32)]) -> std::io::Result<()> {
        let last = path.len() - 1;
        let android = self.process.android();
        for (index, (x, y)) in path.iter().enumerate() {
            let steps: &[(Motion, &str)] = match index {
                0 if last == 0 => &[(Motion::Down, "ACTION_DOWN"), (Motion::Up, "ACTION_UP")],
                0 => &[(Motion::Down, "ACTION_DOWN")],
                index if index == last => &[(Motion::Up, "ACTION_UP")],
                _ => &[(Motion::Move, "ACTION_MOVE")],
            };
            for (motion, name) in steps {
                if self.options.verbose {
                    let text = format!(":Sending {kind} ({name}): 0:({x:.1},{y:.1})\n");
                    self.process.print(text).await?;
                }
                android.inject_motion(*motion, *x, *y).await;
            }
        }
        Ok(())
    }
}

/// The same seed gives the same events.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: f32) -> f32 {
        // xorshift64*
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        let top = self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 48;
        #[expect(clippy::cast_precision_loss, reason = "16 bits fit")]
        let fraction = top as f32 / 65_536.0;
        fraction * limit
    }
}

const USAGE: &str = "\
usage: monkey [-p ALLOWED_PACKAGE [-p ALLOWED_PACKAGE] ...]
              [-c MAIN_CATEGORY [-c MAIN_CATEGORY] ...]
              [--ignore-crashes] [--ignore-timeouts]
              [--ignore-security-exceptions]
              [--monitor-native-crashes] [--ignore-native-crashes]
              [--kill-process-after-error] [--hprof]
              [--pct-touch PERCENT] [--pct-motion PERCENT]
              [--pct-trackball PERCENT] [--pct-syskeys PERCENT]
              [--pct-nav PERCENT] [--pct-majornav PERCENT]
              [--pct-appswitch PERCENT] [--pct-flip PERCENT]
              [--pct-anyevent PERCENT] [--pct-pinchzoom PERCENT]
              [--pct-permission PERCENT]
              [-s SEED]
              [-v [-v] ...]
              [--throttle MILLISEC] [--randomize-throttle]
              COUNT
";

#[cfg(test)]
mod tests {
    use crate::userland::system::on_phone::OnPhone;

    const SHOP: &str = "monkey -p com.example.shop -c android.intent.category.LAUNCHER 1";

    #[tokio::test(start_paused = true)]
    async fn starts_an_app() {
        let phone = OnPhone::home().await;
        phone
            .check(
                SHOP,
                "  bash arg: -p\n  bash arg: com.example.shop\n  bash arg: -c\n  \
                 bash arg: android.intent.category.LAUNCHER\n  bash arg: 1\nEvents injected: 1\n\
                 ## Network stats: elapsed time=0ms (0ms mobile, 0ms wifi, 0ms not connected)\n",
                "args: [-p, com.example.shop, -c, android.intent.category.LAUNCHER, 1]\n \
                 arg: \"-p\"\n arg: \"com.example.shop\"\n arg: \"-c\"\n \
                 arg: \"android.intent.category.LAUNCHER\"\n arg: \"1\"\n",
                0,
            )
            .await;
        assert_eq!(phone.driver.front(), "com.example.shop/.MainActivity");
    }

    #[tokio::test(start_paused = true)]
    async fn needs_a_launcher_activity() {
        let phone = OnPhone::home().await;
        for package in ["com.nosuch", "com.android.systemui"] {
            let ran = phone.run(&SHOP.replace("com.example.shop", package)).await;
            let last = ran.out.lines().last();
            assert_eq!(last, Some("** No activities found to run, monkey aborted."));
            assert_eq!(ran.status, 252);
        }
        let before = phone.driver.front();
        phone.run("pm disable-user com.example.shop").await;
        assert_eq!(phone.run(SHOP).await.status, 252);
        assert_eq!(phone.driver.front(), before);
    }

    #[tokio::test(start_paused = true)]
    async fn plays_the_same_events_for_the_same_seed() {
        let play = "monkey -p com.example.shop -s 7 --throttle 50 -v 20";
        let first = OnPhone::home().await.run(play).await.out;
        assert!(first.contains(":Monkey: seed=7 count=20\n:AllowPackage: com.example.shop\n"));
        assert!(first.contains(":Sending Touch (ACTION_DOWN): 0:("));
        assert!(
            first.contains("\nEvents injected: 20\n") && first.ends_with("// Monkey finished\n")
        );
        assert_eq!(OnPhone::home().await.run(play).await.out, first);
        assert_ne!(OnPhone::home().await.run(&play.replace("-s 7", "-s 8")).await.out, first);
    }

    #[tokio::test(start_paused = true)]
    async fn says_what_is_wrong() {
        let phone = OnPhone::home().await;
        for (line, text) in [
            ("monkey -p", "** Error: Argument expected after -p\n"),
            ("monkey --nosuch 1", "** Error: Unknown option: --nosuch\n"),
            ("monkey -p com.example.shop", "** Error: Count not specified\n"),
            ("monkey many", "** Error: Count \"many\" is not a number\n"),
        ] {
            let ran = phone.run(line).await;
            assert!(ran.err.contains(&format!("{text}usage: monkey")), "{line}: {}", ran.err);
            assert_eq!(ran.status, 255, "{line}");
        }
    }
}
