//! `wm`: size, density and rotation of the display, and the keyguard.

use super::store::Store;
use super::thrown::{Failure, Thrown, Words, answer};
use crate::android::{Android, Display, Namespace, Rotation};
use crate::process::Process;
use crate::screen::Size;
use crate::userland::Outcome;

const HANDLER: &str = "com.android.server.wm.WindowManagerShellCommand";
const USAGE: &str = "\
Window manager (window) commands:
  help
      Print this help text.
  size [reset|WxH|WdpxHdp] [-d DISPLAY_ID]
    Return or override display size.
    width and height in pixels unless suffixed with 'dp'.
  density [reset|DENSITY] [-d DISPLAY_ID]
    Return or override display density.
  user-rotation [-d DISPLAY_ID] [free|lock] [rotation]
    Print or set user rotation mode and user rotation.
  dismiss-keyguard
    Dismiss the keyguard, prompting user for auth if necessary.
  reset [-d DISPLAY_ID]
    Reset all override settings.
";

/// The smallest side that the window manager gives a display.
const SIDE_MIN: i32 = 200;
/// How much longer than the display's own a side may be.
const SCALE_MAX: i32 = 2;
const DENSITY_MIN: u32 = 72;

pub(crate) async fn run(process: &mut Process, arguments: &[String]) -> Outcome {
    let mut words = Words::new(arguments);
    let command = words.next().unwrap_or_default();
    let android = process.android();
    let api = android.api();
    let result = match command {
        "size" => size(android, &mut words),
        "density" => density(android, &mut words),
        "user-rotation" if api.since(30) => user_rotation(android, &mut words),
        "fixed-to-user-rotation" if api.since(30) => fixed_rotation(process, &mut words),
        "dismiss-keyguard" => {
            android.dismiss_keyguard();
            Ok(String::new())
        }
        "reset" if api.since(29) => reset(android, &mut words),
        "" | "help" | "-h" => {
            process.print(USAGE).await?;
            return Ok(255);
        }
        _ => {
            process.print(format!("Unknown command: {command}\n")).await?;
            return Ok(255);
        }
    };
    answer(process, command, HANDLER, result).await
}

fn size(android: &Android, words: &mut Words<'_>) -> Result<String, Failure> {
    let display = android.display();
    let Some(wish) = words.next_if(|word| word != "-d") else {
        other_display(words)?;
        return Ok(show(
            "size",
            &dimensions(display.physical_size),
            display.override_size.map(dimensions),
        ));
    };
    other_display(words)?;
    if wish == "reset" {
        android.set_size_override(None);
        return Ok(String::new());
    }
    let Some((width, height)) =
        wish.split_once('x').filter(|(width, height)| !width.is_empty() && !height.is_empty())
    else {
        return Err(Failure::Said(format!("Error: bad size {wish}\n")));
    };
    let (width, height) = (side(width, &display)?, side(height, &display)?);
    let own = display.physical_size;
    let size = Size::new(clamp(width, own.width), clamp(height, own.height));
    // What is negative resets, as does the display's own size.
    let changes = width >= 0 && height >= 0 && size != own;
    android.set_size_override(changes.then_some(size));
    Ok(String::new())
}

fn density(android: &Android, words: &mut Words<'_>) -> Result<String, Failure> {
    let display = android.display();
    let Some(wish) = words.next_if(|word| word != "-d") else {
        other_display(words)?;
        let (own, wish) = (display.physical_density, display.override_density);
        return Ok(show("density", &own.to_string(), wish.map(|wish| wish.to_string())));
    };
    other_display(words)?;
    if wish == "reset" {
        android.set_density_override(None);
        return Ok(String::new());
    }
    let Ok(density) = wish.parse::<i32>() else { return Err(bad_number(wish)) };
    let density = u32::try_from(density).unwrap_or(0);
    let changed = (density != display.physical_density).then_some(density);
    if density < DENSITY_MIN || !android.set_density_override(changed) {
        return Err(Failure::Said(format!("Error: density must be >= {DENSITY_MIN}\n")));
    }
    Ok(String::new())
}

fn user_rotation(android: &Android, words: &mut Words<'_>) -> Result<String, Failure> {
    other_display(words)?;
    let rotation = android.display().rotation;
    let accelerometer = "accelerometer_rotation";
    match words.next() {
        None => {
            let free = android.setting(Namespace::System, accelerometer).as_deref() == Some("1");
            let lock = format!("lock {}\n", rotation.number());
            Ok(if free { "free\n".to_owned() } else { lock })
        }
        Some("free") => {
            android.put_setting(Namespace::System, accelerometer, "1");
            Ok(String::new())
        }
        Some("lock") => {
            let wish = words.next().unwrap_or("-1");
            let said = |text: String| Failure::Said(format!("Error: {text}\n"));
            let wish: i32 =
                wish.parse().map_err(|_| said(format!("For input string: \"{wish}\"")))?;
            let turned = u8::try_from(wish).ok().and_then(Rotation::from_number);
            let rotation = turned.or((wish == -1).then_some(rotation)).ok_or_else(|| {
                said("Rotation argument must be -1 or a valid rotation constant.".to_owned())
            })?;
            android.set_rotation(rotation);
            Ok(String::new())
        }
        Some(_) => {
            let text = "Error: argument needs to be either -d, free or lock.\n";
            Err(Failure::Said(text.to_owned()))
        }
    }
}

/// Whether apps may turn the screen against the user's wish.
fn fixed_rotation(process: &Process, words: &mut Words<'_>) -> Result<String, Failure> {
    const KEY: &str = "fixed-to-user-rotation";
    other_display(words)?;
    let mut store = Store::open(process, "display_settings");
    match words.next() {
        None => Ok(format!("{}\n", store.get(KEY).unwrap_or("default"))),
        Some(mode @ ("enabled" | "disabled" | "default")) => {
            let kept = store.set(KEY, mode);
            kept.map_err(|errno| Thrown::new("java.io.IOException", errno.to_string()))?;
            Ok(String::new())
        }
        Some(other) => Err(Failure::Said(format!(
            "Error: expecting enabled, disabled or default, but we get {other}\n"
        ))),
    }
}

fn reset(android: &Android, words: &mut Words<'_>) -> Result<String, Failure> {
    other_display(words)?;
    android.set_size_override(None);
    android.set_density_override(None);
    Ok(String::new())
}

/// `-d N`: there is no display but 0.
fn other_display(words: &mut Words<'_>) -> Result<(), Thrown> {
    if words.next_if(|word| word == "-d").is_none() {
        return Ok(());
    }
    let id = words.required()?;
    match id.parse::<i32>() {
        Ok(0) => Ok(()),
        Ok(_) => Err(Thrown::illegal_argument(format!("Invalid display {id}"))),
        Err(_) => {
            let text = format!("For input string: \"{id}\"");
            Err(Thrown::new("java.lang.NumberFormatException", text))
        }
    }
}

/// A side in pixels: `720`, `720px`, `411dp`.
fn side(text: &str, display: &Display) -> Result<i32, Failure> {
    let number = text.strip_suffix("px").or(text.strip_suffix("dp")).unwrap_or(text);
    let length: i32 = number.parse().map_err(|_| bad_number(number))?;
    if !text.ends_with("dp") {
        return Ok(length);
    }
    let density = i64::from(display.density());
    i32::try_from(i64::from(length) * density / 160).map_err(|_| bad_number(number))
}

fn clamp(side: i32, own: i32) -> i32 {
    side.clamp(SIDE_MIN, own.saturating_mul(SCALE_MAX).max(SIDE_MIN))
}

fn bad_number(text: &str) -> Failure {
    let exception = format!("java.lang.NumberFormatException: For input string: \"{text}\"");
    Failure::Said(format!("Error: bad number {exception}\n"))
}

fn show(name: &str, physical: &str, changed: Option<String>) -> String {
    let changed = changed.map(|value| format!("Override {name}: {value}\n")).unwrap_or_default();
    format!("Physical {name}: {physical}\n{changed}")
}

fn dimensions(size: Size) -> String {
    format!("{}x{}", size.width, size.height)
}

#[cfg(test)]
mod tests {
    use crate::screen::Size;
    use crate::userland::system::on_phone::OnPhone;

    #[tokio::test(start_paused = true)]
    async fn size_and_density() {
        let phone = OnPhone::shop().await;
        phone
            .check(
                "wm size; wm density",
                "Physical size: 1080x2400\nPhysical density: 420\n",
                "",
                0,
            )
            .await;
        let both = "Physical size: 1080x2400\nOverride size: 720x1600\nPhysical density: 420\nOverride density: 320\n";
        phone.check("wm size 720x1600; wm density 320; wm size; wm density", both, "", 0).await;
        assert_eq!(phone.driver.android.display().size(), Size::new(720, 1600));
        let reset = "wm size reset; wm density reset; wm size -d 0; wm density";
        phone.check(reset, "Physical size: 1080x2400\nPhysical density: 420\n", "", 0).await;
        for own in ["1080x2400", "-1x5"] {
            let script = format!("wm size 720x1600; wm size {own}; wm size");
            phone.check(&script, "Physical size: 1080x2400\n", "", 0).await;
        }
        let dp = "Physical size: 1080x2400\nOverride size: 945x2100\n";
        phone.check("wm size 360dpx800dp; wm size; wm reset", dp, "", 0).await;
        let clamped = "Physical size: 1080x2400\nOverride size: 200x4800\n";
        phone.check("wm size 1x99999; wm size; wm reset", clamped, "", 0).await;
    }

    #[tokio::test(start_paused = true)]
    async fn what_is_no_size() {
        let phone = OnPhone::home().await;
        for bad in ["720", "x", "720x", "x1600"] {
            let said = format!("Error: bad size {bad}\n");
            phone.check(&format!("wm size {bad}"), "", &said, 255).await;
        }
        let number = "Error: bad number java.lang.NumberFormatException: For input string: \"b\"\n";
        phone.check("wm size 720xb", "", number, 255).await;
        phone.check("wm density b", "", number, 255).await;
        phone.check("wm density 71", "", "Error: density must be >= 72\n", 255).await;
        phone
            .check(
                "wm size; wm density",
                "Physical size: 1080x2400\nPhysical density: 420\n",
                "",
                0,
            )
            .await;
    }

    #[tokio::test(start_paused = true)]
    async fn rotation() {
        let phone = OnPhone::shop().await;
        phone.check("wm user-rotation lock 1; wm user-rotation", "lock 1\n", "", 0).await;
        assert_eq!(phone.driver.android.display().size(), Size::new(2400, 1080));
        phone.check("wm size", "Physical size: 1080x2400\n", "", 0).await;
        phone.check("wm user-rotation lock; wm user-rotation -d 0", "lock 1\n", "", 0).await;
        phone.check("wm user-rotation free; wm user-rotation", "free\n", "", 0).await;
        let bad = "Error: Rotation argument must be -1 or a valid rotation constant.\n";
        phone.check("wm user-rotation lock 4", "", bad, 255).await;
        phone.check("wm user-rotation lock x", "", "Error: For input string: \"x\"\n", 255).await;
        phone.check("wm fixed-to-user-rotation", "default\n", "", 0).await;
        let fixed = "wm fixed-to-user-rotation enabled; wm fixed-to-user-rotation";
        phone.check(fixed, "enabled\n", "", 0).await;
        let bad = "Error: expecting enabled, disabled or default, but we get up\n";
        phone.check("wm fixed-to-user-rotation up", "", bad, 255).await;
        let mode = "Error: argument needs to be either -d, free or lock.\n";
        phone.check("wm user-rotation up", "", mode, 255).await;
    }

    #[tokio::test(start_paused = true)]
    async fn other_commands() {
        let phone = OnPhone::home().await;
        phone.driver.android.state().power.keyguard = true;
        let showing = "dumpsys window policy | grep -o 'mIsShowing=.*'";
        let script = format!("{showing}; wm dismiss-keyguard; {showing}");
        phone.check(&script, "mIsShowing=true\nmIsShowing=false\n", "", 0).await;
        phone.check("wm frobnicate", "Unknown command: frobnicate\n", "", 255).await;
        let text = "java.lang.IllegalArgumentException: Argument expected after \"-d\"";
        phone.check_thrown("wm size -d", "size", text).await;
        assert!(phone.run("wm").await.out.starts_with("Window manager (window) commands:\n"));
    }
}
