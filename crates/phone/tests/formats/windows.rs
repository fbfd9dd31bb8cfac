//! `dumpsys window windows`.

use crate::comparison::Format;
use crate::device::Device;
use crate::fields::Fields;

pub(crate) const FORMAT: Format = Format {
    read,
    recordings: &[
        "dumpsys/window-windows-emulator-recent.txt",
        "dumpsys/window-windows-miui-stackid-era.txt",
        "dumpsys/window-utf16-phone.txt",
        "dumpsys/window-utf16-samsung-ko.txt",
    ],
    lacking: &[
        (
            "printed after API 34",
            "all/mDisableSecureWindows, attributes/dvrrWindowFrameRateHint, \
             attributes/frameRateBoostOnTouch, attributes/rh, window/mBufferSeqId, \
             window/mLastReportedActivityWindowInfo",
        ),
        (
            "no snapshots of tasks are kept",
            "all/snapshot, all/taskId, all/token, all/topApp, all/userId",
        ),
        (
            "no app or bar of the phone asks for it",
            "attributes/alpha, attributes/apr, attributes/dimAmount, attributes/fitTypes, \
             attributes/if, attributes/navigationBarColor, attributes/or, \
             attributes/paramsForRotation, attributes/preferredMinDisplayRefreshRate, \
             attributes/sysuil, attributes/userActivityTimeout, attributes/vsysui",
        ),
        (
            "windows change at once, without animations",
            "all/mAppTransitionState, all/mLastClosingApp, all/mLastDisplayFreezeDuration, \
             all/mLastOpeningApp, all/mLastUsedAppTransition, window/Animation, \
             window/ContainerAnimator, window/alpha, window/layer, window/mAnimationIsEntrance, \
             window/mAnimationType, window/mCapturedLeash, window/mLastFreezeDuration, \
             window/mLeash, window/mSystemDecorRect, window/rect, window/transform",
        ),
        (
            "windows that are not shown are not listed",
            "window/mAlpha, window/mAppOpVisibility, window/mForceHideNonSystemOverlayWindow, \
             window/mHiddenWhileSuspended, window/mLastAlpha, window/mPermanentlyHidden, \
             window/mPolicyVisibility, window/mShownAlpha, window/parentHidden",
        ),
        (
            "there is no wallpaper window",
            "all/mLastWallpaperX, all/mLastWallpaperY, all/mWallpaperTarget, window/mHScale, \
             window/mVScale, window/mWallpaperVisible, window/mWallpaperX, \
             window/mWallpaperXStep, window/mWallpaperY, window/mWallpaperYStep, \
             window/mWallpaperZoomOut",
        ),
        ("API 34 prints rootTaskId", "window/taskId"),
        (
            "about parts of the system that the phone does not have",
            "all/AccessibilityController, all/Density, all/InputConsumers, \
             all/LockTaskModeState, all/Pid, all/Size, all/Uid, all/caller, all/displayId, \
             all/mLogicalSize, all/mTransform, all/mWindowsNotificationEnabled, all/name, \
             all/pid, all/user",
        ),
        (
            "printed before API 34",
            "all/mAltOrientation, all/mInputMethodTarget, all/mLastStatusBarVisibility, \
             all/mLastWindowForcedOrientation, all/mLayoutToAnim, all/mNextAppTransition, \
             all/mScreenRect, all/mSkipAppTransitionAnimation, all/mSystemDecorLayer, \
             all/waitingForConfig, attributes/blurMode, attributes/blurRatio, \
             window/containing, window/content, window/cutout, window/decor, \
             window/isAnimatingWithSavedSurface(), window/mAnimLayer, window/mAppDied, \
             window/mAppToken, window/mFrame, window/mLastClipRect, window/mLastLayer, \
             window/mPolicyVisibilityAfterAnim, window/mSeq, window/mShowToOwnerOnly, \
             window/mSystemUiVisibility, window/outset, window/outsets, window/overscan, \
             window/physical, window/stable, window/stackId, window/visible",
        ),
        (
            "API 34 prints it under the display",
            "all/mDeferredRotationPauseCount, all/mHoldScreenWindow, all/mInTouchMode, \
             all/mLastWakeLockHoldingWindow, all/mLastWakeLockObscuringWindow, \
             all/mObscuringWindow",
        ),
        (
            "the vendor's own, or printed after API 34",
            "all/Display #0, all/ExtraDisplayPolicy, all/KeyguardDisable Token Info, \
             all/MaxSnapshotCache, all/OldSize, all/PolicyControl.sImmersiveNavigationFilter, \
             all/PolicyControl.sImmersiveStatusFilter, all/ProcessName, all/SavedFile, \
             all/mDeferDepth, all/mDeferredRequests, all/mHasPendingConfiguration, \
             all/mLastReportedConfig, all/saveToSettings, attributes/aiImeLayeringToIme, \
             attributes/decorFitsSystemWindows, attributes/dimDuration, \
             attributes/forcedNavigationBarColor, attributes/homeIndicatorState, \
             attributes/internalFlag, attributes/keepFullScreen, attributes/mwfl, \
             attributes/naviIconColor, attributes/relativeLayeringToIme, \
             attributes/screenDimDuration, attributes/sfl, attributes/showChinBar, \
             attributes/showSpaceRatio, attributes/vpflg, window/SurfPosition, \
             window/mHiddenWhileProfileLockedState",
        ),
        ("no window has another as its parent", "window/mLayoutAttached, window/mParentWindow"),
    ],
    beyond: &[("as API 34 prints it", "window/rootTaskId")],
};

/// Windows with their attributes, then what is known of all of them.
fn read(text: &str) -> Fields {
    let mut fields = Fields::default();
    let mut part = "all";
    // Attributes go on until their bracket is closed.
    let mut open = 0;
    for line in text.lines() {
        let body = line.trim_start();
        if line.starts_with("  Window #") {
            part = "window";
            fields.put(part, "Window", body);
        } else if line.starts_with("----") {
            break;
        } else if let Some(attributes) = body.strip_prefix("mAttrs={") {
            open = 1 + balance(attributes);
            fields.put("window", "mAttrs", attributes);
            fields.put_pairs("attributes", attributes);
        } else if open > 0 {
            open += balance(body);
            if !body.starts_with("InsetsFrameProvider") && !body.starts_with("ROTATION_") {
                fields.put_line("attributes", body.trim_end_matches('}'));
            }
        } else if line.is_empty() {
            part = "all";
        } else {
            fields.put_line(part, body);
        }
    }
    fields
}

fn balance(text: &str) -> i32 {
    let count = |letter: char| i32::try_from(text.matches(letter).count()).unwrap();
    count('{') - count('}')
}

#[tokio::test(start_paused = true)]
async fn as_recorded() {
    FORMAT.check(&Device::shop().await.run("dumpsys window windows").await);
}
