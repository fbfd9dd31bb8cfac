package fingertip.runtime.shadows;

import android.util.Log;
import fingertip.runtime.Session;
import fingertip.runtime.Traces;
import fingertip.runtime.Warm;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;

/** The log, told line by line and kept nowhere. */
@Implements(className = "android.util.Log")
public class PhoneLog {
  private static final String LEVELS = "??VDIWEF";

  private static int tell(int level, String tag, String text, Throwable thrown) {
    if (Warm.underWay()) return 0;
    String whole = text == null ? "" : text;
    if (thrown != null) whole = (whole.isEmpty() ? "" : whole + "\n") + Traces.of(thrown);
    String letter = level >= 2 && level < LEVELS.length() ? LEVELS.substring(level, level + 1) : "I";
    Session.wire().event("log", "level", letter, "tag", tag == null ? "" : tag, "text", whole, "thread", Thread.currentThread().getName());
    return whole.length();
  }

  @Implementation
  protected static int v(String tag, String text) {
    return tell(Log.VERBOSE, tag, text, null);
  }

  @Implementation
  protected static int v(String tag, String text, Throwable thrown) {
    return tell(Log.VERBOSE, tag, text, thrown);
  }

  @Implementation
  protected static int d(String tag, String text) {
    return tell(Log.DEBUG, tag, text, null);
  }

  @Implementation
  protected static int d(String tag, String text, Throwable thrown) {
    return tell(Log.DEBUG, tag, text, thrown);
  }

  @Implementation
  protected static int i(String tag, String text) {
    return tell(Log.INFO, tag, text, null);
  }

  @Implementation
  protected static int i(String tag, String text, Throwable thrown) {
    return tell(Log.INFO, tag, text, thrown);
  }

  @Implementation
  protected static int w(String tag, String text) {
    return tell(Log.WARN, tag, text, null);
  }

  @Implementation
  protected static int w(String tag, Throwable thrown) {
    return tell(Log.WARN, tag, null, thrown);
  }

  @Implementation
  protected static int w(String tag, String text, Throwable thrown) {
    return tell(Log.WARN, tag, text, thrown);
  }

  @Implementation
  protected static int e(String tag, String text) {
    return tell(Log.ERROR, tag, text, null);
  }

  @Implementation
  protected static int e(String tag, String text, Throwable thrown) {
    return tell(Log.ERROR, tag, text, thrown);
  }

  @Implementation
  protected static int wtf(String tag, String text) {
    return tell(Log.ASSERT, tag, text, null);
  }

  @Implementation
  protected static int wtf(String tag, Throwable thrown) {
    return tell(Log.ASSERT, tag, null, thrown);
  }

  @Implementation
  protected static int wtf(String tag, String text, Throwable thrown) {
    return tell(Log.ASSERT, tag, text, thrown);
  }

  @Implementation
  protected static int println(int level, String tag, String text) {
    return tell(level, tag, text, null);
  }

  @Implementation
  protected static int println_native(int buffer, int level, String tag, String text) {
    return tell(level, tag, text, null);
  }

  @Implementation
  protected static boolean isLoggable(String tag, int level) {
    return level >= Log.INFO;
  }

  @Implementation
  protected static String getStackTraceString(Throwable thrown) {
    return thrown == null ? "" : Traces.of(thrown) + "\n";
  }
}
