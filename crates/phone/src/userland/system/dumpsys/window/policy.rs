//! `dumpsys window policy`: screen and keyguard.

use crate::android::{Android, Power};

pub(super) fn dump(android: &Android) -> String {
    let Power { awake, keyguard } = android.power();
    let secure = android.credential().is_some();
    let (screen, interactive) =
        if awake { ("SCREEN_STATE_ON", "AWAKE") } else { ("SCREEN_STATE_OFF", "SLEEP") };
    format!(
        "\
WINDOW MANAGER POLICY STATE (dumpsys window policy)
    mSafeMode=false mSystemReady=true mSystemBooted=true
    mAwake={awake} mScreenOnEarly={awake} mScreenOnFully={awake}
    mShowingDream=false mDreamingLockscreen={keyguard}
    isStatusBarKeyguard={keyguard}
    KeyguardServiceDelegate
      showing={keyguard}
      inputRestricted={keyguard}
      occluded=false
      secure={secure}
      dreaming=false
      systemIsReady=true
      enabled=true
      bootCompleted=true
      screenState={screen}
      interactiveState=INTERACTIVE_STATE_{interactive}
      KeyguardStateMonitor
        mIsShowing={keyguard}
        mSimSecure=false
        mInputRestricted={keyguard}
        mCurrentUserId=0
"
    )
}
