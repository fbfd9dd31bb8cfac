//! `dumpsys SurfaceFlinger`: the physical display.

use super::lines::Lines;
use crate::android::Android;

/// The physical display's id: what `screencap -d` takes.
pub(in crate::userland::system) const DISPLAY_ID: u64 = 4_619_827_259_835_644_672;

pub(super) fn dump(android: &Android, arguments: &[&str]) -> String {
    let identification = format!(
        "Display {DISPLAY_ID} (HWC display 0): port=0 pnpId=GGL displayName=\"EMU_display_0\"\n"
    );
    if arguments.first() == Some(&"--display-id") {
        return identification;
    }
    let display = android.display();
    let size = display.physical_size;
    let windows = android.windows();
    let mode = if android.power().awake { "On" } else { "Off" };
    let mut lines = Lines::new("Display identification data:");
    lines.append(&identification);
    lines.add("\nDisplays (1 entries)");
    lines.add(format_args!(
        "Display {DISPLAY_ID}\n    name=\"EMU_display_0\"\n    powerMode={mode}"
    ));
    lines.add(format_args!("    resolution={}x{}", size.width, size.height));
    lines.add(format_args!("    dpi={}", display.physical_density));
    lines.add(format_args!("    orientation={}\n", display.rotation.number()));
    lines.add(format_args!("Visible layers (count = {})", windows.len()));
    for window in windows {
        lines.add(format_args!("+ Layer ({}#{})", window.title, window.id.0));
    }
    lines.text()
}
