//! `dumpsys input`.

use crate::comparison::Format;
use crate::device::Device;
use crate::fields::Fields;

pub(crate) const FORMAT: Format = Format {
    read,
    recordings: &[
        "dumpsys/input-miui.txt",
        "dumpsys/input-tv.txt",
        "dumpsys/input-utf16-phone.txt",
    ],
    lacking: &[
        (
            "printed before API 34",
            "Configuration/ViewportExternal, Configuration/ViewportInternal, \
             Configuration/ViewportVirtual, Connections entry/inputPublisherBlocked, \
             Input Dispatcher State entry/canReceiveKeys, Input Dispatcher State entry/flags, \
             Input Dispatcher State entry/hasFocus, Input Dispatcher State entry/hasWallpaper, \
             Input Dispatcher State entry/inputFeatures, Input Dispatcher State entry/layer, \
             Input Dispatcher State entry/paused, Input Dispatcher State entry/scale, \
             Input Dispatcher State/MonitoringChannels, Input Dispatcher State/TouchStates, \
             Input Dispatcher State/age, Input Dispatcher State/policyFlags, \
             Input Manager State/Pointer Capture Enabled, \
             Input Manager State/System UI Visibility, Keyboard Input Mapper/DownTime, \
             Keyboard Input Mapper/HasAssociatedDisplay, Keyboard Input Mapper/KeyboardType, \
             Touch Input Mapper/SurfaceLeft, Touch Input Mapper/SurfaceTop, \
             Touch Input Mapper/XTranslate, Touch Input Mapper/YTranslate, \
             Touch Input Mapper/touch.coverage.calibration",
        ),
        (
            "about parts of the system that the phone does not have",
            "Device/AssociatedDisplayUniqueIdByDescriptor, \
             Device/AssociatedDisplayUniqueIdByPort, Device/IsWaking, Device/SysfsRootPath, \
             Event Hub State entry/pcm, Event Hub State/ABS_MT_POSITION_X, \
             Event Hub State/ABS_MT_POSITION_Y, Event Hub State/ABS_MT_SLOT, \
             Event Hub State/ABS_MT_TOUCH_MAJOR, Event Hub State/ABS_MT_TOUCH_MINOR, \
             Event Hub State/ABS_MT_TRACKING_ID, Event Hub State/HaveKeyboardLayoutOverlay, \
             Event Hub State/KeyState (pressed), Event Hub State/SwState (pressed), \
             Keyboard Input Mapper/Batteries, Keyboard Input Mapper/Id, \
             Keyboard Input Mapper/Input Controller, Keyboard Input Mapper/RawLights, \
             Touch Input Mapper/Batteries, Touch Input Mapper/Button State, \
             Touch Input Mapper/Button state, \
             Touch Input Mapper/External Stylus Buttons Applied, \
             Touch Input Mapper/External Stylus Data Timeout, \
             Touch Input Mapper/External Stylus ID, Touch Input Mapper/External Stylus State, \
             Touch Input Mapper/ExternalStylusConnected, \
             Touch Input Mapper/ExternalStylusPresence, \
             Touch Input Mapper/Fused External Stylus Pointer ID, Touch Input Mapper/Id, \
             Touch Input Mapper/Input Controller, Touch Input Mapper/MaxSwipeWidth, \
             Touch Input Mapper/Pointer Gesture Detector, Touch Input Mapper/Raw pointer data, \
             Touch Input Mapper/RawLights, Touch Input Mapper/Read time, \
             Touch Input Mapper/Stylus Fusion, Touch Input Mapper/TiltXCenter, \
             Touch Input Mapper/TiltXScale, Touch Input Mapper/TiltYCenter, \
             Touch Input Mapper/TiltYScale, Touch Input Mapper/Tool Type, \
             Touch Input Mapper/UsiVersion, Touch Input Mapper/When, \
             Touch Input Mapper/XMovementScale, Touch Input Mapper/XZoomScale, \
             Touch Input Mapper/YMovementScale, Touch Input Mapper/YZoomScale, \
             Touch Input Mapper/canceled, Touch Input Mapper/hovering, \
             Touch Input Mapper/touching",
        ),
        (
            "the vendor's own, or printed after API 34",
            "Configuration/Histograms, Configuration/InputTracer, \
             Configuration/LatencyAggregatorWithHistograms, Configuration/LatencyTracker, \
             Configuration/mEventTimes.size(), Configuration/mLastSlowEventTime, \
             Configuration/mNumEventsSinceLastSlowEventReport, \
             Configuration/mNumSkippedSlowEvents, Configuration/mTimelines.size(), \
             Connections entry/type, Connections/CommandQueue, Connections/Display, \
             Connections/InboundQueue, Connections/PendingEvent, \
             Connections/TouchModePerDisplay, Connections/age, Connections/length, \
             Connections/seq, Connections/targetFlags, Connections/wait, \
             Input Dispatcher State entry/token, Input Dispatcher State entry/type, \
             Input Dispatcher State/type, Input Manager State/Display not interactive, \
             Input Manager State/Display with Mouse Scaling Disabled, \
             Touch Input Mapper/EnableForInactiveViewport, Touch Input Mapper/GeometricScale, \
             Touch Input Mapper/InputDeviceOrientation, Touch Input Mapper/Last Raw Touch, \
             Touch Input Mapper/OrientedXPrecision, Touch Input Mapper/OrientedYPrecision, \
             Touch Input Mapper/Pressure, Touch Input Mapper/RawRotation Transform, \
             Touch Input Mapper/RawToDisplay Transform, Touch Input Mapper/Slot, \
             Touch Input Mapper/TrackingId",
        ),
        ("there are no switches", "Switch Input Mapper/*"),
        ("no mouse is attached", "Cursor Input Mapper/*"),
        (
            "written once, when an app hung",
            "Input Dispatcher State at time of last ANR entry/*, \
             Input Dispatcher State at time of last ANR/*",
        ),
        (
            "printed after API 34",
            "Input Dispatcher State/CursorStatesByDisplay, \
             Input Dispatcher State/DisplayTopologyGraph, \
             Input Dispatcher State/DisplaysDensity, Input Dispatcher State/PrimaryDisplayId, \
             Input Dispatcher State/TopologyGraph, \
             Input Dispatcher State/mMaximumObscuringOpacityForTouch, PointerChoreographer/*",
        ),
        (
            "the Java half, printed after API 34 in this form",
            "Input Manager Service entry/*, Input Manager Service/*",
        ),
        ("nothing classifies touches", "Input Processor State/*"),
        ("nothing is counted for statistics", "InputDeviceMetricsCollector/*"),
        ("the phone has no stylus", "UnwantedInteractionBlocker/*"),
    ],
    beyond: &[
        (
            "the panel does not measure it",
            "Touch Input Mapper/TouchMajor, Touch Input Mapper/TouchMinor",
        ),
        ("a window of an app has no flags", "Input Dispatcher State entry/inputConfig"),
        (
            "as API 34 prints it",
            "Device/AssociatedDisplayUniqueId, Input Dispatcher State entry/focusable, \
             Input Dispatcher State entry/hasToken, Input Dispatcher State/CommandQueue",
        ),
    ],
};

/// Blocks that begin with their name, some of them inside of others.
fn read(text: &str) -> Fields {
    let mut fields = Fields::default();
    let mut part = "head";
    for line in text.lines() {
        let body = line.trim_start();
        let indent = line.len() - body.len();
        let title = body.split(['(', ':']).next().unwrap_or_default().trim();
        let entry = body.split_once(": ").filter(|(number, _)| number.parse::<i32>().is_ok());
        if begins_block(indent, body) {
            part = title;
        } else if indent == 2 && body.starts_with("Device ") {
            part = "Device";
        } else if let Some((_, entry)) = entry {
            fields.put_pairs(&format!("{part} entry"), entry);
        } else {
            fields.put_line(part, body);
        }
    }
    fields
}

fn begins_block(indent: usize, body: &str) -> bool {
    match indent {
        0 => body.ends_with(':'),
        2 => ["Configuration:", "Connections:", "NextTimeout"]
            .iter()
            .any(|begin| body.starts_with(begin)),
        4 => body.ends_with("Input Mapper:") || body.starts_with("Touch Input Mapper"),
        _ => false,
    }
}

#[tokio::test(start_paused = true)]
async fn as_recorded() {
    FORMAT.check(&Device::shop().await.run("dumpsys input").await);
}
