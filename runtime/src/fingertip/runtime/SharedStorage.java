package fingertip.runtime;

import android.os.Environment;
import java.io.File;
import java.nio.file.Path;
import java.nio.file.Paths;
import org.robolectric.shadows.ShadowEnvironment;

/** What apps call external storage: the phone's own /sdcard, which others see, too. */
public final class SharedStorage {
  private static Path root;

  private SharedStorage() {}

  static void use(String folder) {
    root = Paths.get(folder);
    root.toFile().mkdirs();
    ShadowEnvironment.setExternalStorageState(Environment.MEDIA_MOUNTED);
    ShadowEnvironment.setIsExternalStorageEmulated(true);
    ShadowEnvironment.setExternalStorageDirectory(root);
    ShadowEnvironment.setExternalStoragePublicDirectory(root);
  }

  /** A folder that is an app's own, of this kind (data, media, obb) and name in it. */
  public static File of(String kind, String app, String name) {
    File folder = root.resolve("Android").resolve(kind).resolve(app).resolve(name).toFile();
    folder.mkdirs();
    return folder;
  }
}
