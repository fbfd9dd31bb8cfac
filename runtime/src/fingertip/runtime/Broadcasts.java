package fingertip.runtime;

import android.content.BroadcastReceiver;
import android.content.Context;
import android.content.Intent;
import android.content.IntentFilter;
import android.content.pm.PackageParser;
import android.os.Handler;
import android.os.Looper;

/** The receivers that the manifest declares, made anew for each broadcast as on a phone. */
public final class Broadcasts {
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

  private static final class Declared extends BroadcastReceiver {
    private final App app;
    private final String name;

    Declared(App app, String name) {
      this.app = app;
      this.name = name;
    }

    @Override
    public void onReceive(Context context, Intent intent) {
      try {
        BroadcastReceiver receiver = app.factory.instantiateReceiver(Session.loader(), name, intent);
        intent.setExtrasClassLoader(Session.loader());
        receiver.onReceive(context, intent);
      } catch (ReflectiveOperationException e) {
        throw new RuntimeException("Unable to instantiate receiver " + name + ": " + e, e);
      }
    }
  }
}
