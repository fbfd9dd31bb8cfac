package fingertip.runtime.shadows;

import android.Manifest;
import android.content.pm.PackageManager;
import fingertip.runtime.Session;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.shadows.ShadowMediaRecorder;

/** There is nothing to record from: a phone whose microphone does not answer fails where recording starts. */
@Implements(className = "android.media.MediaRecorder")
public class PhoneMediaRecorder extends ShadowMediaRecorder {
  @Override
  @Implementation
  protected void setAudioSource(int source) {
    if (Session.app().application.checkSelfPermission(Manifest.permission.RECORD_AUDIO) != PackageManager.PERMISSION_GRANTED) {
      throw new RuntimeException("setAudioSource failed.");
    }
    super.setAudioSource(source);
  }

  @Override
  @Implementation
  protected void start() {
    super.start();
    throw new RuntimeException("start failed: -2147483648");
  }
}
