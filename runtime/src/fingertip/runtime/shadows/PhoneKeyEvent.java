package fingertip.runtime.shadows;

import android.view.KeyEvent;
import java.lang.reflect.Field;
import java.util.HashMap;
import java.util.Map;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.shadows.ShadowKeyEvent;

/** Keys have names: what an app shows or logs of one says {@code KEYCODE_MENU}, not a number. */
@Implements(className = "android.view.KeyEvent")
public class PhoneKeyEvent extends ShadowKeyEvent {
  private static final String PREFIX = "KEYCODE_";
  private static Map<Integer, String> names;

  /** Without the prefix, which the framework puts before it. */
  @Implementation
  protected static synchronized String nativeKeyCodeToString(int code) {
    if (names == null) names = named();
    return names.get(code);
  }

  private static Map<Integer, String> named() {
    Map<Integer, String> names = new HashMap<>();
    for (Field field : KeyEvent.class.getFields()) {
      if (field.getType() != int.class || !field.getName().startsWith(PREFIX)) continue;
      try {
        names.putIfAbsent(field.getInt(null), field.getName().substring(PREFIX.length()));
      } catch (IllegalAccessException hidden) {
        // Then it is shown as a number, as on a phone that does not know it.
      }
    }
    return names;
  }
}
