package fingertip.runtime;

import android.accessibilityservice.AccessibilityServiceInfo;
import android.content.Context;
import android.view.accessibility.AccessibilityManager;
import java.util.List;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.shadows.ShadowAccessibilityManager;

/** Stands for an accessibility service that is on: views fill in what they would tell one. */
final class Accessibility {
  private Accessibility() {}

  static void enable(Context context) {
    AccessibilityManager manager = context.getSystemService(AccessibilityManager.class);
    ShadowAccessibilityManager shadow = Shadow.extract(manager);
    shadow.setEnabled(true);
    shadow.setEnabledAccessibilityServiceList(List.of(new AccessibilityServiceInfo()));
  }
}
