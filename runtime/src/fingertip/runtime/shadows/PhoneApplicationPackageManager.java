package fingertip.runtime.shadows;

import android.content.Intent;
import android.content.pm.FeatureInfo;
import android.content.pm.PackageInfo;
import android.content.pm.SharedLibraryInfo;
import android.content.pm.SigningInfo;
import android.graphics.drawable.Drawable;
import android.content.pm.ApplicationInfo;
import android.content.pm.PackageManager;
import android.content.pm.PackageManager.NameNotFoundException;
import android.content.pm.ResolveInfo;
import fingertip.runtime.App;
import fingertip.runtime.Features;
import fingertip.runtime.OtherApps;
import fingertip.runtime.Session;
import java.util.ArrayList;
import java.util.List;
import org.robolectric.annotation.ClassName;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.annotation.RealObject;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.shadows.ShadowApplicationPackageManager;
import org.robolectric.shadows.ShadowSigningInfo;
import org.robolectric.util.ReflectionHelpers;

/** The app's own package as its manifest has it; activities of other apps as the phone knows them. */
@Implements(className = "android.app.ApplicationPackageManager", isInAndroidSdk = false)
public class PhoneApplicationPackageManager extends ShadowApplicationPackageManager {
  @RealObject private PackageManager manager;

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

  @Override
  @Implementation
  protected PackageInfo getPackageInfo(String name, int flags) throws NameNotFoundException {
    return installed(super.getPackageInfo(name, flags), flags);
  }

  @Override
  @Implementation(minSdk = 33)
  protected PackageInfo getPackageInfo(String name, @ClassName("android.content.pm.PackageManager$PackageInfoFlags") Object flags) throws NameNotFoundException {
    return installed(super.getPackageInfo(name, flags), ReflectionHelpers.<Long>callInstanceMethod(flags, "getValue"));
  }

  /** What only the installed file tells. */
  @SuppressWarnings("deprecation")
  private PackageInfo installed(PackageInfo info, long flags) {
    App app = Session.app();
    if (app == null || !app.packageName.equals(info.packageName)) return info;
    if (info.firstInstallTime == 0) info.firstInstallTime = info.lastUpdateTime = app.installed();
    if ((flags & PackageManager.GET_SIGNATURES) != 0) info.signatures = app.signatures();
    if ((flags & PackageManager.GET_SIGNING_CERTIFICATES) != 0) {
      info.signingInfo = Shadow.newInstanceOf(SigningInfo.class);
      ShadowSigningInfo shadow = Shadow.extract(info.signingInfo);
      shadow.setSignatures(app.signatures());
      shadow.setPastSigningCertificates(app.signatures());
    }
    return info;
  }

  /** Nobody but the phone's owner installed it. */
  @Override
  @Implementation
  protected String getInstallerPackageName(String name) {
    return own(name) ? null : super.getInstallerPackageName(name);
  }

  @Override
  @Implementation(minSdk = 30)
  protected Object getInstallSourceInfo(String name) throws NameNotFoundException {
    if (own(name)) setInstallSourceInfo(name, "com.android.shell", null);
    return super.getInstallSourceInfo(name);
  }

  @Override
  @Implementation
  protected FeatureInfo[] getSystemAvailableFeatures() {
    return Features.all();
  }

  @Override
  @Implementation
  protected Drawable getApplicationIcon(ApplicationInfo info) throws NameNotFoundException {
    return info.loadIcon(manager);
  }

  @Override
  @Implementation
  protected Drawable getApplicationIcon(String name) throws NameNotFoundException {
    return getApplicationIcon(getApplicationInfo(name, 0));
  }

  @Implementation
  protected List<SharedLibraryInfo> getSharedLibraries(int flags) {
    return new ArrayList<>();
  }

  private static boolean own(String name) {
    return Session.app() != null && Session.app().packageName.equals(name);
  }
}
