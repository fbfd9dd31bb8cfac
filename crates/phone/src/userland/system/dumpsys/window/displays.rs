//! `dumpsys window displays`: size, focus and rotation of the display.

use super::focus;
use crate::android::{Android, Namespace};
use crate::userland::system::dumpsys::{configuration, lines::Lines};

pub(super) fn dump(android: &Android) -> String {
    let display = android.display();
    let config = android.state().config();
    let (own, base, size) = (display.physical_size, display.natural_size(), config.size);
    let (status, navigation) = (config.insets.status_bar, config.insets.navigation_bar);
    let base = if base == own && display.density() == display.physical_density {
        String::new()
    } else {
        format!(" base={}x{} {}dpi", base.width, base.height, display.density())
    };
    let (short, long) = (size.width.min(size.height), size.width.max(size.height));
    let sizes = format!(
        "init={}x{} {}dpi{base} cur={}x{} app={}x{} rng={short}x{}-{long}x{}",
        own.width,
        own.height,
        display.physical_density,
        size.width,
        size.height,
        size.width,
        size.height - navigation,
        short - status,
        long - navigation,
    );
    let free = android.setting(Namespace::System, "accelerometer_rotation").as_deref() == Some("1");
    let lock = if free { "USER_ROTATION_FREE" } else { "USER_ROTATION_LOCKED" };
    let number = display.rotation.number();
    let rotation = configuration::rotation(&config);
    format!(
        "\
WINDOW MANAGER DISPLAY CONTENTS (dumpsys window displays)
  Display: mDisplayId=0 (organized)
    {sizes}
    deferred=false mLayoutNeeded=false mTouchExcludeRegion=SkRegion((0,0,{width},{height}))

  mLayoutSeq=1
{focus}
  mDisplayInfo=DisplayInfo{{\"Built-in Screen\", displayId 0, real {width} x {height}, rotation {number}, density {density}, uniqueId \"local:{id}\"}}
  mDisplayFrames w={width} h={height} r={number}
  mHoldScreenWindow=null
  mLastStatusBarVisibility=0x0
{tasks}
  DisplayRotation
    mCurrentAppOrientation=SCREEN_ORIENTATION_UNSPECIFIED
    mLastOrientation=-1
    mRotation={number}
    mCurrentRotation={rotation}
    mDisplayRotation={rotation}
    mUserRotationMode={lock}
    mUserRotation={rotation}

  mMinSizeOfResizeableTaskDp=220
  mFullConfiguration={configuration}
",
        width = size.width,
        height = size.height,
        density = config.density,
        id = super::super::DISPLAY_ID,
        focus = focus::lines(android),
        tasks = tasks(android),
        configuration = configuration::text(android),
    )
}

/// The tasks from top to bottom, with their activities.
fn tasks(android: &Android) -> String {
    let mut lines = Lines::new("  Application tokens in top down Z order:");
    for (depth, task) in android.tasks().iter().rev().enumerate() {
        let kind = if task.home { "home" } else { "standard" };
        let (id, package, visible) = (task.id, &task.package, depth == 0);
        lines.add(format_args!("    * Task{{{id} type={kind} A={package} visible={visible}}}"));
        for activity in task.activities.iter().rev() {
            lines.add(format_args!("      * {}", activity.record()));
        }
    }
    lines.text()
}
