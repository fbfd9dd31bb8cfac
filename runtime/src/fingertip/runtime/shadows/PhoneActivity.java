package fingertip.runtime.shadows;

import android.app.Activity;
import android.content.ComponentName;
import android.content.Intent;
import fingertip.runtime.Intents;
import fingertip.runtime.Session;
import java.util.Arrays;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.annotation.RealObject;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.shadows.ShadowActivity;
import org.robolectric.util.ReflectionHelpers;

/** What an activity asks of the activity manager. */
@Implements(className = "android.app.Activity")
public class PhoneActivity extends ShadowActivity {
  @RealObject private Activity activity;

  /** Activities that the phone does not know (made by the app itself, or gone) have nothing to tell it. */
  private void tell(String event, Object... namesAndValues) {
    Integer number = Session.activities().numberOf(activity);
    if (number == null) return;
    Object[] all = new Object[namesAndValues.length + 2];
    all[0] = "activity";
    all[1] = number;
    System.arraycopy(namesAndValues, 0, all, 2, namesAndValues.length);
    Session.wire().event(event, all);
  }

  private boolean end() {
    return end(false);
  }

  private boolean end(boolean affinity) {
    boolean finished = ReflectionHelpers.getField(activity, "mFinished");
    if (finished) return false;
    Activity parent = ReflectionHelpers.getField(activity, "mParent");
    if (parent != null) {
      parent.finishFromChild(activity);
      return true;
    }
    ReflectionHelpers.setField(Activity.class, activity, "mFinished", true);
    Intent data = getResultIntent();
    if (data != null) data.prepareToLeaveProcess(true);
    tell("finish", "code", getResultCode(), "intent", Intents.write(data), "affinity", affinity);
    return true;
  }

  @Override
  @Implementation
  protected void finish() {
    end();
  }

  @Override
  @Implementation
  protected void finishAndRemoveTask() {
    end();
  }

  @Override
  @Implementation
  protected void finishAffinity() {
    // The phone knows what lies below in the task.
    end(true);
  }

  @Override
  @Implementation
  protected void onBackPressed() {
    Shadow.directlyOn(activity, Activity.class, "onBackPressed");
  }

  @Override
  @Implementation
  protected void setRequestedOrientation(int orientation) {
    super.setRequestedOrientation(orientation);
    tell("orientation", "value", orientation);
  }

  @Override
  @Implementation
  protected boolean isTaskRoot() {
    return Session.activities().isRoot(activity);
  }

  @Override
  @Implementation
  protected int getTaskId() {
    Activity outermost = activity;
    while (outermost.getParent() != null) outermost = outermost.getParent();
    return Session.activities().taskOf(outermost);
  }

  @Override
  @Implementation
  protected boolean moveTaskToBack(boolean nonRoot) {
    if (!nonRoot && !isTaskRoot()) return false;
    tell("background");
    return true;
  }

  @Override
  @Implementation
  protected void recreate() {
    Session.activities().recreate(activity);
  }

  @Override
  @Implementation(maxSdk = 34)
  protected void requestPermissions(String[] permissions, int request) {
    ask(permissions, request);
  }

  @Override
  @Implementation(minSdk = 35)
  protected void requestPermissions(String[] permissions, int request, int device) {
    ask(permissions, request);
  }

  private void ask(String[] permissions, int request) {
    if (request < 0) throw new IllegalArgumentException("requestCode should be >= 0");
    boolean asking = ReflectionHelpers.getField(activity, "mHasCurrentPermissionsRequest");
    if (asking) {
      activity.onRequestPermissionsResult(request, new String[0], new int[0]);
      return;
    }
    ReflectionHelpers.setField(Activity.class, activity, "mHasCurrentPermissionsRequest", true);
    tell("permissions", "request", request, "names", Arrays.asList(permissions));
  }

  @Override
  @Implementation
  protected ComponentName getCallingActivity() {
    return null;
  }

  @Override
  @Implementation
  protected String getCallingPackage() {
    return Session.activities().callerOf(activity);
  }
}
