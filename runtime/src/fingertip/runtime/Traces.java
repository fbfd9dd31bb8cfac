package fingertip.runtime;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/** Stack traces as Android prints them: without the seams of the instrumented framework. */
public final class Traces {
  private static final Set<String> BELOW_MAIN = Set.of("java.util.concurrent.FutureTask", "java.util.concurrent.ThreadPoolExecutor",
      "java.util.concurrent.ThreadPoolExecutor$Worker", "java.lang.Thread", "java.lang.reflect.Method");

  private Traces() {}

  private static boolean isMain(StackTraceElement[] frames) {
    for (StackTraceElement frame : frames) if (frame.getClassName().equals("fingertip.runtime.Session")) return true;
    return false;
  }

  public static String of(Throwable thrown) {
    Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    for (Throwable t = thrown; t != null && seen.add(t); t = t.getCause()) {
      try {
        t.setStackTrace(plain(t.getStackTrace()));
      } catch (RuntimeException e) {
        break; // An exception class of the app's own that objects: print it as it is.
      }
    }
    StringWriter text = new StringWriter();
    try {
      thrown.printStackTrace(new PrintWriter(text));
    } catch (RuntimeException e) {
      text.append(thrown.getClass().getName());
    }
    return text.toString().stripTrailing();
  }

  static StackTraceElement[] plain(StackTraceElement[] frames) {
    List<StackTraceElement> kept = new ArrayList<>();
    for (int i = 0; i < frames.length; i++) {
      StackTraceElement frame = frames[i];
      String method = frame.getMethodName();
      String owner = frame.getClassName();
      if (owner.startsWith("fingertip.runtime.") || owner.startsWith("org.robolectric.")) continue;
      if (owner.startsWith("java.lang.invoke.") || owner.startsWith("jdk.internal.reflect.")) continue;
      if (method.startsWith("$$robo$$")) {
        String name = method.substring(method.lastIndexOf('$') + 1);
        kept.add(new StackTraceElement(owner, name.equals("__constructor__") ? "<init>" : name, frame.getFileName(), frame.getLineNumber()));
        // The next frame is the method's outer half, without a line.
        if (i + 1 < frames.length && frames[i + 1].getClassName().equals(owner) && frames[i + 1].getLineNumber() < 0) i++;
      } else if (frame.getLineNumber() < 0 && owner.startsWith("android.") && !kept.isEmpty() && same(kept.get(kept.size() - 1), frame)) {
        continue; // The outer half again, behind a shadow that calls through.
      } else {
        // Without the names of module and class loader, which ART does not know.
        kept.add(new StackTraceElement(owner, method, frame.getFileName(), frame.getLineNumber()));
      }
    }
    // The executor that Robolectric's main thread belongs to.
    while (!kept.isEmpty() && BELOW_MAIN.contains(kept.get(kept.size() - 1).getClassName()) && isMain(frames)) kept.remove(kept.size() - 1);
    return kept.toArray(new StackTraceElement[0]);
  }

  private static boolean same(StackTraceElement a, StackTraceElement b) {
    return a.getClassName().equals(b.getClassName()) && a.getMethodName().equals(b.getMethodName());
  }

  /** The stacks of all threads, in the form of an ANR's trace file. */
  public static String ofAllThreads(String processName) {
    StringBuilder out = new StringBuilder("----- pid " + ProcessHandle.current().pid() + " -----\nCmd line: " + processName + "\n");
    int id = 1;
    for (var entry : Thread.getAllStackTraces().entrySet()) {
      Thread thread = entry.getKey();
      String state = thread.getState() == Thread.State.RUNNABLE ? "Runnable" : thread.getState() == Thread.State.BLOCKED ? "Blocked" : "Waiting";
      out.append("\n\"").append(thread.getName()).append('"').append(thread.isDaemon() ? " daemon" : "");
      out.append(" prio=").append(thread.getPriority()).append(" tid=").append(id++).append(' ').append(state).append('\n');
      for (StackTraceElement frame : plain(entry.getValue())) out.append("  at ").append(frame).append('\n');
    }
    return out.toString();
  }
}
