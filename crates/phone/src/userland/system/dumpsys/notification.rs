//! `dumpsys notification`: what is posted. Texts are shown to whoever asks with `--noredact`.

use super::lines::Lines;
use super::{duration, identity};
use crate::android::{Android, Notification};

pub(super) fn dump(android: &Android, arguments: &[&str]) -> String {
    let mut clear = false;
    let mut only = None;
    let mut words = arguments.iter().copied();
    while let Some(word) = words.next() {
        match word {
            "--noredact" | "--reveal" => clear = true,
            "-p" | "p" | "pkg" | "package" | "--package" => only = words.next(),
            _ => {}
        }
    }
    let filtered = only.map_or_else(String::new, |only| format!(" (filtered to {only})"));
    let mut lines = Lines::new(&format!("Current Notification Manager state{filtered}:"));
    lines.add("  Notification List:");
    for posted in android.notifications() {
        if only.is_none_or(|only| only == posted.package) {
            record(android, &mut lines, &posted, clear);
        }
    }
    lines.add("  \n  mUseAttentionLight=false\n  mHasLight=false");
    lines.add("  mNotificationPulseEnabled=true\n  mSoundNotificationKey=null");
    lines.add("  mVibrateNotificationKey=null\n  mDisableNotificationEffects=false");
    lines.add("  mCallState=CALL_STATE_IDLE\n  mSystemReady=true\n  mMaxPackageEnqueueRate=5.0");
    lines.add("  hideSilentStatusBar=false\n\n  Zen Mode:\n    mInterruptionFilter=1");
    lines.text()
}

fn record(android: &Android, lines: &mut Lines, posted: &Notification, clear: bool) {
    let Notification { package, uid, id, channel, importance, .. } = posted;
    let (key, tag) = (posted.key(), posted.tag.as_deref().unwrap_or("null"));
    let hash = identity::of_text("notification", &key);
    let content = format!(
        "Notification(channel={channel} shortcut=null contentView=null vibrate=null sound=null defaults=0x0 flags=0x0 color=0x00000000 vis=PRIVATE)"
    );
    let millis = posted.posted.as_millisecond();
    lines.add(format_args!(
        "    NotificationRecord(0x{hash}: pkg={package} user=UserHandle{{0}} id={id} tag={tag} importance={importance} key={key}: {content})"
    ));
    lines.add(format_args!("      uid={uid} userId=0\n      opPkg={package}"));
    lines.add("      icon=Icon(typ=RESOURCE pkg=android id=0x0108009b)");
    lines.add(format_args!("      flags=0x0\n      pri=0\n      key={key}\n      seen=false"));
    lines.add(format_args!("      groupKey={key}\n      notification="));
    lines.add("          fullscreenIntent=null\n          contentIntent=null\n          deleteIntent=null");
    lines.add(format_args!(
        "          number=0\n          groupAlertBehavior=0\n          when={millis}/{}\n          tickerText=null",
        duration::ago(posted_since(android, posted)),
    ));
    lines.add("          vis=PRIVATE\n          color=0x00000000\n          timeout=0");
    lines.add("          extras={");
    for (name, value) in [("android.title", &posted.title), ("android.text", &posted.text)] {
        let length = value.chars().count();
        // Without leave, a text shows no more than its length.
        let shown = if clear { format!("({value})") } else { format!("[length={length}]") };
        lines.add(format_args!("              {name}=String {shown}"));
    }
    lines.add("          }");
    lines.add(format_args!("      mImportance={}", importance_name(*importance)));
    lines.add(format_args!("      mCreationTimeMs={millis}\n      mUpdateTimeMs={millis}"));
    lines.add(format_args!(
        "      effectiveNotificationChannel=NotificationChannel{{mId='{channel}', mImportance={importance}}}"
    ));
}

fn posted_since(android: &Android, posted: &Notification) -> std::time::Duration {
    let since = android.now().timestamp().duration_since(posted.posted);
    std::time::Duration::try_from(since).unwrap_or_default()
}

fn importance_name(importance: u8) -> &'static str {
    match importance {
        0 => "NONE",
        1 => "MIN",
        2 => "LOW",
        3 => "DEFAULT",
        _ => "HIGH",
    }
}

#[cfg(test)]
mod tests {
    use crate::userland::system::on_phone::OnPhone;

    #[tokio::test(start_paused = true)]
    async fn texts_need_leave() {
        let phone = OnPhone::home().await;
        phone.out("cmd notification post -t Hello greeting 'Good morning'").await;
        let texts = "grep -oE 'android.(title|text)=.*'";
        let clear = "android.title=String (Hello)\nandroid.text=String (Good morning)\n";
        phone.check(&format!("dumpsys notification --noredact | {texts}"), clear, "", 0).await;
        let hidden = "android.title=String [length=5]\nandroid.text=String [length=12]\n";
        phone.check(&format!("dumpsys notification | {texts}"), hidden, "", 0).await;
        let key = "0|com.android.shell|2020|greeting|2000";
        phone.check("cmd notification list", &format!("{key}\n"), "", 0).await;
        let other = "dumpsys notification -p com.x | grep -c NotificationRecord";
        assert_eq!(phone.run(other).await.out, "0\n");
    }
}
