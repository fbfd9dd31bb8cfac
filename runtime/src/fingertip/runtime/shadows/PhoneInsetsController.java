package fingertip.runtime.shadows;

import android.view.WindowInsets;
import fingertip.runtime.Session;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.annotation.RealObject;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.util.ReflectionHelpers.ClassParameter;

/** The newer way to ask for the keyboard. */
@Implements(className = "android.view.InsetsController", minSdk = 30, isInAndroidSdk = false)
public class PhoneInsetsController {
  @RealObject private Object controller;

  @Implementation
  protected void show(int types) {
    if ((types & WindowInsets.Type.ime()) != 0) Session.keyboard().showFocused();
    rest("show", types);
  }

  @Implementation
  protected void hide(int types) {
    if ((types & WindowInsets.Type.ime()) != 0) Session.keyboard().hide();
    rest("hide", types);
  }

  private void rest(String what, int types) {
    int others = types & ~WindowInsets.Type.ime();
    if (others != 0) Shadow.directlyOn(controller, "android.view.InsetsController", what, ClassParameter.from(int.class, others));
  }
}
