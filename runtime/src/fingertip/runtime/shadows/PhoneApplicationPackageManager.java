package fingertip.runtime.shadows;

import android.content.Intent;
import android.content.pm.ApplicationInfo;
import android.content.pm.PackageManager;
import android.content.pm.PackageManager.NameNotFoundException;
import android.content.pm.ResolveInfo;
import fingertip.runtime.App;
import fingertip.runtime.OtherApps;
import fingertip.runtime.Session;
import java.util.ArrayList;
import java.util.List;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.shadows.ShadowApplicationPackageManager;

/** The app's own package as its manifest has it; activities of other apps as the phone knows them. */
@Implements(className = "android.app.ApplicationPackageManager", isInAndroidSdk = false)
public class PhoneApplicationPackageManager extends ShadowApplicationPackageManager {
  /** Without copying the whole package each time: labels and icons ask for it one by one. */
  @Override
  @Implementation
  protected ApplicationInfo getApplicationInfo(String name, int flags) throws NameNotFoundException {
    App app = Session.app();
    if (app == null || !app.packageName.equals(name)) return super.getApplicationInfo(name, flags);
    ApplicationInfo copy = new ApplicationInfo(app.info);
    copy.metaData = (flags & PackageManager.GET_META_DATA) == 0 ? null : app.metaData();
    return copy;
  }

  @Override
  @Implementation
  protected List<ResolveInfo> queryIntentActivities(Intent intent, int flags) {
    List<ResolveInfo> found = new ArrayList<>(super.queryIntentActivities(intent, flags));
    found.addAll(OtherApps.query(intent));
    return found;
  }
}
