package fingertip.runtime;

import android.os.Looper;
import android.os.SystemClock;
import fingertip.runtime.wire.Shared;
import org.robolectric.shadows.ShadowPausedSystemClock;
import org.robolectric.util.ReflectionHelpers;

/** The phone's time, and what is due at which time. */
public final class Clock {
  /** Messages at one point of time before the phone gets to speak again: some apps post to themselves for ever. */
  private static final int AT_ONCE = 20_000;
  private static final long LONGEST_NANOS = 4_000_000_000L;

  private Clock() {}

  static void begin(long now, long wall) {
    Shared.wallAtZero = wall - now;
    ReflectionHelpers.setStaticField(ShadowPausedSystemClock.class, "currentUptimeMillis", now);
    ReflectionHelpers.setStaticField(ShadowPausedSystemClock.class, "currentRealtimeMillis", now);
    Shared.now = now;
    Frames.begin(now);
  }

  public static long now() {
    return Shared.now;
  }

  private static void set(long time) {
    if (time <= Shared.now) return;
    Shared.now = time;
    SystemClock.setCurrentTimeMillis(time); // Wakes the loopers of other threads.
  }

  /** Brings the clock to `target`, running what is due on the way when it is due. False: there was too much of it. */
  static boolean advance(long target) {
    long until = System.nanoTime() + LONGEST_NANOS;
    int left = AT_ONCE;
    while (true) {
      Frames.fire(now());
      int ran = Messages.runDue(left, until);
      left -= ran;
      if (left <= 0 || System.nanoTime() > until) {
        // The rest is run by the next call. Time goes on, or a busy app would hold it back for ever.
        set(target);
        return false;
      }
      if (ran > 0) continue;
      long next = nextDue();
      if (next < 0 || next > target) {
        if (now() >= target) return true;
        set(target);
      } else {
        set(Math.max(next, now()));
        if (next <= now() && !Messages.mainIsDue() && !Frames.due(now())) {
          // Due on another thread, which has been woken and does it by itself: time stands still until it has.
          Messages.awaitOthers();
          if (Messages.mainIsDue() || Frames.due(now())) continue;
          if (target <= now()) return true;
          long after = nextDueAfter(now());
          set(after < 0 || after > target ? target : after);
        }
      }
    }
  }

  /** When something wants to run next, or -1. */
  static long nextDue() {
    long next = Frames.next();
    for (Looper looper : Messages.loopers()) next = earlier(next, Messages.next(looper));
    return next;
  }

  private static long nextDueAfter(long time) {
    long next = Frames.next() > time ? Frames.next() : -1;
    for (Looper looper : Messages.loopers()) {
      long due = Messages.next(looper);
      if (due > time) next = earlier(next, due);
    }
    return next;
  }

  /** As `nextDue`, for the phone: what other threads do now is done by them, without a call. */
  static Long nextForPhone() {
    if (Messages.mainIsDue() || Frames.due(now())) return now();
    long next = earlier(nextDueAfter(now()), Messages.next(Looper.getMainLooper()));
    return next < 0 ? null : next;
  }

  private static long earlier(long a, long b) {
    return a < 0 ? b : b < 0 ? a : Math.min(a, b);
  }
}
