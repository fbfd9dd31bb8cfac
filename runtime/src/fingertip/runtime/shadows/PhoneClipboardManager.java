package fingertip.runtime.shadows;

import android.content.ClipData;
import android.content.ClipDescription;
import android.content.ClipboardManager.OnPrimaryClipChangedListener;
import fingertip.runtime.Device;
import fingertip.runtime.Session;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.shadows.ShadowClipboardManager;

/** One clipboard for all contexts of the app. */
@Implements(className = "android.content.ClipboardManager")
public class PhoneClipboardManager extends ShadowClipboardManager {
  private static final List<OnPrimaryClipChangedListener> listeners = new CopyOnWriteArrayList<>();
  private static ClipData clip;

  @Override
  @Implementation
  protected void setPrimaryClip(ClipData data) {
    clip = data;
    CharSequence text = data == null || data.getItemCount() == 0 ? "" : data.getItemAt(0).coerceToText(Session.app().application);
    Device.tell("clipboard", "text", text == null ? "" : text.toString());
    for (OnPrimaryClipChangedListener listener : listeners) listener.onPrimaryClipChanged();
  }

  @Override
  @Implementation
  protected void clearPrimaryClip() {
    setPrimaryClip(null);
  }

  @Override
  @Implementation
  protected ClipData getPrimaryClip() {
    return clip;
  }

  @Override
  @Implementation
  protected ClipDescription getPrimaryClipDescription() {
    return clip == null ? null : clip.getDescription();
  }

  @Override
  @Implementation
  protected boolean hasPrimaryClip() {
    return clip != null;
  }

  @Override
  @Implementation
  protected void addPrimaryClipChangedListener(OnPrimaryClipChangedListener listener) {
    listeners.add(listener);
  }

  @Override
  @Implementation
  protected void removePrimaryClipChangedListener(OnPrimaryClipChangedListener listener) {
    listeners.remove(listener);
  }

  @Override
  @Implementation
  protected boolean hasText() {
    return clip != null && clip.getItemCount() > 0 && clip.getItemAt(0).getText() != null;
  }
}
