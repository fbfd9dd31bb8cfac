package fingertip.runtime;

/** What belongs to the whole phone and is told to it when the app changes it. */
public final class Device {
  private static boolean quiet;

  private Device() {}

  /** Does what the phone itself has asked for, without telling it back. */
  static void quietly(Runnable change) {
    boolean before = quiet;
    quiet = true;
    try {
      change.run();
    } finally {
      quiet = before;
    }
  }

  public static void tell(String event, Object... namesAndValues) {
    if (!quiet) Session.wire().event(event, namesAndValues);
  }
}
