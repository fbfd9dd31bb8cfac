package fingertip.runtime;

import android.os.Handler;
import android.os.Looper;
import android.os.Message;
import android.os.MessageQueue;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.robolectric.shadows.ShadowPausedLooper;
import org.robolectric.util.ReflectionHelpers;

/** The message queues: running the main one, looking into all. */
public final class Messages {
  private static final Field HEAD = field(MessageQueue.class, "mMessages");
  private static final Field IDLE = field(MessageQueue.class, "mIdleHandlers");
  private static final Field NEXT = field(Message.class, "next");
  private static final Field WHEN = field(Message.class, "when");
  private static final Field TARGET = field(Message.class, "target");
  private static final Method TAKE = method(MessageQueue.class, "next");
  private static final Method RECYCLE = method(Message.class, "recycleUnchecked");

  private Messages() {}

  static Collection<Looper> loopers() {
    return ReflectionHelpers.callStaticMethod(ShadowPausedLooper.class, "getLoopers");
  }

  /** When the looper's next message is due, or -1. */
  static long next(Looper looper) {
    MessageQueue queue = looper.getQueue();
    synchronized (queue) {
      Message message = first(queue);
      try {
        return message == null ? -1 : Math.max(0, WHEN.getLong(message));
      } catch (IllegalAccessException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  static boolean mainIsDue() {
    long next = next(Looper.getMainLooper());
    return next >= 0 && next <= Clock.now();
  }

  /** Waits until other threads have done what is due there, but not long: one of them may be busy with something slow. */
  static void awaitOthers() {
    long until = System.nanoTime() + 50_000_000;
    while (System.nanoTime() < until) {
      boolean busy = false;
      for (Looper looper : loopers()) {
        if (looper == Looper.getMainLooper() || !looper.getThread().isAlive()) continue;
        long next = next(looper);
        busy |= next >= 0 && next <= Clock.now() || looper.getThread().getState() == Thread.State.RUNNABLE;
      }
      if (!busy) return;
      LockSupport.parkNanos(200_000);
    }
  }

  /** The first message that may run: behind a barrier only asynchronous ones. */
  private static Message first(MessageQueue queue) {
    try {
      Message message = (Message) HEAD.get(queue);
      if (message != null && TARGET.get(message) == null) {
        do {
          message = (Message) NEXT.get(message);
        } while (message != null && !message.isAsynchronous());
      }
      return message;
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Runs the main thread's messages that are due; how many that were. */
  static int runDue(int most, long untilNanos) {
    int ran = 0;
    while (ran < most && mainIsDue()) {
      Message message;
      Handler target;
      try {
        message = (Message) TAKE.invoke(Looper.myQueue());
        if (message == null) return ran;
        target = message.getTarget();
        target.dispatchMessage(message);
        RECYCLE.invoke(message);
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException(e);
      }
      ran++;
      if (System.nanoTime() > untilNanos) break;
      if (!mainIsDue()) runIdleHandlers();
    }
    return ran;
  }

  private static void runIdleHandlers() {
    MessageQueue queue = Looper.myQueue();
    List<MessageQueue.IdleHandler> handlers;
    synchronized (queue) {
      try {
        handlers = new ArrayList<>((ArrayList<MessageQueue.IdleHandler>) IDLE.get(queue));
      } catch (IllegalAccessException e) {
        throw new IllegalStateException(e);
      }
    }
    for (MessageQueue.IdleHandler handler : handlers) if (!handler.queueIdle()) queue.removeIdleHandler(handler);
  }

  private static Field field(Class<?> type, String name) {
    try {
      Field field = type.getDeclaredField(name);
      field.setAccessible(true);
      return field;
    } catch (NoSuchFieldException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Method method(Class<?> type, String name) {
    try {
      Method method = type.getDeclaredMethod(name);
      method.setAccessible(true);
      return method;
    } catch (NoSuchMethodException e) {
      throw new IllegalStateException(e);
    }
  }
}
