//! The compact text: the contract's blocks as golden vectors, and every rule beyond them.

#![expect(clippy::unwrap_used, reason = "a test may give up")]

mod screens;

use screens::{login, node};
use ui::view::{DEFAULT_BUDGET, Header, LEAST_BUDGET, Options, Outline, compact, most_tokens};
use ui::{Fingerprint, Reading, Refs, Size, parse_uiautomator};

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

/// Holds get_ui_tree.4.
#[test]
fn cuts_are_counted() {
    insta::assert_snapshot!(show(&login(), Options::default(), 140), @r#"
    screen 1080x1920 com.example.shop #7ocauw r1
      @f1 input "Email" focused
      @f2 input password
      @g1 tap disabled
      ... left out: 2 text, 1 check, 1 btn, 1 link
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
        ... +6 more interactive elements, +3 texts
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
        (r#"text="hunter2" hint="Password" password="true""#, r#"@f1 input "Password" password"#),
        (r#"text="hunter2" password="true""#, "@f1 input password"),
    ] {
        let text = show(&field(rest), Options::default(), 4_000);
        assert_eq!(text.lines().nth(1).map(str::trim), Some(line));
    }
}

/// The lines of a screen that has `body` in one frame, without the header.
fn lines(body: &str) -> String {
    let frame = node("android.widget.FrameLayout", "[0,0][1080,1920]", "", body);
    let text = show(&frame, Options::default(), DEFAULT_BUDGET);
    text.split_once('\n').map(|(_, lines)| lines.to_owned()).unwrap_or_default()
}

const VIEW: &str = "android.view.View";
const TEXT: &str = "android.widget.TextView";
const ROW: &str = "android.widget.LinearLayout";

fn text(label: &str, bounds: &str) -> String {
    node(TEXT, bounds, &format!("text=\"{label}\""), "")
}

#[test]
fn compose_widgets_are_one_line_each() {
    let body = [
        node(
            "android.widget.EditText",
            "[32,208][592,336]",
            r#"clickable="true" text="Grace""#,
            &text("Your name", "[64,256][227,304]"),
        ),
        text("Wifi", "[32,336][92,384]"),
        node(VIEW, "[92,336][196,432]", r#"clickable="true" checkable="true" checked="true""#, ""),
        node("android.widget.SeekBar", "[12,436][810,524]", "", ""),
        node(
            VIEW,
            "[32,528][282,624]",
            r#"clickable="true""#,
            &(text("Open a dialog that asks whether to go on", "[80,556][234,596]")
                + &node("android.widget.Button", "[32,536][282,616]", "", "")),
        ),
        node(
            VIEW,
            "[718,16][814,112]",
            r#"clickable="true""#,
            &(node(VIEW, "[742,40][790,88]", r#"content-desc="Settings""#, "")
                + &node("android.widget.Button", "[726,24][806,104]", "", "")),
        ),
    ];
    insta::assert_snapshot!(lines(&body.concat()), @r#"
    @f1 input "Your name" = "Grace"
    @c1 switch "Wifi" checked
    @g1 slider
    @b1 btn "Open a dialog that asks whether to go on"
    @b2 btn "Settings"
    "#);
}

#[test]
fn a_row_and_the_switch_in_it_are_one_unless_both_take_taps() {
    let row = |top: i32, switch: &str| {
        let bounds = |left: i32, right: i32| format!("[{left},{top}][{right},{}]", top + 90);
        let texts = text("Wi-Fi", &bounds(0, 300)) + &text("Connected", &bounds(0, 300));
        let switch = node("android.widget.Switch", &bounds(900, 1080), switch, "");
        node(ROW, &bounds(0, 1080), r#"clickable="true""#, &(texts + &switch))
    };
    let passive = row(0, r#"checkable="true" checked="true""#);
    let active = row(100, r#"checkable="true" checked="true" clickable="true""#);
    let spoken = row(200, r#"checkable="true" text="ON""#);
    insta::assert_snapshot!(lines(&(passive + &active + &spoken)), @r#"
    @c1 switch "Wi-Fi" checked
      "Connected"
    @g1 tap "Wi-Fi"
      "Connected"
      @c2 switch "Wi-Fi" checked
    @c3 switch "Wi-Fi" = "ON"
      "Connected"
    "#);
}

#[test]
fn nameless_boxes_are_named_by_the_text_on_their_line() {
    let check = |bounds: &str| {
        node("android.widget.CheckBox", bounds, r#"checkable="true" clickable="true""#, "")
    };
    // Each label stands behind its box, two on a line; the last has none.
    let body = [
        check("[0,0][100,100]"),
        text("Apples", "[110,10][300,90]"),
        check("[400,0][500,100]"),
        text("Pears", "[510,10][700,90]"),
        text("Not a name", "[0,200][300,280]"),
        check("[0,400][100,500]"),
    ];
    insta::assert_snapshot!(lines(&body.concat()), @r#"
    @c1 check "Apples"
    @c2 check "Pears"
    "Not a name"
    @c3 check
    "#);
}

#[test]
fn states_of_layers_are_said_on_the_nearest_line() {
    let tab = |left: i32, rest: &str, inside: &str| {
        node(ROW, &format!("[{left},0][{},100]", left + 300), rest, inside)
    };
    let body = [
        tab(0, r#"selected="true""#, &text("Home", "[0,0][300,100]")),
        tab(
            300,
            r#"clickable="true" content-desc="Search""#,
            &node("android.widget.ImageView", "[300,0][400,100]", r#"selected="true""#, ""),
        ),
        tab(600, r#"enabled="false""#, &text("Profile", "[600,0][900,100]")),
        node(TEXT, "[0,200][300,300]", r#"text="Focused text" focused="true""#, ""),
    ];
    insta::assert_snapshot!(lines(&body.concat()), @r#"
    "Home" selected
    @b1 btn "Search" selected
    "Profile" disabled
    "Focused text" focused
    "#);
}

#[test]
fn a_description_that_says_something_else_is_said_too() {
    let body = [
        node(
            "android.widget.Button",
            "[0,0][90,90]",
            r#"text="÷" content-desc="divide" clickable="true""#,
            "",
        ),
        node(TEXT, "[0,100][90,190]", r#"text="6:44" content-desc="6:44 PM""#, ""),
        node(
            ROW,
            "[0,200][900,290]",
            r#"content-desc="Alarm 8:30, Mon" clickable="true""#,
            &(text("8:30", "[0,200][90,290]") + &text("3", "[100,200][190,290]")),
        ),
        node(
            "android.widget.EditText",
            "[0,300][900,390]",
            r#"content-desc="input-password" hint="Password" password="true" text="hunter2""#,
            "",
        ),
    ];
    insta::assert_snapshot!(lines(&body.concat()), @r#"
    @b1 btn "÷" desc="divide"
    "6:44 PM"
    @b2 btn "Alarm 8:30, Mon"
      "3"
    @f1 input "input-password" hint="Password" password
    "#);
}

/// Holds get_ui_tree.13.
#[test]
fn a_password_is_nowhere_shown() {
    let secret = r#"password="true" text="hunter2""#;
    let body = [
        node("android.widget.EditText", "[0,0][900,90]", secret, ""),
        node(TEXT, "[0,100][900,190]", secret, ""),
        node(
            ROW,
            "[0,200][900,290]",
            r#"clickable="true""#,
            &node(TEXT, "[0,200][900,290]", secret, ""),
        ),
        node(
            "android.widget.Button",
            "[0,300][900,390]",
            &format!("clickable=\"true\" {secret}"),
            "",
        ),
    ];
    insta::assert_snapshot!(lines(&body.concat()), @"
    @f1 input password
    @g1 tap
    @b1 btn password
    ");
}

#[test]
fn what_is_off_the_display_is_counted_where_it_scrolls() {
    let row = |top: i32| {
        let bounds = format!("[0,{top}][1080,{}]", top + 100);
        node(ROW, &bounds, r#"clickable="true""#, &text(&format!("Row at {top}"), &bounds))
    };
    let list: String = [-300, -150, 100, 2000, 2200, 2400].map(row).concat();
    let list = node("android.widget.ListView", "[0,0][1080,1920]", r#"scrollable="true""#, &list);
    insta::assert_snapshot!(lines(&list), @r#"
    @s1 scroll (+2 above, +3 below)
      @b1 btn "Row at 100"
    "#);
    insta::assert_snapshot!(lines(&(row(0) + &row(3000))), @r#"
    @b1 btn "Row at 0"
    (+1 below)
    "#);
}

#[test]
fn a_layer_without_extent_hides_nothing_that_has_one() {
    let body = node(ROW, "[0,90][1080,20]", "", &text("02/04/18", "[191,455][283,485]"));
    insta::assert_snapshot!(lines(&body), @r#"  "02/04/18""#);
}

#[test]
fn a_page_of_which_nothing_is_told_says_so() {
    let page = |inside: &str| node("android.webkit.WebView", "[0,0][1080,900]", "", inside);
    insta::assert_snapshot!(lines(&page("")), @"  webview unread");
    insta::assert_snapshot!(lines(&page(&text("News", "[0,0][1080,90]"))), @r#"  "News""#);
}

#[test]
fn a_wrapper_is_left_out_only_when_its_middle_belongs_to_another_element() {
    let button =
        |bounds: &str| node("android.widget.Button", bounds, r#"text="Go" clickable="true""#, "");
    let wrapper = |inside: &str| node(ROW, "[0,0][1080,300]", r#"clickable="true""#, inside);
    insta::assert_snapshot!(lines(&wrapper(&button("[0,0][1080,300]"))), @r#"  @b1 btn "Go""#);
    insta::assert_snapshot!(lines(&wrapper(&button("[0,0][200,300]"))), @r#"
    @g1 tap
      @b1 btn "Go"
    "#);
}

/// Holds get_ui_tree.14.
#[test]
fn windows_and_the_keyboard_are_told_apart() {
    let window = |package: &str, bounds: &str, label: &str| {
        node("android.widget.FrameLayout", bounds, "", &text(label, bounds))
            .replace("com.example.shop", package)
    };
    let body = [
        window("com.example.shop", "[0,0][1080,1920]", "Basket"),
        window("com.android.systemui", "[0,0][1080,60]", "9:41"),
        window("com.example.shop", "[100,800][980,1200]", "Really?"),
        window("com.google.android.inputmethod.latin", "[0,1300][1080,1920]", "q"),
    ];
    let text = show(&body.concat(), Options::default(), DEFAULT_BUDGET);
    insta::assert_snapshot!(text, @r#"
    screen 1080x1920 com.example.shop #6hc84s r1
      "Really?"
      behind:
        "Basket"
      keyboard shown
    "#);
    let alone = window("com.android.systemui", "[0,0][1080,60]", "9:41");
    insta::assert_snapshot!(show(&alone, Options::default(), DEFAULT_BUDGET).lines().last().unwrap(), @r#"  "9:41""#);
}

#[test]
fn gaps_are_said() {
    let frame = node("android.widget.FrameLayout", "[0,0][1080,1920]", "", &text("Here", "oops"));
    let text = show(&(frame + "<node"), Options::default(), DEFAULT_BUDGET);
    assert!(
        text.lines().nth(1).is_some_and(|line| line.starts_with("  ... ") && line.contains("gap")),
        "{text}"
    );
}

#[test]
fn a_budget_is_kept_and_what_is_left_out_is_counted() {
    let many: String = (0..400)
        .map(|row| {
            let bounds = format!("[0,{row}][1080,{}]", row + 2);
            text(&format!("Text number {row}"), &bounds)
                + &node(
                    "android.widget.Button",
                    &bounds,
                    &format!(r#"clickable="true" text="Button {row}""#),
                    "",
                )
        })
        .collect();
    let screen = node("android.widget.FrameLayout", "[0,0][1080,1920]", "", &many);
    for budget in [LEAST_BUDGET, 150, 500, 2_000, DEFAULT_BUDGET, 50_000] {
        let text = show(&screen, Options::default(), budget);
        assert!(most_tokens(&text) <= budget, "{budget}: {}", most_tokens(&text));
        let shown = text.lines().skip(1).filter(|line| !line.starts_with("  ... ")).count();
        let left_out: usize = text
            .lines()
            .filter_map(|line| line.strip_prefix("  ... left out: "))
            .flat_map(|counts| counts.split(", "))
            .map(|count| count.split(' ').next().unwrap().parse::<usize>().unwrap())
            .sum();
        assert_eq!(shown + left_out, 800, "{budget}");
        let elements = text.matches(" btn \"").count();
        assert!(elements == 400 || !text.contains("Text number"), "texts go first");
    }
}

#[test]
fn no_control_takes_the_name_of_its_neighbour() {
    let control = |class: &str, left: i32, rest: &str| {
        let bounds = format!("[{left},0][{},80]", left + 40);
        node(class, &bounds, &format!(r#"checkable="true" clickable="true" {rest}"#), "")
    };
    let label = |label: &str, left: i32| text(label, &format!("[{left},10][{},70]", left + 40));
    let radio = "android.widget.RadioButton";
    let sizes = [
        label("Size:", 60),
        control(radio, 110, ""),
        label("S", 160),
        control(radio, 210, r#"checked="true""#),
        label("M", 260),
        control(radio, 310, ""),
        label("L", 360),
    ];
    insta::assert_snapshot!(lines(&sizes.concat()), @r#"
    "Size:"
    @c1 radio "S"
    @c2 radio "M" checked
    @c3 radio "L"
    "#);
    // Read from the right: the switch stands left of what it is for.
    let switch = "android.widget.Switch";
    let mirrored = [
        label("واي فاي", 900),
        control(switch, 780, ""),
        label("بلوتوث", 560),
        control(switch, 440, ""),
    ];
    insta::assert_snapshot!(lines(&mirrored.concat()), @r#"
    @c1 switch "واي فاي"
    @c2 switch "بلوتوث"
    "#);
    let other =
        node("android.widget.Button", "[300,0][340,80]", r#"text="Help" clickable="true""#, "");
    let apart = [label("Volume", 200), other, control(switch, 400, "")];
    insta::assert_snapshot!(lines(&apart.concat()), @r#"
    "Volume"
    @b1 btn "Help"
    @c1 switch
    "#);
}

#[test]
fn boxes_of_a_page_are_named() {
    let check = node(
        "android.widget.CheckBox",
        "[0,100][80,180]",
        r#"checkable="true" clickable="true""#,
        "",
    );
    let body = check + &text("I agree", "[100,110][500,170]");
    let page = node("android.webkit.WebView", "[0,0][1080,1920]", r#"scrollable="true""#, &body);
    insta::assert_snapshot!(lines(&page), @r#"
    @s1 scroll
      @c1 check "I agree"
    "#);
}

#[test]
fn a_state_is_said_only_of_what_has_it() {
    let button = |label: &str, top: i32| {
        node(
            "android.widget.Button",
            &format!("[0,{top}][900,{}]", top + 90),
            &format!(r#"text="{label}" clickable="true""#),
            "",
        )
    };
    let group = |rest: &str, inside: &str| node(ROW, "[0,0][900,400]", rest, inside);
    let two = button("Save", 0) + &button("Go", 100);
    insta::assert_snapshot!(lines(&group(r#"enabled="false""#, &two)), @r#"
    group disabled
      @b1 btn "Save"
      @b2 btn "Go"
    "#);
    insta::assert_snapshot!(lines(&group(r#"focused="true""#, &two)), @r#"
    @b1 btn "Save"
    @b2 btn "Go"
    "#);
    insta::assert_snapshot!(lines(&group(r#"selected="true""#, &group(r#"enabled="false""#, &two))), @r#"
    group selected
      group disabled
        @b1 btn "Save"
        @b2 btn "Go"
    "#);
    let icon =
        node("android.widget.ImageView", "[0,0][80,80]", r#"enabled="false" selected="true""#, "");
    let around = node(ROW, "[0,0][900,90]", r#"clickable="true" content-desc="Home""#, &icon);
    insta::assert_snapshot!(lines(&around), @r#"  @b1 btn "Home" selected"#);
}

#[test]
fn what_only_says_how_it_stands_has_a_line() {
    let body = [
        node(TEXT, "[0,0][900,90]", r#"text="Battery" state-description="Charging""#, ""),
        node(
            "android.widget.ImageView",
            "[0,100][900,190]",
            r#"state-description="3 of 5 stars""#,
            "",
        ),
        node(
            "android.widget.ProgressBar",
            "[0,200][900,290]",
            r#"state-description="30 percent""#,
            "",
        ),
        node(
            VIEW,
            "[0,300][900,490]",
            r#"state-description="Half full""#,
            &(text("Tank", "[0,300][900,390]") + &text("Pump", "[0,400][900,490]")),
        ),
        node(
            VIEW,
            "[0,500][900,690]",
            r#"pane-title="Sheet" content-desc="Drag handle""#,
            &text("Inside", "[0,500][900,590]"),
        ),
        node(
            VIEW,
            "[0,700][900,890]",
            r#"pane-title="Drawer" scrollable="true""#,
            &text("Row", "[0,700][900,790]"),
        ),
    ];
    insta::assert_snapshot!(lines(&body.concat()), @r#"
    "Battery" state="Charging"
    image state="3 of 5 stars"
    progress state="30 percent"
    group state="Half full"
      "Tank"
      "Pump"
    pane "Sheet" desc="Drag handle"
      "Inside"
    @s1 scroll "Drawer"
      "Row"
    "#);
}

#[test]
fn a_notification_over_the_app_is_no_bar() {
    let app = node(
        "android.widget.FrameLayout",
        "[0,0][1080,1920]",
        "",
        &text("Basket", "[0,300][900,390]"),
    );
    let button =
        node("android.widget.Button", "[0,100][300,200]", r#"text="Reply" clickable="true""#, "");
    let heads_up = node(
        "android.widget.FrameLayout",
        "[0,0][1080,230]",
        "",
        &(text("Mum: call me", "[0,0][900,90]") + &button),
    )
    .replace("com.example.shop", "com.android.systemui");
    insta::assert_snapshot!(show(&(app + &heads_up), Options::default(), DEFAULT_BUDGET), @r#"
    screen 1080x1920 com.example.shop #e01kxe r1
      "Mum: call me"
      @b1 btn "Reply"
      behind:
        "Basket"
    "#);
}

#[test]
fn one_long_line_does_not_push_out_the_others() {
    let long = node(
        "android.widget.Button",
        "[0,0][900,90]",
        &format!(r#"clickable="true" text="{}""#, "長".repeat(200)),
        "",
    );
    let short: String = (1..6)
        .map(|row| {
            node(
                "android.widget.Button",
                &format!("[0,{row}00][900,{row}90]"),
                &format!(r#"clickable="true" text="B{row}""#),
                "",
            )
        })
        .collect();
    let screen = node("android.widget.FrameLayout", "[0,0][1080,1920]", "", &(long + &short));
    insta::assert_snapshot!(show(&screen, Options::default(), 300), @r#"
    screen 1080x1920 com.example.shop #7v2al5 r1
      @b2 btn "B1"
      @b3 btn "B2"
      @b4 btn "B3"
      @b5 btn "B4"
      @b6 btn "B5"
      ... left out: 1 btn
    "#);
}
