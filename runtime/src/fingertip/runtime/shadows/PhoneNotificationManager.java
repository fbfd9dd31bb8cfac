package fingertip.runtime.shadows;

import android.app.Notification;
import android.os.Bundle;
import android.os.UserHandle;
import fingertip.runtime.Device;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.shadows.ShadowNotificationManager;

/** Notifications, told to the phone. */
@Implements(className = "android.app.NotificationManager")
public class PhoneNotificationManager extends ShadowNotificationManager {
  @Override
  @Implementation
  protected void notify(int id, Notification notification) {
    notify(null, id, notification);
  }

  @Override
  @Implementation
  protected void notify(String tag, int id, Notification notification) {
    super.notify(tag, id, notification);
    Bundle extras = notification.extras;
    Device.tell("notify", "id", id, "tag", tag, "channel", notification.getChannelId(),
        "title", text(extras, Notification.EXTRA_TITLE), "text", text(extras, Notification.EXTRA_TEXT),
        "ongoing", (notification.flags & Notification.FLAG_ONGOING_EVENT) != 0);
  }

  @Implementation
  protected void notifyAsUser(String tag, int id, Notification notification, UserHandle user) {
    notify(tag, id, notification);
  }

  @Override
  @Implementation
  protected void cancel(int id) {
    cancel(null, id);
  }

  @Override
  @Implementation
  protected void cancel(String tag, int id) {
    super.cancel(tag, id);
    Device.tell("cancel", "id", id, "tag", tag);
  }

  private static String text(Bundle extras, String name) {
    CharSequence text = extras == null ? null : extras.getCharSequence(name);
    return text == null ? null : text.toString();
  }
}
