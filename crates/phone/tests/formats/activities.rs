//! `dumpsys activity activities`.

use crate::comparison::Format;
use crate::device::Device;
use crate::fields::Fields;
use phone::android::Api;
use regex::Regex;
use std::sync::LazyLock;

pub(crate) const FORMAT: Format = Format {
    read,
    recordings: &[
        "dumpsys/activity-activities-emulator-recent.txt",
        "dumpsys/activity-activities-coloros-time-header.txt",
        "dumpsys/activity-activities-utf16.txt",
        "dumpsys/activity-mediatek-device.txt",
    ],
    lacking: &[
        ("display areas are not modelled", "Display areas in top down Z order/*"),
        (
            "printed after API 34",
            "DisplayPolicy/ROTATION_0, DisplayPolicy/ROTATION_180, DisplayPolicy/ROTATION_270, \
             DisplayPolicy/ROTATION_90, DisplayPolicy/SystemGestures, \
             DisplayPolicy/mAllowsSystemBarRemoteInsetsController, \
             DisplayPolicy/mHasBottomNavigationBar, DisplayPolicy/mImeInsetsConsumed, \
             ImeContainer/*, WindowInsetsStateController/mHasPendingPosition, \
             WindowInsetsStateController/mImeStatsToken, \
             WindowInsetsStateController/mIsLeashInitialized, \
             WindowInsetsStateController/mLastDrawn, WindowInsetsStateController/mWin, \
             activity/AppCompatCameraDisplayRotationPolicy, \
             activity/AppCompatCameraSimReqOrientationPolicy, activity/CameraStateMonitor, \
             activity/activeCameraConnections, activity/isLetterboxRunning, \
             activity/isTransparentPolicyRunning, \
             activity/mAvailableRotateAndCropModesForCamera, activity/mCameraAppInfoSet, \
             activity/mLastReportedActivityWindowInfo, activity/mNoDisplay, \
             activity/mRecreateConfigMask, display/isRemovalRequested, \
             display/mAreClientRenderingLimitationsEnabled, \
             display/mIsHardwareRendererOutputDisabled, display/mRemoteInsetsControlTarget, \
             task/fullscreenRequestAllowMode, task/mDisablePip, \
             task/mDisallowOverrideBoundsForChildren, task/mForceHiddenFlags",
        ),
        (
            "how bars are drawn and pulled is not modelled",
            "DisplayPolicy/Looper state, DisplayPolicy/mDecorInsetsInfo, \
             DisplayPolicy/mDisplayCutoutTouchableRegionSize, \
             DisplayPolicy/mLastLetterboxDetails, \
             DisplayPolicy/mLastStatusBarAppearanceRegions, \
             DisplayPolicy/mNavigationBarPosition, \
             DisplayPolicy/mRemoteInsetsControllerControlsSystemBars, \
             DisplayPolicy/mStatusBarBackgroundWindows, DisplayPolicy/mSwipeDistanceThreshold, \
             DisplayPolicy/mSwipeStartThreshold, DisplayPolicy/mTopIsFullscreen",
        ),
        ("the shade has no window", "DisplayPolicy/mExpandedPanel"),
        (
            "there is no accelerometer",
            "DisplayRotation/mAccelerating, DisplayRotation/mDesiredRotation, \
             DisplayRotation/mFlat, DisplayRotation/mLastFilteredTimestampNanos, \
             DisplayRotation/mLastFilteredX, DisplayRotation/mLastFilteredY, \
             DisplayRotation/mLastFilteredZ, DisplayRotation/mLastRotationResolution, \
             DisplayRotation/mOverhead, DisplayRotation/mPredictedRotation, \
             DisplayRotation/mProposedRotation, DisplayRotation/mSwinging, \
             DisplayRotation/mTiltHistory, DisplayRotation/mTiltToleranceConfig, \
             DisplayRotation/mTouchEndedTimestampNanos, DisplayRotation/mTouched, \
             DisplayRotation/mTouching",
        ),
        ("nothing takes input before the windows", "InputConsumers/*"),
        ("bars are never shown for a moment", "InsetsPolicy/*"),
        (
            "not modelled, and asked for by nobody known",
            "Task display areas in top down Z order/overrideConfig, display/SleepTokens, \
             display/mLastOrientationSource, display/mNoHistoryActivities, \
             display/mSystemGestureExclusion",
        ),
        (
            "no program organizes tasks",
            "TaskFragmentOrganizerController/*, TaskOrganizerController/*",
        ),
        (
            "windows change at once, without animations",
            "WindowInsetsStateController/InsetsSourceControl, \
             WindowInsetsStateController/mAdapter, WindowInsetsStateController/mCapturedLeash, \
             WindowInsetsStateController/mControl, WindowInsetsStateController/mId, \
             WindowInsetsStateController/mImeRequester, \
             WindowInsetsStateController/mImeShowing, \
             WindowInsetsStateController/mInitiallyVisible, \
             WindowInsetsStateController/mInsetsHint, WindowInsetsStateController/mLeash, \
             WindowInsetsStateController/mSkipAnimationOnce, \
             WindowInsetsStateController/mSurfacePosition, WindowInsetsStateController/mType",
        ),
        (
            "the display is a plain rectangle",
            "WindowInsetsStateController/insetsRoundedCornerFrame, \
             WindowInsetsStateController/mDisplayShape, \
             WindowInsetsStateController/mOverrideFrames, \
             WindowInsetsStateController/mPrivacyIndicatorBounds, \
             WindowInsetsStateController/mRoundedCornerFrame, \
             WindowInsetsStateController/mRoundedCorners, \
             WindowInsetsStateController/visibleFrame",
        ),
        (
            "only printed for activities of a kind that the phone has none of",
            "activity/connections, activity/delayedResume, activity/forceNewConfig, \
             activity/frozenBeforeDestroy, activity/isTreatmentEnabledForDisplay, \
             activity/labelRes, activity/lastAllDrawn, activity/launchCookie, \
             activity/mCameraCompatControlEnabled, activity/mCameraCompatControlState, \
             activity/mImeInsetsFrozenUntilStartInput, activity/mOrientation, \
             activity/maxAspectRatio, activity/resultCode, activity/resultTo, \
             activity/resultWho, activity/splitDir, activity/supportsEnterPipOnTaskSwitch, \
             activity/supportsPictureInPicture",
        ),
        (
            "there is no wallpaper window",
            "display/mLastWallpaperX, display/mLastWallpaperY, display/mLastWallpaperZoomOut, \
             display/mWallpaperDisplayOffsetX, display/mWallpaperDisplayOffsetY, \
             display/mWallpaperX, display/mWallpaperXStep, display/mWallpaperY, \
             display/mWallpaperYStep",
        ),
        (
            "only printed for tasks of a kind that the phone has none of",
            "task/I, task/mBounds, task/mCreatedByOrganizer, task/mLastNonFullscreenBounds, \
             task/name, task/rootTaskId",
        ),
        (
            "the vendor's own, or printed after API 34",
            "DisplayPolicy/mPersistentVrModeEnabled, \
             DisplayRotation/getSuggestRotationForBracketMode, \
             DisplayRotation/hookGetWifiDisplayRotation(), \
             DisplayRotation/hookIsWifiDisplayConnected, DisplayRotation/isRotationFrozen, \
             DisplayRotation/mDemoRotation, DisplayRotation/mDemoRotationLock, \
             DisplayRotation/mLastReqUserRotation, DisplayRotation/mLastReqUserRotationMode, \
             DisplayRotation/mLockRotationTagList, DisplayRotation/mUserRotationChanging, \
             DisplayRotation/shouldSuggestEnterBracketMode, \
             KeyguardController/mTopOccludesActivity, \
             LockTaskController/OplusLockTaskController, LockTaskController/mLockDeviceMode, \
             WindowInsetsStateController/boundingRects, activity/isVisibleRequested(), \
             activity/mLaunchedFromMultiSearch, activity/mPauseSchedulePendingForPip, \
             activity/mRootLockActivity, activity/mShowWhenLocked, \
             activity/providesOrientation, display/flexibleActivityImeAnimationState, \
             display/mIsDensityForced",
        ),
        (
            "no history of rotations is kept",
            "DisplayRotation/caller, DisplayRotation/currentUserId, DisplayRotation/mode, \
             DisplayRotation/rotation, DisplayRotation/sensor, DisplayRotation/source, \
             DisplayRotation/user",
        ),
        ("a vendor's own", "FlexibleTaskController/*"),
        ("the phone does not fold", "FoldController/*"),
        (
            "printed before API 34",
            "WindowInsetsStateController/mImeOverrideFrame, activity/stopped, display/rootTasks",
        ),
    ],
    beyond: &[("clients of every release look for it", "front/mResumedActivity")],
};

/// As it was before there were root tasks, at API level 28.
pub(crate) const STACKS: Format = Format {
    read,
    recordings: &["dumpsys/activity-activities-api28-car-excerpt.txt"],
    lacking: &[
        ("no app of the phone binds to services", "activity/connections"),
        (
            "activities are seen at once",
            "task/Activities waiting for another to become visible, task/Wait #0",
        ),
    ],
    beyond: &[("the car's apps are all the system's", "task/effectiveUid")],
};

/// What is in front, wherever it is said: fields that name an activity, a window, a task or a process.
pub(crate) const FRONT: Format = Format {
    read: read_front,
    recordings: &[
        "dumpsys/activity-grep-topResumed-coloros.txt",
        "dumpsys/window-mcurrentfocus-grep.txt",
    ],
    lacking: &[],
    beyond: &[(
        "lines that this grep left out",
        "ActivityRecord/mImeParent, ActivityRecord/mLastPausedActivity, \
             ActivityRecord/mResumedActivity, Window/mBottomGestureHost, \
             Window/mImeControlTarget, Window/mImeInputTarget, Window/mImeLayeringTarget, \
             Window/mImeWindow, Window/mLeftGestureHost, \
             Window/mNavBarBackgroundWindowCandidate, Window/mNavBarColorWindowCandidate, \
             Window/mNavigationBar, Window/mRightGestureHost, Window/mStatusBar, \
             Window/mSystemUiControllingWindow, Window/mTopGestureHost, \
             Window/mWindowContainer",
    )],
};

fn read_front(text: &str) -> Fields {
    static RECORD: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"([A-Za-z]+)(?:=|:|: )[\[{ ]*(ActivityRecord|Window|Task|ProcessRecord)\{")
            .unwrap()
    });
    let mut fields = Fields::default();
    for line in text.lines() {
        for record in RECORD.captures_iter(line) {
            fields.put(&record[2], &record[1], "");
        }
    }
    fields
}

/// Tasks hold activities; then follow the display and the supervisor, in sections.
fn read(text: &str) -> Fields {
    let mut fields = Fields::default();
    let mut place = Place::default();
    for line in text.lines() {
        let body = line.trim_start();
        let indent = line.len() - body.len();
        place.enter(body, indent);
        if let Some(task) = inside(body, &["* Task{", "* TaskRecord{"]) {
            fields.put_pairs("task", task);
        } else if body.starts_with("* Hist ") {
            fields.put("activity", "Hist", body);
        } else if body.starts_with("Intent {") {
            fields.put("activity", "Intent", body);
        } else if body.contains("esumedActivity:") || body.starts_with("Resumed: ") {
            fields.put_label("front", body);
        } else if !body.starts_with('*') && !body.starts_with("Display #") {
            fields.put_line(place.part(), body);
        }
    }
    fields
}

/// Where in the dump a line is.
#[derive(Default)]
struct Place {
    section: Option<String>,
    /// How far the activity is indented whose fields are read.
    activity: Option<usize>,
    after_tasks: bool,
}

impl Place {
    fn enter(&mut self, body: &str, indent: usize) {
        if body.starts_with("* Hist ") {
            self.activity = Some(indent);
        } else if self.activity.is_some_and(|activity| indent <= activity) && !body.is_empty() {
            self.activity = None;
        }
        if indent == 0 && body.ends_with(" state:") || body.starts_with("Resumed activities in") {
            self.after_tasks = true;
        }
        let names_section = !body.contains(['=', '{', '[', '*']) && !body.contains(": ");
        if indent == 2 && self.after_tasks && !body.is_empty() {
            self.section = names_section.then(|| body.trim_end_matches(':').to_owned());
        }
    }

    fn part(&self) -> &str {
        match (&self.section, self.activity) {
            (Some(section), _) => section,
            (None, Some(_)) => "activity",
            (None, None) if self.after_tasks => "display",
            (None, None) => "task",
        }
    }
}

fn inside<'a>(body: &'a str, begins: &[&str]) -> Option<&'a str> {
    begins.iter().find_map(|begin| body.strip_prefix(begin))
}

#[tokio::test(start_paused = true)]
async fn as_recorded() {
    FORMAT.check(&Device::shop().await.run("dumpsys activity activities").await);
}

#[tokio::test(start_paused = true)]
async fn stacks_as_recorded() {
    let mut device = Device::shop_of(Api::Android9).await;
    STACKS.check(&device.run("dumpsys activity activities").await);
}

#[tokio::test(start_paused = true)]
async fn front_as_recorded() {
    FRONT.check(&Device::shop().await.run("dumpsys activity activities").await);
}
