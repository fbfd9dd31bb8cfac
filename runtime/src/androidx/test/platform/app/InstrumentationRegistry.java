package androidx.test.platform.app;

import android.app.Instrumentation;
import android.os.Bundle;

/** The one class of androidx.test:monitor that Robolectric calls on the way we start it. */
public final class InstrumentationRegistry {
  private static volatile Instrumentation instance;
  private static volatile Bundle arguments = new Bundle();

  private InstrumentationRegistry() {}

  public static void registerInstance(Instrumentation instrumentation, Bundle bundle) {
    instance = instrumentation;
    arguments = new Bundle(bundle);
  }

  public static Instrumentation getInstrumentation() {
    if (instance == null) throw new IllegalStateException("no instrumentation registered");
    return instance;
  }

  public static Bundle getArguments() {
    return new Bundle(arguments);
  }
}
