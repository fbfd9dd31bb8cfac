//! `cmd display`: the displays by their ids.

use super::list::Reply;
use crate::process::Process;
use crate::userland::system::dumpsys::DISPLAY_ID;
use crate::userland::system::thrown::{Thrown, Words};

#[expect(clippy::unnecessary_wraps, reason = "all services have one signature")]
pub(super) fn answer(process: &Process, mut words: Words<'_>) -> Result<Reply, Thrown> {
    let android = process.android();
    match words.next() {
        Some("get-displays") if android.api().since(33) => {
            let display = android.display();
            let size = display.size();
            let state = if android.power().awake { "ON" } else { "OFF" };
            Ok(Reply::out(format!(
                "Displays:\nDisplay id 0: DisplayInfo{{\"Built-in Screen\", displayId 0, state {state}, real {} x {}, rotation {}, density {}, type INTERNAL, uniqueId \"local:{DISPLAY_ID}\", app 0 x 0}}, DisplayMetrics{{density={}, width={}, height={}}}, isValid=true\n",
                size.width,
                size.height,
                display.rotation.number(),
                display.density(),
                f64::from(display.density()) / 160.0,
                size.width,
                size.height,
            )))
        }
        other => Ok(Reply::unknown(other)),
    }
}

#[cfg(test)]
mod tests {
    use crate::userland::system::on_phone::OnPhone;

    #[tokio::test(start_paused = true)]
    async fn names_the_display_for_screencap() {
        let phone = OnPhone::home().await;
        let out = phone.out("cmd display get-displays").await;
        assert!(out.starts_with("Displays:\nDisplay id 0: "), "{out}");
        assert!(
            out.contains(", state ON,") && out.contains(", uniqueId \"local:4619827259835644672\"")
        );
    }
}
