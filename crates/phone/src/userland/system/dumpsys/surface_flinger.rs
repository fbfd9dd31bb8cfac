//! `dumpsys SurfaceFlinger`: the physical display.

use crate::android::Android;

/// The physical display's id: what `screencap -d` takes.
pub(in crate::userland::system) const DISPLAY_ID: u64 = 4_619_827_259_835_644_672;

pub(super) async fn dump(android: &Android, arguments: &[&str]) -> String {
    let identification = format!(
        "Display {DISPLAY_ID} (HWC display 0): port=0 pnpId=GGL displayName=\"EMU_display_0\"\n"
    );
    if arguments.first() == Some(&"--display-id") {
        return identification;
    }
    let display = android.display();
    let size = display.natural_size();
    let mode = if android.power().awake { "On" } else { "Off" };
    let mut text = format!(
        "Build configuration: [sf HAS_CONTEXT_PRIORITY=1]\n\n\
         Display identification data:\n{identification}\n\
         Displays (1 entries)\n\
         Display {DISPLAY_ID}\n    name=\"EMU_display_0\"\n    powerMode={mode}\n    \
         resolution={}x{} dpi={}\n    orientation={}\n\n\
         Visible layers (count = {})\n",
        size.width,
        size.height,
        display.physical_density,
        display.rotation.number(),
        android.windows().len(),
    );
    for window in android.windows() {
        text.push_str(&format!("+ Layer ({}#{})\n", window.title, window.id.0));
    }
    text
}
