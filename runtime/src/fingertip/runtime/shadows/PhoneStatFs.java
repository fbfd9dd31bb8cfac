package fingertip.runtime.shadows;

import java.io.File;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;

/** Room on the disk: that of the app's data, wherever an app looks. */
@Implements(className = "android.os.StatFs")
public class PhoneStatFs {
  private static final int BLOCK = 4096;
  private long total;
  private long free;

  @Implementation
  protected void __constructor__(String path) {
    restat(path);
  }

  @Implementation
  protected void restat(String path) {
    File data = new File(fingertip.runtime.Session.app() == null ? path : fingertip.runtime.Session.app().info.dataDir);
    total = data.getTotalSpace() / BLOCK;
    free = data.getUsableSpace() / BLOCK;
  }

  @Implementation
  protected int getBlockSize() {
    return BLOCK;
  }

  @Implementation
  protected long getBlockSizeLong() {
    return BLOCK;
  }

  @Implementation
  protected int getBlockCount() {
    return (int) Math.min(Integer.MAX_VALUE, total);
  }

  @Implementation
  protected long getBlockCountLong() {
    return total;
  }

  @Implementation
  protected int getFreeBlocks() {
    return (int) Math.min(Integer.MAX_VALUE, free);
  }

  @Implementation
  protected long getFreeBlocksLong() {
    return free;
  }

  @Implementation
  protected int getAvailableBlocks() {
    return getFreeBlocks();
  }

  @Implementation
  protected long getAvailableBlocksLong() {
    return free;
  }

  @Implementation
  protected long getFreeBytes() {
    return free * BLOCK;
  }

  @Implementation
  protected long getAvailableBytes() {
    return free * BLOCK;
  }

  @Implementation
  protected long getTotalBytes() {
    return total * BLOCK;
  }
}
