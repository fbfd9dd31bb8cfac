package fingertip.runtime;

import android.os.Build;
import java.util.Map;
import org.robolectric.util.ReflectionHelpers;

/** What belongs to the whole phone: what it is, and what is told to it when the app changes it. */
public final class Device {
  /** Fields of android.os.Build and their properties. */
  private static final String[][] BUILD = {
    {"MODEL", "ro.product.model"}, {"MANUFACTURER", "ro.product.manufacturer"}, {"BRAND", "ro.product.brand"}, {"DEVICE", "ro.product.device"},
    {"PRODUCT", "ro.product.name"}, {"BOARD", "ro.product.board"}, {"HARDWARE", "ro.hardware"}, {"BOOTLOADER", "ro.bootloader"},
    {"ID", "ro.build.id"}, {"DISPLAY", "ro.build.display.id"}, {"TYPE", "ro.build.type"}, {"TAGS", "ro.build.tags"}, {"USER", "ro.build.user"},
    {"HOST", "ro.build.host"}, {"FINGERPRINT", "ro.build.fingerprint"}, {"CPU_ABI", "ro.product.cpu.abi"},
  };

  /** Those that are lists, separated by commas. */
  private static final String[][] LISTS = {
    {"SUPPORTED_ABIS", "ro.product.cpu.abilist"}, {"SUPPORTED_32_BIT_ABIS", "ro.product.cpu.abilist32"}, {"SUPPORTED_64_BIT_ABIS", "ro.product.cpu.abilist64"},
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
    for (String[] list : LISTS) {
      Object value = properties.get(list[1]);
      if (value instanceof String) ReflectionHelpers.setStaticField(Build.class, list[0], ((String) value).isEmpty() ? new String[0] : ((String) value).split(","));
    }
    try {
      Object seconds = properties.get("ro.build.date.utc");
      if (seconds instanceof String) ReflectionHelpers.setStaticField(Build.class, "TIME", Long.parseLong((String) seconds) * 1000);
    } catch (NumberFormatException e) {
      // A property that somebody has spoilt: the field stays.
    }
    // As the virtual machine of a phone calls itself to servers.
    System.setProperty("http.agent", "Dalvik/2.1.0 (Linux; U; Android " + Build.VERSION.RELEASE + "; " + Build.MODEL + " Build/" + Build.ID + ")");
  }

  /** What a browser says that shows its pages. */
  public static String userAgent() {
    return "Mozilla/5.0 (Linux; Android " + Build.VERSION.RELEASE + "; " + Build.MODEL + " Build/" + Build.ID
        + "; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/113.0.5672.136 Mobile Safari/537.36";
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
