//! What becomes of the events of each device: keys, or touches in the space of the display.

use super::devices::{DEVICES, Device};
use crate::android::Android;
use crate::userland::system::dumpsys::DISPLAY_ID;
use crate::userland::system::dumpsys::lines::Lines;

/// The panel reports positions from 0 to this on either axis.
const RAW: f64 = 32_767.0;

pub(super) fn describe(android: &Android, lines: &mut Lines) {
    lines.add(format_args!("Input Reader State (Nums of device: {}):", DEVICES.len()));
    for device in &DEVICES {
        let Device { id, name, sources, .. } = device;
        lines.add(format_args!("  Device {id}: {name}\n    EventHub Devices: [ {id} ] "));
        lines.add("    Generation: 2\n    IsExternal: false");
        lines.add("    AssociatedDisplayPort: <none>\n    AssociatedDisplayUniqueId: <none>");
        lines.add(format_args!("    HasMic:     false\n    Sources: {sources}"));
        let is_touch = sources.contains("TOUCHSCREEN");
        lines.add(format_args!("    KeyboardType: {}\n    ControllerNum: 0", u8::from(!is_touch)));
        if is_touch { touch(android, lines) } else { keyboard(lines) }
    }
    configuration(android, lines);
}

fn keyboard(lines: &mut Lines) {
    lines.add("    Keyboard Input Mapper:\n      Parameters:\n        OrientationAware: false");
    lines.add("        HandlesKeyRepeat: false\n      Orientation: Rotation0");
    lines.add("      KeyDowns: 0 keys currently down\n      MetaState: 0x0");
    lines.add("      KeyboardLayoutInfo: <not set>");
}

fn touch(android: &Android, lines: &mut Lines) {
    let display = android.display();
    let (size, turned) = (display.size(), display.rotation.number());
    let (width, height) = (size.width, size.height);
    lines.add("    Motion Ranges:");
    for (axis, most) in [("X", width - 1), ("Y", height - 1), ("PRESSURE", 1)] {
        lines.add(format_args!(
            "      {axis}: source=TOUCHSCREEN, min=0.000, max={most}.000, flat=0.000, fuzz=0.000, resolution=0.000"
        ));
    }
    lines.add("    Touch Input Mapper (mode - DIRECT):\n      Parameters:");
    lines.add("        GestureMode: MULTI_TOUCH\n        DeviceType: TOUCH_SCREEN");
    lines.add(
        "        AssociatedDisplay: hasAssociatedDisplay=true, isExternal=false, displayId=''",
    );
    lines.add(format_args!(
        "        OrientationAware: true\n        Orientation: Rotation{}",
        u32::from(turned) * 90
    ));
    lines.add("      Raw Touch Axes:");
    for axis in ["X", "Y"] {
        lines
            .add(format_args!("        {axis}: min=0, max={RAW:.0}, flat=0, fuzz=0, resolution=0"));
    }
    lines.add("        Pressure: min=0, max=1024, flat=0, fuzz=0, resolution=0");
    for axis in [
        "TouchMajor",
        "TouchMinor",
        "ToolMajor",
        "ToolMinor",
        "Orientation",
        "Distance",
        "TiltX",
        "TiltY",
    ] {
        lines.add(format_args!("        {axis}: unknown range"));
    }
    lines.add("        TrackingId: min=0, max=65535, flat=0, fuzz=0, resolution=0");
    lines.add("        Slot: min=0, max=9, flat=0, fuzz=0, resolution=0\n      Calibration:");
    lines
        .add("        touch.size.calibration: none\n        touch.pressure.calibration: amplitude");
    lines.add(
        "        touch.orientation.calibration: none\n        touch.distance.calibration: none",
    );
    lines.add("      Affine Transformation:\n        X scale: 1.000\n        X ymix: 0.000\n        X offset: 0.000");
    lines.add("        Y xmix: 0.000\n        Y scale: 1.000\n        Y offset: 0.000");
    lines.add(format_args!("      {}", viewport(android)));
    lines.add(format_args!("      DisplayBounds: {width}x{height}"));
    lines.add(format_args!("      PhysicalFrameInRotatedDisplay: Rect{{0, 0, {width}, {height}}}"));
    lines.add(format_args!("      SurfaceWidth: {width}px\n      SurfaceHeight: {height}px"));
    lines.add(format_args!("      SurfaceOrientation: {turned}"));
    let (x, y) = (f64::from(width) / (RAW + 1.0), f64::from(height) / (RAW + 1.0));
    lines.add("      Translation and Scaling Factors:");
    lines.add(format_args!("        XScale: {x:.3}\n        YScale: {y:.3}"));
    lines.add(format_args!(
        "        XPrecision: {:.3}\n        YPrecision: {:.3}",
        1.0 / x,
        1.0 / y
    ));
    lines.add(
        "        PressureScale: 0.001\n        SizeScale: 0.000\n        OrientationScale: 0.000",
    );
    lines.add("        DistanceScale: 0.000\n        HaveTilt: false");
    last_touch(android, lines);
}

fn last_touch(android: &Android, lines: &mut Lines) {
    let count = u8::from(android.is_touched());
    lines.add("      Last Raw Button State: 0x00000000");
    lines.add(format_args!("      Last Raw Touch: pointerCount={count}"));
    lines.add("      Last Cooked Button State: 0x00000000");
    lines.add(format_args!("      Last Cooked Touch: pointerCount={count}"));
}

fn configuration(android: &Android, lines: &mut Lines) {
    lines.add("  NextTimeout: 9223372036854775807\n  Configuration:\n    ExcludedDeviceNames: []");
    lines.add("    VirtualKeyQuietTime: 0.0ms");
    lines.add("    PointerVelocityControlParameters: scale=1.000, lowThreshold=500.000, highThreshold=3000.000, acceleration=3.000");
    lines.add("    WheelVelocityControlParameters: scale=1.000, lowThreshold=15.000, highThreshold=50.000, acceleration=4.000");
    lines.add("    PointerGesture:\n      Enabled: true");
    for (name, value) in [
        ("QuietInterval", "100.0ms"),
        ("DragMinSwitchSpeed", "50.0px/s"),
        ("TapInterval", "150.0ms"),
        ("TapDragInterval", "300.0ms"),
        ("TapSlop", "20.0px"),
        ("MultitouchSettleInterval", "100.0ms"),
        ("MultitouchMinDistance", "15.0px"),
        ("SwipeTransitionAngleCosine", "0.3"),
        ("SwipeMaxWidthRatio", "0.2"),
        ("MovementSpeedRatio", "0.8"),
        ("ZoomSpeedRatio", "0.3"),
    ] {
        lines.add(format_args!("      {name}: {value}"));
    }
    lines.add(format_args!("    Viewports:\n      {}\n", viewport(android)));
}

fn viewport(android: &Android) -> String {
    let display = android.display();
    let size = display.size();
    let frame = format!("[0, 0, {}, {}]", size.width, size.height);
    format!(
        "Viewport INTERNAL: displayId=0, uniqueId=local:{DISPLAY_ID}, port=0, orientation={}, \
         logicalFrame={frame}, physicalFrame={frame}, deviceSize=[{}, {}], isActive=[{}]",
        display.rotation.number(),
        size.width,
        size.height,
        u8::from(android.power().awake),
    )
}
