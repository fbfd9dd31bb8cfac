package fingertip.runtime;

import static java.lang.invoke.MethodType.methodType;

import fingertip.runtime.shadows.Shadows;
import fingertip.runtime.wire.Call;
import fingertip.runtime.wire.Shared;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.robolectric.android.AndroidSdkShadowMatcher;
import org.robolectric.annotation.Config;
import org.robolectric.annotation.ConscryptMode;
import org.robolectric.annotation.GetInstallerPackageNameMode;
import org.robolectric.annotation.GraphicsMode;
import org.robolectric.annotation.LooperMode;
import org.robolectric.annotation.ResourcesMode;
import org.robolectric.annotation.SQLiteMode;
import org.robolectric.annotation.TextLayoutMode;
import org.robolectric.annotation.experimental.LazyApplication;
import org.robolectric.config.AndroidConfigurer;
import org.robolectric.interceptors.AndroidInterceptors;
import org.robolectric.internal.AndroidSandbox;
import org.robolectric.internal.bytecode.ClassHandlerBuilder;
import org.robolectric.internal.bytecode.ClassInstrumentor;
import org.robolectric.internal.bytecode.InstrumentationConfiguration;
import org.robolectric.internal.bytecode.Interceptor;
import org.robolectric.internal.bytecode.Interceptors;
import org.robolectric.internal.bytecode.MethodRef;
import org.robolectric.internal.bytecode.MethodSignature;
import org.robolectric.internal.bytecode.ShadowInfo;
import org.robolectric.internal.bytecode.ShadowMap;
import org.robolectric.internal.bytecode.ShadowProviders;
import org.robolectric.manifest.AndroidManifest;
import org.robolectric.pluginapi.Sdk;
import org.robolectric.pluginapi.SdkProvider;
import org.robolectric.pluginapi.config.ConfigurationStrategy.Configuration;
import org.robolectric.plugins.DefaultSdkProvider;
import org.robolectric.util.Function;
import org.robolectric.util.inject.Injector;

/**
 * Starts Robolectric's environment without a test around it, and hands the main thread to the session inside. No app is known yet:
 * the framework comes up first, so that a process can wait, ready, for its app.
 */
final class Boot {
  private Boot() {}

  static void run(Call first) throws Exception {
    new SecureRandom(); // Its providers belong to the outer class loader.
    OldResources.readable();
    QuickResources.use();
    System.setProperty("java.awt.headless", "true");
    System.setProperty("robolectric.createActivityContexts", "true");
    System.setProperty("org.bouncycastle.rsa.max_mr_tests", "0");

    int api = first.number("api");
    Injector injector = new Injector.Builder()
        .bind(Properties.class, System.getProperties())
        .bind(SdkProvider.class, OneSdk.class)
        .build();
    OneSdk.api = api;
    Sdk sdk = injector.getInstance(SdkProvider.class).getSdks().stream().findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no framework for API level " + api));
    sdk.verifySupportedSdk("app");
    Shared.frameworkJar = sdk.getJarPath().toString();

    List<Interceptor> interceptors = new ArrayList<>(AndroidInterceptors.all());
    interceptors.removeIf(i -> i instanceof AndroidInterceptors.SystemTimeInterceptor);
    interceptors.add(new PhoneTime());
    Interceptors all = new Interceptors(interceptors);

    Class<?>[] shadows = Shadows.all();
    InstrumentationConfiguration.Builder builder = InstrumentationConfiguration.newBuilder();
    for (Class<?> shadow : shadows) {
      ShadowInfo info = ShadowMap.obtainShadowInfo(shadow);
      builder.addInstrumentedClass(info.shadowedClassName);
    }
    injector.getInstance(AndroidConfigurer.class).configure(builder, all);
    builder.doNotAcquirePackage("fingertip.runtime.wire.");

    ShadowProviders providers = injector.getInstance(ShadowProviders.class);
    ShadowMap map = providers.getBaseShadowMap().newBuilder().addShadowClasses(shadows).build();
    AndroidSandbox sandbox = new AndroidSandbox(sdk, sdk, ResourcesMode.Mode.BINARY, new AndroidSandbox.TestEnvironmentSpec(Environment.class),
        new Patched(builder.build(), sdk, injector.getInstance(ClassInstrumentor.class), map), providers, SQLiteMode.Mode.NATIVE);
    sandbox.replaceShadowMap(map);
    sandbox.configure(injector.getInstance(ClassHandlerBuilder.class).build(map, new AndroidSdkShadowMatcher(api), all), all);

    sandbox.runOnMainThread(() -> {
      Thread.currentThread().setName("main");
      Thread.currentThread().setContextClassLoader(sandbox.getRobolectricClassLoader());
      sandbox.getTestEnvironment().setUpApplicationState("app", new Modes(), new AndroidManifest(null, null, null));
      try {
        sandbox.bootstrappedClass(Session.class).getMethod("run", Call.class).invoke(null, first);
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException(e);
      }
    });
  }

  /** Only the framework that is asked for: Robolectric would want the newest one beside it. */
  public static final class OneSdk implements SdkProvider {
    static int api;
    private final DefaultSdkProvider all;

    public OneSdk(DefaultSdkProvider all) {
      this.all = all;
    }

    @Override
    public Collection<Sdk> getSdks() {
      List<Sdk> one = new ArrayList<>(all.getSdks());
      one.removeIf(sdk -> sdk.getApiLevel() != api);
      return one;
    }
  }

  /** What a test's annotations would say. */
  private static final class Modes implements Configuration {
    private final Map<Class<?>, Object> modes = new HashMap<>();

    Modes() {
      modes.put(Config.class, new NoTest());
      modes.put(LooperMode.Mode.class, LooperMode.Mode.PAUSED);
      modes.put(GraphicsMode.Mode.class, GraphicsMode.Mode.NATIVE);
      modes.put(SQLiteMode.Mode.class, SQLiteMode.Mode.NATIVE);
      modes.put(ResourcesMode.Mode.class, ResourcesMode.Mode.BINARY);
      modes.put(TextLayoutMode.Mode.class, TextLayoutMode.Mode.REALISTIC);
      modes.put(ConscryptMode.Mode.class, ConscryptMode.Mode.OFF);
      modes.put(GetInstallerPackageNameMode.Mode.class, GetInstallerPackageNameMode.Mode.REALISTIC);
      modes.put(LazyApplication.LazyLoad.class, LazyApplication.LazyLoad.ON);
    }

    @Override
    public <T> T get(Class<T> type) {
      return type.cast(modes.get(type));
    }

    @Override
    public Collection<Class<?>> keySet() {
      return modes.keySet();
    }

    @Override
    public Map<Class<?>, Object> map() {
      return modes;
    }
  }

  /** The framework's own look at the clock: the phone's time, with a wall clock apart from the time since boot. */
  public static final class PhoneTime extends Interceptor {
    public PhoneTime() {
      super(new MethodRef(System.class, "nanoTime"), new MethodRef(System.class, "currentTimeMillis"));
    }

    @Override
    public Function<Object, Object> handle(MethodSignature method) {
      boolean nano = method.methodName.equals("nanoTime");
      return (type, value, params) -> nano ? Shared.uptimeNanos() : Shared.wallMillis();
    }

    @Override
    public MethodHandle getMethodHandle(String name, MethodType type) throws NoSuchMethodException, IllegalAccessException {
      return MethodHandles.lookup().findStatic(Shared.class, name.equals("nanoTime") ? "uptimeNanos" : "wallMillis", methodType(long.class));
    }
  }
}
