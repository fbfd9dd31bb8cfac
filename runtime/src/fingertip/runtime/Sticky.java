package fingertip.runtime;

import android.content.BroadcastReceiver;
import android.content.Context;
import android.content.Intent;
import android.content.IntentFilter;
import android.os.Handler;
import android.os.Looper;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.shadows.ShadowApplication;
import org.robolectric.util.ReflectionHelpers;

/** Broadcasts of the system that whoever registers for them gets at once. */
public final class Sticky {
  private Sticky() {}

  /** What registering answers; the receiver hears it as soon as it may. */
  public static Intent registered(Context context, BroadcastReceiver receiver, IntentFilter filter, Handler scheduler, Intent found) {
    Intent sticky = Battery.sticky(filter);
    if (sticky == null) return found;
    if (receiver != null) {
      Context outer = ReflectionHelpers.callInstanceMethod(context, "getOuterContext");
      Handler handler = scheduler != null ? scheduler : new Handler(Looper.getMainLooper());
      handler.post(() -> {
        if (isRegistered(receiver)) receiver.onReceive(outer, new Intent(sticky));
      });
    }
    return sticky;
  }

  private static boolean isRegistered(BroadcastReceiver receiver) {
    ShadowApplication shadow = Shadow.extract(Session.app().application);
    return shadow.getRegisteredReceivers().stream().anyMatch(wrapper -> wrapper.broadcastReceiver == receiver);
  }
}
