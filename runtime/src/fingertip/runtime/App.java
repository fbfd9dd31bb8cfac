package fingertip.runtime;

import android.app.ActivityThread;
import android.app.AppComponentFactory;
import android.app.Application;
import android.app.Instrumentation;
import android.app.LoadedApk;
import android.content.ClipData;
import android.content.ClipboardManager;
import android.content.ComponentCallbacks2;
import android.content.Context;
import android.content.pm.ApplicationInfo;
import android.content.pm.PackageParser;
import android.content.pm.Signature;
import android.content.res.Configuration;
import android.os.Build;
import android.os.Bundle;
import android.os.Process;
import android.provider.FontsContract;
import android.provider.Settings;
import android.view.View;
import android.view.ViewRootImpl;
import android.view.inputmethod.InputMethodManager;
import android.widget.LinearLayout;
import fingertip.runtime.keys.PhoneKeys;
import fingertip.runtime.loader.AppLoader;
import fingertip.runtime.wire.Call;
import fingertip.runtime.wire.Shared;
import java.io.File;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.shadows.ShadowActivityThread;
import org.robolectric.shadows.ShadowApplication;
import org.robolectric.shadows.ShadowPackageManager;
import org.robolectric.shadows.ShadowPackageParser;
import org.robolectric.shadows.ShadowProcess;
import org.robolectric.util.ReflectionHelpers;
import org.robolectric.util.ReflectionHelpers.ClassParameter;

/** The loaded app: its package, its application object, its components' factory. */
public final class App {
  public final String packageName;
  public final String processName;
  public final Application application;
  public final ApplicationInfo info;
  final PackageParser.Package parsed;
  final AppComponentFactory factory;
  final LoadedApk apk;
  private Signature[] signatures;

  private App(PackageParser.Package parsed, ApplicationInfo info, LoadedApk apk, AppComponentFactory factory, Application application) {
    this.parsed = parsed;
    this.info = info;
    this.packageName = info.packageName;
    this.processName = info.processName;
    this.apk = apk;
    this.factory = factory;
    this.application = application;
  }

  /** The order of ActivityThread.handleBindApplication: context, application object, providers, onCreate. */
  static void load(Call call, boolean booted) throws Exception {
    List<String> classes = new ArrayList<>();
    for (Object place : call.list("classes")) classes.add((String) place);
    String apkPath = call.text("apk");
    AppLoader loader = new AppLoader(App.class.getClassLoader(), Shared.frameworkJar, classes, apkPath);
    Session.use(loader);
    Thread.currentThread().setContextClassLoader(loader);

    ActivityThread thread = (ActivityThread) RuntimeEnvironment.getActivityThread();
    Instrumentation instrumentation = thread.getInstrumentation();
    if (!booted || RuntimeEnvironment.systemContext == null) systemContext(thread);

    RuntimeEnvironment.compileTimeSystemResourcesFile = Paths.get(Shared.frameworkJar);
    PackageParser.Package parsed = ShadowPackageParser.callParsePackage(Paths.get(apkPath));
    ApplicationInfo info = parsed.applicationInfo;
    if (info.processName == null) info.processName = info.packageName;
    info.publicSourceDir = info.sourceDir = apkPath;
    storage(info, call);
    ShadowActivityThread.setApplicationInfo(info);
    forgetTarget();

    Configuration configuration = Session.screen().configuration();
    ShadowActivityThread shadowThread = Shadow.extract(thread);
    shadowThread.setCompatConfiguration(configuration);
    thread.applyConfigurationToResources(configuration);

    Object bind = ReflectionHelpers.callConstructor(Class.forName("android.app.ActivityThread$AppBindData"));
    ReflectionHelpers.setField(bind, "processName", info.processName);
    ReflectionHelpers.setField(bind, "appInfo", info);
    ReflectionHelpers.setField(thread, "mBoundApplication", bind);

    LoadedApk apk = thread.getPackageInfo(info, null, Context.CONTEXT_INCLUDE_CODE);
    ReflectionHelpers.setField(bind, "info", apk);
    AppComponentFactory factory = factory(info, loader);
    ReflectionHelpers.setField(apk, "mAppComponentFactory", factory);

    Context context = ReflectionHelpers.callStaticMethod(Class.forName("android.app.ContextImpl"), "createAppContext",
        ClassParameter.from(ActivityThread.class, thread), ClassParameter.from(LoadedApk.class, apk));
    ShadowPackageManager packages = Shadow.extract(context.getPackageManager());
    packages.addPackageInternal(parsed);
    // It gave the app folders of its own.
    storage(info, call);
    storage(packages.getInternalMutablePackageInfo(info.packageName).applicationInfo, call);
    ReflectionHelpers.setField(context, "mClassLoader", loader);

    String name = info.className == null ? "android.app.Application" : info.className;
    Application application;
    try {
      application = factory.instantiateApplication(loader, name);
    } catch (ReflectiveOperationException e) {
      throw new RuntimeException("Unable to instantiate application " + name + " package " + info.packageName + ": " + e, e);
    }
    RuntimeEnvironment.setConfiguredApplicationClass(application.getClass());
    RuntimeEnvironment.application = application;
    ReflectionHelpers.setField(thread, "mInitialApplication", application);
    App app = new App(parsed, info, apk, factory, application);
    Session.loaded(app);
    app.settings(call);
    Device.describe(call.object("properties"));
    ReflectionHelpers.callInstanceMethod(context, "setOuterContext", ClassParameter.from(Context.class, application));
    ReflectionHelpers.setField(apk, "mApplication", application);
    ((ArrayList<Application>) ReflectionHelpers.getField(thread, "mAllApplications")).add(application);
    ShadowApplication shadow = Shadow.extract(application);
    app.grant(call.list("granted"));
    shadow.callAttach(context);
    app.explain(call.list("rationale"));
    ReflectionHelpers.setField(apk, "mResources", context.getResources());
    FontsContract.setApplicationContextForResources(application);
    compatibility();
    app.surroundings();
    // Views of API 28 use the one instance that the window session would have made.
    if (Build.VERSION.SDK_INT < 29) ReflectionHelpers.callStaticMethod(InputMethodManager.class, "getInstance");
    Accessibility.enable(application);
    app.clipboard(call.text("clipboard", null));
    Providers.install(app);
    Broadcasts.register(app);
    Services.use(app);
    try {
      instrumentation.callApplicationOnCreate(application);
    } catch (Exception e) {
      throw new RuntimeException("Unable to create application " + name + ": " + e, e);
    }
  }

  /** The framework's own context, with a stand-in for an application. */
  static void systemContext(ActivityThread thread) throws ClassNotFoundException {
    Context system = ReflectionHelpers.callStaticMethod(Class.forName("android.app.ContextImpl"), "createSystemContext",
        ClassParameter.from(ActivityThread.class, thread));
    RuntimeEnvironment.systemContext = system;
    Application standIn = new Application();
    ReflectionHelpers.setField(thread, "mInitialApplication", standIn);
    ShadowApplication shadow = Shadow.extract(standIn);
    shadow.callAttach(system);
  }

  /** What its manifest says under `meta-data` of the application; a copy, as each caller has one on a phone. */
  public Bundle metaData() {
    return parsed.mAppMetaData == null ? null : new Bundle(parsed.mAppMetaData);
  }

  private static AppComponentFactory factory(ApplicationInfo info, ClassLoader loader) {
    String name = info.appComponentFactory;
    if (name == null || name.isEmpty()) return new AppComponentFactory();
    if (name.startsWith(".")) name = info.packageName + name;
    try {
      return (AppComponentFactory) loader.loadClass(name).getDeclaredConstructor().newInstance();
    } catch (ReflectiveOperationException | LinkageError e) {
      Session.wire().event("loader", "kind", "class", "name", name, "reason", e.toString());
      return new AppComponentFactory();
    }
  }

  /** Where its files are, and whose they are: as the phone tells everybody else. */
  private static void storage(ApplicationInfo info, Call call) {
    String data = call.text("data");
    new File(data).mkdirs();
    SharedStorage.use(call.text("shared", data + "/shared"));
    ShadowProcess.setPid(call.number("pid", Process.myPid()));
    info.uid = call.number("uid", Process.myUid());
    ShadowProcess.setUid(info.uid);
    info.dataDir = info.credentialProtectedDataDir = data;
    info.deviceProtectedDataDir = data + "/device";
    info.nativeLibraryDir = data + "/lib";
    ReflectionHelpers.setField(info, "primaryCpuAbi", null);
  }

  /** What views decided by the target of the process that warmed up, they decide anew by the app's. */
  private static void forgetTarget() {
    for (Class<?> type : new Class<?>[] {View.class, ViewRootImpl.class, LinearLayout.class}) {
      ReflectionHelpers.setStaticField(type, "sCompatibilityDone", false);
    }
  }

  /** What of the phone it can ask for without asking the phone. */
  private void surroundings() {
    FileTypes.know();
    SystemContent.install(this);
    PhoneKeys.install(new File(info.dataDir));
    Features.describe(application.getPackageManager());
  }

  /** When it was installed, as far as its file tells. */
  public long installed() {
    return new File(info.sourceDir).lastModified();
  }

  /** Who signed it. */
  public synchronized Signature[] signatures() {
    if (signatures == null) signatures = Certificates.of(info.sourceDir);
    return signatures.clone();
  }

  private static void compatibility() {
    if (Build.VERSION.SDK_INT < 30) return;
    Class<?> callbacks = ReflectionHelpers.loadClass(App.class.getClassLoader(), "android.app.AppCompatCallbacks");
    ClassParameter<?> none = ClassParameter.from(long[].class, new long[0]);
    if (Build.VERSION.SDK_INT >= 35) ReflectionHelpers.callStaticMethod(callbacks, "install", none, none);
    else ReflectionHelpers.callStaticMethod(callbacks, "install", none);
  }

  private void settings(Call call) {
    Map<String, Object> spaces = call.object("settings");
    if (spaces == null) return;
    Device.quietly(() -> {
      each(spaces, "global", (key, value) -> Settings.Global.putString(RuntimeEnvironment.systemContext.getContentResolver(), key, value));
      each(spaces, "secure", (key, value) -> Settings.Secure.putString(RuntimeEnvironment.systemContext.getContentResolver(), key, value));
      each(spaces, "system", (key, value) -> Settings.System.putString(RuntimeEnvironment.systemContext.getContentResolver(), key, value));
    });
  }

  private static void each(Map<String, Object> spaces, String name, java.util.function.BiConsumer<String, String> put) {
    if (!(spaces.get(name) instanceof Map)) return;
    ((Map<?, ?>) spaces.get(name)).forEach((key, value) -> put.accept((String) key, value == null ? null : value.toString()));
  }

  /** What the phone's clipboard holds; one that holds no text is empty. */
  void clipboard(String text) {
    if (text == null) return;
    Device.quietly(() -> {
      ClipboardManager clipboard = application.getSystemService(ClipboardManager.class);
      if (!text.isEmpty()) clipboard.setPrimaryClip(ClipData.newPlainText("", text));
      else if (clipboard.hasPrimaryClip()) clipboard.clearPrimaryClip();
    });
  }

  void grant(List<Object> permissions) {
    ShadowApplication shadow = Shadow.extract(application);
    if (parsed.requestedPermissions != null) shadow.denyPermissions(parsed.requestedPermissions.toArray(new String[0]));
    shadow.grantPermissions(permissions.toArray(new String[0]));
  }

  /** Permissions whose refusal the app should explain before it asks again. */
  void explain(List<Object> names) {
    ShadowPackageManager packages = Shadow.extract(application.getPackageManager());
    if (parsed.requestedPermissions == null) return;
    for (String name : parsed.requestedPermissions) packages.setShouldShowRequestPermissionRationale(name, names.contains(name));
  }

  void trim(int level) {
    for (Object component : Session.activities().components()) ((ComponentCallbacks2) component).onTrimMemory(level);
    application.onTrimMemory(level);
  }

}
