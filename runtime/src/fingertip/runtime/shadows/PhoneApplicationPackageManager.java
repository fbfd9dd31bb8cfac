package fingertip.runtime.shadows;

import android.content.pm.ApplicationInfo;
import android.content.pm.PackageManager;
import android.content.pm.PackageManager.NameNotFoundException;
import fingertip.runtime.App;
import fingertip.runtime.Session;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.shadows.ShadowApplicationPackageManager;

/** The app's own entry without copying its whole package each time: labels and icons ask for it one by one. */
@Implements(className = "android.app.ApplicationPackageManager", isInAndroidSdk = false)
public class PhoneApplicationPackageManager extends ShadowApplicationPackageManager {
  @Override
  @Implementation
  protected ApplicationInfo getApplicationInfo(String name, int flags) throws NameNotFoundException {
    App app = Session.app();
    if (app == null || !app.packageName.equals(name)) return super.getApplicationInfo(name, flags);
    ApplicationInfo copy = new ApplicationInfo(app.info);
    copy.metaData = (flags & PackageManager.GET_META_DATA) == 0 ? null : app.metaData();
    return copy;
  }
}
