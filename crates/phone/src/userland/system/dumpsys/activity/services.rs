//! `dumpsys activity services`: the services that run. They are the system's own; apps that are data have none, and
//! those of an APK never come to run.

use crate::android::{Android, Process};
use crate::userland::system::dumpsys::{duration, identity, lines::Lines};
use std::fmt::Write as _;

/// Package, class, and the action by which the system binds to it.
const SERVICES: [(&str, &str, Option<&str>); 2] = [
    ("com.android.inputmethod.latin", ".LatinIME", Some("android.view.InputMethod")),
    ("com.android.systemui", ".SystemUIService", None),
];

struct Running {
    name: String,
    intent: String,
    package: &'static str,
    bound: bool,
    process: Process,
}

impl Running {
    fn hash(&self) -> String {
        identity::of_text("service", &self.name)
    }
}

/// All of them, or those whose name contains the given one.
pub(super) fn dump(android: &Android, only: Option<&str>) -> String {
    let running = running(android);
    let Some(name) = only.filter(|name| *name != "all") else { return list(android, &running) };
    let mut text = String::new();
    for service in running.iter().filter(|service| service.name.contains(name)) {
        let (pid, hash) = (service.process.pid, service.hash());
        writeln!(text, "SERVICE {} {hash} pid={pid} user=0", service.name).ok();
        writeln!(text, "  Client:\n    nothing to dump\n").ok();
    }
    if text.is_empty() {
        text = format!("No services match: {name}\nUse -h for help.\n");
    }
    text
}

fn running(android: &Android) -> Vec<Running> {
    let processes = android.processes();
    let services = SERVICES.iter().filter_map(|(package, class, action)| {
        let process = processes.iter().find(|process| process.name == *package)?.clone();
        let name = format!("{package}/{class}");
        let intent = match action {
            Some(action) => format!("act={action} cmp={name}"),
            None => format!("cmp={name}"),
        };
        Some(Running { name, intent, package, bound: action.is_some(), process })
    });
    services.collect()
}

fn list(android: &Android, running: &[Running]) -> String {
    let mut lines = Lines::new("ACTIVITY MANAGER SERVICES (dumpsys activity services)");
    if running.is_empty() {
        lines.add("  (nothing)");
        return lines.text();
    }
    lines.add("  User 0 active services:");
    let since = duration::ago(android.uptime());
    for service in running {
        let Running { name, intent, package, bound, process } = service;
        let client = if *bound && android.api().since(34) { " c:android" } else { "" };
        lines.add(format_args!("  * ServiceRecord{{{} u0 {name}{client}}}", service.hash()));
        lines.add(format_args!("    intent={{{intent}}}\n    packageName={package}"));
        lines.add(format_args!("    processName={package}"));
        if let Some(installed) = android.package(package) {
            lines.add(format_args!("    baseDir={}", installed.apk_path()));
            lines.add(format_args!("    dataDir={}", installed.data_dir));
        }
        lines.add(format_args!("    app={}", identity::process(process)));
        lines.add(format_args!("    createTime={since} startingBgTimeout=--"));
        lines.add(format_args!("    lastActivity={since} restartTime={since} createdFromFg=true"));
        if *bound {
            lines.add("    Bindings:");
            let binding = identity::of_text("binding", name);
            lines.add(format_args!("    * IntentBindRecord{{{binding} CREATE}}:"));
            lines.add(format_args!("      intent={{{intent}}}"));
        } else {
            lines.add("    startRequested=true delayedStop=false stopIfKilled=false callStart=true lastStartId=1");
        }
        lines.add("");
    }
    lines.text()
}

#[cfg(test)]
mod tests {
    use crate::userland::system::on_phone::OnPhone;

    #[tokio::test(start_paused = true)]
    async fn those_of_the_system() {
        let phone = OnPhone::shop().await;
        let all = phone.out("dumpsys activity services").await;
        assert!(all.contains("\n    packageName=com.android.systemui\n"), "{all}");
        let keyboard = phone.out("dumpsys activity services com.android.inputmethod.latin").await;
        assert!(
            keyboard.starts_with("SERVICE com.android.inputmethod.latin/.LatinIME "),
            "{keyboard}"
        );
        let none = "No services match: com.example.shop\nUse -h for help.\n";
        phone.check("dumpsys activity services com.example.shop", none, "", 0).await;
    }
}
