package fingertip.runtime;

import android.accessibilityservice.AccessibilityServiceInfo;
import android.accessibilityservice.IAccessibilityServiceConnection;
import android.graphics.Rect;
import android.os.Build;
import android.os.Process;
import android.view.SurfaceView;
import android.view.View;
import android.view.ViewRootImpl;
import android.view.accessibility.AccessibilityInteractionClient;
import android.view.accessibility.AccessibilityNodeIdManager;
import android.view.accessibility.AccessibilityNodeInfo;
import android.webkit.WebView;
import fingertip.runtime.wire.Call;
import fingertip.runtime.wire.Json;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.robolectric.util.ReflectionHelpers;
import org.robolectric.util.ReflectionHelpers.ClassParameter;

/** What a window tells accessibility: the real node infos, asked for on the way a service asks. */
final class Tree {
  private static final int CONNECTION = 77;
  private static final int MOST_NODES = 20_000;
  private static final int DEEPEST = 200;
  /** The bits that the system adds for a service: view ids, and views that are not important. */
  private static final int FETCH = Build.VERSION.SDK_INT >= 33 ? 0x180 : 0x18;
  private boolean connected;
  private Constructor<?> side;
  private Method question;
  private View window;

  void answer(Call call, Map<String, Object> answer) {
    answer.put("package", Session.app().packageName);
    answer.put("nodes", nodes(Session.windows().byId(call.number("window")), call.number("window")));
  }

  List<Object> nodes(View window, int number) {
    if (!connected) {
      connect();
      connected = true;
    }
    this.window = window;
    ReflectionHelpers.setField(attachInfo(window), "mAccessibilityWindowId", number);
    AccessibilityInteractionClient client = AccessibilityInteractionClient.getInstance();
    clearCache(client);
    AccessibilityNodeInfo root = root(client);
    List<Object> nodes = new ArrayList<>();
    if (root != null) walk(root, 0, 0, nodes);
    clearCache(client);
    return nodes;
  }

  private void connect() {
    Object service = Proxy.newProxyInstance(Tree.class.getClassLoader(), new Class<?>[] {IAccessibilityServiceConnection.class}, this::asked);
    if (Build.VERSION.SDK_INT >= 33) {
      AccessibilityInteractionClient.addConnection(CONNECTION, (IAccessibilityServiceConnection) service, true);
    } else {
      ReflectionHelpers.callStaticMethod(AccessibilityInteractionClient.class, "addConnection",
          ClassParameter.from(int.class, CONNECTION), ClassParameter.from(IAccessibilityServiceConnection.class, service));
    }
  }

  private static AccessibilityNodeInfo root(AccessibilityInteractionClient client) {
    if (Build.VERSION.SDK_INT >= 33) return client.getRootInActiveWindow(CONNECTION, AccessibilityNodeInfo.FLAG_PREFETCH_DESCENDANTS_HYBRID);
    return ReflectionHelpers.callInstanceMethod(client, "getRootInActiveWindow", ClassParameter.from(int.class, CONNECTION));
  }

  private static void clearCache(AccessibilityInteractionClient client) {
    if (Build.VERSION.SDK_INT >= 33) client.clearCache(CONNECTION);
    else ReflectionHelpers.callInstanceMethod(client, "clearCache");
  }

  private static Object attachInfo(View view) {
    return ReflectionHelpers.getField(view, "mAttachInfo");
  }

  private void walk(AccessibilityNodeInfo node, int index, int depth, List<Object> nodes) {
    if (nodes.size() >= MOST_NODES || depth > DEEPEST) return;
    Map<String, Object> out = Json.map();
    nodes.add(out);
    describe(node, index, out);
    int count = node.getChildCount();
    int before = nodes.size();
    for (int i = 0; i < count; i++) {
      AccessibilityNodeInfo child = node.getChild(i);
      if (child != null) walk(child, i, depth + 1, nodes);
    }
    out.put("end", nodes.size());
    if (nodes.size() == before) gap(node, out);
  }

  private static void describe(AccessibilityNodeInfo node, int index, Map<String, Object> out) {
    int api = Build.VERSION.SDK_INT;
    text(out, "class", node.getClassName());
    text(out, "id", node.getViewIdResourceName());
    text(out, "text", node.getText());
    text(out, "desc", node.getContentDescription());
    text(out, "hint", node.getHintText());
    if (api >= 30) text(out, "state", node.getStateDescription());
    text(out, "error", node.getError());
    text(out, "pane", node.getPaneTitle());
    text(out, "tooltip", node.getTooltipText());
    text(out, "role", node.getExtras().getCharSequence("AccessibilityNodeInfo.roleDescription"));
    if (api >= 33) text(out, "unique", node.getUniqueId());
    Rect bounds = new Rect();
    node.getBoundsInScreen(bounds);
    out.put("bounds", new int[] {bounds.left, bounds.top, bounds.right, bounds.bottom});
    out.put("index", index);
    List<String> flags = new ArrayList<>();
    flag(flags, "checkable", node.isCheckable());
    flag(flags, "checked", node.isChecked());
    flag(flags, "clickable", node.isClickable());
    flag(flags, "contextClickable", node.isContextClickable());
    flag(flags, "disabled", !node.isEnabled());
    flag(flags, "focusable", node.isFocusable());
    flag(flags, "focused", node.isFocused());
    flag(flags, "scrollable", node.isScrollable());
    flag(flags, "longClickable", node.isLongClickable());
    flag(flags, "password", node.isPassword());
    flag(flags, "selected", node.isSelected());
    flag(flags, "editable", node.isEditable());
    flag(flags, "multiLine", node.isMultiLine());
    flag(flags, "heading", node.isHeading());
    flag(flags, "dismissable", node.isDismissable());
    flag(flags, "showingHint", node.isShowingHintText());
    flag(flags, "accessibilityFocused", node.isAccessibilityFocused());
    flag(flags, "important", important(node));
    flag(flags, "invisible", !node.isVisibleToUser());
    flag(flags, "canOpenPopup", node.canOpenPopup());
    flag(flags, "contentInvalid", node.isContentInvalid());
    flag(flags, "screenReaderFocusable", node.isScreenReaderFocusable());
    if (api >= 29) flag(flags, "textEntryKey", node.isTextEntryKey());
    out.put("flags", flags);
    AccessibilityNodeInfo.RangeInfo range = node.getRangeInfo();
    if (range != null) out.put("range", List.of(range.getType(), range.getMin(), range.getMax(), range.getCurrent()));
    AccessibilityNodeInfo.CollectionInfo collection = node.getCollectionInfo();
    if (collection != null) out.put("collection", List.of(collection.getRowCount(), collection.getColumnCount(), collection.getSelectionMode()));
    AccessibilityNodeInfo.CollectionItemInfo item = node.getCollectionItemInfo();
    if (item != null) out.put("item", List.of(item.getRowIndex(), item.getRowSpan(), item.getColumnIndex(), item.getColumnSpan()));
    if (node.getInputType() != 0) out.put("inputType", node.getInputType());
    if (node.getMaxTextLength() > 0) out.put("maxLength", node.getMaxTextLength());
    if (node.getLiveRegion() != 0) out.put("liveRegion", node.getLiveRegion());
    if (node.getTextSelectionStart() >= 0 || node.getTextSelectionEnd() >= 0) {
      out.put("selection", List.of(node.getTextSelectionStart(), node.getTextSelectionEnd()));
    }
    out.put("drawingOrder", node.getDrawingOrder());
    List<Object> actions = new ArrayList<>();
    for (AccessibilityNodeInfo.AccessibilityAction action : node.getActionList()) {
      if (action.getLabel() == null) actions.add(action.getId());
      else actions.add(Json.map("id", action.getId(), "label", action.getLabel().toString()));
    }
    if (!actions.isEmpty()) out.put("actions", actions);
  }

  /** Whether a service that asks only for important views is told of it: a view that makes up nodes of its own is one, and so are they. */
  private static boolean important(AccessibilityNodeInfo node) {
    if (node.isImportantForAccessibility() || madeUp(node.getSourceNodeId())) return true;
    return node.getChildCount() > 0 && madeUp(node.getChildId(0));
  }

  private static boolean madeUp(long id) {
    return AccessibilityNodeInfo.getVirtualDescendantId(id) != -1;
  }

  /** Content that is drawn by something that is not here. */
  private void gap(AccessibilityNodeInfo node, Map<String, Object> out) {
    CharSequence type = node.getClassName();
    long id = node.getSourceNodeId();
    View view = madeUp(id) ? null : find(AccessibilityNodeInfo.getAccessibilityViewId(id));
    if (view instanceof WebView || type != null && "android.webkit.WebView".contentEquals(type)) out.put("gap", "webview");
    else if (view instanceof SurfaceView) out.put("gap", "surface");
  }

  private View find(int id) {
    if (Build.VERSION.SDK_INT >= 29) return AccessibilityNodeIdManager.getInstance().findView(id);
    return ReflectionHelpers.callInstanceMethod(View.class, window, "findViewByAccessibilityId", ClassParameter.from(int.class, id));
  }

  private static void text(Map<String, Object> out, String name, CharSequence text) {
    if (text != null && text.length() > 0) out.put(name, text.toString());
  }

  private static void flag(List<String> flags, String name, boolean is) {
    if (is) flags.add(name);
  }

  /** Stands where system_server stands: takes the question to the window it is about. */
  private Object asked(Object proxy, Method method, Object[] arguments) throws Throwable {
    switch (method.getName()) {
      case "findAccessibilityNodeInfoByAccessibilityId": {
        if (question == null) prepare(method.getName());
        Object app = side.newInstance(window.getViewRootImpl());
        Object node = arguments[1];
        Object interaction = arguments[2];
        Object callback = arguments[3];
        int flags = (int) arguments[4] | FETCH;
        Object thread = arguments[5];
        if (question.getParameterCount() == 10) {
          question.invoke(app, node, null, interaction, callback, flags, Process.myPid(), thread, null, null, arguments[6]);
        } else {
          question.invoke(app, node, null, interaction, callback, flags, Process.myPid(), thread, null, arguments[6]);
        }
        return new String[] {window.getContext().getPackageName()};
      }
      case "getServiceInfo":
        return new AccessibilityServiceInfo();
      case "asBinder":
        return null;
      case "hashCode":
        return CONNECTION;
      case "equals":
        return proxy == arguments[0];
      default:
        return ReflectionHelpers.defaultValueForType(method.getReturnType().getName());
    }
  }

  /** The app's side of the connection and the question to it, which have other parameters at each API level. */
  private void prepare(String name) throws ReflectiveOperationException {
    Class<?> type = Class.forName("android.view.ViewRootImpl$AccessibilityInteractionConnection");
    side = type.getDeclaredConstructor(ViewRootImpl.class);
    side.setAccessible(true);
    for (Method method : type.getDeclaredMethods()) {
      if (!method.getName().equals(name)) continue;
      method.setAccessible(true);
      question = method;
      return;
    }
    throw new NoSuchMethodException(name);
  }
}
