package fingertip.runtime;

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
import org.robolectric.pluginapi.Sdk;

/**
 * Robolectric's class loader, without a few shadowed methods: where windows have true frames, the framework's own code is right, and what
 * stands in for it is wrong. (A shadow of ours cannot replace them: the shadows of all kinds of views inherit from this one.)
 */
public final class Patched extends AndroidSandbox.SdkSandboxClassLoader {
  private final Map<String, Set<String>> dropped;

  public Patched(InstrumentationConfiguration config, Sdk sdk, ClassInstrumentor instrumentor) {
    super(config, sdk, instrumentor);
    // Before API 30 a view asks the window manager for the display's frame, not its own window.
    Set<String> ofView = sdk.getApiLevel() < 30 ? Set.of("getLocationOnScreen", "mapRectFromViewToScreenCoords")
        : Set.of("getLocationOnScreen", "mapRectFromViewToScreenCoords", "getWindowVisibleDisplayFrame", "getWindowDisplayFrame");
    dropped = Map.of("org.robolectric.shadows.ShadowView", ofView);
  }

  @Override
  protected byte[] getByteCode(String name) throws ClassNotFoundException {
    byte[] code = super.getByteCode(name);
    // The super constructor may load classes before the map is there.
    Set<String> methods = dropped == null ? null : dropped.get(name);
    if (methods == null) return code;
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
