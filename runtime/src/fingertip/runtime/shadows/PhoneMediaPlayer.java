package fingertip.runtime.shadows;

import android.content.Context;
import android.content.res.AssetFileDescriptor;
import android.media.MediaDataSource;
import android.media.MediaPlayer;
import android.net.Uri;
import android.os.Handler;
import android.os.Looper;
import fingertip.runtime.Network;
import fingertip.runtime.Sound;
import java.io.FileDescriptor;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpCookie;
import java.util.List;
import java.util.Map;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.annotation.RealObject;
import org.robolectric.shadows.ShadowMediaPlayer;
import org.robolectric.shadows.util.DataSource;

/** Plays silence, as long as the sound is, in the phone's time. */
@Implements(className = "android.media.MediaPlayer")
public class PhoneMediaPlayer extends ShadowMediaPlayer {
  private static final int IO_ERROR = -1004;

  @RealObject private MediaPlayer player;
  private boolean unreachable;
  private long length = Sound.UNKNOWN;

  @Override
  @Implementation
  protected void setDataSource(String path) throws IOException {
    setDataSource(path, null);
  }

  @Override
  @Implementation
  protected void setDataSource(String path, Map<String, String> headers) throws IOException {
    Uri uri = Uri.parse(path);
    take(null, uri.getScheme() == null ? Uri.fromFile(new java.io.File(path)) : uri);
    super.setDataSource(path, headers);
  }

  @Override
  @Implementation
  protected void setDataSource(Context context, Uri uri, Map<String, String> headers, List<HttpCookie> cookies) throws IOException {
    take(context, uri);
    super.setDataSource(context, uri, headers, cookies);
  }

  @Override
  @Implementation
  protected void setDataSource(FileDescriptor file, long offset, long size) throws IOException {
    length = Sound.milliseconds(file, offset, size);
    super.setDataSource(file, offset, size);
  }

  @Override
  @Implementation
  protected void setDataSource(AssetFileDescriptor file) throws IOException {
    length = Sound.milliseconds(file);
    super.setDataSource(file);
  }

  @Override
  @Implementation
  protected void setDataSource(MediaDataSource source) throws IOException {
    byte[] all = new byte[(int) Math.max(0, Math.min(source.getSize(), Sound.HEAD))];
    int read = all.length == 0 ? 0 : source.readAt(0, all, 0, all.length);
    length = Sound.milliseconds(all, Math.max(0, read), source.getSize());
    super.setDataSource(source);
  }

  @Override
  public void doSetDataSource(DataSource source) {
    addMediaInfo(source, new MediaInfo((int) Math.min(Integer.MAX_VALUE, length), 0));
    super.doSetDataSource(source);
  }

  private void take(Context context, Uri uri) throws IOException {
    String scheme = uri.getScheme() == null ? "" : uri.getScheme();
    length = Sound.UNKNOWN;
    unreachable = false;
    switch (scheme) {
      case "http":
      case "https":
      case "rtsp":
        unreachable = !Network.isUp();
        return;
      case "file":
        try (InputStream in = new java.io.FileInputStream(uri.getPath())) {
          length = Sound.milliseconds(in);
        }
        return;
      case "content":
        // Sounds of the system, such as the ringtone: the phone has them.
        if ("settings".equals(uri.getAuthority()) || uri.toString().startsWith("content://media/internal/")) return;
        break;
      default:
    }
    Context from = context != null ? context : org.robolectric.RuntimeEnvironment.getApplication();
    try (InputStream in = from.getContentResolver().openInputStream(uri)) {
      if (in == null) throw new FileNotFoundException(uri.toString());
      length = Sound.milliseconds(in);
    }
  }

  @Override
  @Implementation
  protected void prepare() {
    if (unreachable) PhoneMediaPlayer.<RuntimeException>raise(new IOException("Prepare failed.: status=0x1"));
    super.prepare();
  }

  @Override
  @Implementation
  protected void prepareAsync() {
    if (!unreachable) {
      super.prepareAsync();
      return;
    }
    Looper looper = Looper.myLooper() != null ? Looper.myLooper() : Looper.getMainLooper();
    new Handler(looper).post(() -> invokeErrorListener(MediaPlayer.MEDIA_ERROR_UNKNOWN, IO_ERROR));
  }

  /** The framework's method may throw it, Robolectric's stand-in says nothing of it. */
  @SuppressWarnings("unchecked")
  private static <E extends Throwable> void raise(Throwable e) throws E {
    throw (E) e;
  }
}
