package fingertip.runtime.shadows;

import android.os.RemoteException;
import android.view.ViewRootImpl;
import android.view.WindowInsets;
import android.view.WindowManager;
import fingertip.runtime.Input;
import fingertip.runtime.Placement;
import org.robolectric.annotation.ClassName;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.annotation.RealObject;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.shadows.ShadowViewRootImpl;
import org.robolectric.util.ReflectionHelpers;
import org.robolectric.util.ReflectionHelpers.ClassParameter;

/** A window's talk with the window manager: where it stands, and what became of its input. */
@Implements(className = "android.view.ViewRootImpl", isInAndroidSdk = false)
public class PhoneViewRootImpl extends ShadowViewRootImpl {
  /** ViewRootImpl.QueuedInputEvent.FLAG_FINISHED_HANDLED. */
  private static final int HANDLED = 1 << 3;
  @RealObject private ViewRootImpl root;

  @Override
  @Implementation
  protected int relayoutWindow(WindowManager.LayoutParams params, int visibility, boolean insetsPending) throws RemoteException {
    int result = super.relayoutWindow(params, visibility, insetsPending);
    WindowManager.LayoutParams attributes = params == null ? ReflectionHelpers.getField(root, "mWindowAttributes") : params;
    Placement.place(root, attributes);
    return result;
  }

  @Override
  @Implementation
  protected WindowInsets getWindowInsets(boolean force) {
    return Shadow.directlyOn(root, ViewRootImpl.class, "getWindowInsets", ClassParameter.from(boolean.class, force));
  }

  /** The window manager's answer, which is what the window itself was told. */
  @Implementation(minSdk = 33)
  protected boolean isInTouchMode() {
    return ReflectionHelpers.getField(ReflectionHelpers.getField(root, "mAttachInfo"), "mInTouchMode");
  }

  @Implementation
  protected void finishInputEvent(@ClassName("android.view.ViewRootImpl$QueuedInputEvent") Object event) {
    int flags = ReflectionHelpers.getField(event, "mFlags");
    Input.finished((flags & HANDLED) != 0);
    Class<?> type = ReflectionHelpers.loadClass(getClass().getClassLoader(), "android.view.ViewRootImpl$QueuedInputEvent");
    Shadow.directlyOn(root, ViewRootImpl.class, "finishInputEvent", new ClassParameter(type, event));
  }
}
