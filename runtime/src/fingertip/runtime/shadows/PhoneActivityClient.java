package fingertip.runtime.shadows;

import android.app.Activity;
import android.os.IBinder;
import fingertip.runtime.Input;
import fingertip.runtime.Session;
import org.robolectric.annotation.ClassName;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.util.ReflectionHelpers;

/** Back that nothing in the activity wanted: at the root of a task the phone leaves it, elsewhere the activity is finished. */
@Implements(className = "android.app.ActivityClient", minSdk = 31, isInAndroidSdk = false)
public class PhoneActivityClient {
  @Implementation(minSdk = 33)
  protected void onBackPressed(IBinder token, @ClassName("android.app.IRequestFinishCallback") Object callback) {
    back(token, callback);
  }

  @Implementation(minSdk = 31, maxSdk = 32)
  protected void onBackPressedOnTaskRoot(IBinder token, @ClassName("android.app.IRequestFinishCallback") Object callback) {
    back(token, callback);
  }

  private static void back(IBinder token, Object callback) {
    Activity activity = Session.activities().activity(token);
    if (activity == null || Session.activities().isRoot(activity)) Input.leave();
    else ReflectionHelpers.callInstanceMethod(callback, "requestFinish");
  }
}
