package fingertip.runtime.shadows;

import android.app.ActivityManager;
import android.app.ActivityManager.MemoryInfo;
import android.content.pm.ConfigurationInfo;
import android.os.Debug;
import fingertip.runtime.Features;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.shadows.ShadowActivityManager;

/** Memory: what this process may take, on a phone of a usual size. */
@Implements(className = "android.app.ActivityManager")
public class PhoneActivityManager extends ShadowActivityManager {
  private static final int CLASS = 256;
  private static final long TOTAL = 4L << 30;

  @Override
  @Implementation
  protected int getMemoryClass() {
    return CLASS;
  }

  @Implementation
  protected int getLargeMemoryClass() {
    return 2 * CLASS;
  }

  @Override
  @Implementation
  protected void getMemoryInfo(MemoryInfo info) {
    info.totalMem = TOTAL;
    info.availMem = TOTAL / 2;
    info.threshold = TOTAL / 20;
    info.lowMemory = false;
  }

  @Implementation
  protected Debug.MemoryInfo[] getProcessMemoryInfo(int[] processes) {
    Debug.MemoryInfo[] all = new Debug.MemoryInfo[processes.length];
    Runtime runtime = Runtime.getRuntime();
    for (int i = 0; i < all.length; i++) {
      all[i] = new Debug.MemoryInfo();
      all[i].dalvikPss = all[i].dalvikPrivateDirty = (int) ((runtime.totalMemory() - runtime.freeMemory()) >> 10);
    }
    return all;
  }

  @Override
  @Implementation
  protected ConfigurationInfo getDeviceConfigurationInfo() {
    ConfigurationInfo info = new ConfigurationInfo();
    info.reqTouchScreen = android.content.res.Configuration.TOUCHSCREEN_FINGER;
    info.reqGlEsVersion = Features.GL_ES;
    return info;
  }
}
