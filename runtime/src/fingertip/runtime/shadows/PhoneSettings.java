package fingertip.runtime.shadows;

import android.content.ContentResolver;
import android.net.Uri;
import android.provider.Settings;
import fingertip.runtime.Device;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;

/** The phone's settings: strings, as its provider keeps them, which the framework itself reads as numbers. What the app changes is told. */
public final class PhoneSettings {
  private static final Map<String, String> GLOBAL = new ConcurrentHashMap<>();
  private static final Map<String, String> SECURE = new ConcurrentHashMap<>();
  private static final Map<String, String> SYSTEM = new ConcurrentHashMap<>();

  static {
    SECURE.put("location_mode", "3");
    SECURE.put("location_providers_allowed", "gps,network");
  }

  private PhoneSettings() {}

  /** Names that have moved to another space over the years are found there. */
  @SafeVarargs
  private static String get(String key, Map<String, String>... spaces) {
    if (key == null) return null;
    for (Map<String, String> space : spaces) {
      String value = space.get(key);
      if (value != null) return value;
    }
    return null;
  }

  private static boolean put(Map<String, String> space, String namespace, ContentResolver resolver, Uri where, String key, String value) {
    if (value == null) space.remove(key);
    else space.put(key, value);
    if (resolver != null) resolver.notifyChange(where, null);
    Device.tell("setting", "namespace", namespace, "key", key, "value", value);
    return true;
  }

  /** Settings.Global. */
  @Implements(className = "android.provider.Settings$Global")
  public static class Global {
    @Implementation
    protected static String getStringForUser(ContentResolver resolver, String key, int user) {
      return get(key, GLOBAL, SECURE);
    }

    @Implementation
    protected static boolean putString(ContentResolver resolver, String key, String value) {
      return put(GLOBAL, "global", resolver, Settings.Global.getUriFor(key), key, value);
    }

    @Implementation
    protected static boolean putStringForUser(ContentResolver resolver, String key, String value, int user) {
      return putString(resolver, key, value);
    }
  }

  /** Settings.Secure. */
  @Implements(className = "android.provider.Settings$Secure")
  public static class Secure {
    @Implementation
    protected static String getStringForUser(ContentResolver resolver, String key, int user) {
      return get(key, SECURE, GLOBAL);
    }

    @Implementation
    protected static boolean putString(ContentResolver resolver, String key, String value) {
      return put(SECURE, "secure", resolver, Settings.Secure.getUriFor(key), key, value);
    }

    @Implementation
    protected static boolean putStringForUser(ContentResolver resolver, String key, String value, int user) {
      return putString(resolver, key, value);
    }
  }

  /** Settings.System. */
  @Implements(className = "android.provider.Settings$System")
  public static class SystemSpace {
    @Implementation
    protected static String getStringForUser(ContentResolver resolver, String key, int user) {
      return get(key, SYSTEM, SECURE, GLOBAL);
    }

    @Implementation
    protected static boolean putString(ContentResolver resolver, String key, String value) {
      return put(SYSTEM, "system", resolver, Settings.System.getUriFor(key), key, value);
    }

    @Implementation
    protected static boolean putStringForUser(ContentResolver resolver, String key, String value, int user) {
      return putString(resolver, key, value);
    }
  }
}
