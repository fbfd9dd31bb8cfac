package fingertip.runtime.shadows;

import android.content.ComponentName;
import android.content.Context;
import android.content.Intent;
import android.content.ServiceConnection;
import android.os.UserHandle;
import fingertip.runtime.Broadcasts;
import fingertip.runtime.Services;
import fingertip.runtime.Session;
import fingertip.runtime.SharedStorage;
import java.io.File;
import java.util.concurrent.Executor;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.annotation.RealObject;
import org.robolectric.shadows.ShadowContextImpl;

/** A context's way to the app's own classes, services and receivers. */
@Implements(className = "android.app.ContextImpl", isInAndroidSdk = false)
public class PhoneContextImpl extends ShadowContextImpl {
  @RealObject private Context context;

  @Override
  @Implementation
  protected ClassLoader getClassLoader() {
    return Session.loader() != null ? Session.loader() : getClass().getClassLoader();
  }

  @Override
  @Implementation
  protected ComponentName startService(Intent service) {
    validateServiceIntent(service);
    return Services.start(service);
  }

  @Override
  @Implementation
  protected ComponentName startForegroundService(Intent service) {
    return startService(service);
  }

  @Override
  @Implementation
  protected boolean stopService(Intent service) {
    validateServiceIntent(service);
    return Services.stop(service);
  }

  @Override
  @Implementation
  protected boolean bindService(Intent service, int flags, Executor executor, ServiceConnection connection) {
    validateServiceIntent(service);
    return Services.bind(service, connection, flags, executor);
  }

  @Override
  @Implementation
  protected boolean bindService(Intent service, ServiceConnection connection, int flags) {
    validateServiceIntent(service);
    return Services.bind(service, connection, flags, null);
  }

  @Override
  @Implementation
  protected boolean bindServiceAsUser(Intent service, ServiceConnection connection, int flags, UserHandle user) {
    return bindService(service, connection, flags);
  }

  @Override
  @Implementation
  protected void unbindService(ServiceConnection connection) {
    Services.unbind(connection);
  }

  @Override
  @Implementation
  protected void sendBroadcast(Intent intent) {
    if (!Broadcasts.deliverTo(intent)) super.sendBroadcast(intent);
  }

  @Override
  @Implementation
  protected void sendBroadcast(Intent intent, String permission) {
    if (!Broadcasts.deliverTo(intent)) super.sendBroadcast(intent, permission);
  }

  @Override
  @Implementation
  protected File getExternalFilesDir(String type) {
    return SharedStorage.of("data", context.getPackageName(), type == null ? "files" : "files/" + type);
  }

  @Override
  @Implementation
  protected File[] getExternalFilesDirs(String type) {
    return new File[] {getExternalFilesDir(type)};
  }

  @Implementation
  protected File[] getExternalCacheDirs() {
    return new File[] {SharedStorage.of("data", context.getPackageName(), "cache")};
  }

  @Implementation
  protected File[] getExternalMediaDirs() {
    return new File[] {SharedStorage.of("media", context.getPackageName(), "")};
  }

  @Implementation
  protected File[] getObbDirs() {
    return new File[] {SharedStorage.of("obb", context.getPackageName(), "")};
  }
}
