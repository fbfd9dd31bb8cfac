//! The compact text: a header and one line an element, small enough for an agent to live on.

use std::fmt::Write as _;

use super::budget::most_tokens;
use super::names::{given_name, name, spoken};
use super::outline::{Element, Line, LineKind, Outline};
use super::states::States;
use crate::extra::{Range, Value};
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

/// The screen within `budget` tokens. What does not fit is counted and named in the last line.
pub fn compact(
    tree: &Tree,
    outline: &Outline,
    refs: &Bindings,
    header: Header<'_>,
    budget: usize,
) -> String {
    let mut out = String::with_capacity(64 + outline.lines.len().min(budget) * 32);
    push_header(&mut out, header);
    push_gaps(&mut out, tree);
    let head = out.len();
    let (mut counted, mut tokens) = (0, 0);
    for line in &outline.lines {
        push_line(&mut out, tree, refs, line);
        // A token is a byte at least: below so many bytes there is nothing to count.
        if out.len() > budget {
            tokens += most_tokens(&out[counted..]);
            counted = out.len();
        }
        if tokens > budget {
            out.truncate(head);
            push_chosen(&mut out, tree, outline, refs, budget);
            break;
        }
    }
    out
}

/// One element in one line, as [`compact`] writes it; a node without a line of its own by its label.
pub fn element_line(tree: &Tree, outline: &Outline, refs: &Bindings, node: NodeId) -> String {
    let kind = outline.line_of(node).map_or(LineKind::Text { node }, |line| line.kind.clone());
    let states = outline.line_of(node).map_or(States::NONE, |line| line.states);
    let mut out = String::new();
    push_line(&mut out, tree, refs, &Line { indent: 0, kind, states });
    out.split_off(1)
}

/// Elements first, then texts, both from the top, as many as fit; in the order of the screen.
fn push_chosen(
    out: &mut String,
    tree: &Tree,
    outline: &Outline,
    refs: &Bindings,
    budget: usize,
) {
    /// What the last line may cost.
    const FOOTER: usize = 60;
    let room = budget.saturating_sub(most_tokens(out) + FOOTER);
    let (mut used, mut texts) = (0, vec![None; outline.lines.len()]);
    'full: for wants_element in [true, false] {
        let lines = outline.lines.iter().enumerate();
        for (at, line) in lines.filter(|(_, line)| line.element().is_some() == wants_element) {
            let mut text = String::new();
            push_line(&mut text, tree, refs, line);
            used += most_tokens(&text);
            if used > room {
                break 'full;
            }
            texts[at] = Some(text);
        }
    }
    let mut left_out: Vec<(&str, usize)> = Vec::new();
    for (line, text) in outline.lines.iter().zip(&texts) {
        if let Some(text) = text {
            out.push_str(text);
            continue;
        }
        let word = line.element().map_or("text", |element| element.word);
        match left_out.iter_mut().find(|(known, _)| *known == word) {
            Some((_, count)) => *count += 1,
            None => left_out.push((word, 1)),
        }
    }
    out.push_str("\n  ... left out:");
    for (nth, (word, count)) in left_out.iter().enumerate() {
        let comma = if nth == 0 { "" } else { "," };
        let _infallible = write!(out, "{comma} {count} {word}");
    }
    out.push_str(" (a larger budget shows more)");
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

/// That something could not be read is said before what could.
fn push_gaps(out: &mut String, tree: &Tree) {
    if let Some(first) = tree.gaps().first() {
        let _infallible = write!(out, "\n  ... {} gaps: ", tree.gaps().len());
        push_escaped(out, &first.what, 120);
    }
}

fn push_line(out: &mut String, tree: &Tree, refs: &Bindings, line: &Line) {
    out.push('\n');
    for _ in 0..line.indent {
        out.push_str("  ");
    }
    match &line.kind {
        LineKind::Element(element) => push_element(out, tree, refs, element, line.states),
        LineKind::Text { node } => {
            push_spoken(out, tree.node(*node));
            push_states(out, line.states);
        }
        LineKind::Pane { node } => {
            out.push_str("pane ");
            push_quoted(out, tree.node(*node).pane());
            push_states(out, line.states);
        }
        LineKind::Behind => out.push_str("behind:"),
        LineKind::Keyboard => out.push_str("keyboard shown"),
        LineKind::Beyond(beyond) => {
            let _infallible = write!(out, "{beyond}");
        }
        LineKind::Cut { interactive } => {
            let _infallible = write!(out, "... +{interactive} more interactive elements");
        }
    }
}

fn push_element(
    out: &mut String,
    tree: &Tree,
    refs: &Bindings,
    element: &Element,
    states: States,
) {
    let node = tree.node(element.node);
    let control = tree.node(element.control);
    if let Some(token) = refs.of(node.id()) {
        token.push_to(out);
        out.push(' ');
    }
    out.push_str(element.word);
    push_label(out, node, element);
    push_value(out, control);
    push_states(out, states);
    let state = [control.state(), node.state()].into_iter().find(|state| !state.trim().is_empty());
    if let Some(state) = state {
        out.push_str(" state=");
        push_quoted(out, state);
    }
    if let Some(error) = control.extra().and_then(|extra| extra.error.as_deref()) {
        out.push_str(" error=");
        push_quoted(out, error);
    }
    if !element.beyond.is_nothing() {
        let _infallible = write!(out, " {}", element.beyond);
    }
}

fn push_label(out: &mut String, node: Node<'_>, element: &Element) {
    let Some(label) = element.label else { return };
    if node.is_editable() {
        // A field is called by its author's words where it has some, and its text is its value.
        let Some(name) = name(node, Some(label)) else { return };
        let is_value = label.0 == node.id() && given_name(node).is_none();
        if is_value && node.is_password() {
            return;
        }
        out.push(' ');
        push_quoted(out, name);
        let value = node.text().trim();
        let holds = !value.is_empty() && value != name && !node.shows_hint();
        if holds && !node.is_password() {
            out.push_str(" = ");
            push_quoted(out, value);
        }
    } else if !node.is_password() || label.0 != node.id() {
        out.push(' ');
        push_spoken(out, node.tree.node(label.0));
    }
}

/// A label, and the description where it says something else.
fn push_spoken(out: &mut String, node: Node<'_>) {
    let (label, description) = spoken(node);
    push_quoted(out, label.unwrap_or_default());
    if let Some(description) = description {
        out.push_str(" desc=");
        push_quoted(out, description);
    }
}

/// Where a slider stands, or what else a control holds.
fn push_value(out: &mut String, node: Node<'_>) {
    let Some(extra) = node.extra() else { return };
    if node.is_password() || node.is_editable() {
        return;
    }
    if let Some(Range { min, max, current }) = extra.range {
        let _infallible = write!(out, " = {current} of {min}..{max}");
        return;
    }
    match &extra.value {
        Some(Value::Number(number)) if !node.is_checkable() => {
            let _infallible = write!(out, " = {number}");
        }
        Some(Value::Text(text)) if !node.is_checkable() && node.own_label() != Some(text.trim()) => {
            out.push_str(" = ");
            push_quoted(out, text);
        }
        _ => {}
    }
}

fn push_states(out: &mut String, states: States) {
    for word in states.words() {
        out.push(' ');
        out.push_str(word);
    }
}

#[cfg(test)]
mod tests {
    use super::super::outline::Options;
    use super::*;
    use crate::{Reading, Refs, parse_uiautomator};

    fn node(class: &str, bounds: &str, rest: &str, inside: &str) -> String {
        format!(
            r#"<node class="{class}" package="com.example.shop" bounds="{bounds}" {rest}>{inside}</node>"#
        )
    }

    fn show(body: &str, options: Options, budget: usize) -> String {
        let tree = parse_uiautomator(format!("<hierarchy>{body}</hierarchy>").as_bytes()).unwrap();
        let size = Size { width: 1080, height: 1920 };
        let Reading { tree, visibility, outline: whole, .. } = Reading::of(tree, Some(size));
        let outline = Outline::of(&tree, &visibility, options);
        let refs = Refs::default().bind(&tree, &whole, &[]);
        let fingerprint = Fingerprint::of(&tree, &visibility, &["test"]);
        let header = Header {
            size,
            package: "com.example.shop",
            fingerprint: &fingerprint,
            revision: 1,
            loading: None,
        };
        compact(&tree, &outline, &refs, header, budget)
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
        insta::assert_snapshot!(show(&login(), Options::default(), 4_000), @r#"
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
        insta::assert_snapshot!(show(&body, Options::default(), 4_000), @r#"
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
        insta::assert_snapshot!(show(&login(), Options::default(), 140), @r#"
        screen 1080x1920 com.example.shop #7ocauw r1
          @f1 input "Email" focused
          @f2 input password
          ... left out: 2 text, 1 check, 1 btn, 1 tap, 1 link (a larger budget shows more)
        "#);
        insta::assert_snapshot!(show(&login(), Options { only_interactive: true, depth: None }, 4_000), @r#"
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
        insta::assert_snapshot!(show(&nested, Options { only_interactive: false, depth: Some(1) }, 4_000), @"
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
            let text = show(&field(rest), Options::default(), 4_000);
            assert_eq!(text.lines().nth(1).map(str::trim), Some(line));
        }
    }
}
