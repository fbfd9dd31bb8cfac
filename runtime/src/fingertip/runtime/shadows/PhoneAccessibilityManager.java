package fingertip.runtime.shadows;

import android.view.accessibility.AccessibilityEvent;
import fingertip.runtime.Session;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.shadows.ShadowAccessibilityManager;

/** Accessibility events are told, not kept. */
@Implements(className = "android.view.accessibility.AccessibilityManager")
public class PhoneAccessibilityManager extends ShadowAccessibilityManager {
  @Override
  @Implementation
  protected void sendAccessibilityEvent(AccessibilityEvent event) {
    CharSequence type = event.getClassName();
    Session.wire().event("changed", "type", event.getEventType(), "class", type == null ? "" : type.toString());
  }
}
