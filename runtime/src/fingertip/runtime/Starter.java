package fingertip.runtime;

import android.app.Activity;
import android.app.Instrumentation;
import android.content.ActivityNotFoundException;
import android.content.ComponentName;
import android.content.Context;
import android.content.Intent;
import android.content.pm.PackageManager;
import android.os.Bundle;
import android.os.IBinder;
import android.os.UserHandle;

/** Every activity that the app starts, on whatever way, ends here and is told to the phone, which decides what becomes of it. */
public final class Starter extends Instrumentation {
  @Override
  public void runOnMainSync(Runnable runner) {
    runner.run();
  }

  @Override
  public ActivityResult execStartActivity(Context who, IBinder thread, IBinder token, Activity target, Intent intent, int request, Bundle options) {
    tell(target, null, intent, request);
    return null;
  }

  @Override
  public ActivityResult execStartActivity(Context who, IBinder thread, IBinder token, String target, Intent intent, int request, Bundle options) {
    Activity activity = Session.activities().activity(token);
    // The string names the fragment (or other child) inside the activity that the result is for.
    tell(activity == null && who instanceof Activity ? (Activity) who : activity, target, intent, request);
    return null;
  }

  @Override
  public ActivityResult execStartActivity(Context who, IBinder thread, IBinder token, String resultWho, Intent intent, int request, Bundle options, UserHandle user) {
    return execStartActivity(who, thread, token, resultWho, intent, request, options);
  }

  public ActivityResult execStartActivity(Context who, IBinder thread, IBinder token, Activity target, Intent intent, int request, Bundle options, UserHandle user) {
    return execStartActivity(who, thread, token, target, intent, request, options);
  }

  @Override
  public ActivityResult execStartActivityAsCaller(Context who, IBinder thread, IBinder token, Activity target, Intent intent, int request, Bundle options, boolean ignoreTargetSecurity, int userId) {
    return execStartActivity(who, thread, token, target, intent, request, options);
  }

  @Override
  public void execStartActivities(Context who, IBinder thread, IBinder token, Activity target, Intent[] intents, Bundle options) {
    for (Intent intent : intents) tell(target, null, intent, -1);
  }

  @Override
  public int execStartActivitiesAsUser(Context who, IBinder thread, IBinder token, Activity target, Intent[] intents, Bundle options, int userId) {
    execStartActivities(who, thread, token, target, intents, options);
    return 0;
  }

  private static void tell(Activity from, String inside, Intent intent, int request) {
    ComponentName component = intent.getComponent();
    App app = Session.app();
    RuntimeException refusal = null;
    if (app != null && component != null && component.getPackageName().equals(app.packageName)) {
      try {
        app.application.getPackageManager().getActivityInfo(component, 0);
      } catch (PackageManager.NameNotFoundException e) {
        throw new ActivityNotFoundException("Unable to find explicit activity class " + component.toShortString()
            + "; have you declared this activity in your AndroidManifest.xml, or does your intent not match its declared <intent-filter>?");
      }
    } else {
      refusal = OtherApps.refusal(intent);
    }
    intent.migrateExtraStreamToClipData();
    intent.prepareToLeaveProcess(true);
    Integer number = from == null ? null : Session.activities().numberOf(from);
    if (number != null && request >= 0) Session.activities().expectResult(number, request, inside);
    Session.wire().event("start", "activity", number, "intent", Intents.write(intent), "request", request < 0 ? -1 : request);
    // The phone hears of it all the same: who waits for a result is told that there will be none.
    if (refusal != null) throw refusal;
  }
}
