package fingertip.runtime;

import com.google.common.collect.ListMultimap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.robolectric.internal.AndroidSandbox;
import org.robolectric.internal.bytecode.ClassInstrumentor;
import org.robolectric.internal.bytecode.InstrumentationConfiguration;
import org.robolectric.internal.bytecode.ShadowInfo;
import org.robolectric.internal.bytecode.ShadowMap;
import org.robolectric.pluginapi.Sdk;
import org.robolectric.util.ReflectionHelpers;

/**
 * Robolectric's class loader, with two changes. A few shadowed methods are gone: where windows have true frames, the framework's own code
 * is right, and what stands in for it is wrong. (A shadow of ours cannot replace them: the shadows of all kinds of views inherit from this
 * one.) And methods that no shadow has are called directly.
 */
public final class Patched extends AndroidSandbox.SdkSandboxClassLoader {
  private final Map<String, Set<String>> dropped;
  private final Map<String, Set<String>> shadows;

  public Patched(InstrumentationConfiguration config, Sdk sdk, ClassInstrumentor instrumentor, ShadowMap map) {
    super(config, sdk, instrumentor);
    // Before API 30 a view asks the window manager for the display's frame, not its own window.
    Set<String> ofView = sdk.getApiLevel() < 30 ? Set.of("getLocationOnScreen", "mapRectFromViewToScreenCoords")
        : Set.of("getLocationOnScreen", "mapRectFromViewToScreenCoords", "getWindowVisibleDisplayFrame", "getWindowDisplayFrame");
    dropped = Map.of("org.robolectric.shadows.ShadowView", ofView);
    shadows = shadows(map);
  }

  /** The shadows of each class, at any API level. */
  private static Map<String, Set<String>> shadows(ShadowMap map) {
    Map<String, Set<String>> shadows = new HashMap<>();
    ListMultimap<String, String> usual = ReflectionHelpers.getField(map, "defaultShadows");
    usual.forEach((name, shadow) -> shadows.computeIfAbsent(plain(name), n -> new HashSet<>()).add(shadow));
    Map<String, ShadowInfo> others = ReflectionHelpers.getField(map, "overriddenShadows");
    others.forEach((name, shadow) -> shadows.computeIfAbsent(plain(name), n -> new HashSet<>()).add(shadow.shadowClassName));
    Map<String, String> picked = ReflectionHelpers.getField(map, "shadowPickers");
    picked.forEach((name, picker) -> shadows.put(plain(name), null));
    return shadows;
  }

  /** Inner classes are written in both ways. */
  private static String plain(String name) {
    return name.replace('$', '.');
  }

  @Override
  protected byte[] getByteCode(String name) throws ClassNotFoundException {
    byte[] code = super.getByteCode(name);
    // The super constructor may load classes before the sets are there.
    if (shadows == null) return code;
    Set<String> methods = dropped.get(name);
    if (methods != null) return without(methods, code);
    Set<String> shadowed = shadowed(plain(name));
    return shadowed == null ? code : Direct.calls(code, shadowed);
  }

  /** Names of which one may be a shadowed method; null: all are. */
  private Set<String> shadowed(String name) {
    if (!shadows.containsKey(name)) return Set.of();
    Set<String> all = shadows.get(name);
    if (all == null) return null;
    Set<String> words = new HashSet<>();
    try {
      for (String shadow : all) {
        while (shadow.startsWith("org.robolectric.") || shadow.startsWith("fingertip.")) {
          byte[] code = super.getByteCode(shadow);
          words.addAll(Direct.words(code));
          shadow = new ClassReader(code).getSuperName().replace('/', '.');
        }
        if (!shadow.equals("java.lang.Object")) return null;
      }
    } catch (ClassNotFoundException e) {
      return null;
    }
    // Such a shadow takes also what it does not name.
    return words.contains("callThroughByDefault") ? null : words;
  }

  private static byte[] without(Set<String> methods, byte[] code) {
    ClassReader reader = new ClassReader(code);
    ClassWriter writer = new ClassWriter(reader, 0);
    reader.accept(new ClassVisitor(Opcodes.ASM9, writer) {
      @Override
      public MethodVisitor visitMethod(int access, String method, String descriptor, String signature, String[] exceptions) {
        return methods.contains(method) ? null : super.visitMethod(access, method, descriptor, signature, exceptions);
      }
    }, 0);
    return writer.toByteArray();
  }
}
