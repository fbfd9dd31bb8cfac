package fingertip.runtime.shadows;

import android.content.BroadcastReceiver;
import android.content.BroadcastReceiver.PendingResult;
import android.content.Context;
import android.content.Intent;
import java.util.concurrent.atomic.AtomicBoolean;
import org.robolectric.annotation.Implements;
import org.robolectric.annotation.RealObject;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.shadows.ShadowBroadcastPendingResult;
import org.robolectric.shadows.ShadowBroadcastReceiver;

/** One receiver may have several broadcasts before it: the end of one is not the end of the next. */
@Implements(className = "android.content.BroadcastReceiver")
public class PhoneBroadcastReceiver extends ShadowBroadcastReceiver {
  @RealObject private BroadcastReceiver itself;

  @Override
  public void onReceive(Context context, Intent intent, AtomicBoolean abort) {
    PendingResult result = itself.getPendingResult();
    if (result != null) {
      ShadowBroadcastPendingResult shadow = Shadow.extract(result);
      if (shadow.getFuture().isDone()) itself.setPendingResult(null);
    }
    super.onReceive(context, intent, abort);
  }
}
