package fingertip.runtime;

import android.app.Instrumentation;
import javax.inject.Named;
import org.robolectric.android.internal.AndroidTestEnvironment;
import org.robolectric.internal.ShadowProvider;
import org.robolectric.pluginapi.Sdk;
import org.robolectric.pluginapi.TestEnvironmentLifecyclePlugin;

/** Robolectric's environment with our own instrumentation: what an app starts is told to the phone. */
public final class Environment extends AndroidTestEnvironment {
  public Environment(
      @Named("runtimeSdk") Sdk runtimeSdk,
      @Named("compileSdk") Sdk compileSdk,
      ShadowProvider[] shadowProviders,
      TestEnvironmentLifecyclePlugin[] plugins) {
    super(runtimeSdk, compileSdk, shadowProviders, plugins);
  }

  @Override
  protected Instrumentation pickInstrumentation() {
    return new Starter();
  }
}
