package fingertip.runtime;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * The display's frames: one comes when somebody asked for it, at once after rest and else 16 ms after the last, and none when nobody did.
 * There is no panel whose beat would have to be waited for.
 */
public final class Frames {
  private static final long INTERVAL = 16;
  private static final Map<Runnable, Long> waiting = new IdentityHashMap<>();
  private static long last = -INTERVAL;

  private Frames() {}

  /** The clock begins anew: whoever waits for a frame gets it at once. */
  static void begin(long now) {
    synchronized (waiting) {
      last = now - INTERVAL;
      waiting.replaceAll((vsync, due) -> now);
    }
  }

  /** `vsync` is the same object each time the same choreographer asks. */
  public static void request(Runnable vsync) {
    boolean first;
    synchronized (waiting) {
      first = waiting.putIfAbsent(vsync, Math.max(Clock.now(), last + INTERVAL)) == null;
    }
    if (first && !Session.onMain()) Session.wake();
  }

  static long next() {
    synchronized (waiting) {
      return waiting.values().stream().mapToLong(Long::longValue).min().orElse(-1);
    }
  }

  static boolean due(long now) {
    long next = next();
    return next >= 0 && next <= now;
  }

  static void fire(long now) {
    List<Runnable> due = new ArrayList<>();
    synchronized (waiting) {
      waiting.entrySet().removeIf(entry -> entry.getValue() <= now && due.add(entry.getKey()));
      if (!due.isEmpty()) last = now;
    }
    due.forEach(Runnable::run);
  }
}
