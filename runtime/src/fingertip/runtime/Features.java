package fingertip.runtime;

import android.content.pm.FeatureInfo;
import android.content.pm.PackageManager;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.shadows.ShadowPackageManager;

/** What an app finds on this phone: a touchscreen and a network, and nothing that looks or listens. */
public final class Features {
  private static final String[] NAMES = {
    "android.hardware.audio.output", "android.hardware.faketouch", "android.hardware.location", "android.hardware.location.gps",
    "android.hardware.location.network", "android.hardware.ram.normal", "android.hardware.screen.landscape", "android.hardware.screen.portrait",
    "android.hardware.telephony", "android.hardware.touchscreen", "android.hardware.touchscreen.multitouch",
    "android.hardware.touchscreen.multitouch.distinct", "android.hardware.wifi", "android.software.adoptable_storage", "android.software.app_widgets",
    "android.software.backup", "android.software.home_screen", "android.software.input_methods", "android.software.managed_users",
    "android.software.secure_lock_screen", "android.software.verified_boot", "android.software.webview",
  };
  /** OpenGL ES 3.1, as the phone says. */
  public static final int GL_ES = 0x30001;

  private Features() {}

  static void describe(PackageManager packages) {
    ShadowPackageManager shadow = Shadow.extract(packages);
    for (String name : NAMES) shadow.setSystemFeature(name, true);
  }

  public static FeatureInfo[] all() {
    FeatureInfo[] all = new FeatureInfo[NAMES.length + 1];
    for (int i = 0; i < NAMES.length; i++) {
      all[i] = new FeatureInfo();
      all[i].name = NAMES[i];
    }
    all[NAMES.length] = new FeatureInfo();
    all[NAMES.length].reqGlEsVersion = GL_ES;
    return all;
  }
}
