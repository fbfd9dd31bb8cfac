package fingertip.runtime;

import android.text.InputType;
import android.view.KeyEvent;
import android.view.View;
import android.view.WindowManager.LayoutParams;
import android.view.inputmethod.EditorInfo;
import android.view.inputmethod.InputConnection;
import fingertip.runtime.wire.Call;
import java.lang.ref.WeakReference;

/** The editor's end of the keyboard: when it is wanted, and what it types. The keyboard itself is the phone's. */
public final class Keyboard {
  private boolean shown;
  private String told = "";
  private WeakReference<View> editor = new WeakReference<>(null);
  private InputConnection connection;
  private EditorInfo info;

  /** The app, or a view of the framework, asks for the keyboard. */
  public boolean show(View view) {
    if (view == null || !view.hasWindowFocus() || !view.isFocused() && !view.onCheckIsTextEditor()) {
      if (view == null || !view.isFocused()) return false;
    }
    if (connect(view) == null) return false;
    shown = true;
    tell(view);
    return true;
  }

  /** The newer way of asking names no view: it is the focused one. */
  public void showFocused() {
    View view = focusedEditor(null);
    if (view != null) show(view);
  }

  public void hide() {
    if (!shown) return;
    shown = false;
    tell(editor.get());
  }

  /** Somebody put it away at the phone's end: with back, or its own key. */
  void hiddenByPhone() {
    shown = false;
    told = "";
  }

  public boolean isShown() {
    return shown;
  }

  /** The view wants to be asked anew what it edits. */
  public void restart(View view) {
    if (view != editor.get()) return;
    connection = null;
    if (shown && connect(view) != null) tell(view);
  }

  public boolean isServing(View view) {
    View focused = focusedEditor(null);
    return focused != null && (view == null || focused == view || focused.checkInputConnectionProxy(view));
  }

  void focusMoved(View before, View now) {
    if (now == null) {
      // A resumed activity's window is on its way; it decides when it is there.
      if (Session.activities().front() == null) hide();
      return;
    }
    int mode = Windows.params(now).softInputMode & LayoutParams.SOFT_INPUT_MASK_STATE;
    View focus = now.findFocus();
    boolean editable = focus != null && focus.onCheckIsTextEditor();
    if (editable && (mode == LayoutParams.SOFT_INPUT_STATE_VISIBLE || mode == LayoutParams.SOFT_INPUT_STATE_ALWAYS_VISIBLE)) {
      // The window's focus arrives as a message: after it.
      now.post(() -> show(focus));
    } else if (shown && (mode == LayoutParams.SOFT_INPUT_STATE_ALWAYS_HIDDEN || mode == LayoutParams.SOFT_INPUT_STATE_HIDDEN || !editable)) {
      if ((Windows.params(now).flags & LayoutParams.FLAG_ALT_FOCUSABLE_IM) == 0) hide();
    }
  }

  boolean commit(Call call) {
    View view = focusedEditor(Session.windows().byId(call.number("window")));
    InputConnection to = view == null ? null : connect(view);
    if (to == null) return false;
    return to.commitText(call.text("text"), 1);
  }

  boolean action(Call call) {
    View window = Session.windows().byId(call.number("window"));
    View view = focusedEditor(window);
    InputConnection to = view == null ? null : connect(view);
    if (to == null) return false;
    int action = info.imeOptions & EditorInfo.IME_MASK_ACTION;
    if (info.actionLabel != null) return to.performEditorAction(info.actionId);
    boolean enter = (info.imeOptions & EditorInfo.IME_FLAG_NO_ENTER_ACTION) != 0 || action == EditorInfo.IME_ACTION_NONE || action == EditorInfo.IME_ACTION_UNSPECIFIED;
    if (!enter) return to.performEditorAction(action);
    boolean lines = (info.inputType & InputType.TYPE_MASK_CLASS) == InputType.TYPE_CLASS_TEXT && (info.inputType & InputType.TYPE_TEXT_FLAG_MULTI_LINE) != 0;
    if (lines) return to.commitText("\n", 1);
    return Input.keyOn(window, KeyEvent.KEYCODE_ENTER, 0, false);
  }

  private View focusedEditor(View window) {
    View root = window == null ? Session.windows().focused() : window;
    View focus = root == null ? null : root.findFocus();
    return focus != null && focus.onCheckIsTextEditor() ? focus : null;
  }

  private InputConnection connect(View view) {
    if (view == editor.get() && connection != null) return connection;
    EditorInfo asked = new EditorInfo();
    asked.packageName = view.getContext().getPackageName();
    asked.fieldId = view.getId();
    InputConnection made = view.onCreateInputConnection(asked);
    if (made == null) return null;
    editor = new WeakReference<>(view);
    connection = made;
    info = asked;
    return made;
  }

  private void tell(View view) {
    Integer window = view == null ? null : Session.windows().idOf(view);
    EditorInfo of = info == null ? new EditorInfo() : info;
    String key = shown + "/" + window + "/" + of.inputType + "/" + of.imeOptions + "/" + of.actionLabel;
    if (key.equals(told)) return;
    told = key;
    Session.wire().event("keyboard", "shown", shown, "window", window, "inputType", of.inputType, "imeOptions", of.imeOptions,
        "actionLabel", of.actionLabel == null ? null : of.actionLabel.toString());
  }
}
