//! Which part of the window manager to dump.

use super::{displays, policy, windows};
use crate::android::Android;

const RULE: &str =
    "-------------------------------------------------------------------------------\n";

pub(in super::super) fn dump(android: &Android, arguments: &[&str]) -> String {
    let mut words = arguments.iter().skip_while(|word| word.starts_with('-'));
    match words.next().copied() {
        None | Some("all" | "a") => {
            let parts = [
                last_anr(),
                policy::dump(android),
                displays::dump(android),
                windows::dump(android),
            ];
            parts.join(RULE)
        }
        Some("policy" | "p") => policy::dump(android),
        Some("displays" | "d") => displays::dump(android),
        Some("windows" | "w" | "visible" | "visible-apps") => windows::dump(android),
        Some("lastanr" | "l") => last_anr(),
        Some(name) => windows::dump_matching(android, name).unwrap_or_else(|| {
            format!("Bad window command, or no windows match: {name}\nUse -h for help.\n")
        }),
    }
}

fn last_anr() -> String {
    "WINDOW MANAGER LAST ANR (dumpsys window lastanr)\n  <no ANR has occurred since boot>\n"
        .to_owned()
}

#[cfg(test)]
mod tests {
    use crate::userland::system::on_phone::OnPhone;

    const FRONT: &str = "grep -E '^ *(mCurrentFocus=|mFocusedApp=|init=)'";

    fn window(phone: &OnPhone) -> String {
        phone.driver.android.focused_window().unwrap().record()
    }

    fn app(phone: &OnPhone) -> String {
        phone.driver.android.resumed_activity().unwrap().record()
    }

    #[tokio::test(start_paused = true)]
    async fn who_is_in_front() {
        let phone = OnPhone::shop().await;
        let (window, app) = (window(&phone), app(&phone));
        assert!(window.ends_with(" u0 com.example.shop/com.example.shop.MainActivity}"));
        assert!(app.contains(" u0 com.example.shop/.MainActivity t"));
        let init = "    init=1080x2400 420dpi mMinSizeOfResizeableTaskDp=220 cur=1080x2400 app=1080x2337 rng=1080x1017-2400x2337\n";
        let pair = format!("  mCurrentFocus={window}\n  mFocusedApp={app}\n");
        phone
            .check(&format!("dumpsys window displays | {FRONT}"), &format!("{init}{pair}"), "", 0)
            .await;
        phone.check(&format!("dumpsys window windows | {FRONT}"), &pair, "", 0).await;
        phone
            .check(&format!("dumpsys window | {FRONT}"), &format!("{init}{pair}{pair}"), "", 0)
            .await;
    }

    #[tokio::test(start_paused = true)]
    async fn tree_and_front_in_one_call() {
        let phone = OnPhone::shop().await;
        let script = "uiautomator dump /dev/tty; echo; \
            front=$(dumpsys window displays | grep -E '^ *(mCurrentFocus=|mFocusedApp=|init=)'); echo \"$front\"; \
            case $front in *mFocusedApp=*) ;; *) dumpsys window windows | grep -E '^ *(mCurrentFocus=|mFocusedApp=)';; esac";
        let ran = phone.run_on_tty(script).await;
        let (xml, front) =
            ran.out.split_once("</hierarchy>UI hierchary dumped to: /dev/tty\n\n").unwrap();
        assert!(xml.starts_with("<?xml"));
        let lines: Vec<&str> = front.lines().collect();
        assert_eq!(lines.len(), 3, "{front}");
        assert!(lines[0].starts_with(
            "    init=1080x2400 420dpi mMinSizeOfResizeableTaskDp=220 cur=1080x2400 "
        ));
        assert_eq!(lines[1], format!("  mCurrentFocus={}", window(&phone)));
        assert_eq!(lines[2], format!("  mFocusedApp={}", app(&phone)));
        assert_eq!((ran.err.as_str(), ran.status), ("", 0));
    }

    #[tokio::test(start_paused = true)]
    async fn a_dark_screen_has_no_focus() {
        let phone = OnPhone::shop().await;
        let script = "input keyevent SLEEP; dumpsys window displays | grep mCurrentFocus";
        phone.check(script, "  mCurrentFocus=null\n", "", 0).await;
    }

    #[tokio::test(start_paused = true)]
    async fn size_and_rotation() {
        let phone = OnPhone::shop().await;
        phone.out("wm size 720x1600; wm density 320; wm user-rotation lock 1").await;
        let script = "dumpsys window displays | grep -E 'init=|mCurrentRotation=|^ *mRotation='";
        let out = phone.out(script).await;
        assert!(
            out.contains(
                "    init=1080x2400 420dpi mMinSizeOfResizeableTaskDp=220 base=720x1600 320dpi cur=1600x720 app=1600x672 "
            ),
            "{out}"
        );
        assert!(out.contains("mCurrentRotation=ROTATION_90\n"), "{out}");
        assert!(out.contains("mRotation=1 mDeferred"), "{out}");
    }

    #[tokio::test(start_paused = true)]
    async fn keyguard() {
        let phone = OnPhone::home().await;
        let script =
            "dumpsys window | grep -E 'mDreamingLockscreen=|isStatusBarKeyguard=|mIsShowing='";
        let out = phone.out(script).await;
        let lines: Vec<&str> = out.lines().map(str::trim).collect();
        assert_eq!(
            lines,
            [
                "mShowingDream=false mDreamingLockscreen=false",
                "isStatusBarKeyguard=false",
                "mIsShowing=false",
                "mShowingDream=false mDreamingLockscreen=false",
            ]
        );
        assert!(phone.out("dumpsys window policy").await.contains("mIsShowing=false"));
    }

    #[tokio::test(start_paused = true)]
    async fn windows_from_top_to_bottom() {
        let phone = OnPhone::shop().await;
        phone.driver.tap("email").await;
        let out =
            phone.out("dumpsys window windows | grep -E 'Window #|Frames:' | cut -c1-300").await;
        let shown: Vec<&str> = out.lines().map(str::trim).collect();
        assert!(
            shown[0].starts_with("Window #0 Window{") && shown[0].ends_with(" u0 NavigationBar0}:")
        );
        let keyboard = shown.iter().position(|line| line.ends_with(" u0 InputMethod}:")).unwrap();
        let frame = phone
            .driver
            .android
            .windows()
            .into_iter()
            .find(|window| window.title == "InputMethod")
            .unwrap()
            .frame;
        let frame = format!(" frame=[0,{}][1080,2400] ", frame.top);
        assert!(shown[keyboard + 1].contains(&frame), "{out}");
        assert!(
            shown[keyboard + 2].ends_with(" u0 com.example.shop/com.example.shop.MainActivity}:")
        );
    }

    #[tokio::test(start_paused = true)]
    async fn by_name() {
        let phone = OnPhone::shop().await;
        let out = phone.out("dumpsys window com.example.shop | grep -c 'Window #'").await;
        assert_eq!(out, "1\n");
        let none = "Bad window command, or no windows match: frob\nUse -h for help.\n";
        phone.check("dumpsys window frob", none, "", 0).await;
    }
}
