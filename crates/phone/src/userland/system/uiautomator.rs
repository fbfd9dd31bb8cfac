//! `uiautomator dump`: the tree of the window in focus as XML, to a file or the terminal.

use crate::android::{Buffer, Level, Writer};
use crate::faults::{Chance, Damage};
use crate::files::{Errno, WriteMode};
use crate::process::{Process, pause};
use crate::screen::unwritable;
use crate::userland::Outcome;
use std::time::Duration;

const QUIET: Duration = Duration::from_secs(1);
const PATIENCE: Duration = Duration::from_secs(10);
const DEFAULT_FILE: &str = "/sdcard/window_dump.xml";

const USAGE: &str = "\
Usage: uiautomator <subcommand> [options]

Available subcommands:

help: displays help message

dump: creates an XML dump of current UI hierarchy
    dump [--verbose][file]
      [--compressed]: dumps compressed layout information.
      [file]: the location where the dumped XML should be stored, default is
      /sdcard/window_dump.xml

";

pub(crate) async fn run(process: &mut Process, arguments: &[String]) -> Outcome {
    if arguments.get(1).is_some_and(|word| word == "dump") {
        return dump(process, &arguments[2..]).await;
    }
    process.complain(USAGE).await;
    Ok(0)
}

/// Fails as the original does: a message at most, never an exit code.
async fn dump(process: &Process, arguments: &[String]) -> Outcome {
    let compressed = arguments.iter().any(|word| word == "--compressed");
    let file = arguments.iter().rev().find(|word| !word.starts_with('-'));
    let file = file.map_or(DEFAULT_FILE, String::as_str);
    let (android, faults) = (process.android(), process.machine.faults());
    let Some(_connection) = android.connect_automation() else {
        return died(process, REGISTERED).await;
    };
    // The original has a virtual machine to start before it looks at anything.
    let delay = faults.dump_delay();
    if !delay.is_zero() {
        pause(delay).await;
    }
    let damage = faults.damage();
    let quiet = match damage {
        Some(Damage::NoIdle) => {
            pause(PATIENCE).await;
            false
        }
        _ => android.wait_quiet(QUIET, PATIENCE).await,
    };
    if !quiet {
        process.complain("ERROR: could not get idle state.\n").await;
        return Ok(0);
    }
    let xml = match damage {
        Some(Damage::NoRoot) => None,
        _ => android.dump(compressed).await,
    };
    let Some(xml) = xml else {
        let message = "ERROR: null root node returned by UiTestAutomationBridge.\n";
        process.complain(message).await;
        return Ok(0);
    };
    if let Some(refused) = unwritable(&xml) {
        let code = u32::from(refused);
        let exception = format!(
            "java.lang.IllegalArgumentException: Illegal character (U+{code:x})\n{UNWRITABLE}"
        );
        return died(process, &exception).await;
    }
    let mut xml = xml.into_bytes();
    match damage {
        Some(Damage::Truncated) => xml.truncate(xml.len() / 2),
        Some(Damage::Garbled) => garble(&mut xml, &mut faults.chance()),
        Some(Damage::NoIdle | Damage::NoRoot) | None => {}
    }
    if let Err(exception) = write(process, file, xml).await {
        let who = Writer { pid: process.pid, tid: process.pid, uid: process.who.uid };
        let message = format!("failed to dump window to file\n{exception}");
        let tag = "AccessibilityNodeInfoDumper";
        android.append_log(Buffer::Main, Level::Error, who, tag, message);
    }
    // Java's idea of the current directory is the root, wherever the file went.
    let slash = if file.starts_with('/') { "" } else { "/" };
    process.print(format!("UI hierchary dumped to: {slash}{file}\n")).await?;
    Ok(0)
}

/// There is one accessibility connection for such programs, and another one has it.
const REGISTERED: &str = "\
java.lang.IllegalStateException: UiAutomationService android.accessibilityservice.IAccessibilityServiceClient$Stub$Proxy@6f2a1b9already registered!
\tat android.os.Parcel.createExceptionOrNull(Parcel.java:3069)
\tat android.os.Parcel.createException(Parcel.java:3049)
\tat android.os.Parcel.readException(Parcel.java:3032)
\tat android.view.accessibility.IAccessibilityManager$Stub$Proxy.registerUiTestAutomationService(IAccessibilityManager.java)
\tat android.app.UiAutomationConnection.connect(UiAutomationConnection.java)
\tat android.app.UiAutomation.connectWithTimeout(UiAutomation.java)
\tat com.android.uiautomator.core.UiAutomationShellWrapper.connect(UiAutomationShellWrapper.java)
\tat com.android.commands.uiautomator.DumpCommand.run(DumpCommand.java)
\tat com.android.commands.uiautomator.Launcher.main(Launcher.java)";

/// A text holds what XML cannot.
const UNWRITABLE: &str = "\
\tat com.android.org.kxml2.io.KXmlSerializer.reportInvalidCharacter(KXmlSerializer.java)
\tat com.android.org.kxml2.io.KXmlSerializer.writeEscaped(KXmlSerializer.java)
\tat com.android.org.kxml2.io.KXmlSerializer.attribute(KXmlSerializer.java)
\tat com.android.uiautomator.core.AccessibilityNodeInfoDumper.dumpNodeRec(AccessibilityNodeInfoDumper.java)
\tat com.android.uiautomator.core.AccessibilityNodeInfoDumper.dumpWindowToFile(AccessibilityNodeInfoDumper.java)
\tat com.android.commands.uiautomator.DumpCommand.run(DumpCommand.java)
\tat com.android.commands.uiautomator.Launcher.main(Launcher.java)";

/// The original ends of an exception that nothing catches.
async fn died(process: &Process, stack: &str) -> Outcome {
    let who = Writer { pid: process.pid, tid: process.pid, uid: process.who.uid };
    for line in
        ["FATAL EXCEPTION: main", &format!("PID: {}", process.pid)].into_iter().chain(stack.lines())
    {
        process.android().append_log(
            Buffer::Crash,
            Level::Error,
            who,
            "AndroidRuntime",
            line.to_owned(),
        );
    }
    process.complain(format!("{stack}\nKilled \n")).await;
    Ok(137)
}

/// Changes about one byte in sixteen, also where that breaks a tag or a character; always some.
fn garble(xml: &mut [u8], chance: &mut Chance) {
    let mut next = chance.below(16);
    for (index, byte) in (0..).zip(xml) {
        if index == next {
            *byte ^= 1 << chance.below(8);
            next += 1 + chance.below(31);
        }
    }
}

/// Fails with what Java throws.
async fn write(process: &Process, file: &str, xml: Vec<u8>) -> Result<(), String> {
    let output = process.open_output(file, WriteMode::Truncate).map_err(|errno| {
        format!("java.io.FileNotFoundException: {file}: open failed: {}", errno.in_java())
    })?;
    // As it is: a label may hold the characters that stand for raw bytes elsewhere.
    output.write(xml).await.map_err(|error| {
        format!("java.io.IOException: write failed: {}", Errno::from(error).in_java())
    })
}

#[cfg(test)]
mod tests {
    use crate::userland::system::on_phone::OnPhone;

    const SAID: &str = "UI hierchary dumped to: ";

    #[tokio::test(start_paused = true)]
    async fn to_a_file() {
        let phone = OnPhone::shop().await;
        let said = "UI hierchary dumped to: /sdcard/window_dump.xml\n";
        phone.check("uiautomator dump", said, "", 0).await;
        let xml = phone.out("cat /sdcard/window_dump.xml").await;
        let begin = "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation=\"0\"><node ";
        assert!(xml.starts_with(begin), "{xml}");
        assert!(xml.ends_with("</hierarchy>"));
        assert!(xml.contains("resource-id=\"com.example.shop:id/sign_in\""));
        let to =
            "cd /data/local/tmp; uiautomator dump --compressed a.xml x.xml && head -c 5 x.xml; ls";
        phone.check(to, "UI hierchary dumped to: /x.xml\n<?xmlx.xml\n", "", 0).await;
    }

    #[tokio::test(start_paused = true)]
    async fn compressed_is_less() {
        let phone = OnPhone::shop().await;
        let size = async |options: &str| -> usize {
            let script =
                format!("uiautomator dump {options} /sdcard/a >/dev/null; wc -c < /sdcard/a");
            phone.out(&script).await.trim().parse().unwrap()
        };
        assert!(size("--compressed").await < size("").await);
    }

    #[tokio::test(start_paused = true)]
    async fn to_the_terminal() {
        let phone = OnPhone::shop().await;
        let ran = phone.run_on_tty("uiautomator dump /dev/tty").await;
        assert!(ran.out.starts_with("<?xml version='1.0'"));
        assert!(ran.out.ends_with("</hierarchy>UI hierchary dumped to: /dev/tty\n"));
        assert_eq!((ran.err.as_str(), ran.status), ("", 0));
    }

    #[tokio::test(start_paused = true)]
    async fn a_failed_write_is_only_logged() {
        let phone = OnPhone::shop().await;
        phone.check("uiautomator dump /dev/tty", &format!("{SAID}/dev/tty\n"), "", 0).await;
        phone.check("uiautomator dump /no/x", &format!("{SAID}/no/x\n"), "", 0).await;
        let logged = || {
            let mut log = phone.driver.android.log_entries(&[crate::android::Buffer::Main]);
            let last = log.pop().unwrap();
            assert_eq!(last.tag, "AccessibilityNodeInfoDumper");
            last.message.lines().nth(1).unwrap().to_owned()
        };
        let missing = "/no/x: open failed: ENOENT (No such file or directory)";
        assert_eq!(logged(), format!("java.io.FileNotFoundException: {missing}"));
        phone.out("touch /sdcard/old").await;
        phone.process.android().set_free_storage(0);
        phone.check("uiautomator dump /sdcard/a", &format!("{SAID}/sdcard/a\n"), "", 0).await;
        let full = "/sdcard/a: open failed: ENOSPC (No space left on device)";
        assert_eq!(logged(), format!("java.io.FileNotFoundException: {full}"));
        phone.check("uiautomator dump /sdcard/old", &format!("{SAID}/sdcard/old\n"), "", 0).await;
        let full = "write failed: ENOSPC (No space left on device)";
        assert_eq!(logged(), format!("java.io.IOException: {full}"));
    }

    #[tokio::test(start_paused = true)]
    async fn waits_for_silence() {
        let phone = OnPhone::shop().await;
        phone.driver.tap("email").await;
        let before = tokio::time::Instant::now();
        phone.out("uiautomator dump").await;
        assert_eq!(before.elapsed().as_secs(), 1);
        phone.driver.start("com.example.torture", ".RestlessActivity").await;
        let before = tokio::time::Instant::now();
        let script = "rm -f /sdcard/a; uiautomator dump /sdcard/a; ls /sdcard/a";
        let err = "ERROR: could not get idle state.\nls: /sdcard/a: No such file or directory\n";
        phone.check(script, "", err, 1).await;
        assert_eq!(before.elapsed().as_secs(), 10);
    }

    #[tokio::test(start_paused = true)]
    async fn a_dark_screen_has_no_root() {
        let phone = OnPhone::shop().await;
        phone.driver.android.set_awake(false);
        let err = "ERROR: null root node returned by UiTestAutomationBridge.\n";
        phone.check("uiautomator dump", "", err, 0).await;
    }

    #[tokio::test(start_paused = true)]
    async fn other_words_get_the_usage() {
        let phone = OnPhone::home().await;
        let ran = phone.run("uiautomator frobnicate").await;
        assert!(ran.err.starts_with("Usage: uiautomator <subcommand> [options]\n"));
        assert_eq!((ran.out.as_str(), ran.status), ("", 0));
    }
}
