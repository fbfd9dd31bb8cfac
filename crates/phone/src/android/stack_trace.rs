//! The frames below an exception that an app did not catch: its own, and those of the framework's
//! main loop with the line numbers of the phone's release.

use super::{Api, Component};

/// Lines of `Handler.handleCallback`, `Handler.dispatchMessage`, `Looper.loopOnce` (which old
/// releases do not have), `Looper.loop`, `ActivityThread.main`, `MethodAndArgsCaller.run` and
/// `ZygoteInit.main`.
type Lines = (u32, u32, Option<u32>, u32, u32, u32, u32);

fn lines(api: Api) -> Lines {
    match api {
        Api::Android9 => (873, 99, None, 193, 6669, 493, 858),
        Api::Android12 => (938, 99, Some(201), 288, 7838, 548, 1003),
        Api::Android14 => (958, 99, Some(205), 294, 8177, 552, 971),
        Api::Android15 => (959, 100, Some(232), 317, 8705, 580, 886),
        Api::Android16 => (995, 103, Some(248), 338, 9067, 593, 932),
    }
}

/// The exception with its frames. One that names frames of its own keeps them and gets those of
/// the framework; one that names the framework's or a cause is whole already.
pub(super) fn complete(exception: &str, thrower: Option<&Component>, api: Api) -> String {
    let has = |begin: &str| exception.lines().any(|line| line.trim_start().starts_with(begin));
    if has("at android.app.ActivityThread") || has("Caused by: ") {
        return exception.to_owned();
    }
    let own = if has("at ") { None } else { thrower };
    let mut text = exception.trim_end().to_owned();
    for frame in own.into_iter().flat_map(|own| own_frames(own, exception)).chain(framework(api)) {
        text.push_str("\n\tat ");
        text.push_str(&frame);
    }
    text
}

/// What an app does, it does in a runnable of its activity.
fn own_frames(Component { class, .. }: &Component, exception: &str) -> [String; 2] {
    let name = class.rsplit('.').next().unwrap_or(class);
    let file = name.split('$').next().unwrap_or(name);
    // The same exception always comes from the same line.
    let sum = exception.bytes().fold(7_u32, |sum, byte| sum.wrapping_mul(31) ^ u32::from(byte));
    [
        format!("{class}.lambda$onCreate$0({file}.java:{})", 24 + sum % 200),
        format!("{class}$$ExternalSyntheticLambda0.run(Unknown Source:2)"),
    ]
}

fn framework(api: Api) -> Vec<String> {
    let (callback, dispatch, once, looped, main, caller, zygote) = lines(api);
    let mut frames = vec![
        format!("android.os.Handler.handleCallback(Handler.java:{callback})"),
        format!("android.os.Handler.dispatchMessage(Handler.java:{dispatch})"),
    ];
    frames.extend(once.map(|line| format!("android.os.Looper.loopOnce(Looper.java:{line})")));
    frames.extend([
        format!("android.os.Looper.loop(Looper.java:{looped})"),
        format!("android.app.ActivityThread.main(ActivityThread.java:{main})"),
        "java.lang.reflect.Method.invoke(Native Method)".to_owned(),
        format!(
            "com.android.internal.os.RuntimeInit$MethodAndArgsCaller.run(RuntimeInit.java:{caller})"
        ),
        format!("com.android.internal.os.ZygoteInit.main(ZygoteInit.java:{zygote})"),
    ]);
    frames
}

#[cfg(test)]
mod tests {
    use super::*;

    const MAIN: &str = "\tat android.app.ActivityThread.main(ActivityThread.java:";

    #[test]
    fn a_bare_exception_gets_frames_of_the_activity_and_the_framework() {
        let thrower = Component::new("com.x", ".ui.Main$Inner");
        for api in Api::ALL {
            let text = complete("java.lang.Error: no", Some(&thrower), api);
            let lines: Vec<_> = text.lines().collect();
            assert_eq!(lines[0], "java.lang.Error: no");
            assert!(lines[1].starts_with("\tat com.x.ui.Main$Inner.lambda$onCreate$0(Main.java:"));
            assert!(lines[1..].iter().all(|line| line.starts_with("\tat ") && line.ends_with(')')));
            assert_eq!(text.contains("Looper.loopOnce("), api.since(31));
            assert!(text.contains(MAIN));
            assert_eq!(complete(&text, Some(&thrower), api), text, "it is whole now");
        }
        let nowhere = complete("java.lang.Error", None, Api::Android14);
        assert!(nowhere.starts_with("java.lang.Error\n\tat android.os.Handler.handleCallback("));
    }

    #[test]
    fn frames_that_are_given_stay() {
        let thrower = Component::new("com.x", ".Main");
        let given = "java.lang.Error\n\tat com.x.Main.onClick(Main.java:4)";
        let text = complete(given, Some(&thrower), Api::Android14);
        assert!(text.starts_with(&format!("{given}\n\tat android.os.Handler.")), "{text}");
        assert!(text.contains(MAIN));
        let caused = "java.lang.Error\n\tat com.x.A.b(A.java:1)\nCaused by: java.lang.Error";
        assert_eq!(complete(caused, Some(&thrower), Api::Android14), caused);
    }
}
