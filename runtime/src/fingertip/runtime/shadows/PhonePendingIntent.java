package fingertip.runtime.shadows;

import android.app.ActivityThread;
import android.app.PendingIntent;
import android.content.Context;
import android.content.Intent;
import android.os.Bundle;
import android.os.Handler;
import fingertip.runtime.Session;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.annotation.RealObject;
import org.robolectric.shadows.ShadowPendingIntent;

/** What is sent goes the way that an app's own starts and broadcasts go. */
@Implements(className = "android.app.PendingIntent")
public class PhonePendingIntent extends ShadowPendingIntent {
  @RealObject private PendingIntent pending;

  /** Every other way to send it ends here. */
  @Override
  @Implementation
  protected void send(Context context, int code, Intent more, PendingIntent.OnFinished finished, Handler handler, String permission, Bundle options)
      throws PendingIntent.CanceledException {
    if (isCanceled()) throw new PendingIntent.CanceledException();
    for (Intent saved : getSavedIntents()) {
      Intent intent = new Intent(saved);
      if (more != null && !isImmutable()) intent.fillIn(more, 0);
      if (isActivity()) start(intent);
      else if (isService() || isForegroundService()) getSavedContext().startService(intent);
      else getSavedContext().sendBroadcast(intent, permission);
    }
    if ((getFlags() & PendingIntent.FLAG_ONE_SHOT) != 0) cancel();
    if (finished == null) return;
    Runnable told = () -> finished.onSendFinished(pending, getSavedIntent(), code, null, null);
    if (handler == null) told.run();
    else handler.post(told);
  }

  private static void start(Intent intent) {
    ActivityThread thread = (ActivityThread) RuntimeEnvironment.getActivityThread();
    intent.addFlags(Intent.FLAG_ACTIVITY_NEW_TASK);
    thread.getInstrumentation().execStartActivity(Session.app().application, null, null, (android.app.Activity) null, intent, -1, null);
  }
}
