package fingertip.runtime.shadows;

import android.app.AlarmManager;
import android.app.PendingIntent;
import android.os.Handler;
import android.os.WorkSource;
import fingertip.runtime.Alarms;
import java.util.concurrent.Executor;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;

/** What the alarm service would be told: every way to set an alarm ends in one of two methods. */
@Implements(className = "android.app.AlarmManager")
public class PhoneAlarmManager {
  @Implementation
  protected void setImpl(int type, long trigger, long window, long interval, int flags, PendingIntent operation, AlarmManager.OnAlarmListener listener,
      String tag, Handler handler, WorkSource source, AlarmManager.AlarmClockInfo clock) {
    Alarms.set(type, trigger, interval, operation, listener, handler == null ? null : handler::post);
  }

  @Implementation(minSdk = 31)
  protected void setImpl(int type, long trigger, long window, long interval, int flags, PendingIntent operation, AlarmManager.OnAlarmListener listener,
      String tag, Executor executor, WorkSource source, AlarmManager.AlarmClockInfo clock) {
    Alarms.set(type, trigger, interval, operation, listener, executor);
  }

  @Implementation
  protected void cancel(PendingIntent operation) {
    if (operation == null) throw new NullPointerException("cancel() called with a null PendingIntent");
    Alarms.cancel(operation, null);
  }

  @Implementation
  protected void cancel(AlarmManager.OnAlarmListener listener) {
    if (listener == null) throw new NullPointerException("cancel() called with a null OnAlarmListener");
    Alarms.cancel(null, listener);
  }

  @Implementation(minSdk = 34)
  protected void cancelAll() {
    Alarms.cancelAll();
  }

  @Implementation(minSdk = 31)
  protected boolean canScheduleExactAlarms() {
    return true;
  }
}
