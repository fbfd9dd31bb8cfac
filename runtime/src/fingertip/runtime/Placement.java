package fingertip.runtime;

import android.graphics.Rect;
import android.os.Build;
import android.view.Gravity;
import android.view.InsetsState;
import android.view.View;
import android.view.ViewRootImpl;
import android.view.WindowInsets;
import android.view.WindowManager.LayoutParams;
import org.robolectric.util.ReflectionHelpers;
import org.robolectric.util.ReflectionHelpers.ClassParameter;

/** Where a window stands and what of it is covered by bars and keyboard: the window manager's part of a relayout. */
public final class Placement {
  private Placement() {}

  /** Sets the frame and the insets of a window whose view has been measured. */
  public static void place(ViewRootImpl root, LayoutParams params) {
    View view = root.getView();
    if (view == null) return;
    Rect frame = frame(view, params);
    setFrame(root, frame);
    ReflectionHelpers.setField(ReflectionHelpers.getField(root, "mAttachInfo"), "mInTouchMode", true);
    // What the next change of focus would set it to.
    if (Build.VERSION.SDK_INT >= 33) ReflectionHelpers.setField(root, "mUpcomingInTouchMode", true);
    if (Build.VERSION.SDK_INT >= 31) {
      Object frames = ReflectionHelpers.getField(root, "mTmpFrames");
      ((Rect) ReflectionHelpers.getField(frames, "displayFrame")).set(0, 0, Session.screen().width, Session.screen().height);
    }
    insets(root);
  }

  private static void setFrame(ViewRootImpl root, Rect frame) {
    if (Build.VERSION.SDK_INT >= 34) {
      ReflectionHelpers.callInstanceMethod(root, "setFrame", ClassParameter.from(Rect.class, frame), ClassParameter.from(boolean.class, true));
    } else if (Build.VERSION.SDK_INT >= 30) {
      ReflectionHelpers.callInstanceMethod(root, "setFrame", ClassParameter.from(Rect.class, frame));
    } else {
      ((Rect) ReflectionHelpers.getField(root, "mWinFrame")).set(frame);
    }
  }

  static Rect frame(View view, LayoutParams params) {
    Screen screen = Session.screen();
    Rect display = fitted(params, screen);
    View attached = Windows.parent(view);
    boolean inScreen = (params.flags & LayoutParams.FLAG_LAYOUT_IN_SCREEN) != 0;
    Rect parent = attached != null && !inScreen ? Windows.frame(attached) : new Rect(display);
    int mode = params.softInputMode & LayoutParams.SOFT_INPUT_MASK_ADJUST;
    boolean full = params.width == LayoutParams.MATCH_PARENT && params.height == LayoutParams.MATCH_PARENT;
    if (screen.keyboard > 0 && !full && mode != LayoutParams.SOFT_INPUT_ADJUST_NOTHING && attached == null) {
      // A dialog moves up, out of the keyboard's way.
      display.bottom = parent.bottom = Math.min(parent.bottom, screen.height - screen.keyboard);
    }
    int parentWidth = parent.width();
    int parentHeight = parent.height();
    int width = params.width == LayoutParams.MATCH_PARENT ? parentWidth : view.getMeasuredWidth();
    int height = params.height == LayoutParams.MATCH_PARENT ? parentHeight : view.getMeasuredHeight();
    boolean noLimits = (params.flags & LayoutParams.FLAG_LAYOUT_NO_LIMITS) != 0;
    if (noLimits) {
      display = new Rect(-100000, -100000, 100000, 100000);
    }
    Rect frame = new Rect();
    Gravity.apply(params.gravity, width, height, parent,
        (int) (params.x + params.horizontalMargin * parentWidth), (int) (params.y + params.verticalMargin * parentHeight), frame);
    Gravity.applyDisplay(params.gravity, display, frame);
    return frame;
  }

  /** The display without what the window wants to keep clear of. */
  private static Rect fitted(LayoutParams params, Screen screen) {
    Rect all = new Rect(0, 0, screen.width, screen.height);
    if (Build.VERSION.SDK_INT >= 30) {
      int types = params.getFitInsetsTypes();
      int sides = params.getFitInsetsSides();
      if ((types & WindowInsets.Type.statusBars()) != 0 && (sides & WindowInsets.Side.TOP) != 0) all.top += screen.statusBar;
      int bottom = (types & WindowInsets.Type.navigationBars()) != 0 ? screen.navigationBar : 0;
      if ((types & WindowInsets.Type.ime()) != 0) bottom = Math.max(bottom, screen.keyboard);
      if ((sides & WindowInsets.Side.BOTTOM) != 0) all.bottom -= bottom;
    } else if ((params.flags & LayoutParams.FLAG_LAYOUT_IN_SCREEN) == 0) {
      all.top += screen.statusBar;
      all.bottom -= screen.navigationBar;
    }
    return all;
  }

  static void insets(ViewRootImpl root) {
    Screen screen = Session.screen();
    if (Build.VERSION.SDK_INT >= 30) {
      Object controller = ReflectionHelpers.getField(root, "mInsetsController");
      ReflectionHelpers.callInstanceMethod(controller, "onStateChanged", ClassParameter.from(InsetsState.class, state(screen)));
      return;
    }
    Rect frame = ReflectionHelpers.getField(root, "mWinFrame");
    int top = Math.max(0, screen.statusBar - frame.top);
    int bars = Math.max(0, frame.bottom - (screen.height - screen.navigationBar));
    int keyboard = Math.max(0, frame.bottom - (screen.height - screen.keyboard));
    LayoutParams params = ReflectionHelpers.getField(root, "mWindowAttributes");
    boolean resize = (params.softInputMode & LayoutParams.SOFT_INPUT_MASK_ADJUST) == LayoutParams.SOFT_INPUT_ADJUST_RESIZE;
    ((Rect) ReflectionHelpers.getField(root, "mPendingStableInsets")).set(0, top, 0, bars);
    ((Rect) ReflectionHelpers.getField(root, "mPendingContentInsets")).set(0, top, 0, resize ? Math.max(bars, keyboard) : bars);
    ((Rect) ReflectionHelpers.getField(root, "mPendingVisibleInsets")).set(0, top, 0, Math.max(bars, keyboard));
  }

  private static InsetsState state(Screen screen) {
    InsetsState state = new InsetsState();
    Rect all = new Rect(0, 0, screen.width, screen.height);
    state.setDisplayFrame(all);
    source(state, 0, WindowInsets.Type.statusBars(), new Rect(0, 0, screen.width, screen.statusBar), screen.statusBar > 0);
    source(state, 1, WindowInsets.Type.navigationBars(), new Rect(0, screen.height - screen.navigationBar, screen.width, screen.height), screen.navigationBar > 0);
    source(state, -1, WindowInsets.Type.ime(), new Rect(0, screen.height - screen.keyboard, screen.width, screen.height), screen.keyboard > 0);
    return state;
  }

  /** Sources were known by small numbers of their own up to API 33, by id and type since. */
  private static void source(InsetsState state, int old, int type, Rect frame, boolean visible) {
    Object source;
    if (Build.VERSION.SDK_INT >= 34) {
      int id = type == WindowInsets.Type.ime() ? (int) ReflectionHelpers.getStaticField(android.view.InsetsSource.class, "ID_IME") : 0x100 + old;
      source = ReflectionHelpers.callInstanceMethod(state, "getOrCreateSource", ClassParameter.from(int.class, id), ClassParameter.from(int.class, type));
    } else {
      int number = old >= 0 ? old : (int) ReflectionHelpers.getStaticField(InsetsState.class, "ITYPE_IME");
      source = ReflectionHelpers.callInstanceMethod(state, "getSource", ClassParameter.from(int.class, number));
    }
    ReflectionHelpers.callInstanceMethod(source, "setFrame", ClassParameter.from(Rect.class, frame));
    ReflectionHelpers.callInstanceMethod(source, "setVisible", ClassParameter.from(boolean.class, visible));
  }

}
