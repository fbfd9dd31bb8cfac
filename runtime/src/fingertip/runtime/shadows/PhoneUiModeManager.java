package fingertip.runtime.shadows;

import android.app.UiModeManager;
import android.content.res.Configuration;
import fingertip.runtime.Session;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.shadows.ShadowUIModeManager;

/** A phone in the hand, by night or by day as its configuration says. */
@Implements(className = "android.app.UiModeManager")
public class PhoneUiModeManager extends ShadowUIModeManager {
  @Override
  @Implementation
  protected int getCurrentModeType() {
    return Configuration.UI_MODE_TYPE_NORMAL;
  }

  @Override
  @Implementation
  protected int getNightMode() {
    boolean night = (Session.app().application.getResources().getConfiguration().uiMode & Configuration.UI_MODE_NIGHT_MASK) == Configuration.UI_MODE_NIGHT_YES;
    return night ? UiModeManager.MODE_NIGHT_YES : UiModeManager.MODE_NIGHT_NO;
  }
}
