package fingertip.runtime.shadows;

import android.media.MediaPlayer;
import android.view.View;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.annotation.RealObject;
import org.robolectric.shadows.ShadowSurfaceView;
import org.robolectric.util.ReflectionHelpers;

/** No video can be shown: the framework's own view is told so, and tells the app or the user. */
@Implements(className = "android.widget.VideoView")
public class PhoneVideoView extends ShadowSurfaceView {
  @RealObject private View view;

  @Implementation
  protected void openVideo() {
    if (ReflectionHelpers.getField(view, "mUri") == null) return;
    view.post(() -> {
      MediaPlayer.OnErrorListener itself = ReflectionHelpers.getField(view, "mErrorListener");
      itself.onError(new MediaPlayer(), MediaPlayer.MEDIA_ERROR_UNKNOWN, MediaPlayer.MEDIA_ERROR_UNSUPPORTED);
    });
  }
}
