//! The parts of the dump in their order.

use super::{devices, dispatcher, reader};
use crate::android::{Android, Namespace};
use crate::userland::system::dumpsys::lines::Lines;

pub(in super::super) fn dump(android: &Android, _arguments: &[&str]) -> String {
    let touches = android.setting(Namespace::System, "show_touches").as_deref() == Some("1");
    let speed = android.setting(Namespace::System, "pointer_speed");
    let mut lines = Lines::new("INPUT MANAGER (dumpsys input)\n\nInput Manager State:");
    lines.add(format_args!("  Interactive: {}", android.power().awake));
    lines.add("  System UI Lights Out: false");
    lines.add(format_args!("  Pointer Speed: {}", speed.as_deref().unwrap_or("0")));
    lines.add("  Pointer Gestures Enabled: true");
    lines.add(format_args!("  Show Touches: {touches}"));
    lines.add("  Pointer Capture: Disabled, seq=0\n");
    devices::describe(&mut lines);
    reader::describe(android, &mut lines);
    dispatcher::describe(android, &mut lines);
    lines.text()
}

#[cfg(test)]
mod tests {
    use crate::userland::system::on_phone::OnPhone;

    #[tokio::test(start_paused = true)]
    async fn orientation_and_focus() {
        let phone = OnPhone::shop().await;
        let script = "dumpsys input | grep SurfaceOrientation";
        phone.check(script, "      SurfaceOrientation: 0\n", "", 0).await;
        phone.out("wm user-rotation lock 3").await;
        phone.check(script, "      SurfaceOrientation: 3\n", "", 0).await;
        let out = phone.out("dumpsys input").await;
        assert!(out.contains(" orientation=3, logicalFrame=[0, 0, 2400, 1080], "), "{out}");
        let hash = phone.driver.android.focused_window().unwrap().hash();
        let name = format!("name='{hash} com.example.shop/com.example.shop.MainActivity'\n");
        assert!(out.contains(&format!("  FocusedWindows:\n    displayId=0, {name}")), "{out}");
    }

    #[tokio::test(start_paused = true)]
    async fn windows_from_top_to_bottom() {
        let phone = OnPhone::shop().await;
        let script = "dumpsys input | grep -oE '^ +[0-9]+: name=[^,]*' | head -n 3";
        let out = phone.out(script).await;
        assert!(out.starts_with("      0: name='"), "{out}");
        assert!(out.lines().last().unwrap().ends_with("com.example.shop.MainActivity'"), "{out}");
    }
}
