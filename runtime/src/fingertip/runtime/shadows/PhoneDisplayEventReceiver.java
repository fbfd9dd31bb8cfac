package fingertip.runtime.shadows;

import fingertip.runtime.Frames;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.shadows.ShadowDisplayEventReceiver;

/** A choreographer's request for the next frame. */
@Implements(className = "android.view.DisplayEventReceiver", isInAndroidSdk = false)
public class PhoneDisplayEventReceiver extends ShadowDisplayEventReceiver {
  private final Runnable vsync = this::onVsync;

  @Implementation
  protected void scheduleVsync() {
    Frames.request(vsync);
  }
}
