package fingertip.runtime.shadows;

import android.app.Notification;
import android.app.NotificationChannel;
import android.content.pm.PackageManager;
import android.os.Build;
import android.os.Bundle;
import android.os.UserHandle;
import fingertip.runtime.App;
import fingertip.runtime.Device;
import fingertip.runtime.Session;
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
    if (!allowed()) return;
    super.notify(tag, id, notification);
    Bundle extras = notification.extras;
    Device.tell("notify", "id", id, "tag", tag, "channel", notification.getChannelId(),
        "title", text(extras, Notification.EXTRA_TITLE), "text", text(extras, Notification.EXTRA_TEXT),
        "importance", importance(notification), "ongoing", (notification.flags & Notification.FLAG_ONGOING_EVENT) != 0);
  }

  @Override
  @Implementation
  protected boolean areNotificationsEnabled() {
    return allowed() && super.areNotificationsEnabled();
  }

  /** Since API level 33 the user is asked, of apps that know it. */
  private static boolean allowed() {
    App app = Session.app();
    if (app == null || Build.VERSION.SDK_INT < 33 || app.info.targetSdkVersion < 33) return true;
    return app.application.checkSelfPermission("android.permission.POST_NOTIFICATIONS") == PackageManager.PERMISSION_GRANTED;
  }

  /** What its channel has, or, without one, what it wishes itself. */
  private int importance(Notification notification) {
    if (Build.VERSION.SDK_INT >= 26 && notification.getChannelId() != null) {
      NotificationChannel channel = getNotificationChannel(notification.getChannelId());
      if (channel != null) return channel.getImportance();
    }
    if (notification.priority > 0) return 4;
    return Math.max(1, 3 + notification.priority);
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
