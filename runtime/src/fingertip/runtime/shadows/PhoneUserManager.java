package fingertip.runtime.shadows;

import android.os.UserHandle;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.shadows.ShadowUserManager;

/** The phone's one user is there and has unlocked it: apps run only then. */
@Implements(className = "android.os.UserManager")
public class PhoneUserManager extends ShadowUserManager {
  @Implementation
  protected boolean isUserUnlockingOrUnlocked(UserHandle user) {
    return true;
  }

  @Implementation
  protected boolean isUserUnlockingOrUnlocked(int user) {
    return true;
  }
}
