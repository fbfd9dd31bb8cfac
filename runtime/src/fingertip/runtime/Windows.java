package fingertip.runtime;

import android.graphics.Rect;
import android.os.IBinder;
import android.view.View;
import android.view.ViewRootImpl;
import android.view.WindowManager;
import android.view.WindowManager.LayoutParams;
import android.view.WindowManagerGlobal;
import fingertip.runtime.wire.Json;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.shadows.ShadowDialog;
import org.robolectric.shadows.ShadowViewRootImpl;
import org.robolectric.util.ReflectionHelpers;

/** The process's windows: which are seen, whose they are, which has the focus; told to the phone when that changes. */
public final class Windows {
  private final Map<View, Integer> ids = new WeakHashMap<>();
  private final Map<Integer, String> told = new HashMap<>();
  private int lastId;
  private View focused;

  /** All windows, oldest first. */
  static List<View> all() {
    return new ArrayList<>((List<View>) ReflectionHelpers.getField(WindowManagerGlobal.getInstance(), "mViews"));
  }

  static LayoutParams params(View window) {
    return (LayoutParams) window.getLayoutParams();
  }

  static Rect frame(View window) {
    return new Rect((Rect) ReflectionHelpers.getField(window.getViewRootImpl(), "mWinFrame"));
  }

  View byId(int id) {
    for (View window : all()) {
      Integer known = ids.get(window);
      if (known != null && known == id && window.getViewRootImpl() != null) return window;
    }
    throw new Refused("no window " + id);
  }

  private int id(View window) {
    return ids.computeIfAbsent(window, w -> ++lastId);
  }

  public Integer idOf(View anyView) {
    View root = anyView == null ? null : anyView.getRootView();
    return root == null ? null : ids.get(root);
  }

  /** The window that a sub-window hangs on, or null. */
  static View parent(View window) {
    LayoutParams params = params(window);
    if (params.type < LayoutParams.FIRST_SUB_WINDOW || params.type > LayoutParams.LAST_SUB_WINDOW) return null;
    for (View other : all()) if (other != window && other.getWindowToken() == params.token) return other;
    return null;
  }

  private Activities.Entry owner(View window) {
    View outermost = window;
    for (View up = parent(window); up != null; up = parent(up)) outermost = up;
    IBinder token = params(outermost).token;
    for (Activities.Entry entry : Session.activities().all()) {
      if (entry.activity == null) continue;
      if (entry.token() == token || ReflectionHelpers.getField(entry.activity, "mDecor") == outermost) return entry;
    }
    return null;
  }

  private boolean seen(View window) {
    ViewRootImpl root = window.getViewRootImpl();
    if (root == null || window.getVisibility() != View.VISIBLE) return false;
    if ((boolean) ReflectionHelpers.getField(root, "mFirst")) return false;
    Activities.Entry owner = owner(window);
    return owner == null || !owner.state.equals("stopped") && !owner.state.equals("created");
  }

  List<View> visible() {
    List<View> visible = new ArrayList<>();
    for (View window : all()) if (seen(window)) visible.add(window);
    return visible;
  }

  /** Hands the focus over and tells what changed. True: something is to be run because of it. */
  boolean update() {
    List<View> visible = visible();
    Map<Integer, List<Object>> byActivity = new LinkedHashMap<>();
    for (Activities.Entry entry : Session.activities().all()) byActivity.put(entry.number, new ArrayList<>());
    for (Integer number : told.keySet()) byActivity.putIfAbsent(number, new ArrayList<>());
    View focus = null;
    for (View window : visible) {
      Activities.Entry owner = owner(window);
      // A window of the app's own context lies over whatever is in front.
      Integer number = owner == null ? Session.activities().front() : Integer.valueOf(owner.number);
      if (number == null) continue;
      byActivity.computeIfAbsent(number, n -> new ArrayList<>()).add(describe(window));
      boolean mayFocus = (params(window).flags & LayoutParams.FLAG_NOT_FOCUSABLE) == 0;
      if (mayFocus && (owner == null || owner.state.equals("resumed"))) focus = window;
    }
    byActivity.forEach((number, windows) -> {
      String text = Json.write(windows);
      if (text.equals(told.getOrDefault(number, "[]"))) return;
      if (windows.isEmpty()) told.remove(number);
      else told.put(number, text);
      Session.wire().event("windows", "activity", number, "windows", windows);
    });
    if (focus == focused) return false;
    View before = focused;
    focused = focus;
    if (before != null && before.getViewRootImpl() != null) focus(before, false);
    if (focus != null) focus(focus, true);
    Session.keyboard().focusMoved(before, focus);
    // It keeps every dialog for a test to look at.
    ShadowDialog.reset();
    return true;
  }

  private static void focus(View window, boolean has) {
    ShadowViewRootImpl shadow = Shadow.extract(window.getViewRootImpl());
    shadow.callWindowFocusChanged(has);
  }

  View focused() {
    return focused;
  }

  private Map<String, Object> describe(View window) {
    LayoutParams params = params(window);
    Rect frame = frame(window);
    boolean sub = params.type >= LayoutParams.FIRST_SUB_WINDOW && params.type <= LayoutParams.LAST_SUB_WINDOW;
    Activities.Entry owner = owner(window);
    boolean base = owner != null && ReflectionHelpers.getField(owner.activity, "mDecor") == window;
    CharSequence title = params.getTitle();
    boolean dims = (params.flags & LayoutParams.FLAG_DIM_BEHIND) != 0;
    return Json.map(
        "id", id(window),
        "kind", base ? "activity" : sub ? "popup" : "dialog",
        "frame", new int[] {frame.left, frame.top, frame.right, frame.bottom},
        "dim", dims ? params.dimAmount : 0,
        "title", title == null ? "" : title.toString(),
        "type", params.type,
        "flags", params.flags,
        "focusable", (params.flags & LayoutParams.FLAG_NOT_FOCUSABLE) == 0,
        "touchModal", (params.flags & (LayoutParams.FLAG_NOT_TOUCH_MODAL | LayoutParams.FLAG_NOT_FOCUSABLE)) == 0,
        "secure", (params.flags & WindowManager.LayoutParams.FLAG_SECURE) != 0);
  }

  /** Bars or keyboard have changed: every window gets its frame and insets anew. */
  void relayout() {
    for (View window : all()) {
      ViewRootImpl root = window.getViewRootImpl();
      if (root == null) continue;
      Placement.insets(root);
      ReflectionHelpers.setField(root, "mForceNextWindowRelayout", true);
      window.requestApplyInsets();
      window.requestLayout();
    }
  }

  /** The configuration has changed: windows that stay get the new one. */
  void reconfigure() {
    for (View window : all()) {
      ViewRootImpl root = window.getViewRootImpl();
      if (root == null) continue;
      root.updateConfiguration(-1);
    }
    relayout();
  }
}
