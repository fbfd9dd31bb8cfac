package fingertip.runtime;

import android.content.BroadcastReceiver;
import android.content.Context;
import android.content.Intent;
import android.content.IntentFilter;
import android.content.pm.PackageParser;
import android.os.Handler;
import android.os.Looper;
import fingertip.runtime.wire.Call;
import java.util.ArrayList;
import java.util.List;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.shadows.ShadowApplication;

/** The receivers that the manifest declares, made anew for each broadcast as on a phone; and what the phone sends to all receivers. */
public final class Broadcasts {
  /** Context.RECEIVER_NOT_EXPORTED. */
  private static final int NOT_EXPORTED = 4;

  private Broadcasts() {}

  static void register(App app) {
    for (PackageParser.Activity receiver : app.parsed.receivers) {
      for (PackageParser.ActivityIntentInfo declared : receiver.intents) {
        app.application.registerReceiver(new Declared(app, receiver.info.name), new IntentFilter(declared));
      }
    }
  }

  /** An intent that names one of the manifest's receivers. */
  public static boolean deliverTo(Intent intent) {
    App app = Session.app();
    if (app == null || intent.getComponent() == null || !intent.getComponent().getPackageName().equals(app.packageName)) return false;
    for (PackageParser.Activity receiver : app.parsed.receivers) {
      if (!receiver.info.name.equals(intent.getComponent().getClassName())) continue;
      Intent copy = new Intent(intent);
      new Handler(Looper.getMainLooper()).post(() -> new Declared(app, receiver.info.name).onReceive(app.application, copy));
      return true;
    }
    return false;
  }

  /** A broadcast of somebody else: the receivers that the phone names, and those that the app has registered. */
  static void receive(App app, Call call) {
    Intent intent = Intents.read(call.object("intent"));
    if (intent == null) throw new Refused("`intent` is missing");
    List<Delivery.Target> targets = new ArrayList<>();
    if (call.yes("registered")) {
      ShadowApplication shadow = Shadow.extract(app.application);
      for (ShadowApplication.Wrapper one : shadow.getRegisteredReceivers()) {
        if (one.broadcastReceiver instanceof Declared || call.yes("foreign") && (one.flags & NOT_EXPORTED) != 0) continue;
        if (one.intentFilter.match(app.application.getContentResolver(), intent, false, "fingertip") < 0) continue;
        targets.add(new Delivery.Target(() -> one.broadcastReceiver, one.context, one.scheduler, one.intentFilter.getPriority()));
      }
    }
    for (Object name : call.list("receivers")) {
      String receiver = String.valueOf(name);
      targets.add(new Delivery.Target(() -> make(app, receiver, intent), app.application, null, priority(app, receiver, intent)));
    }
    new Delivery(call, intent, targets).begin();
  }

  private static int priority(App app, String name, Intent intent) {
    for (PackageParser.Activity receiver : app.parsed.receivers) {
      if (!receiver.info.name.equals(name)) continue;
      for (PackageParser.ActivityIntentInfo filter : receiver.intents) {
        if (filter.match(app.application.getContentResolver(), intent, false, "fingertip") >= 0) return filter.getPriority();
      }
    }
    return 0;
  }

  private static BroadcastReceiver make(App app, String name, Intent intent) {
    try {
      return app.factory.instantiateReceiver(Session.loader(), name, intent);
    } catch (ReflectiveOperationException e) {
      throw new RuntimeException("Unable to instantiate receiver " + name + ": " + e, e);
    }
  }

  private static final class Declared extends BroadcastReceiver {
    private final App app;
    private final String name;

    Declared(App app, String name) {
      this.app = app;
      this.name = name;
    }

    @Override
    public void onReceive(Context context, Intent intent) {
      BroadcastReceiver receiver = make(app, name, intent);
      intent.setExtrasClassLoader(Session.loader());
      // Of an ordered broadcast the receiver itself sets the result.
      PendingResult result = goAsync();
      receiver.setPendingResult(result);
      receiver.onReceive(context, intent);
      if (result != null && receiver.getPendingResult() != null) result.finish();
    }
  }
}
