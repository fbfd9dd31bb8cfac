package fingertip.runtime.shadows;

import android.os.Environment;
import android.os.Process;
import android.os.storage.StorageManager;
import android.os.storage.StorageVolume;
import fingertip.runtime.Session;
import java.io.File;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.shadows.ShadowStorageManager;
import org.robolectric.shadows.StorageVolumeBuilder;

/** One volume, built in, and room in it. */
@Implements(className = "android.os.storage.StorageManager")
public class PhoneStorageManager extends ShadowStorageManager {
  @Implementation
  protected static StorageVolume[] getVolumeList(int user, int flags) {
    return new StorageVolume[] {primary()};
  }

  @Override
  @Implementation
  public StorageVolume[] getVolumeList() {
    return getVolumeList(0, 0);
  }

  @Override
  @Implementation
  protected List<StorageVolume> getStorageVolumes() {
    return new ArrayList<>(Arrays.asList(getVolumeList()));
  }

  @Override
  @Implementation
  public StorageVolume getStorageVolume(File file) {
    return file != null && file.getPath().startsWith(Environment.getExternalStorageDirectory().getPath()) ? primary() : null;
  }

  @Implementation
  protected long getAllocatableBytes(UUID storage) {
    return new File(Session.app().info.dataDir).getUsableSpace();
  }

  @Implementation
  protected UUID getUuidForPath(File path) {
    return StorageManager.UUID_DEFAULT;
  }

  private static StorageVolume primary() {
    StorageVolumeBuilder builder = new StorageVolumeBuilder("emulated;0", Environment.getExternalStorageDirectory(), "Internal shared storage",
        Process.myUserHandle(), Environment.MEDIA_MOUNTED);
    builder.setIsPrimary(true);
    builder.setIsEmulated(true);
    builder.setIsRemovable(false);
    return builder.build();
  }
}
