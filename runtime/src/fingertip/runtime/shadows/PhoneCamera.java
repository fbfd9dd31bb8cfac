package fingertip.runtime.shadows;

import android.hardware.Camera;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.shadows.ShadowCamera;

/** There is none. */
@Implements(className = "android.hardware.Camera")
public class PhoneCamera extends ShadowCamera {
  @Implementation
  protected static Camera open() {
    return null;
  }

  @Implementation
  protected static Camera open(int number) {
    throw new RuntimeException("Fail to connect to camera service");
  }
}
