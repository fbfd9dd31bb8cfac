package fingertip.runtime;

import android.os.Build;
import java.util.Map;
import org.robolectric.util.ReflectionHelpers;

/** What belongs to the whole phone: what it is, and what is told to it when the app changes it. */
public final class Device {
  /**
   * Fields of android.os.Build and their properties. The fingerprint stays Robolectric's: by it Compose knows that there is no GPU to draw
   * layers with.
   */
  private static final String[][] BUILD = {
    {"MODEL", "ro.product.model"}, {"MANUFACTURER", "ro.product.manufacturer"}, {"BRAND", "ro.product.brand"}, {"DEVICE", "ro.product.device"},
    {"PRODUCT", "ro.product.name"}, {"BOARD", "ro.product.board"}, {"HARDWARE", "ro.hardware"}, {"BOOTLOADER", "ro.bootloader"},
    {"ID", "ro.build.id"}, {"DISPLAY", "ro.build.display.id"}, {"TYPE", "ro.build.type"}, {"TAGS", "ro.build.tags"}, {"USER", "ro.build.user"},
  };

  private static final String[][] VERSION = {
    {"RELEASE", "ro.build.version.release"}, {"INCREMENTAL", "ro.build.version.incremental"}, {"CODENAME", "ro.build.version.codename"},
    {"SECURITY_PATCH", "ro.build.version.security_patch"},
  };

  private static boolean quiet;

  private Device() {}

  /** What the phone's properties say of it. */
  static void describe(Map<String, Object> properties) {
    if (properties == null) return;
    set(Build.class, BUILD, properties);
    set(Build.VERSION.class, VERSION, properties);
  }

  private static void set(Class<?> where, String[][] fields, Map<String, Object> properties) {
    for (String[] field : fields) {
      Object value = properties.get(field[1]);
      if (value instanceof String) ReflectionHelpers.setStaticField(where, field[0], value);
    }
  }

  /** Does what the phone itself has asked for, without telling it back. */
  static void quietly(Runnable change) {
    boolean before = quiet;
    quiet = true;
    try {
      change.run();
    } finally {
      quiet = before;
    }
  }

  public static void tell(String event, Object... namesAndValues) {
    if (!quiet) Session.wire().event(event, namesAndValues);
  }
}
