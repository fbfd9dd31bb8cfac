package fingertip.runtime;

import android.app.AlarmManager;
import android.app.PendingIntent;
import android.os.Handler;
import android.os.Looper;
import android.os.SystemClock;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Executor;

/** The alarms that the app has set, for as long as its process lives. */
public final class Alarms {
  private static final Handler main = new Handler(Looper.getMainLooper());
  private static final List<Alarm> set = new ArrayList<>();

  private Alarms() {}

  private static final class Alarm implements Runnable {
    PendingIntent operation;
    AlarmManager.OnAlarmListener listener;
    Executor executor;
    long at;
    long interval;

    @Override
    public void run() {
      synchronized (set) {
        if (!set.contains(this)) return;
        if (interval > 0) schedule(this, at + interval);
        else set.remove(this);
      }
      if (listener != null) {
        executor.execute(listener::onAlarm);
        return;
      }
      try {
        operation.send();
      } catch (PendingIntent.CanceledException e) {
        forget(this::equals);
      }
    }
  }

  /** A time of the wall is one that the app has read: from the machine's clock, which goes as the phone's does. */
  public static void set(int type, long trigger, long interval, PendingIntent operation, AlarmManager.OnAlarmListener listener, Executor executor) {
    if (operation == null && listener == null) return;
    Alarm alarm = new Alarm();
    alarm.operation = operation;
    alarm.listener = listener;
    alarm.executor = executor == null ? main::post : executor;
    alarm.interval = interval;
    boolean wall = type == AlarmManager.RTC || type == AlarmManager.RTC_WAKEUP;
    long wait = trigger - (wall ? System.currentTimeMillis() : SystemClock.elapsedRealtime());
    synchronized (set) {
      cancel(operation, listener);
      set.add(alarm);
      schedule(alarm, SystemClock.uptimeMillis() + Math.max(0, wait));
    }
  }

  private static void schedule(Alarm alarm, long at) {
    alarm.at = at;
    main.postAtTime(alarm, at);
  }

  /** All that mean the same. */
  public static void cancel(PendingIntent operation, AlarmManager.OnAlarmListener listener) {
    forget(alarm -> operation != null ? Objects.equals(alarm.operation, operation) : alarm.listener == listener && listener != null);
  }

  public static void cancelAll() {
    forget(alarm -> true);
  }

  private static void forget(java.util.function.Predicate<Alarm> which) {
    synchronized (set) {
      for (Iterator<Alarm> i = set.iterator(); i.hasNext(); ) {
        Alarm alarm = i.next();
        if (!which.test(alarm)) continue;
        main.removeCallbacks(alarm);
        i.remove();
      }
    }
  }
}
