//! `dumpsys display`: the display as the display manager knows it.

use super::DISPLAY_ID;
use super::viewport::{java_rect, viewport};
use crate::android::Android;

pub(super) fn dump(android: &Android, _arguments: &[&str]) -> String {
    let display = android.display();
    let (own, size) = (display.physical_size, display.size());
    let awake = android.power().awake;
    let state = if awake { "ON" } else { "OFF" };
    let brightness = if awake { "0.4" } else { "-1.0" };
    let rotation = display.rotation.number();
    let mode = format!("{{id=1, width={}, height={}, fps=60.0}}", own.width, own.height);
    let density = display.density();
    let shape = java_rect(size);
    format!(
        "\
DISPLAY MANAGER (dumpsys display)
  mSafeMode=false
  mPendingTraversal=false
  mViewports=[{viewport}]
  mDefaultDisplayDefaultColorMode=0
  mStableDisplaySize=Point({width}, {height})

Display States: size=1
  Display Id=0
  Display State={state}
  Display Brightness={brightness}
  Display SdrBrightness={brightness}

Display Devices: size=1
  DisplayDeviceInfo{{\"Built-in Screen\": uniqueId=\"local:{DISPLAY_ID}\", {width} x {height}, modeId 1, defaultModeId 1, supportedModes [{mode}], density {own_density}, touch INTERNAL, rotation 0, type INTERNAL, state {state}}}
    mAdapter=LocalDisplayAdapter
    mUniqueId=local:{DISPLAY_ID}
    mCurrentOrientation={rotation}
    mCurrentLayerStackRect={shape}
    mCurrentDisplayRect={shape}

Logical Displays: size=1
  Display 0:
    mDisplayId=0
    mIsEnabled=true
    mLayerStack=0
    mRequestedColorMode=0
    mDisplayOffset=(0, 0)
    mPrimaryDisplayDevice=Built-in Screen
    mBaseDisplayInfo=DisplayInfo{{\"Built-in Screen\", displayId 0, real {width} x {height}, rotation 0, density {own_density}, state {state}, type INTERNAL, uniqueId \"local:{DISPLAY_ID}\"}}
    mOverrideDisplayInfo=DisplayInfo{{\"Built-in Screen\", displayId 0, real {turned_width} x {turned_height}, rotation {rotation}, density {density}, state {state}, type INTERNAL, uniqueId \"local:{DISPLAY_ID}\"}}
",
        viewport = viewport(android),
        width = own.width,
        height = own.height,
        own_density = display.physical_density,
        turned_width = size.width,
        turned_height = size.height,
    )
}

#[cfg(test)]
mod tests {
    use crate::userland::system::on_phone::OnPhone;

    #[tokio::test(start_paused = true)]
    async fn orientation_comes_first() {
        let phone = OnPhone::shop().await;
        let script = "dumpsys display | grep -oE 'orientation=[0-9]+' | head -n 1";
        phone.check(script, "orientation=0\n", "", 0).await;
        phone.check(&format!("wm user-rotation lock 1; {script}"), "orientation=1\n", "", 0).await;
        let out = phone.out("dumpsys display").await;
        assert!(out.contains("mCurrentOrientation=1\n"), "{out}");
        assert!(out.contains("real 2400 x 1080, rotation 1, density 420, state ON"), "{out}");
    }

    #[tokio::test(start_paused = true)]
    async fn the_internal_viewport() {
        let phone = OnPhone::shop().await;
        let begin = "  mViewports=[DisplayViewport{type=INTERNAL, valid=true, isActive=true, displayId=0, uniqueId='local:4619827259835644672', ";
        let line = phone.out("dumpsys display | grep mViewports").await;
        assert!(line.starts_with(begin), "{line}");
        let off = "input keyevent SLEEP; dumpsys display | grep 'Display State='";
        phone.check(off, "  Display State=OFF\n", "", 0).await;
    }
}
