package fingertip.runtime.shadows;

import fingertip.runtime.Session;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;

/** The package's class loader is the app's. */
@Implements(className = "android.app.LoadedApk", isInAndroidSdk = false)
public class PhoneLoadedApk {
  @Implementation
  public ClassLoader getClassLoader() {
    return Session.loader() != null ? Session.loader() : getClass().getClassLoader();
  }

  @Implementation
  public ClassLoader getSplitClassLoader(String split) {
    return getClassLoader();
  }
}
