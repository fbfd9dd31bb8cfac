package fingertip.runtime.shadows;

import android.app.Service;
import fingertip.runtime.Services;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.annotation.RealObject;
import org.robolectric.shadows.ShadowService;

/** A service that stops itself. */
@Implements(className = "android.app.Service")
public class PhoneService extends ShadowService {
  @RealObject private Service service;

  @Override
  @Implementation
  protected void stopSelf() {
    Services.stopSelf(service, -1);
  }

  @Override
  @Implementation
  protected void stopSelf(int startId) {
    Services.stopSelf(service, startId);
  }

  @Override
  @Implementation
  protected boolean stopSelfResult(int startId) {
    return Services.stopSelf(service, startId);
  }
}
