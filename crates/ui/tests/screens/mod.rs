//! Screens that several suites look at, as a phone would dump them.

pub(crate) fn node(class: &str, bounds: &str, rest: &str, inside: &str) -> String {
    format!(
        r#"<node class="{class}" package="com.example.shop" bounds="{bounds}" {rest}>{inside}</node>"#
    )
}

/// The login screen that the contract works its vectors on.
pub(crate) fn login() -> String {
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
