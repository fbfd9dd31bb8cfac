//! Dumps that are sections of `name=value` lines: `dumpsys display` and `dumpsys power`.

use crate::comparison::Format;
use crate::device::Device;
use crate::fields::Fields;

pub(crate) const DISPLAY: Format = Format {
    read,
    recordings: &["dumpsys/display-mediatek-device.txt"],
    lacking: &[
        (
            "brightness is a setting, and nothing measures light",
            "Automatic Brightness Adjustments Last 37 Events/*, \
             Automatic Brightness Controller Configuration/*, \
             Automatic Brightness Controller State/*, BrightnessThrottler/*, \
             BrightnessTracker state/*, Display Power Controller Configuration/*, \
             Display Power Controller Thread State/*, HighBrightnessModeController/*, \
             HysteresisLevels/*, SimpleMappingStrategy/*",
        ),
        (
            "printed before API 34",
            "BrightnessSynchronizer/mCurrentUpdate, \
             BrightnessSynchronizer/mLatestFloatBrightness, \
             BrightnessSynchronizer/mLatestIntBrightness, \
             BrightnessSynchronizer/mPendingUpdate, DISPLAY MANAGER/mOnlyCode, \
             LogicalDisplayMapper/DeviceStateToLayoutMap, \
             LogicalDisplayMapper/Registered Layouts, LogicalDisplayMapper/mPhase, \
             LogicalDisplayMapper/state(-1)",
        ),
        (
            "there are no wireless displays",
            "Display Adapters/Client/Owner, Display Adapters/GroupId, \
             Display Adapters/IP Address, Display Adapters/Passphrase, \
             Display Adapters/SessionId, Display Adapters/mActiveDisplay, \
             Display Adapters/mActiveDisplayState, Display Adapters/mAdvertisedDisplay, \
             Display Adapters/mAdvertisedDisplayFlags, \
             Display Adapters/mAdvertisedDisplayHeight, \
             Display Adapters/mAdvertisedDisplaySurface, \
             Display Adapters/mAdvertisedDisplayWidth, Display Adapters/mAvailableDisplays, \
             Display Adapters/mCancelingDisplay, Display Adapters/mConnectedDevice, \
             Display Adapters/mConnectingDisplay, Display Adapters/mConnectionRetriesLeft, \
             Display Adapters/mCurrentStatus, Display Adapters/mDesiredDevice, \
             Display Adapters/mDisconnectingDisplay, Display Adapters/mDiscoverPeersInProgress, \
             Display Adapters/mDisplayController, Display Adapters/mDisplays, \
             Display Adapters/mFeatureState, Display Adapters/mNetworkInfo, \
             Display Adapters/mPendingStatusChangeBroadcast, \
             Display Adapters/mRememberedDisplays, Display Adapters/mRemoteDisplay, \
             Display Adapters/mRemoteDisplayConnected, \
             Display Adapters/mRemoteDisplayInterface, Display Adapters/mScanRequested, \
             Display Adapters/mScanState, Display Adapters/mSupportsProtectedBuffers, \
             Display Adapters/mWfdEnabled, Display Adapters/mWfdEnabling, \
             Display Adapters/mWifiDisplayOnSetting, Display Adapters/mWifiP2pEnabled",
        ),
        ("the display has no file of settings", "Display Devices/mDisplayDeviceConfig"),
        ("there is one display mode", "DisplayModeDirector/*"),
        ("nothing of the display is kept beyond the phone's own life", "PersistentDataStore/*"),
    ],
    beyond: &[(
        "as API 34 prints it",
        "Display Devices/mActiveRenderFrameRate, Display Devices/mCommittedState, \
             LogicalDisplayMapper/mBootCompleted, LogicalDisplayMapper/mDisplayGroupName, \
             LogicalDisplayMapper/mIsEnabled, LogicalDisplayMapper/mIsInTransition, \
             LogicalDisplayMapper/mLayoutLimitedRefreshRate, \
             LogicalDisplayMapper/mLeadDisplayId, LogicalDisplayMapper/mPosition, \
             LogicalDisplayMapper/mThermalBrightnessThrottlingDataId, \
             LogicalDisplayMapper/mThermalRefreshRateThrottling",
    )],
};

pub(crate) const POWER: Format = Format {
    read,
    recordings: &["dumpsys/power-mediatek-device.txt"],
    lacking: &[
        ("the display is on or off", "AmbientDisplaySuppressionController/*"),
        ("nothing watches the user", "AttentionDetector/*"),
        (
            "there is no battery saver",
            "Battery saver policy/*, Battery saver state machine/*, Battery saving stats/*",
        ),
        ("a number of an object, which the phone does without", "Display Power/Display Power"),
        ("the phone lies still", "FaceDownDetector/*"),
        ("the loop of the service is not modelled", "Looper state/*"),
        ("there is no standby", "Low Power Standby Controller/*"),
        (
            "printed before API 34",
            "Power Manager State/mBatteryLevelWhenDreamStarted, \
             Settings and Configuration/mIsVrModeEnabled",
        ),
        ("nothing takes wake locks", "Wake Lock Log/*"),
        ("nothing charges without a wire", "Wireless Charger Detector State/*"),
    ],
    beyond: &[
        (
            "what programs look for in older versions",
            "Display Power/state, Power Manager State/mUserActivitySummary",
        ),
        (
            "as API 34 prints it",
            "Power Manager State/mDreamsBatteryLevelDrain, \
             Settings and Configuration/mKeepDreamingWhenUnplugging",
        ),
    ],
};

/// A line at the margin that only names something begins a section.
fn read(text: &str) -> Fields {
    let mut fields = Fields::default();
    let mut part = "head";
    for line in text.lines() {
        let body = line.trim_start();
        let indent = line.len() - body.len();
        if indent == 0 && !body.is_empty() {
            part = body.split(['(', ':']).next().unwrap_or_default().trim();
        }
        fields.put_line(part, body);
    }
    fields
}

#[tokio::test(start_paused = true)]
async fn display_as_recorded() {
    DISPLAY.check(&Device::home().await.run("dumpsys display").await);
}

#[tokio::test(start_paused = true)]
async fn power_as_recorded() {
    POWER.check(&Device::home().await.run("dumpsys power").await);
}
