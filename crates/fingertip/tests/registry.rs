//! What holds for every tool, whoever wrote it.

use std::collections::BTreeSet;

use fingertip::tools::{ALL, Effect, Registry};

/// Holds calls.24.
#[test]
fn every_argument_of_every_tool_is_described() {
    let registry = Registry::new(ALL);
    for tool in registry.listing() {
        assert!(tool.description.len() > 40, "{} says too little of itself", tool.name);
        let properties = tool.input["properties"].as_object().unwrap();
        for (name, schema) in properties {
            let described = schema["description"].as_str().is_some_and(|text| !text.is_empty());
            assert!(described, "{}.{name} has no description", tool.name);
            assert!(!name.contains('_'), "{}.{name} is not camelCase", tool.name);
        }
    }
}

/// Holds calls.24.
#[test]
fn defaults_agree_between_json_and_the_command_line() {
    let registry = Registry::new(ALL);
    for tool in registry.listing() {
        let command = registry.command(tool.name).unwrap();
        let mut seen = BTreeSet::new();
        for argument in command.get_arguments() {
            let Some(flag) = argument.get_long() else { continue };
            // `text` is a label on the command line, where `type_text --text` is what to type.
            let name = if flag == "label" && tool.name != "type_text" {
                "text".to_owned()
            } else {
                camel_case(flag)
            };
            seen.insert(name.clone());
            let schema = &tool.input["properties"][&name];
            if flag == "output" {
                continue;
            }
            assert_eq!(
                schema.is_null(),
                argument.is_hide_set(),
                "{} --{flag} has no JSON argument, or is listed in one place only",
                tool.name
            );
            if schema.is_null() {
                continue;
            }
            let given = argument
                .get_default_values()
                .first()
                .map(|value| value.to_string_lossy().into_owned());
            let default = schema.get("default").filter(|value| !value.is_null());
            let default = default
                .map(|value| value.as_str().map_or_else(|| value.to_string(), str::to_owned));
            let is_flag = schema["type"] == "boolean";
            assert!(
                is_flag || given == default,
                "{} --{flag}: {given:?} against {default:?}",
                tool.name
            );
        }
        for name in tool.input["properties"].as_object().unwrap().keys() {
            assert!(seen.contains(name), "{}.{name} has no flag", tool.name);
        }
    }
}

fn camel_case(flag: &str) -> String {
    let mut words = flag.split('-');
    let first = words.next().unwrap_or_default().to_owned();
    words.fold(first, |name, word| {
        let (head, tail) = word.split_at(1);
        name + &head.to_uppercase() + tail
    })
}

#[test]
fn the_listing_is_a_contract() {
    let registry = Registry::new(ALL);
    let lines: Vec<String> = registry
        .listing()
        .iter()
        .map(|tool| {
            let arguments: Vec<&str> =
                tool.brief["properties"].as_object().unwrap().keys().map(String::as_str).collect();
            let effect = match tool.effect {
                Effect::Reads => "reads",
                Effect::Attaches => "attaches",
                Effect::Acts => "acts",
                Effect::Destroys => "destroys",
            };
            format!("{} ({effect}): {}", tool.name, arguments.join(" "))
        })
        .collect();
    insta::assert_snapshot!(lines.join("\n"), @"
    connect (attaches): packageName deviceId
    list_devices (reads): appId deviceId
    get_ui_tree (reads): format depth onlyInteractive budget since deviceId
    get_current_screen (reads): deviceId
    get_screen_fingerprint (reads): deviceId
    find_element (reads): query exact timeoutMs deviceId
    capture_screenshot (reads): maxEdge marks original deviceId
    capture_debug_snapshot (reads): reason logLines appId deviceId
    tap_element (acts): ref text id expect scroll deviceId
    tap (acts): x y ref text id expect deviceId
    long_press (acts): x y ref text id durationMs expect deviceId
    double_tap (acts): x y ref text id expect deviceId
    type_text (acts): text ref id label clear submit expect deviceId
    clear_text (acts): ref text id expect deviceId
    press_back (acts): expect deviceId
    press_key (acts): key expect deviceId
    swipe (acts): direction ref x1 y1 x2 y2 durationMs expect deviceId
    scroll_to_element (acts): ref text id expect direction within maxScrolls deviceId
    adjust_control (acts): ref text id expect targetValue property tolerance min max deviceId
    wait_for_ui (reads): ref text id condition timeoutMs deviceId
    wait_for_screen_change (reads): previousFingerprint timeoutMs deviceId
    wait_for_ui_change (reads): expectedChange since timeoutMs deviceId
    expect_element_visible (reads): ref text id timeoutMs deviceId
    expect_state (reads): ref text id property expected timeoutMs deviceId
    expect_screen (reads): fingerprint screen timeoutMs deviceId
    classify_action_outcome (reads): uiChanged expectedElementVisible actionType networkRequests hasLogErrors deviceId
    ");
}
