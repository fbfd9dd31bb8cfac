package fingertip.runtime.shadows;

import android.content.Context;
import fingertip.runtime.Device;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.shadows.ShadowWebSettings;

/** What pages would be told of this phone. */
@Implements(className = "android.webkit.WebSettings")
public class PhoneWebSettings extends ShadowWebSettings {
  @Implementation
  protected static String getDefaultUserAgent(Context context) {
    return Device.userAgent();
  }
}
