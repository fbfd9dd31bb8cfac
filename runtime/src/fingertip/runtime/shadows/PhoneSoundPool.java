package fingertip.runtime.shadows;

import android.content.Context;
import android.content.res.AssetFileDescriptor;
import android.media.SoundPool;
import android.media.SoundPool.OnLoadCompleteListener;
import android.os.Handler;
import android.os.Looper;
import java.io.FileDescriptor;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.annotation.RealObject;
import org.robolectric.shadows.ShadowSoundPool;

/** Every sound is loaded at once, and silent. */
@Implements(className = "android.media.SoundPool")
public class PhoneSoundPool extends ShadowSoundPool {
  @RealObject private SoundPool pool;
  private OnLoadCompleteListener listener;

  @Override
  @Implementation
  protected void setOnLoadCompleteListener(OnLoadCompleteListener wanted) {
    listener = wanted;
  }

  @Override
  @Implementation
  protected int load(String path, int priority) {
    return loaded(super.load(path, priority));
  }

  @Override
  @Implementation
  protected int load(Context context, int resource, int priority) {
    return loaded(super.load(context, resource, priority));
  }

  @Implementation
  protected int load(AssetFileDescriptor file, int priority) {
    return loaded(super.load("", priority));
  }

  @Implementation
  protected int load(FileDescriptor file, long offset, long length, int priority) {
    return loaded(super.load("", priority));
  }

  private int loaded(int sound) {
    Looper looper = Looper.myLooper() != null ? Looper.myLooper() : Looper.getMainLooper();
    new Handler(looper).post(() -> {
      if (listener != null) listener.onLoadComplete(pool, sound, 0);
    });
    return sound;
  }
}
