//! `dumpsys media_session`: who may be sent media keys. Only the telephone's own session is there: no app of this
//! phone plays anything.

use super::lines::Lines;
use crate::android::Android;

const SESSION: &str = "com.android.server.telecom/HeadsetMediaButton (userId=0)";

pub(super) fn dump(android: &Android, _arguments: &[&str]) -> String {
    let processes = android.processes();
    let system = processes.iter().find(|process| process.name == "system_server");
    let mut lines = Lines::new("MEDIA SESSION SERVICE (dumpsys media_session)\n");
    lines.add("0 sessions listeners.");
    if let Some(system) = system {
        lines.add(format_args!("Global priority session is {SESSION}"));
        lines.add(format_args!("  HeadsetMediaButton {SESSION}"));
        lines.add(format_args!("    ownerPid={}, ownerUid={}, userId=0", system.pid, system.uid));
        lines.add("    package=com.android.server.telecom\n    launchIntent=null");
        lines.add("    mediaButtonReceiver=null\n    active=false\n    flags=65537");
        lines.add("    rating type=0\n    controllers: 0\n    state=null");
        lines.add("    audioAttrs=AudioAttributes: usage=USAGE_VOICE_COMMUNICATION content=CONTENT_TYPE_SPEECH flags=0x800 tags= bundle=null");
        lines.add(
            "    volumeType=LOCAL, controlType=ABSOLUTE, max=0, current=0, volumeControlId=null",
        );
        lines.add("    metadata: null\n    queueTitle=null, size=0");
    }
    lines.add("User Records:\nRecord for full_user=0");
    lines.add("  Volume key long-press listener: null\n  Volume key long-press listener package: ");
    lines.add("  Media key listener: null\n  Media key listener package: ");
    lines.add("  OnMediaKeyEventDispatchedListener: added 0 listener(s)");
    lines.add("  OnMediaKeyEventSessionChangedListener: added 0 listener(s)");
    lines.add("  Last MediaButtonReceiver: null\n  Media button session is null");
    lines.add("  Sessions Stack - have 0 sessions:");
    lines.add("Audio playback (lastly played comes first)\nMedia session config:");
    for (key, value) in [
        ("media_button_receiver_fgs_allowlist_duration_ms", 10_000),
        ("media_session_calback_fgs_allowlist_duration_ms", 10_000),
        ("media_session_callback_fgs_while_in_use_temp_allow_duration_ms", 10_000),
    ] {
        lines.add(format_args!("  {key}: [cur: {value}, def: {value}]"));
    }
    lines.text()
}
