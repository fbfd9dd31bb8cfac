package fingertip.runtime;

import android.app.Activity;
import android.app.ActivityThread;
import android.app.Instrumentation;
import android.app.ResourcesManager;
import android.content.ComponentName;
import android.content.Intent;
import android.content.pm.ActivityInfo;
import android.content.pm.PackageManager;
import android.content.res.Configuration;
import android.os.Build;
import android.os.Bundle;
import android.os.IBinder;
import android.view.Display;
import android.view.View;
import android.view.ViewRootImpl;
import android.view.WindowManager;
import android.view.WindowManagerGlobal;
import fingertip.runtime.wire.Call;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.shadows.ShadowActivity;
import org.robolectric.util.ReflectionHelpers;
import org.robolectric.util.ReflectionHelpers.ClassParameter;

/** The app's activities, by the phone's numbers: from state to state as the activity thread would take them. */
public final class Activities {
  private static final List<String> ORDER = Arrays.asList("created", "stopped", "paused", "resumed");
  private final Map<Integer, Entry> entries = new LinkedHashMap<>();

  static final class Entry {
    final int number;
    final String name;
    Intent intent;
    boolean root;
    String caller;
    int task;
    Activity activity;
    /** `created`, `stopped` (also: started but not yet visible is `paused`), `paused`, `resumed`. */
    String state = "created";
    /** Must be made anew before it is seen again. */
    boolean stale;
    final Map<Integer, String> results = new HashMap<>();

    Entry(int number, String name) {
      this.number = number;
      this.name = name;
    }

    IBinder token() {
      return ReflectionHelpers.getField(activity, "mToken");
    }

    ActivityInfo info() {
      return ReflectionHelpers.getField(activity, "mActivityInfo");
    }
  }

  Iterable<Entry> all() {
    return new ArrayList<>(entries.values());
  }

  List<Object> components() {
    List<Object> components = new ArrayList<>(Services.all());
    for (Entry entry : entries.values()) if (entry.activity != null) components.add(entry.activity);
    return components;
  }

  /** The resumed activity, or null. */
  Integer front() {
    Integer front = null;
    for (Entry entry : entries.values()) if (entry.state.equals("resumed")) front = entry.number;
    return front;
  }

  public Integer numberOf(Activity activity) {
    Activity outermost = activity;
    while (outermost.getParent() != null) outermost = outermost.getParent();
    for (Entry entry : entries.values()) if (entry.activity == outermost) return entry.number;
    return null;
  }

  public Activity activity(IBinder token) {
    for (Entry entry : entries.values()) if (entry.activity != null && entry.token() == token) return entry.activity;
    return null;
  }

  public boolean isRoot(Activity activity) {
    for (Entry entry : entries.values()) if (entry.activity == activity) return entry.root;
    return true;
  }

  public String callerOf(Activity activity) {
    for (Entry entry : entries.values()) if (entry.activity == activity) return entry.caller;
    return null;
  }

  public int taskOf(Activity activity) {
    for (Entry entry : entries.values()) if (entry.activity == activity) return entry.task;
    return -1;
  }

  void expectResult(int number, int request, String inside) {
    Entry entry = entries.get(number);
    if (entry != null) entry.results.put(request, inside);
  }

  void start(Call call) {
    Entry entry = new Entry(call.number("activity"), call.text("class"));
    if (entries.containsKey(entry.number)) throw new Refused("activity " + entry.number + " exists");
    entry.intent = call.object("intent") == null ? new Intent() : Intents.read(call.object("intent"));
    if (entry.intent.getComponent() == null) entry.intent.setComponent(new ComponentName(Session.app().packageName, entry.name));
    Object root = call.has("root") ? call.yes("root") : Boolean.TRUE;
    entry.root = (Boolean) root;
    entry.caller = call.text("caller", null);
    entry.task = call.has("task") ? call.number("task") : 0;
    entries.put(entry.number, entry);
    create(entry, null, null);
  }

  void intent(Call call) {
    Entry entry = need(call);
    Intent intent = Intents.read(call.object("intent"));
    boolean resumed = entry.state.equals("resumed");
    // As on a phone: it is paused for the delivery.
    if (resumed) pause(entry);
    wrapped("deliver new intent to", entry, () -> instrumentation().callActivityOnNewIntent(entry.activity, intent));
    if (resumed) resume(entry);
  }

  void result(Call call) {
    Entry entry = need(call);
    int request = call.number("request");
    Intent data = call.object("intent") == null ? null : Intents.read(call.object("intent"));
    String inside = entry.results.remove(request);
    wrapped("deliver result to", entry, () -> ReflectionHelpers.callInstanceMethod(Activity.class, entry.activity, "dispatchActivityResult",
        ClassParameter.from(String.class, inside), ClassParameter.from(int.class, request), ClassParameter.from(int.class, call.number("code")),
        ClassParameter.from(Intent.class, data), ClassParameter.from(String.class, "RESULT")));
  }

  void permitted(Call call) {
    Entry entry = need(call);
    Session.app().grant(call.list("granted"));
    Session.app().explain(call.list("rationale"));
    List<String> names = new ArrayList<>();
    List<Integer> results = new ArrayList<>();
    for (Object item : call.list("permissions")) {
      names.add((String) ((Map<?, ?>) item).get("name"));
      results.add(Boolean.TRUE.equals(((Map<?, ?>) item).get("granted")) ? PackageManager.PERMISSION_GRANTED : PackageManager.PERMISSION_DENIED);
    }
    int request = call.number("request");
    int[] grants = results.stream().mapToInt(Integer::intValue).toArray();
    // The framework marks the request as answered, and knows fragments by the prefix of the request.
    Intent data = new Intent("android.content.pm.action.REQUEST_PERMISSIONS");
    data.putExtra("android.content.pm.extra.REQUEST_PERMISSIONS_NAMES", names.toArray(new String[0]));
    data.putExtra("android.content.pm.extra.REQUEST_PERMISSIONS_RESULTS", grants);
    ReflectionHelpers.setField(Activity.class, entry.activity, "mHasCurrentPermissionsRequest", false);
    entry.activity.onRequestPermissionsResult(request, names.toArray(new String[0]), grants);
  }

  void state(Call call) {
    Entry entry = need(call);
    String wanted = call.text("state");
    if (!wanted.equals("destroyed") && ORDER.indexOf(wanted) < 1) throw new Refused("no such state: " + wanted);
    go(entry, wanted);
  }

  private void go(Entry entry, String wanted) {
    if (wanted.equals("resumed") || wanted.equals("paused")) {
      if (entry.stale) relaunch(entry);
      if (isFinished(entry)) return;
      if (entry.state.equals("stopped")) restart(entry);
      if (wanted.equals("resumed") && !entry.state.equals("resumed")) resume(entry);
      if (wanted.equals("paused") && entry.state.equals("resumed")) pause(entry);
      return;
    }
    // Whoever ended it, it is finishing: it would not be gone for good otherwise.
    if (wanted.equals("destroyed")) ReflectionHelpers.setField(Activity.class, entry.activity, "mFinished", true);
    if (entry.state.equals("resumed")) pause(entry);
    if (entry.state.equals("paused")) stop(entry);
    if (wanted.equals("destroyed")) destroy(entry);
  }

  private Entry need(Call call) {
    Entry entry = entries.get(call.number("activity"));
    if (entry == null) throw new Refused("no activity " + call.number("activity"));
    return entry;
  }

  private static boolean isFinished(Entry entry) {
    return ReflectionHelpers.getField(entry.activity, "mFinished");
  }

  private void create(Entry entry, Bundle saved, Object retained) {
    App app = Session.app();
    Activity activity;
    try {
      activity = app.factory.instantiateActivity(Session.loader(), entry.name, entry.intent);
    } catch (Exception e) {
      throw new RuntimeException("Unable to instantiate activity ComponentInfo{" + app.packageName + "/" + entry.name + "}: " + e, e);
    }
    entry.activity = activity;
    entry.stale = false;
    entry.state = "created";
    entry.intent.setExtrasClassLoader(Session.loader());
    wrapped("start", entry, () -> {
      ShadowActivity shadow = Shadow.extract(activity);
      shadow.callAttach(entry.intent, null, retained, null);
      Configuration current = ReflectionHelpers.getField(activity, "mCurrentConfig");
      if (current != null) current.updateFrom(Session.screen().configuration());
      Instrumentation instrumentation = instrumentation();
      instrumentation.callActivityOnCreate(activity, saved);
      if (isFinished(entry)) return;
      perform(activity, "performStart", ClassParameter.from(String.class, "start"));
      if (saved != null) instrumentation.callActivityOnRestoreInstanceState(activity, saved);
      instrumentation.callActivityOnPostCreate(activity, saved);
    });
    // One that finishes itself while it is made is never started, and goes without being stopped.
    entry.state = isFinished(entry) ? "created" : "paused";
  }

  private void restart(Entry entry) {
    wrapped("restart", entry, () -> {
      if (Build.VERSION.SDK_INT >= 34) perform(entry.activity, "performRestart", ClassParameter.from(boolean.class, true));
      else perform(entry.activity, "performRestart", ClassParameter.from(boolean.class, true), ClassParameter.from(String.class, "restart"));
    });
    entry.state = "paused";
    View decor = ReflectionHelpers.getField(entry.activity, "mDecor");
    if (decor != null && (boolean) ReflectionHelpers.getField(entry.activity, "mVisibleFromClient")) decor.setVisibility(View.VISIBLE);
  }

  private void resume(Entry entry) {
    Activity activity = entry.activity;
    wrapped("resume", entry, () -> perform(activity, "performResume", ClassParameter.from(boolean.class, false), ClassParameter.from(String.class, "resume")));
    entry.state = "resumed";
    if (isFinished(entry)) return;
    if ((boolean) ReflectionHelpers.getField(activity, "mVisibleFromClient")) {
      View decor = activity.getWindow().getDecorView();
      activity.getWindow().getAttributes().type = WindowManager.LayoutParams.TYPE_BASE_APPLICATION;
      ReflectionHelpers.setField(Activity.class, activity, "mDecor", decor);
      perform(activity, "makeVisible");
    }
    if (Build.VERSION.SDK_INT >= 29) {
      perform(activity, "performTopResumedActivityChanged", ClassParameter.from(boolean.class, true), ClassParameter.from(String.class, "resume"));
    }
  }

  private void pause(Entry entry) {
    wrapped("pause", entry, () -> {
      if (Build.VERSION.SDK_INT >= 29) {
        perform(entry.activity, "performTopResumedActivityChanged", ClassParameter.from(boolean.class, false), ClassParameter.from(String.class, "pause"));
      }
      instrumentation().callActivityOnPause(entry.activity);
    });
    entry.state = "paused";
  }

  private void stop(Entry entry) {
    wrapped("stop", entry, () -> perform(entry.activity, "performStop", ClassParameter.from(boolean.class, false), ClassParameter.from(String.class, "stop")));
    entry.state = "stopped";
    if (!isFinished(entry)) instrumentation().callActivityOnSaveInstanceState(entry.activity, new Bundle());
    View decor = ReflectionHelpers.getField(entry.activity, "mDecor");
    if (decor != null) decor.setVisibility(View.INVISIBLE);
  }

  private void destroy(Entry entry) {
    entries.remove(entry.number);
    end(entry);
  }

  private void end(Entry entry) {
    Activity activity = entry.activity;
    IBinder token = entry.token();
    wrapped("destroy", entry, () -> instrumentation().callActivityOnDestroy(activity));
    View decor = ReflectionHelpers.getField(activity, "mDecor");
    if ((boolean) ReflectionHelpers.getField(activity, "mWindowAdded") && decor != null && decor.getParent() instanceof ViewRootImpl) {
      activity.getWindowManager().removeViewImmediate(decor);
    }
    // Dialogs that were left open go with their activity, with the complaint that Android makes.
    WindowManagerGlobal.getInstance().closeAll(token, activity.getClass().getName(), "Activity");
    Map<IBinder, ?> records = ReflectionHelpers.getField(RuntimeEnvironment.getActivityThread(), "mActivities");
    records.remove(token);
  }

  /** Activity.recreate(), from the app. */
  public void recreate(Activity activity) {
    for (Entry entry : entries.values()) {
      if (entry.activity != activity) continue;
      new android.os.Handler(android.os.Looper.getMainLooper()).post(() -> {
        if (entries.get(entry.number) == entry && entry.activity == activity) relaunch(entry);
      });
    }
  }

  private void relaunch(Entry entry) {
    String state = entry.state;
    Activity old = entry.activity;
    ReflectionHelpers.setField(Activity.class, old, "mChangingConfigurations", true);
    if (state.equals("resumed")) pause(entry);
    if (entry.state.equals("paused")) {
      wrapped("stop", entry, () -> perform(old, "performStop", ClassParameter.from(boolean.class, true), ClassParameter.from(String.class, "relaunch")));
    }
    Bundle saved = new Bundle(Session.loader());
    instrumentation().callActivityOnSaveInstanceState(old, saved);
    Object retained = ReflectionHelpers.callInstanceMethod(Activity.class, old, "retainNonConfigurationInstances");
    Intent intent = old.getIntent();
    end(entry);
    if (intent != null) entry.intent = intent;
    create(entry, saved, retained);
    if (isFinished(entry)) return;
    go(entry, state.equals("created") ? "paused" : state);
  }

  void configure(Screen before, Screen after) {
    Configuration was = before.configuration();
    Configuration is = after.change();
    int changes = was.diff(is);
    if (changes == 0) {
      Session.windows().relayout();
      return;
    }
    Session.app().application.onConfigurationChanged(is);
    for (Object service : Services.all()) ((android.app.Service) service).onConfigurationChanged(is);
    for (Entry entry : all()) {
      if (entry.activity == null || isFinished(entry)) continue;
      // Bounds are no business of activities: size and orientation say it.
      int unhandled = changes & ~entry.info().getRealConfigChanged() & ~0x20000000 & ~0x10000000;
      updateResources(entry, is);
      if (unhandled != 0) {
        if (entry.state.equals("stopped")) entry.stale = true;
        else relaunch(entry);
      } else {
        Configuration current = ReflectionHelpers.getField(entry.activity, "mCurrentConfig");
        if (current != null) current.updateFrom(is);
        entry.activity.onConfigurationChanged(new Configuration(is));
      }
    }
    Session.windows().reconfigure();
  }

  private static void updateResources(Entry entry, Configuration configuration) {
    ResourcesManager manager = ResourcesManager.getInstance();
    if (Build.VERSION.SDK_INT >= 31) {
      manager.updateResourcesForActivity(entry.token(), configuration, Display.DEFAULT_DISPLAY);
    } else {
      ReflectionHelpers.callInstanceMethod(manager, "updateResourcesForActivity", ClassParameter.from(IBinder.class, entry.token()),
          ClassParameter.from(Configuration.class, configuration), ClassParameter.from(int.class, Display.DEFAULT_DISPLAY),
          ClassParameter.from(boolean.class, false));
    }
  }

  private static Instrumentation instrumentation() {
    return ((ActivityThread) RuntimeEnvironment.getActivityThread()).getInstrumentation();
  }

  private static void perform(Activity activity, String method, ClassParameter<?>... parameters) {
    ReflectionHelpers.callInstanceMethod(Activity.class, activity, method, parameters);
  }

  /** Exceptions of an app's callbacks carry the sentence that the activity thread puts around them. */
  private static void wrapped(String what, Entry entry, Runnable step) {
    try {
      step.run();
    } catch (Exception e) {
      throw new RuntimeException("Unable to " + what + " activity ComponentInfo{" + Session.app().packageName + "/" + entry.name + "}: " + e, e);
    }
  }
}
