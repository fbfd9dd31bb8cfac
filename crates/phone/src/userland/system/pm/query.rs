//! `pm resolve-activity` and `pm query-activities`: which activities an intent finds.

use crate::android::choosing::{RESOLVER, SYSTEM_PACKAGE};
use crate::android::{Activity, Component, Intent, Package};
use crate::process::Process;
use crate::userland::system::intent_arguments;
use crate::userland::system::shell_command::{Answer, User};
use crate::userland::system::thrown::{Thrown, Words};
use std::fmt::Write as _;

/// Where Android asks the user which of several to take.
const CHOOSER: &str = "android/com.android.internal.app.ResolverActivity";
const ACTION_MAIN: &str = "android.intent.action.MAIN";

#[derive(Default)]
struct Query {
    intent: Intent,
    brief: bool,
    components: bool,
    user_exists: bool,
}

pub(super) async fn resolve(process: &Process, words: Words<'_>) -> Answer {
    let query = Query::parse(words)?;
    let text = match query.started(process).as_slice() {
        [] => "No activity found\n".to_owned(),
        [only] => query.describe(process, only, ""),
        _ if query.brief => format!("{}\n{CHOOSER}\n", rank(0, false)),
        _ if query.components => format!("{CHOOSER}\n"),
        _ => format!(
            "{}\nActivityInfo:\n  name=com.android.internal.app.ResolverActivity\n  packageName=android\n",
            rank(0, false)
        ),
    };
    process.print(text).await?;
    Ok(0)
}

pub(super) async fn query(process: &Process, words: Words<'_>) -> Answer {
    let query = Query::parse(words)?;
    let found = query.found(process);
    if found.is_empty() {
        process.print("No activities found\n").await?;
        return Ok(0);
    }
    let mut text = String::new();
    if !query.components {
        writeln!(text, "{} activities found:", found.len()).ok();
    }
    for (index, component) in found.iter().enumerate() {
        if query.components {
            text.push_str(&query.describe(process, component, ""));
        } else if query.brief {
            text.push_str(&query.describe(process, component, "  "));
        } else {
            writeln!(text, "  Activity #{index}:").ok();
            text.push_str(&query.describe(process, component, "    "));
        }
    }
    process.print(text).await?;
    Ok(0)
}

/// `pm query-services`, `pm query-receivers`: apps here have neither.
pub(super) async fn query_none(process: &Process, words: Words<'_>, what: &str) -> Answer {
    Query::parse(words)?;
    process.print(format!("No {what} found\n")).await?;
    Ok(0)
}

impl Query {
    fn parse(mut words: Words<'_>) -> Result<Self, Thrown> {
        let mut query = Self { user_exists: true, ..Self::default() };
        query.intent = intent_arguments::parse(&mut words, |option, words| {
            match option {
                "--brief" => query.brief = true,
                "--components" => query.components = true,
                "--query-flags" => drop(words.required()?),
                "--user" => query.user_exists = User::parse(words)?.exists(),
                _ => return Ok(false),
            }
            Ok(true)
        })?;
        Ok(query)
    }

    fn found(&self, process: &Process) -> Vec<Component> {
        if self.user_exists { process.android().query_activities(&self.intent) } else { Vec::new() }
    }

    /// What would be started; several where the user is asked.
    fn started(&self, process: &Process) -> Vec<Component> {
        let found = self.found(process);
        let asks = Component::new(SYSTEM_PACKAGE, RESOLVER);
        match process.android().choice(&self.intent, process.who.uid) {
            None => Vec::new(),
            Some(_) if found.is_empty() => found,
            // The front doors of apps are told as they are.
            Some(chosen)
                if chosen != asks && self.intent.action.as_deref() != Some(ACTION_MAIN) =>
            {
                vec![chosen]
            }
            Some(_) => found,
        }
    }

    fn describe(&self, process: &Process, component: &Component, indent: &str) -> String {
        let matched = process.android().closeness(&self.intent, component);
        let rank = rank(matched, matched != 0);
        if self.components {
            return format!("{indent}{}\n", component.short());
        }
        if self.brief {
            return format!("{indent}{rank}\n{indent}{}\n", component.short());
        }
        let package = process.android().package(&component.package);
        let activity = package.as_ref().and_then(|package| {
            package.manifest.activities.iter().find(|activity| activity.class == component.class)
        });
        match (&package, activity) {
            (Some(package), Some(activity)) => {
                format!("{indent}{rank}\n{}", activity_info(package, activity, indent))
            }
            // Uninstalled in this moment.
            _ => format!("{indent}{rank}\n"),
        }
    }
}

fn rank(matched: u32, is_default: bool) -> String {
    format!(
        "priority=0 preferredOrder=0 match={matched:#x} specificIndex=-1 isDefault={is_default}"
    )
}

fn activity_info(package: &Package, activity: &Activity, indent: &str) -> String {
    let manifest = &package.manifest;
    let name = package.name();
    let launch_mode = activity.launch_mode.name();
    let affinity = activity.affinity(name).unwrap_or("null");
    let target = activity.target.as_deref().unwrap_or("null");
    let orientation = activity.orientation.unwrap_or(-1);
    let changes = activity.config_changes;
    let label = if activity.label.is_empty() { &manifest.label } else { &activity.label };
    let lines = [
        "ActivityInfo:".to_owned(),
        format!("  name={}", activity.class),
        format!("  packageName={name}"),
        format!("  labelRes=0x0 nonLocalizedLabel={label} icon=0x0 banner=0x0"),
        format!("  enabled=true exported={} directBootAware=false", activity.exported),
        format!(
            "  taskAffinity={affinity} targetActivity={target} persistableMode=PERSIST_ROOT_ONLY"
        ),
        format!("  launchMode={launch_mode} flags=0x10 privateFlags=0x0 theme=0x0"),
        format!("  screenOrientation={orientation} configChanges={changes:#x} softInputMode=0x0"),
        "  resizeMode=RESIZE_MODE_RESIZEABLE".to_owned(),
        "  ApplicationInfo:".to_owned(),
        format!("    packageName={name}"),
        format!("    labelRes=0x0 nonLocalizedLabel={} icon=0x0 banner=0x0", manifest.label),
        format!("    processName={name}"),
        format!("    taskAffinity={name}"),
        format!("    uid={} flags=0x0 privateFlags=0x0 theme=0x0", package.uid),
        format!("    sourceDir={}", package.apk_path()),
        format!("    dataDir={}", package.data_dir),
        format!(
            "    enabled={} minSdkVersion={} targetSdkVersion={} versionCode={} targetSandboxVersion=1",
            package.enabled, manifest.min_sdk, manifest.target_sdk, manifest.version_code
        ),
    ];
    lines.map(|line| format!("{indent}{line}\n")).concat()
}

#[cfg(test)]
mod tests {
    use crate::userland::system::on_phone::OnPhone;

    const RANK: &str = "priority=0 preferredOrder=0 match=0x108000 specificIndex=-1 isDefault=true";

    #[tokio::test(start_paused = true)]
    async fn resolves_a_package() {
        let phone = OnPhone::home().await;
        let shop = format!("{RANK}\ncom.example.shop/.MainActivity\n");
        phone.check("cmd package resolve-activity --brief com.example.shop", &shop, "", 0).await;
        let long = "cmd package resolve-activity --brief -a android.intent.action.MAIN -c android.intent.category.LAUNCHER com.example.shop";
        phone.check(long, &shop, "", 0).await;
        let none = "No activity found\n";
        phone.check("cmd package resolve-activity --brief com.nosuch", none, "", 0).await;
        let explicit = "cmd package resolve-activity --components com.example.shop/.MainActivity";
        phone.check(explicit, "com.example.shop/.MainActivity\n", "", 0).await;
        let info = phone.out("cmd package resolve-activity com.example.shop").await;
        assert!(info.starts_with(&format!(
            "{RANK}\nActivityInfo:\n  name=com.example.shop.MainActivity\n"
        )));
    }

    #[tokio::test(start_paused = true)]
    async fn lists_what_the_launcher_shows() {
        let phone = OnPhone::home().await;
        let launcher = "-a android.intent.action.MAIN -c android.intent.category.LAUNCHER";
        let brief = phone.out(&format!("cmd package query-activities --brief {launcher}")).await;
        let count = phone.process.android().query_activities(&launcher_intent()).len();
        assert!(
            brief.starts_with(&format!("{count} activities found:\n  {RANK}\n  com.")),
            "{brief}"
        );
        assert!(brief.contains("\n  com.example.shop/.MainActivity\n"));
        let long = phone.out(&format!("cmd package query-activities {launcher}")).await;
        let names: Vec<&str> =
            long.lines().filter_map(|line| line.trim().strip_prefix("packageName=")).collect();
        assert!(names.contains(&"com.example.shop"));
        assert!(long.contains("\n  Activity #0:\n    priority=0 "));
        let none = "No activities found\n";
        phone.check("pm query-activities -a nosuch", none, "", 0).await;
        phone.check("pm query-services -a nosuch", "No services found\n", "", 0).await;
    }

    fn launcher_intent() -> crate::android::Intent {
        crate::android::Intent {
            action: Some("android.intent.action.MAIN".to_owned()),
            categories: vec!["android.intent.category.LAUNCHER".to_owned()],
            ..Default::default()
        }
    }

    #[tokio::test(start_paused = true)]
    async fn asks_the_user_when_there_are_several() {
        let phone = OnPhone::home().await;
        let app = crate::apps::declared(
            "package: com.x.note\nlabel: Notes\nactivities: {.Main: {launcher: true, body: {text: {text: Hi}}}}",
        );
        phone.process.android().install(app.unwrap()).unwrap();
        let line = "pm resolve-activity --brief -a android.intent.action.MAIN -c android.intent.category.LAUNCHER";
        let text = phone.out(line).await;
        assert!(text.ends_with("\nandroid/com.android.internal.app.ResolverActivity\n"), "{text}");
    }
}
