package fingertip.runtime.shadows;

import android.os.Message;
import fingertip.runtime.Clock;
import fingertip.runtime.Session;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.annotation.RealObject;
import org.robolectric.shadows.ShadowPausedMessageQueue;

/** A message from another thread that needs the phone's call: for the main thread, or for a later time on any. */
@Implements(className = "android.os.MessageQueue", isInAndroidSdk = false)
public class PhoneMessageQueue extends ShadowPausedMessageQueue {
  @RealObject private Object queue;

  @Override
  @Implementation
  protected boolean enqueueMessage(Message message, long when) {
    boolean queued = super.enqueueMessage(message, when);
    if (queued && !Session.onMain() && (when > Clock.now() || Session.isMainQueue(queue))) Session.wake();
    return queued;
  }
}
