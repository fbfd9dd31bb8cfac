//! What `input` says about itself, by API level.

use super::source::Source;
use crate::android::Api;
use std::fmt::Write as _;

pub(super) fn usage(api: Api) -> String {
    let display = if api.since(29) { " [-d DISPLAY_ID]" } else { "" };
    let mut text =
        format!("Usage: input [<source>]{display} <command> [<arg>...]\n\nThe sources are: \n");
    let rotary = |name: &&str| *name != "rotaryencoder" || api.since(34);
    for name in Source::names().filter(rotary) {
        writeln!(text, "      {name}").ok();
    }
    if api.since(29) {
        text.push_str(
            "\n[-d]: specify the display ID.\n      \
             (Default: -1 for key event, 0 for motion event if not specified.)",
        );
    }
    text.push_str("\nThe commands and default sources are:\n");
    for line in commands(api) {
        writeln!(text, "      {line}").ok();
    }
    text
}

fn commands(api: Api) -> Vec<&'static str> {
    let text = if api.since(34) {
        "text <string> (Default: keyboard)"
    } else {
        "text <string> (Default: touchscreen)"
    };
    let keyevent = match api {
        Api::Android9 => "keyevent [--longpress] <key code number or name> ... (Default: keyboard)",
        Api::Android12 => {
            "keyevent [--longpress|--doubletap] <key code number or name> ... (Default: keyboard)"
        }
        Api::Android14 | Api::Android15 => {
            "keyevent [--longpress|--doubletap|--async|--delay <duration between keycodes in ms>] <key code number or name> ... (Default: keyboard)"
        }
        Api::Android16 => {
            "keyevent [--longpress|--duration <duration to hold key down in ms>] [--doubletap] [--async] [--delay <duration between keycodes in ms>] <key code number or name> ... (Default: keyboard)"
        }
    };
    let mut lines = vec![
        text,
        keyevent,
        "tap <x> <y> (Default: touchscreen)",
        "swipe <x1> <y1> <x2> <y2> [duration(ms)] (Default: touchscreen)",
        "draganddrop <x1> <y1> <x2> <y2> [duration(ms)] (Default: touchscreen)",
        "press (Default: trackball)",
        "roll <dx> <dy> (Default: trackball)",
    ];
    if api.since(29) {
        lines.push("motionevent <DOWN|UP|MOVE|CANCEL> <x> <y> (Default: touchscreen)");
    }
    if api.since(31) {
        lines.push(if api.since(33) {
            "keycombination [-t duration(ms)] <key code 1> <key code 2> ... (Default: keyboard, the key order is important here.)"
        } else {
            "keycombination <key code 1> <key code 2> ... (Default: keyboard)"
        });
    }
    if api.since(35) {
        lines.push("scroll <x> <y> [--axis <axis_name>,<axis_value>] ... (Default: rotaryencoder)");
    }
    lines
}
