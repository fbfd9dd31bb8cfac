package fingertip.runtime.shadows;

import android.content.ContentResolver;
import fingertip.runtime.Device;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.shadows.ShadowSettings;

/** Settings that the app changes. */
public final class PhoneSettings {
  private PhoneSettings() {}

  private static boolean tell(String namespace, String key, Object value) {
    Device.tell("setting", "namespace", namespace, "key", key, "value", value == null ? null : value.toString());
    return true;
  }

  /** Settings.Global. */
  @Implements(className = "android.provider.Settings$Global")
  public static class Global extends ShadowSettings.ShadowGlobal {
    @Implementation
    protected static boolean putString(ContentResolver resolver, String key, String value) {
      return ShadowSettings.ShadowGlobal.putString(resolver, key, value) && tell("global", key, value);
    }

    @Implementation
    protected static boolean putInt(ContentResolver resolver, String key, int value) {
      return ShadowSettings.ShadowGlobal.putInt(resolver, key, value) && tell("global", key, value);
    }

    @Implementation
    protected static boolean putLong(ContentResolver resolver, String key, long value) {
      return ShadowSettings.ShadowGlobal.putLong(resolver, key, value) && tell("global", key, value);
    }
  }

  /** Settings.Secure. */
  @Implements(className = "android.provider.Settings$Secure")
  public static class Secure extends ShadowSettings.ShadowSecure {
    @Implementation
    protected static boolean putString(ContentResolver resolver, String key, String value) {
      return ShadowSettings.ShadowSecure.putString(resolver, key, value) && tell("secure", key, value);
    }

    @Implementation
    protected static boolean putInt(ContentResolver resolver, String key, int value) {
      return ShadowSettings.ShadowSecure.putInt(resolver, key, value) && tell("secure", key, value);
    }
  }

  /** Settings.System. */
  @Implements(className = "android.provider.Settings$System")
  public static class SystemSpace extends ShadowSettings.ShadowSystem {
    @Implementation
    protected static boolean putString(ContentResolver resolver, String key, String value) {
      return ShadowSettings.ShadowSystem.putString(resolver, key, value) && tell("system", key, value);
    }

    @Implementation
    protected static boolean putInt(ContentResolver resolver, String key, int value) {
      return ShadowSettings.ShadowSystem.putInt(resolver, key, value) && tell("system", key, value);
    }
  }
}
