//! A dump as people can read it: a line a node, only what is said of it.

use std::fmt::Write as _;

const FLAGS: [(&str, &str); 9] = [
    ("checkable", "true"),
    ("checked", "true"),
    ("clickable", "true"),
    ("enabled", "false"),
    ("focusable", "true"),
    ("scrollable", "true"),
    ("long-clickable", "true"),
    ("password", "true"),
    ("selected", "true"),
];

pub(super) fn outline(xml: &str) -> String {
    let mut outline = String::new();
    let mut depth = 0_usize;
    for tag in xml.split('<').skip(1) {
        if tag.starts_with("/node") {
            depth -= 1;
            continue;
        }
        if !tag.starts_with("node") {
            continue;
        }
        let value = |name: &str| {
            let from = tag.split_once(&format!(" {name}=\""))?.1;
            from.split('"').next().filter(|value| !value.is_empty())
        };
        let class = value("class").unwrap_or("?");
        let class = class.replace("android.widget.", "").replace("android.view.", "");
        let index = value("index").unwrap_or("?");
        write!(outline, "{}{index} {class}", "  ".repeat(depth)).unwrap();
        for (name, shown) in [("resource-id", "#"), ("text", "text="), ("content-desc", "desc=")] {
            if let Some(found) = value(name) {
                write!(outline, " {shown}{found}").unwrap();
            }
        }
        let flags: Vec<_> = FLAGS
            .iter()
            .filter(|(name, wanted)| value(name) == Some(wanted))
            .map(|(name, wanted)| if *wanted == "true" { *name } else { "disabled" })
            .chain(tag.contains(" NAF=\"true\"").then_some("NAF"))
            .collect();
        if !flags.is_empty() {
            write!(outline, " [{}]", flags.join(" ")).unwrap();
        }
        outline.push('\n');
        if !tag.trim_end().ends_with("/>") {
            depth += 1;
        }
    }
    outline
}
