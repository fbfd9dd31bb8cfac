package fingertip.runtime;

import android.app.ActivityThread;
import android.app.Application;
import android.app.Service;
import android.content.ComponentName;
import android.content.Context;
import android.content.Intent;
import android.content.ServiceConnection;
import android.content.pm.ResolveInfo;
import android.content.pm.ServiceInfo;
import android.os.Binder;
import android.os.Handler;
import android.os.IBinder;
import android.os.Looper;
import fingertip.runtime.wire.Call;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.util.ReflectionHelpers;
import org.robolectric.util.ReflectionHelpers.ClassParameter;

/** The app's own services, run in this process. Services of other apps do not exist here. */
public final class Services {
  private static final Map<ComponentName, Running> running = new HashMap<>();
  private static final Map<ServiceConnection, Bound> connections = new IdentityHashMap<>();
  private static App app;

  private Services() {}

  static void use(App loaded) {
    app = loaded;
  }

  private static final class Running {
    Service service;
    ComponentName name;
    boolean started;
    int lastStart;
    int bound;
    final Map<Intent.FilterComparison, IBinder> binders = new HashMap<>();
    final IBinder token = new Binder();
  }

  private static final class Bound {
    ComponentName name;
    Intent intent;
  }

  /** Somebody outside starts or stops one. False: it did not run, or there is none. */
  static boolean order(Call call) {
    Intent intent = Intents.read(call.object("intent"));
    if (intent == null) throw new Refused("`intent` is missing");
    intent.setComponent(new ComponentName(app.packageName, call.text("class")));
    switch (call.text("order")) {
      case "start": return start(intent) != null;
      case "stop": return stop(intent);
      default: throw new Refused("no such order: " + call.text("order"));
    }
  }

  public static ComponentName start(Intent intent) {
    ServiceInfo info = resolve(intent);
    if (info == null) return null;
    ComponentName name = new ComponentName(info.packageName, info.name);
    Intent copy = new Intent(intent).setComponent(name);
    main().post(() -> {
      Running entry = create(name, info);
      entry.started = true;
      copy.setExtrasClassLoader(Session.loader());
      entry.service.onStartCommand(copy, 0, ++entry.lastStart);
    });
    return name;
  }

  public static boolean stop(Intent intent) {
    ServiceInfo info = resolve(intent);
    if (info == null) return false;
    ComponentName name = new ComponentName(info.packageName, info.name);
    boolean known = running.containsKey(name);
    main().post(() -> stopped(name, -1));
    return known;
  }

  /** stopSelf(startId) of a service. */
  public static boolean stopSelf(Service service, int startId) {
    for (Running entry : running.values()) {
      if (entry.service != service) continue;
      if (startId >= 0 && startId != entry.lastStart) return false;
      main().post(() -> stopped(entry.name, startId));
      return true;
    }
    return false;
  }

  public static boolean bind(Intent intent, ServiceConnection connection, int flags, Executor executor) {
    ServiceInfo info = resolve(intent);
    if (info == null) return false;
    ComponentName name = new ComponentName(info.packageName, info.name);
    Bound bound = new Bound();
    bound.name = name;
    bound.intent = new Intent(intent).setComponent(name);
    synchronized (connections) {
      connections.put(connection, bound);
    }
    if ((flags & Context.BIND_AUTO_CREATE) == 0 && !running.containsKey(name)) return true;
    main().post(() -> {
      Running entry = create(name, info);
      entry.bound++;
      bound.intent.setExtrasClassLoader(Session.loader());
      IBinder binder = entry.binders.computeIfAbsent(new Intent.FilterComparison(bound.intent), key -> entry.service.onBind(bound.intent));
      Runnable tell = () -> {
        synchronized (connections) {
          if (connections.get(connection) != bound) return;
        }
        if (binder == null) connection.onNullBinding(name);
        else connection.onServiceConnected(name, binder);
      };
      if (executor != null) executor.execute(tell);
      else main().post(tell);
    });
    return true;
  }

  public static void unbind(ServiceConnection connection) {
    Bound bound;
    synchronized (connections) {
      bound = connections.remove(connection);
    }
    if (bound == null) throw new IllegalArgumentException("Service not registered: " + connection);
    main().post(() -> {
      Running entry = running.get(bound.name);
      if (entry == null) return;
      entry.bound--;
      if (entry.bound <= 0 && entry.binders.remove(new Intent.FilterComparison(bound.intent)) != null) entry.service.onUnbind(bound.intent);
      endIfUnused(entry);
    });
  }

  static List<Object> all() {
    List<Object> services = new ArrayList<>();
    for (Running entry : running.values()) services.add(entry.service);
    return services;
  }

  private static void stopped(ComponentName name, int startId) {
    Running entry = running.get(name);
    if (entry == null || (startId >= 0 && startId != entry.lastStart)) return;
    entry.started = false;
    endIfUnused(entry);
  }

  private static void endIfUnused(Running entry) {
    if (entry.started || entry.bound > 0) return;
    running.remove(entry.name);
    entry.service.onDestroy();
  }

  private static Running create(ComponentName name, ServiceInfo info) {
    Running known = running.get(name);
    if (known != null) return known;
    Running entry = new Running();
    entry.name = name;
    try {
      entry.service = app.factory.instantiateService(Session.loader(), info.name, null);
      ActivityThread thread = (ActivityThread) RuntimeEnvironment.getActivityThread();
      Context context = ReflectionHelpers.callStaticMethod(Class.forName("android.app.ContextImpl"), "createAppContext",
          ClassParameter.from(ActivityThread.class, thread), ClassParameter.from(android.app.LoadedApk.class, app.apk));
      ReflectionHelpers.callInstanceMethod(context, "setOuterContext", ClassParameter.from(Context.class, entry.service));
      ReflectionHelpers.callInstanceMethod(Service.class, entry.service, "attach",
          ClassParameter.from(Context.class, context), ClassParameter.from(ActivityThread.class, thread),
          ClassParameter.from(String.class, info.name), ClassParameter.from(IBinder.class, entry.token),
          ClassParameter.from(Application.class, app.application), ClassParameter.from(Object.class, null));
      running.put(name, entry);
      entry.service.onCreate();
    } catch (Exception e) {
      throw new RuntimeException("Unable to create service " + info.name + ": " + e, e);
    }
    return entry;
  }

  private static ServiceInfo resolve(Intent intent) {
    ResolveInfo found = app == null ? null : app.application.getPackageManager().resolveService(intent, 0);
    return found == null || !found.serviceInfo.packageName.equals(app.packageName) ? null : found.serviceInfo;
  }

  private static Handler main() {
    return new Handler(Looper.getMainLooper());
  }
}
