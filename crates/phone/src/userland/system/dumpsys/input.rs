//! `dumpsys input`: devices, orientation and focus as the input manager knows them.

use super::DISPLAY_ID;
use super::lines::Lines;
use crate::android::Android;

pub(super) fn dump(android: &Android, _arguments: &[&str]) -> String {
    let display = android.display();
    let (size, orientation) = (display.size(), display.rotation.number());
    let awake = android.power().awake;
    let frame = format!("[0, 0, {}, {}]", size.width, size.height);
    let focus = android.focused_window();
    let app = android.resumed_activity();
    let mut lines = Lines::new("INPUT MANAGER (dumpsys input)\n\nInput Manager State:");
    lines.add(format_args!("  Interactive: {awake}"));
    lines.add("  System UI Lights Out: false\n  Pointer Speed: 0\n  Show Touches: false\n");
    lines.add("Event Hub State:\n  BuiltInKeyboardId: -2\n  Devices:");
    lines.add("    -1: Virtual\n      Classes: KEYBOARD | ALPHAKEY | DPAD | VIRTUAL");
    lines.add("      Path: <virtual>\n      Enabled: true");
    lines.add("    1: virtio_input_multi_touch_1\n      Classes: TOUCH | TOUCH_MT | INTERNAL");
    lines.add("      Path: /dev/input/event1\n      Enabled: true\n");
    lines.add("Input Reader State:\n  Device 1: virtio_input_multi_touch_1");
    lines.add("    Sources: TOUCHSCREEN\n    Touch Input Mapper (mode - DIRECT):");
    lines.add(format_args!(
        "      Viewport INTERNAL: displayId=0, uniqueId=local:{DISPLAY_ID}, port=0, \
         orientation={orientation}, logicalFrame={frame}, physicalFrame={frame}, \
         deviceSize=[{}, {}], isActive=[{}]",
        size.width,
        size.height,
        u8::from(awake),
    ));
    lines.add(format_args!("      SurfaceWidth: {}px", size.width));
    lines.add(format_args!("      SurfaceHeight: {}px", size.height));
    lines.add(format_args!("      SurfaceOrientation: {orientation}\n"));
    lines.add("Input Dispatcher State:\n  DispatchEnabled: true\n  DispatchFrozen: false");
    lines.add("  FocusedDisplayId: 0");
    match app {
        Some(app) => {
            lines.add(format_args!(
                "  FocusedApplications:\n    displayId=0, name='{}', dispatchingTimeout=5000ms",
                app.record()
            ));
        }
        None => lines.add("  FocusedApplications: <none>"),
    }
    match focus {
        Some(focus) => {
            let (hash, title) = (focus.hash(), focus.title);
            lines.add(format_args!("  FocusedWindows:\n    displayId=0, name='{hash} {title}'"));
        }
        None => lines.add("  FocusedWindows: <none>"),
    }
    lines.add("  Windows:");
    for (index, window) in android.windows().iter().enumerate() {
        let (hash, title, frame) = (window.hash(), &window.title, window.frame);
        lines.add(format_args!(
            "    {index}: name='{hash} {title}', displayId=0, visible=true, focusable={}, \
             frame=[{},{}][{},{}], ownerPid={}, ownerUid={}",
            window.focused,
            frame.left,
            frame.top,
            frame.right,
            frame.bottom,
            window.pid,
            window.uid,
        ));
    }
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
}
