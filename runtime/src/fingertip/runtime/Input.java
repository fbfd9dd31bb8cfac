package fingertip.runtime;

import android.graphics.Rect;
import android.os.Build;
import android.view.InputDevice;
import android.view.InputEvent;
import android.view.KeyCharacterMap;
import android.view.KeyEvent;
import android.view.MotionEvent;
import android.view.View;
import android.view.ViewRootImpl;
import fingertip.runtime.wire.Call;
import org.robolectric.util.ReflectionHelpers;
import org.robolectric.util.ReflectionHelpers.ClassParameter;

/** Touches, keys and back, through the window's own input stages. */
public final class Input {
  private static boolean handled;
  private static boolean leaves;
  private long down;
  private View downWindow;
  private Rect downFrame;

  /** Asked by the shadow of the window's root when an event is through. */
  public static void finished(boolean wasHandled) {
    handled = wasHandled;
  }

  /** The framework's own answer to back at the root of a task: the phone leaves it. */
  public static void leave() {
    leaves = true;
  }

  void pointer(Call call) {
    View window = Session.windows().byId(call.number("window"));
    int action;
    switch (call.text("action")) {
      case "down": action = MotionEvent.ACTION_DOWN; break;
      case "move": action = MotionEvent.ACTION_MOVE; break;
      case "up": action = MotionEvent.ACTION_UP; break;
      case "cancel": action = MotionEvent.ACTION_CANCEL; break;
      default: throw new Refused("no such pointer action: " + call.text("action"));
    }
    pointer(window, action, (float) call.real("x"), (float) call.real("y"));
  }

  /** A touch at a point of the display. */
  void pointer(View window, int action, float x, float y) {
    long now = Clock.now();
    if (action == MotionEvent.ACTION_DOWN) {
      down = now;
      downWindow = window;
      downFrame = Windows.frame(window);
    }
    MotionEvent.PointerProperties[] properties = {new MotionEvent.PointerProperties()};
    properties[0].id = 0;
    properties[0].toolType = MotionEvent.TOOL_TYPE_FINGER;
    MotionEvent.PointerCoords[] coords = {new MotionEvent.PointerCoords()};
    coords[0].x = x;
    coords[0].y = y;
    coords[0].pressure = action == MotionEvent.ACTION_UP ? 0 : 1;
    coords[0].size = 1;
    MotionEvent event = MotionEvent.obtain(down, now, action, 1, properties, coords, 0, 0, 1, 1, 0, 0, InputDevice.SOURCE_TOUCHSCREEN, 0);
    Rect frame = window == downWindow && downFrame != null ? downFrame : Windows.frame(window);
    event.offsetLocation(-frame.left, -frame.top);
    deliver(window, event);
  }

  boolean key(Call call) {
    View window = Session.windows().byId(call.number("window"));
    return keyOn(window, call.number("code"), call.number("meta", 0), call.yes("longPress"));
  }

  static boolean keyOn(View window, int code, int meta, boolean longPress) {
    long now = Clock.now();
    boolean used = deliver(window, event(now, KeyEvent.ACTION_DOWN, code, 0, meta, 0));
    if (longPress) used |= deliver(window, event(now, KeyEvent.ACTION_DOWN, code, 1, meta, KeyEvent.FLAG_LONG_PRESS));
    if (window.getViewRootImpl() == null) return used;
    return deliver(window, event(now, KeyEvent.ACTION_UP, code, 0, meta, 0)) | used;
  }

  private static KeyEvent event(long now, int action, int code, int repeat, int meta, int flags) {
    return new KeyEvent(now, now, action, code, repeat, meta, KeyCharacterMap.VIRTUAL_KEYBOARD, 0,
        flags | KeyEvent.FLAG_FROM_SYSTEM | KeyEvent.FLAG_VIRTUAL_HARD_KEY, InputDevice.SOURCE_KEYBOARD);
  }

  boolean back(Call call) {
    View window = Session.windows().byId(call.number("window"));
    leaves = false;
    if (Build.VERSION.SDK_INT >= 33 && backByCallback(window)) return !leaves;
    boolean used = keyOn(window, KeyEvent.KEYCODE_BACK, 0, false);
    return used && !leaves;
  }

  /** Apps that asked for it hear of back by their callbacks, not as a key. */
  private static boolean backByCallback(View window) {
    Object dispatcher = ReflectionHelpers.callInstanceMethod(window.getViewRootImpl(), "getOnBackInvokedDispatcher");
    boolean enabled = ReflectionHelpers.callInstanceMethod(dispatcher, "isOnBackInvokedCallbackEnabled");
    if (!enabled) return false;
    Object top = ReflectionHelpers.callInstanceMethod(dispatcher, "getTopCallback");
    if (!(top instanceof android.window.OnBackInvokedCallback)) return false;
    ((android.window.OnBackInvokedCallback) top).onBackInvoked();
    return true;
  }

  private static boolean deliver(View window, InputEvent event) {
    handled = false;
    ReflectionHelpers.callInstanceMethod(ViewRootImpl.class, window.getViewRootImpl(), "enqueueInputEvent",
        ClassParameter.from(InputEvent.class, event),
        ClassParameter.from(android.view.InputEventReceiver.class, null),
        ClassParameter.from(int.class, 0), ClassParameter.from(boolean.class, true));
    return handled;
  }
}
