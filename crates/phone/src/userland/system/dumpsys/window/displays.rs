//! `dumpsys window displays`: size, focus, tasks and rotation of the display. The activity manager shows the same.

use super::{attributes, focus};
use crate::android::{Android, Namespace, Window, WindowKind};
use crate::screen::Rect;
use crate::userland::system::dumpsys::identity;
use crate::userland::system::dumpsys::{configuration, lines::Lines};

pub(super) fn dump(android: &Android) -> String {
    format!("WINDOW MANAGER DISPLAY CONTENTS (dumpsys window displays)\n{}", contents(android))
}

/// What is known of the display, without a title.
pub(in super::super) fn contents(android: &Android) -> String {
    let mut lines = Lines::new("  Display: mDisplayId=0 (organized)");
    sizes(android, &mut lines);
    targets(android, &mut lines);
    // Before, the focus was the whole window manager's.
    if android.api().since(29) {
        lines.append(&focus::lines(android));
    }
    lines.add("  mFixedRotationLaunchingApp=null\n");
    lines.add("  mHoldScreenWindow=null\n  mObscuringWindow=null");
    lines.add("  mLastWakeLockHoldingWindow=null\n  mLastWakeLockObscuringWindow=null\n");
    lines.add("  mWallpaperTarget=null\n");
    tasks(android, &mut lines);
    pinned(android, &mut lines);
    policy(android, &mut lines);
    rotation(android, &mut lines);
    if android.api().since(29) {
        insets(android, &mut lines);
    }
    lines.text()
}

fn sizes(android: &Android, lines: &mut Lines) {
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
    let (width, height) = (size.width, size.height);
    lines.add(format_args!(
        "    init={}x{} {}dpi mMinSizeOfResizeableTaskDp=220{base} cur={width}x{height} app={width}x{} rng={short}x{}-{long}x{}",
        own.width,
        own.height,
        display.physical_density,
        height - navigation,
        short - status,
        long - navigation,
    ));
    lines.add(format_args!(
        "    deferred=false mLayoutNeeded=false mTouchExcludeRegion=SkRegion((0,0,{width},{height}))"
    ));
    lines.add("");
    lines.add(format_args!("  overrideConfig={}", configuration::text(android)));
    lines.add("  mHasSetIgnoreOrientationRequest=false ignoreOrientationRequest=false");
    lines.add(format_args!("  mSleeping={} mAllSleepTokens=[]", !android.power().awake));
    lines.add("  mLayoutSeq=1");
    lines.add(format_args!(
        "  displayId=0\n  DisplayFrames w={width} h={height} r={}",
        display.rotation.number()
    ));
}

/// What the keyboard types into.
fn targets(android: &Android, lines: &mut Lines) {
    let windows = android.windows();
    let keyboard = windows.iter().find(|window| window.kind == WindowKind::Keyboard);
    let focused = windows.iter().find(|window| window.focused);
    if let Some(keyboard) = keyboard {
        lines.add(format_args!("  mImeWindow={}", keyboard.record()));
    }
    if let Some(target) = focused {
        for role in ["mImeLayeringTarget", "mImeInputTarget", "mImeControlTarget"] {
            lines.add(format_args!("  {role}={}", target.record()));
        }
    }
    if let Some(resumed) = android.resumed_activity() {
        lines.add(format_args!("  mImeParent={}", resumed.record()));
        lines.add(format_args!("  deepestLastOrientationSource={}", resumed.record()));
    }
}

/// The tasks from top to bottom, with their activities.
fn tasks(android: &Android, lines: &mut Lines) {
    let size = android.display().size();
    let tasks = android.tasks();
    lines.add("  Task display areas in top down Z order:");
    lines.add("    TaskDisplayArea DefaultTaskDisplayArea");
    if let Some(front) = tasks.last() {
        let name = identity::task(android, front);
        lines.add(format_args!("      mPreferredTopFocusableRootTask={name}}}"));
        lines.add(format_args!("      mLastFocusedRootTask={name}}}"));
    }
    lines.add("      Application tokens in top down Z order:");
    for (depth, task) in tasks.iter().rev().enumerate() {
        let (visible, count) = (depth == 0, task.activities.len());
        lines.add(format_args!(
            "      * {} U=0 visible={visible} visibleRequested={visible} mode=fullscreen \
             translucent=false sz={count}}}",
            identity::task(android, task)
        ));
        lines.add(format_args!("        bounds=[0,0][{},{}]", size.width, size.height));
        for activity in task.activities.iter().rev() {
            lines.add(format_args!("        * {}", activity.record()));
        }
    }
    if let Some(home) = tasks.iter().find(|task| task.home) {
        lines.add(format_args!("\n  rootHomeTask=Task={}", home.id));
    }
}

fn pinned(android: &Android, lines: &mut Lines) {
    let (shown, height) = (android.ime().shown, android.state().config().insets.keyboard);
    lines.add("\n  PinnedTaskController");
    lines.add(format_args!("    mIsImeShowing={shown}\n    mImeHeight={height}"));
    lines.add("    mMinAspectRatio=0.41841003\n    mMaxAspectRatio=2.39");
}

/// Bars, keyguard and what may draw behind them.
fn policy(android: &Android, lines: &mut Lines) {
    let power = android.power();
    let windows = android.windows();
    let of = |kind| windows.iter().find(|window| window.kind == kind).map(Window::record);
    let or_null = |record: Option<String>| record.unwrap_or_else(|| "null".to_owned());
    let (awake, keyguard) = (power.awake, power.keyguard);
    lines.add("\n  DisplayPolicy");
    lines.add("    mCarDockEnablesAccelerometer=true mDeskDockEnablesAccelerometer=true");
    lines.add("    mDockMode=EXTRA_DOCK_STATE_UNDOCKED mLidState=LID_ABSENT");
    lines.add(format_args!("    mAwake={awake} mScreenOnEarly={awake} mScreenOnFully={awake}"));
    lines.add(format_args!("    mKeyguardDrawComplete={awake} mWindowManagerDrawComplete={awake}"));
    lines.add("    mHdmiPlugged=false\n    mLastBehavior=DEFAULT");
    lines.add(format_args!("    mShowingDream=false mDreamingLockscreen={keyguard}"));
    let (status, navigation) = (of(WindowKind::StatusBar), of(WindowKind::NavigationBar));
    lines.add(format_args!("    mStatusBar={}", or_null(status.clone())));
    lines.add(format_args!("    isKeyguardShowing={keyguard}"));
    lines.add(format_args!("    mNavigationBar={}", or_null(navigation.clone())));
    lines.add("    mNavBarOpacityMode=2\n    mNavigationBarCanMove=false");
    for side in ["Left", "Right", "Bottom"] {
        lines.add(format_args!("    m{side}GestureHost={}", or_null(navigation.clone())));
    }
    lines.add(format_args!("    mTopGestureHost={}", or_null(status)));
    let focused = windows.iter().find(|window| window.focused).map(Window::record);
    if let Some(focused) = &focused {
        lines.add(format_args!("    mFocusedWindow={focused}"));
    }
    let opaque = of(WindowKind::Activity);
    if let Some(opaque) = &opaque {
        lines.add(format_args!("    mTopFullscreenOpaqueWindowState={opaque}"));
        lines.add(format_args!("    mSystemUiControllingWindow={opaque}"));
    }
    if let Some(resumed) = android.resumed_activity() {
        lines.add(format_args!("    mSystemBarColorApps={{{}}}", resumed.record()));
    }
    if let Some(opaque) = opaque {
        lines.add(format_args!("    mNavBarColorWindowCandidate={opaque}"));
        lines.add(format_args!("    mNavBarBackgroundWindowCandidate={opaque}"));
    }
    lines.add("    mForceShowNavigationBarEnabled=false mAllowLockscreenWhenOn=false");
}

fn rotation(android: &Android, lines: &mut Lines) {
    let config = android.state().config();
    let free = android.setting(Namespace::System, "accelerometer_rotation").as_deref() == Some("1");
    let lock = if free { "USER_ROTATION_FREE" } else { "USER_ROTATION_LOCKED" };
    let number = config.rotation.number();
    let rotation = configuration::rotation(&config);
    lines.add("\n  DisplayRotation");
    lines.add("    mCurrentAppOrientation=SCREEN_ORIENTATION_UNSPECIFIED\n    mLastOrientation=-1");
    lines.add(format_args!("    mRotation={number} mDeferredRotationPauseCount=0"));
    lines.add("    mLandscapeRotation=ROTATION_90 mSeascapeRotation=ROTATION_270");
    lines.add("    mPortraitRotation=ROTATION_0 mUpsideDownRotation=ROTATION_180");
    lines.add("    mSupportAutoRotation=true\n    WindowOrientationListener");
    lines.add(format_args!("      mEnabled={free}\n      mCurrentRotation={rotation}"));
    // There is no accelerometer: the phone lies still.
    lines.add("      mSensorType=null\n      mSensor=null\n      mRate=2\n");
    lines.add("    mCarDockRotation=-1 mDeskDockRotation=-1");
    lines.add(format_args!("    mUserRotationMode={lock} mUserRotation={rotation} mCameraRotationMode=0 mAllowAllRotations=false"));
    lines.add(
        "    mDemoHdmiRotation=ROTATION_90 mDemoHdmiRotationLock=false mUndockedHdmiRotation=-1",
    );
    lines.add("    mLidOpenRotation=-1\n    mFixedToUserRotation=false");
}

/// What the bars and the keyboard take from apps.
fn insets(android: &Android, lines: &mut Lines) {
    let size = android.display().size();
    let mut providers = Lines::default();
    lines.add("\n  WindowInsetsStateController\n    InsetsState");
    lines.add(format_args!(
        "      mDisplayFrame=Rect(0, 0 - {}, {})\n      mDisplayCutout=DisplayCutout{{insets=Rect(0, 0 - 0, 0) waterfall=Insets{{left=0, top=0, right=0, bottom=0}} boundingRect={{Bounds=[]}}}}",
        size.width, size.height
    ));
    for window in android.windows() {
        let (kind, side) = match window.kind {
            WindowKind::StatusBar => ("statusBars", "TOP"),
            WindowKind::NavigationBar => ("navigationBars", "BOTTOM"),
            WindowKind::Keyboard => ("ime", "BOTTOM"),
            WindowKind::Activity
            | WindowKind::Dialog
            | WindowKind::Popup
            | WindowKind::SystemAlert
            | WindowKind::Toast => continue,
        };
        let source = attributes::source(android, &window, kind, side);
        lines.add(format_args!("        {source}"));
        let Rect { left, top, right, bottom } = window.frame;
        providers.add("      InsetsSourceProvider");
        providers.add(format_args!("        mSource={source}"));
        providers.add(format_args!("        mSourceFrame=Rect({left}, {top} - {right}, {bottom})"));
        providers.add("        mIsLeashReadyForDispatching=true");
        providers.add(format_args!("        mWindowContainer={}", window.record()));
        if let Some(target) = android.focused_window() {
            providers.add(format_args!("        mControlTarget={}", target.record()));
        }
    }
    lines.add("    Control map:\n    InsetsSourceProviders:");
    lines.append(&providers.text());
}
