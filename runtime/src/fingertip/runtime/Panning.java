package fingertip.runtime;

import android.graphics.Rect;
import android.view.View;
import android.view.ViewRootImpl;
import android.view.accessibility.AccessibilityEvent;
import android.widget.Scroller;
import com.android.internal.view.RootViewSurfaceTaker;
import org.robolectric.util.ReflectionHelpers;
import org.robolectric.util.ReflectionHelpers.ClassParameter;

/** A window that does not shrink for the keyboard moves up until what has the focus is seen. The framework does so when it draws, which it never does here. */
final class Panning {
  private Panning() {}

  static void all() {
    for (View window : Windows.all()) {
      ViewRootImpl root = window.getViewRootImpl();
      if (root != null && !(boolean) ReflectionHelpers.getField(root, "mFirst")) pan(root, window);
    }
  }

  private static void pan(ViewRootImpl root, View window) {
    ReflectionHelpers.callInstanceMethod(ViewRootImpl.class, root, "scrollToRectOrFocus", ClassParameter.from(Rect.class, null),
        ClassParameter.from(boolean.class, true));
    int wanted = ReflectionHelpers.getField(root, "mScrollY");
    int is = ReflectionHelpers.getField(root, "mCurScrollY");
    if (wanted == is) return;
    Scroller scroller = ReflectionHelpers.getField(root, "mScroller");
    if (scroller != null) scroller.abortAnimation();
    ReflectionHelpers.setField(ViewRootImpl.class, root, "mCurScrollY", wanted);
    if (window instanceof RootViewSurfaceTaker) ((RootViewSurfaceTaker) window).onRootViewScrollYChanged(wanted);
    Session.wire().event("changed", "type", AccessibilityEvent.TYPE_WINDOW_CONTENT_CHANGED, "class", window.getClass().getName());
  }
}
