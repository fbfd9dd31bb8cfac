package fingertip.runtime;

import android.app.ActivityThread;
import android.os.Build;
import android.util.Xml;
import android.view.accessibility.AccessibilityInteractionClient;
import android.view.accessibility.AccessibilityNodeInfo;
import fingertip.runtime.wire.Call;
import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Map;
import java.util.Set;
import org.xmlpull.v1.XmlSerializer;

/**
 * Stands before the runtime's own tree (built as RuntimeTree): each window that is asked for is also written by androidx's dumper, from the
 * same framework objects, to cache/androidx.xml of the app, and to cache/androidx-compressed.xml without what is not important.
 */
final class Tree {
  private static final int NOT_IMPORTANT = Build.VERSION.SDK_INT >= 33 ? 0x80 : 0x8;
  /** What androidx's dumper writes beside the attributes of the shell's. */
  private static final Set<String> NOT_OF_THE_SHELL = Set.of("visible-to-user", "drawing-order", "hint", "display-id");
  private final RuntimeTree real = new RuntimeTree();

  void answer(Call call, Map<String, Object> answer) {
    real.answer(call, answer);
    int all = RuntimeTree.FETCH;
    write("androidx.xml");
    RuntimeTree.FETCH = all & ~NOT_IMPORTANT;
    try {
      write("androidx-compressed.xml");
    } finally {
      RuntimeTree.FETCH = all;
    }
  }

  private static void write(String name) {
    try {
      File folder = ActivityThread.currentApplication().getCacheDir();
      Files.write(new File(folder, name).toPath(), dumped().getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String dumped() {
    AccessibilityInteractionClient client = AccessibilityInteractionClient.getInstance();
    RuntimeTree.clearCache(client);
    try {
      return dumped(RuntimeTree.root(client));
    } catch (InvocationTargetException e) {
      return e.getCause().toString();
    } catch (ReflectiveOperationException | IOException e) {
      return e.toString();
    } finally {
      RuntimeTree.clearCache(client);
    }
  }

  /** The document as the shell's dumper begins and ends it, on one line; the nodes are androidx's. */
  private static String dumped(AccessibilityNodeInfo root) throws IOException, ReflectiveOperationException {
    Screen screen = Session.screen();
    StringWriter text = new StringWriter();
    XmlSerializer serializer = Xml.newSerializer();
    serializer.setOutput(text);
    serializer.startDocument("UTF-8", true);
    serializer.startTag("", "hierarchy");
    serializer.attribute("", "rotation", Integer.toString(screen.rotation));
    Method dump = Class.forName("androidx.test.uiautomator.AccessibilityNodeInfoDumper")
        .getDeclaredMethod("dumpNodeRec", AccessibilityNodeInfo.class, XmlSerializer.class, int.class, int.class, int.class);
    dump.setAccessible(true);
    if (root != null) dump.invoke(null, root, ofTheShell(serializer), 0, screen.width, screen.height);
    serializer.endTag("", "hierarchy");
    serializer.endDocument();
    return text.toString();
  }

  private static XmlSerializer ofTheShell(XmlSerializer serializer) {
    return (XmlSerializer) Proxy.newProxyInstance(Tree.class.getClassLoader(), new Class<?>[] {XmlSerializer.class}, (proxy, method, arguments) -> {
      if (method.getName().equals("attribute") && NOT_OF_THE_SHELL.contains(arguments[1])) return proxy;
      try {
        Object answer = method.invoke(serializer, arguments);
        return answer == serializer ? proxy : answer;
      } catch (InvocationTargetException e) {
        throw e.getCause();
      }
    });
  }
}
