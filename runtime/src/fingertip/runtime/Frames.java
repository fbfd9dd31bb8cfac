package fingertip.runtime;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/** The display's frames: one comes at the next of its beats, 16 ms apart, when somebody asked for it, and none when nobody did. */
public final class Frames {
  private static final long INTERVAL = 16;
  private static final Map<Runnable, Long> waiting = new IdentityHashMap<>();

  private Frames() {}

  /** `vsync` is the same object each time the same choreographer asks. */
  public static void request(Runnable vsync) {
    boolean first;
    synchronized (waiting) {
      first = waiting.putIfAbsent(vsync, (Clock.now() / INTERVAL + 1) * INTERVAL) == null;
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
    }
    due.forEach(Runnable::run);
  }
}
