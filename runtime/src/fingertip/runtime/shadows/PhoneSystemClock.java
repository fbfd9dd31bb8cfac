package fingertip.runtime.shadows;

import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.shadows.ShadowPausedSystemClock;

/** Sleeping takes the time it takes; it must not push the phone's clock. */
@Implements(className = "android.os.SystemClock", isInAndroidSdk = false)
public class PhoneSystemClock extends ShadowPausedSystemClock {
  @Implementation
  protected static void sleep(long millis) {
    if (millis <= 0) return;
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
