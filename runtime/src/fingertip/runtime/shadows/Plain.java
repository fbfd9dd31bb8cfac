package fingertip.runtime.shadows;

import org.robolectric.annotation.Implements;
import org.robolectric.shadows.ShadowLinearLayout;
import org.robolectric.shadows.ShadowViewGroup;

/** What Robolectric makes up for tests: here it is the framework's own again. */
public final class Plain {
  private Plain() {}

  @Implements(className = "android.widget.TabHost")
  public static class TabHost extends ShadowViewGroup {}

  @Implements(className = "android.widget.TabHost$TabSpec")
  public static class TabSpec {}

  @Implements(className = "android.widget.TabWidget")
  public static class TabWidget extends ShadowLinearLayout {}

  @Implements(className = "android.app.TabActivity")
  public static class TabActivity extends PhoneActivity {}

  @Implements(className = "android.widget.NumberPicker")
  public static class NumberPicker extends ShadowLinearLayout {}

  /** Types of files, which the framework knows by heart. */
  @Implements(className = "android.webkit.MimeTypeMap")
  public static class MimeTypeMap {}

  /** Speech: the framework looks for an engine, finds none, and says so to whoever waits for it. */
  @Implements(className = "android.speech.tts.TextToSpeech")
  public static class TextToSpeech {}
}
