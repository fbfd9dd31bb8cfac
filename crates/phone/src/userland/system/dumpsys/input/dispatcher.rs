//! Where events go: the window in focus for keys, the windows from top to bottom for touches.

use crate::android::{Android, Window, WindowKind};
use crate::userland::system::dumpsys::lines::Lines;

pub(super) fn describe(android: &Android, lines: &mut Lines) {
    lines.add("Input Dispatcher State:\n  DispatchEnabled: true\n  DispatchFrozen: false");
    lines.add("  InputFilterEnabled: false\n  FocusedDisplayId: 0");
    match android.resumed_activity() {
        Some(app) => lines.add(format_args!(
            "  FocusedApplications:\n    displayId=0, name='{}', dispatchingTimeout=5000ms",
            app.record()
        )),
        None => lines.add("  FocusedApplications: <none>"),
    }
    match android.focused_window() {
        Some(focus) => {
            let name = name(&focus);
            lines.add(format_args!("  FocusedWindows:\n    displayId=0, name='{name}'"));
            lines.add(format_args!("  FocusRequests:\n    displayId=0, name='{name}' result='OK'"));
        }
        None => lines.add("  FocusedWindows: <none>\n  FocusRequests: <none>"),
    }
    lines.add("  Pointer Capture Requested: false\n  Current Window with Pointer Capture: None");
    lines.add(if android.is_touched() {
        "  TouchStatesByDisplay:\n    0: down=true, split=true, deviceId=1, source=TOUCHSCREEN"
    } else {
        "  TouchStatesByDisplay: <no displays touched>"
    });
    let size = android.display().size();
    lines.add(format_args!("  Display: 0\n    logicalSize={}x{}", size.width, size.height));
    lines.add("        transform (ROT_0) (IDENTITY)\n    Windows:");
    let windows = android.windows();
    for (index, window) in windows.iter().enumerate() {
        describe_window(lines, index, window);
    }
    lines.add("  Global monitors on display 0:\n    0: 'PointerEventDispatcher0', ");
    lines.add("  RecentQueue: length=0\n  PendingEvent: <none>\n  InboundQueue: <empty>");
    lines.add("  CommandQueue: <empty>\n  ReplacedKeys: <empty>\n  Connections:");
    for window in &windows {
        lines.add(format_args!(
            "    {}: channelName='{}', windowName='{1}', status=NORMAL, monitor=false, responsive=true",
            window.id.0,
            name(window),
        ));
        lines.add("      OutboundQueue: <empty>\n      WaitQueue: <empty>");
    }
    lines.add("  AppSwitch: not pending\n  Configuration:\n    KeyRepeatDelay: 50ms\n    KeyRepeatTimeout: 500ms");
}

fn name(window: &Window) -> String {
    format!("{} {}", window.hash(), window.title)
}

fn describe_window(lines: &mut Lines, index: usize, window: &Window) {
    let frame = window.frame;
    let config = match window.kind {
        WindowKind::Activity | WindowKind::Dialog | WindowKind::Popup | WindowKind::SystemAlert => {
            "0x0"
        }
        WindowKind::Toast => "NOT_FOCUSABLE | NOT_TOUCHABLE",
        WindowKind::Keyboard => "NOT_FOCUSABLE",
        WindowKind::StatusBar | WindowKind::NavigationBar => "NOT_FOCUSABLE | TRUSTED_OVERLAY",
    };
    lines.add(format_args!(
        "      {index}: name='{}', id={}, displayId=0, inputConfig={config}, alpha=1.00, visible=true, focusable={}, \
         frame=[{},{}][{},{}], globalScale=1.000000, applicationInfo.name={}, applicationInfo.token=<null>, \
         touchableRegion=[{},{}][{},{}], ownerPid={}, ownerUid={}, dispatchingTimeout=5000ms, hasToken=true, \
         touchOcclusionMode=BLOCK_UNTRUSTED",
        name(window),
        window.id.0,
        window.focused,
        frame.left,
        frame.top,
        frame.right,
        frame.bottom,
        window.activity.map_or_else(String::new, |_| window.title.clone()),
        frame.left,
        frame.top,
        frame.right,
        frame.bottom,
        window.pid,
        window.uid,
    ));
    lines.add("      transform (ROT_0) (IDENTITY)");
}
