package fingertip.runtime.shadows;

import android.os.IBinder;
import android.os.ResultReceiver;
import android.view.View;
import fingertip.runtime.Session;
import org.robolectric.annotation.ClassName;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.shadows.ShadowInputMethodManager;

/** When the keyboard is wanted and what it edits. */
@Implements(className = "android.view.inputmethod.InputMethodManager")
public class PhoneInputMethodManager extends ShadowInputMethodManager {
  private static boolean show(View view, ResultReceiver receiver) {
    boolean before = Session.keyboard().isShown();
    boolean shown = Session.keyboard().show(view);
    if (receiver != null && shown) receiver.send(before ? 0 : 2, null);
    return shown;
  }

  @Override
  @Implementation
  protected boolean showSoftInput(View view, int flags) {
    return show(view, null);
  }

  @Override
  @Implementation
  protected boolean showSoftInput(View view, int flags, ResultReceiver receiver) {
    return show(view, receiver);
  }

  @Override
  @Implementation(minSdk = 31, maxSdk = 33)
  protected boolean showSoftInput(View view, int flags, ResultReceiver receiver, int reason) {
    return show(view, receiver);
  }

  @Override
  @Implementation(minSdk = 34)
  protected boolean showSoftInput(View view, @ClassName("android.view.inputmethod.ImeTracker$Token") Object token, int flags, ResultReceiver receiver, int reason) {
    return show(view, receiver);
  }

  private static boolean hide(ResultReceiver receiver) {
    boolean shown = Session.keyboard().isShown();
    Session.keyboard().hide();
    if (receiver != null) receiver.send(shown ? 3 : 1, null);
    return shown;
  }

  @Override
  @Implementation
  protected boolean hideSoftInputFromWindow(IBinder token, int flags) {
    return hide(null);
  }

  @Override
  @Implementation
  protected boolean hideSoftInputFromWindow(IBinder token, int flags, ResultReceiver receiver) {
    return hide(receiver);
  }

  @Override
  @Implementation(minSdk = 31)
  protected boolean hideSoftInputFromWindow(IBinder token, int flags, ResultReceiver receiver, int reason) {
    return hide(receiver);
  }

  @Override
  @Implementation
  protected void toggleSoftInput(int show, int hide) {
    if (Session.keyboard().isShown()) Session.keyboard().hide();
    else Session.keyboard().showFocused();
  }

  @Override
  @Implementation
  protected void restartInput(View view) {
    Session.keyboard().restart(view);
  }

  @Override
  @Implementation
  protected boolean isActive(View view) {
    return Session.keyboard().isServing(view);
  }

  @Override
  @Implementation
  protected boolean isActive() {
    return Session.keyboard().isServing(null);
  }

  @Implementation
  protected boolean isAcceptingText() {
    return Session.keyboard().isServing(null);
  }
}
