//! `dumpsys input_method`: the keyboard and the editor it types into.

use crate::android::{Android, Namespace};

pub(super) fn dump(android: &Android, _arguments: &[&str]) -> String {
    let ime = android.ime();
    let id = android.setting(Namespace::Secure, "default_input_method").unwrap_or_default();
    let shown = ime.shown;
    let focus = android.focused_window();
    let package = match (&ime.editor, &focus) {
        (Some(editor), _) => editor.package.clone(),
        (None, Some(window)) => window.package.clone(),
        (None, None) => "null".to_owned(),
    };
    let input_type = ime.editor.as_ref().map_or(0, |editor| editor.input_type.number());
    let ime_options = ime.editor.as_ref().map_or(0, |editor| editor.ime_options);
    let field_id = ime.editor.as_ref().map_or(0, |editor| editor.field_id);
    let visibility = if shown { 3 } else { 0 };
    let window = focus.map_or_else(|| "null".to_owned(), |window| window.record());
    let keyboard = id.split('/').next().unwrap_or_default();
    let has_editor = ime.editor.is_some();
    format!(
        "\
Current Input Method Manager state:
  Input Methods: mMethodMapUpdateCount=1
  InputMethod #0:
    mId={id} mSettingsActivityName=null mIsVrOnly=false mSupportsSwitchingToNextInputMethod=true
    packageName={keyboard}
  Clients:
  Client 0:
    client=ClientState{{mUid=1000 mDisplayId=0}}
  mCurMethodId={id}
  mCurClient=ClientState{{mDisplayId=0}} mCurSeq=1
  mFocusedWindowName={window}
  mCurFocusedWindow={window}
  mCurFocusedWindowSoftInputMode=STATE_UNSPECIFIED|ADJUST_RESIZE
  mCurId={id} mHaveConnection=true mBoundToMethod=true mVisibleBound={shown}
  mCurEditorInfo:
    inputType=0x{input_type:x} imeOptions=0x{ime_options:x} privateImeOptions=null
    actionLabel=null actionId=0
    initialSelStart=0 initialSelEnd=0 initialCapsMode=0x0
    hintText=null label=null
    packageName={package} autofillId=null fieldId={field_id} fieldName=null
  mShowRequested={shown} mShowExplicitlyRequested={shown} mShowForced=false
  mInputShown={shown}
  mImeWindowVis={visibility}
  mSystemReady=true mInteractive={interactive}

Input method client state for InputMethodManager:
  mActive={has_editor} mRestartOnNextWindowFocus=false

Input method service state for {id}:
  mViewsCreated=true
  mDecorViewVisible={shown} mDecorViewWasVisible={shown} mWindowVisible={shown} mInShowWindow=false
  mInputBinding=InputBinding{{mUid=1000}}
  mInputStarted={has_editor} mInputViewStarted={shown} mCandidatesViewStarted=false
  mShowInputRequested={shown} mLastShowInputRequested={shown}
  mIsInputViewShown={shown}
",
        interactive = android.power().awake,
    )
}

#[cfg(test)]
mod tests {
    use crate::userland::system::on_phone::OnPhone;

    const SCRIPT: &str = "dumpsys input_method | grep -oE '(mInputShown|mIsInputViewShown|mImeWindowVis|inputType)=[^ ]*'";

    #[tokio::test(start_paused = true)]
    async fn follows_the_keyboard() {
        let phone = OnPhone::shop().await;
        let down = "inputType=0x0\nmInputShown=false\nmImeWindowVis=0\nmIsInputViewShown=false\n";
        phone.check(SCRIPT, down, "", 0).await;
        phone.driver.tap("password").await;
        let up = "inputType=0x81\nmInputShown=true\nmImeWindowVis=3\nmIsInputViewShown=true\n";
        phone.check(SCRIPT, up, "", 0).await;
        let package = "dumpsys input_method | grep -o 'packageName=[^ ]*' | tail -n 1";
        phone.check(package, "packageName=com.example.shop\n", "", 0).await;
        let field = "dumpsys input_method | grep -o 'fieldId=[^ ]*'";
        let password = phone.out(field).await;
        assert!(password.starts_with("fieldId=21313"), "{password}");
        phone.driver.tap("email").await;
        assert_ne!(phone.out(field).await, password);
        phone.driver.tap("password").await;
        phone.driver.back().await;
        let hidden =
            "inputType=0x81\nmInputShown=false\nmImeWindowVis=0\nmIsInputViewShown=false\n";
        phone.check(SCRIPT, hidden, "", 0).await;
        let id = "dumpsys input_method | grep -o 'mCurMethodId=.*'";
        phone.check(id, "mCurMethodId=com.android.inputmethod.latin/.LatinIME\n", "", 0).await;
    }
}
