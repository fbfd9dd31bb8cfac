//! The compact text: a header and one line an element, small enough for an agent to live on.

use std::fmt::Write as _;

use super::outline::{Element, Label, Line, LineKind, Outline};
use crate::refs::Bindings;
use crate::text::{push_escaped, push_quoted};
use crate::{Fingerprint, Loading, Node, NodeId, Size, Tree};

/// What the first line says.
#[derive(Debug, Clone, Copy)]
pub struct Header<'a> {
    pub size: Size,
    pub package: &'a str,
    pub fingerprint: &'a Fingerprint,
    pub revision: u64,
    pub loading: Option<&'a Loading>,
}

/// `lines` body lines at most; what is beyond is counted in the last line.
pub fn compact(
    tree: &Tree,
    outline: &Outline,
    refs: &Bindings,
    header: Header<'_>,
    lines: usize,
) -> String {
    let mut out = String::with_capacity(64 + outline.lines.len() * 32);
    push_header(&mut out, header);
    let shown = outline.lines.len().min(lines);
    for line in &outline.lines[..shown] {
        push_line(&mut out, tree, refs, line);
    }
    let hidden = &outline.lines[shown..];
    if !hidden.is_empty() {
        let elements =
            hidden.iter().filter(|line| matches!(line.kind, LineKind::Element(_))).count();
        let texts = hidden.len() - elements;
        let _infallible = write!(
            out,
            "\n  ... +{elements} more interactive elements, +{texts} texts (ask with onlyInteractive, or scroll)"
        );
    }
    out
}

/// One element in one line, as [`compact`] writes it; a node without a line of its own by its label.
pub fn element_line(tree: &Tree, outline: &Outline, refs: &Bindings, node: NodeId) -> String {
    let kind = outline.element(node).map_or(LineKind::Text { node }, LineKind::Element);
    let mut out = String::new();
    push_line(&mut out, tree, refs, &Line { indent: 0, kind });
    out.split_off(1)
}

fn push_header(out: &mut String, header: Header<'_>) {
    let Size { width, height } = header.size;
    let _infallible = write!(out, "screen {width}x{height}");
    if !header.package.is_empty() {
        out.push(' ');
        // A package name comes from the device too.
        push_escaped(out, header.package, 120);
    }
    let _infallible = write!(out, " #{} r{}", header.fingerprint.short(), header.revision);
    if let Some(loading) = header.loading {
        let _infallible = write!(out, " loading:{}", loading.signal);
    }
}

fn push_line(out: &mut String, tree: &Tree, refs: &Bindings, line: &Line) {
    out.push('\n');
    for _ in 0..line.indent {
        out.push_str("  ");
    }
    match &line.kind {
        LineKind::Element(Element { node, word, label, .. }) => {
            let node = tree.node(*node);
            if let Some(token) = refs.of(node.id()) {
                let _infallible = write!(out, "{token} ");
            }
            out.push_str(word);
            push_label(out, node, tree, *label);
            push_states(out, node);
        }
        LineKind::Text { node } => {
            let node = tree.node(*node);
            push_quoted(out, node.own_label().unwrap_or_default());
            if node.is_selected() {
                out.push_str(" selected");
            }
        }
        LineKind::Pane { node } => {
            out.push_str("pane ");
            push_quoted(out, tree.node(*node).pane());
        }
        LineKind::Cut { interactive } => {
            let _infallible = write!(out, "... +{interactive} more interactive elements");
        }
    }
}

fn push_label(out: &mut String, node: Node<'_>, tree: &Tree, label: Option<Label>) {
    // A field is called by its description or hint where it has one, and its text is its value.
    let name =
        [node.description(), node.hint()].into_iter().map(str::trim).find(|name| !name.is_empty());
    let value = node.text().trim();
    match name {
        Some(name) if node.is_editable() => {
            out.push(' ');
            push_quoted(out, name);
            if !value.is_empty() && value != name && !node.is_password() {
                out.push_str(" = ");
                push_quoted(out, value);
            }
        }
        _ if node.is_password() => {}
        _ => {
            if let Some(text) = label.and_then(|Label(id)| tree.node(id).own_label()) {
                out.push(' ');
                push_quoted(out, text);
            }
        }
    }
}

fn push_states(out: &mut String, node: Node<'_>) {
    let states = [
        (!node.is_enabled(), " disabled"),
        (node.is_password(), " password"),
        (node.is_checked(), " checked"),
        (node.is_focused(), " focused"),
        (node.is_selected(), " selected"),
    ];
    for (_, word) in states.iter().filter(|(holds, _)| *holds) {
        out.push_str(word);
    }
    if !node.state().trim().is_empty() {
        out.push_str(" state=");
        push_quoted(out, node.state());
    }
}

#[cfg(test)]
mod tests {
    use super::super::outline::Options;
    use super::*;
    use crate::visibility::Visibility;
    use crate::{Refs, parse_uiautomator};

    fn node(class: &str, bounds: &str, rest: &str, inside: &str) -> String {
        format!(
            r#"<node class="{class}" package="com.example.shop" bounds="{bounds}" {rest}>{inside}</node>"#
        )
    }

    fn show(body: &str, options: Options, lines: usize) -> String {
        let tree = parse_uiautomator(format!("<hierarchy>{body}</hierarchy>").as_bytes()).unwrap();
        let size = Size { width: 1080, height: 1920 };
        let visibility = Visibility::of(&tree, size);
        let outline = Outline::of(&tree, &visibility, options);
        let refs =
            Refs::default().bind(&tree, &Outline::of(&tree, &visibility, Options::default()), &[]);
        let fingerprint = Fingerprint::of(&tree, &visibility, &["test"]);
        let header = Header {
            size,
            package: "com.example.shop",
            fingerprint: &fingerprint,
            revision: 1,
            loading: None,
        };
        compact(&tree, &outline, &refs, header, lines)
    }

    fn login() -> String {
        let text = |text: &str, bounds: &str, rest: &str| {
            node("android.widget.TextView", bounds, &format!("text=\"{text}\" {rest}"), "")
        };
        let content = [
            text("Sign in", "[48,72][400,140]", ""),
            text("9:41", "[900,72][1040,140]", ""),
            node(
                "android.widget.EditText",
                "[48,240][1032,385]",
                r#"resource-id="com.example.shop:id/email" hint="Email" clickable="true" long-clickable="true" focused="true""#,
                "",
            ),
            node(
                "android.widget.EditText",
                "[48,408][1032,552]",
                r#"resource-id="com.example.shop:id/password" clickable="true" long-clickable="true" password="true""#,
                "",
            ),
            node(
                "android.widget.CheckBox",
                "[48,576][120,648]",
                r#"resource-id="com.example.shop:id/remember" checkable="true" checked="true" clickable="true""#,
                "",
            ),
            node(
                "com.facebook.react.views.view.ReactViewGroup",
                "[48,744][1032,888]",
                r#"clickable="true""#,
                &text("Continue", "[400,780][680,850]", ""),
            ),
            node(
                "com.facebook.react.views.view.ReactViewGroup",
                "[48,920][1032,1000]",
                r#"clickable="true" enabled="false""#,
                &node("android.widget.ImageView", "[60,930][120,990]", "", ""),
            ),
            text("Forgot password?", "[350,1040][730,1090]", r#"clickable="true""#),
        ];
        let inner = node("android.widget.LinearLayout", "[0,48][1080,1920]", "", &content.concat());
        node("android.widget.FrameLayout", "[0,0][1080,1920]", "", &inner)
    }

    #[test]
    fn a_login_screen() {
        insta::assert_snapshot!(show(&login(), Options::default(), 200), @r#"
        screen 1080x1920 com.example.shop #7ocauw r1
          "Sign in"
          "9:41"
          @f1 input "Email" focused
          @f2 input password
          @c1 check checked
          @b1 btn "Continue"
          @g1 tap disabled
          @l1 link "Forgot password?"
        "#);
    }

    #[test]
    fn panes_nested_targets_suppression_and_quoting() {
        let group = "com.facebook.react.views.view.ReactViewGroup";
        let body = node("android.widget.FrameLayout", "[0,0][1080,1920]", "", &[
            node("androidx.compose.ui.platform.ComposeView", "[0,0][1080,1920]", r#"pane-title="Settings""#,
                &node("android.view.View", "[0,100][1080,1900]", r#"scrollable="true""#, &[
                    node("android.view.View", "[40,120][1040,240]", r#"clickable="true" checkable="true" checked="true" text="Dark mode" state-description="On""#, ""),
                    node("android.view.View", "[40,260][1040,380]", r#"clickable="true""#, &[
                        node("android.widget.TextView", "[60,280][500,330]", r#"text="Account""#, ""),
                        node("android.widget.TextView", "[60,330][500,370]", r#"text="a &quot;quoted&quot;  name""#, ""),
                    ].concat()),
                    node(group, "[40,400][1040,520]", r#"clickable="true""#, &[
                        node(group, "[40,400][500,520]", r#"clickable="true""#, &node("android.widget.TextView", "[60,420][200,500]", r#"text="+44""#, "")),
                        node("android.widget.EditText", "[520,400][1040,520]", r#"clickable="true" text="number""#, ""),
                    ].concat()),
                ].concat())),
            node("android.widget.FrameLayout", "[0,0][1080,60]", "", &node("android.widget.TextView", "[0,0][90,60]", r#"text="9:41""#, "")).replace("com.example.shop", "com.android.systemui"),
        ].concat());
        insta::assert_snapshot!(show(&body, Options::default(), 200), @r#"
        screen 1080x1920 com.example.shop #dqhq83 r1
          pane "Settings"
            @s1 scroll
              @c1 check "Dark mode" checked state="On"
              @b1 btn "Account"
                "a \"quoted\" name"
              @b2 btn "+44"
              @f1 input "number"
        "#);
    }

    #[test]
    fn cuts_are_counted() {
        insta::assert_snapshot!(show(&login(), Options::default(), 4), @r#"
        screen 1080x1920 com.example.shop #7ocauw r1
          "Sign in"
          "9:41"
          @f1 input "Email" focused
          @f2 input password
          ... +4 more interactive elements, +0 texts (ask with onlyInteractive, or scroll)
        "#);
        insta::assert_snapshot!(show(&login(), Options { only_interactive: true, depth: None }, 200), @r#"
        screen 1080x1920 com.example.shop #7ocauw r1
          @f1 input "Email" focused
          @f2 input password
          @c1 check checked
          @b1 btn "Continue"
          @g1 tap disabled
          @l1 link "Forgot password?"
        "#);
        let nested = node(
            "android.widget.FrameLayout",
            "[0,0][1080,1920]",
            "",
            &node("android.widget.ListView", "[0,0][1080,900]", r#"scrollable="true""#, &login()),
        );
        insta::assert_snapshot!(show(&nested, Options { only_interactive: false, depth: Some(1) }, 200), @"
        screen 1080x1920 com.example.shop #2d0ejq r1
          @s1 scroll
            ... +6 more interactive elements
        ");
    }

    #[test]
    fn a_field_shows_its_name_and_value_but_never_a_password() {
        let field = |rest: &str| {
            node(
                "android.widget.FrameLayout",
                "[0,0][1080,1920]",
                "",
                &node("android.widget.EditText", "[0,0][900,90]", rest, ""),
            )
        };
        for (rest, line) in [
            (r#"text="me@x.y" hint="Email""#, r#"@f1 input "Email" = "me@x.y""#),
            (r#"text="me@x.y""#, r#"@f1 input "me@x.y""#),
            (
                r#"text="hunter2" hint="Password" password="true""#,
                r#"@f1 input "Password" password"#,
            ),
            (r#"text="hunter2" password="true""#, "@f1 input password"),
        ] {
            let text = show(&field(rest), Options::default(), 200);
            assert_eq!(text.lines().nth(1).map(str::trim), Some(line));
        }
    }
}
