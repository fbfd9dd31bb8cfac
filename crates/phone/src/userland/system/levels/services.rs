//! Which services take commands, and what they say.

use super::check;

const SILENT: (&str, u8) = ("No shell command implementation.\n", 0);

#[tokio::test(start_paused = true)]
async fn services_that_had_no_commands() {
    let off = ("disabled\n", 0);
    check("cmd connectivity airplane-mode", [SILENT, off, off, off]).await;
    check("cmd wifi set-wifi-enabled enabled", [SILENT, ("", 0), ("", 0), ("", 0)]).await;
    let missing = ("cmd: Can't find service: locale\n", 20);
    let locales = ("Locales for com.example.shop for user 0 are []\n", 0);
    let script = "cmd locale get-app-locales com.example.shop";
    check(script, [missing, missing, locales, locales]).await;
    check("cmd clipboard get text", [SILENT; 4]).await;
    let script = "cmd display get-displays | head -n 1";
    let unknown = ("Unknown command: get-displays\n", 0);
    check(script, [unknown, unknown, ("Displays:\n", 0), ("Displays:\n", 0)]).await;
}

#[tokio::test(start_paused = true)]
async fn night() {
    let refused = |more: &str| format!("Error: mode must be 'yes', 'no', or 'auto'{more}\n");
    let (a, b) = (refused(""), refused(", or 'custom'"));
    let c = refused(", or 'custom_schedule', or 'custom_bedtime'");
    check("cmd uimode night x", [(&a, 255), (&b, 255), (&c, 255), (&c, 255)]).await;
    check("cmd uimode night yes", [("Night mode: yes\n", 0); 4]).await;
}

#[tokio::test(start_paused = true)]
async fn keyboards() {
    let id = "com.android.inputmethod.latin/.LatinIME";
    let (a, b) = (
        format!("Input method {id}: already enabled\nInput method {id}  selected\n"),
        format!(
            "Input method {id}: already enabled for user #0\nInput method {id} selected for user #0\n"
        ),
    );
    let script = format!("ime enable {id}; ime set {id}");
    check(&script, [(&a, 0), (&b, 0), (&b, 0), (&b, 0)]).await;
    let script = "ime set com.x/.Ime 2>&1 | grep -oE 'Unknown i.*'";
    let (a, b) = (
        "Unknown id: com.x/.Ime\n",
        "Unknown input method com.x/.Ime cannot be selected for user #0\n",
    );
    check(script, [(a, 0), (b, 0), (b, 0), (b, 0)]).await;
}

#[tokio::test(start_paused = true)]
async fn the_battery() {
    let script = "dumpsys battery | grep -cE 'Dock powered|Charging policy'";
    check(script, [("0\n", 1), ("0\n", 1), ("1\n", 0), ("2\n", 0)]).await;
}

#[tokio::test(start_paused = true)]
async fn the_display() {
    let script = "wm size; wm user-rotation";
    let size = "Physical size: 1080x2400\n";
    let (a, b) = (format!("{size}Unknown command: user-rotation\n"), format!("{size}lock 0\n"));
    check(script, [(&a, 255), (&b, 0), (&b, 0), (&b, 0)]).await;
}

#[tokio::test(start_paused = true)]
async fn exceptions() {
    let script = "pm grant com.nosuch android.permission.CAMERA 2>&1 | head -n 2";
    let a = "\nException occurred while executing:\n";
    let b = "\nException occurred while executing 'grant':\n";
    check(script, [(a, 0), (b, 0), (b, 0), (b, 0)]).await;
    let script = "am broadcast -a android.intent.action.BOOT_COMPLETED 2>&1 | grep -c '^Security exception: Permission Denial'";
    check(script, [("1\n", 0), ("0\n", 1), ("0\n", 1), ("0\n", 1)]).await;
}
