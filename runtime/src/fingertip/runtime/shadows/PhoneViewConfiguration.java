package fingertip.runtime.shadows;

import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.shadows.ShadowViewConfiguration;

/** How long touches take to mean something. */
@Implements(className = "android.view.ViewConfiguration", isInAndroidSdk = false)
public class PhoneViewConfiguration extends ShadowViewConfiguration {
  /**
   * A row of a list stays pressed for this long before it is clicked, for eyes that have to see it: 64 ms on a phone. Here it is the one
   * frame that an app may want to draw.
   */
  @Implementation
  protected static int getPressedStateDuration() {
    return 16;
  }

  /** Android's own; Robolectric has another. */
  @Implementation
  protected static int getTapTimeout() {
    return 100;
  }
}
