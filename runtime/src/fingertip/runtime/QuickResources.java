package fingertip.runtime;

import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.util.Map;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.robolectric.res.android.Entries;

/**
 * Robolectric's reader of compiled resources, with the few methods that are asked thousands of times for a screen replaced by ours. Its classes
 * belong to the outer class loader, which nobody can change: the changed ones are put there before it looks for them.
 */
final class QuickResources {
  private static final String PACKAGE = "org/robolectric/res/android/";
  private static final String OURS = PACKAGE + "Entries";

  private QuickResources() {}

  /** Before the first resources are read. */
  static void use() throws IOException, IllegalAccessException {
    replace("LoadedArsc$TypeSpec", Map.of("GetFlagsForEntryIndex", "flags"));
    replace("LoadedArsc$LoadedPackage", Map.of("GetEntryOffset", "offset"));
    replace("ResXMLParser", Map.of("getAttributeCount", "attributes", "getAttributeNameID", "attributeName"));
  }

  /** Methods of a type, all of which answer with an `int`, ask ours instead. */
  private static void replace(String type, Map<String, String> methods) throws IOException, IllegalAccessException {
    byte[] code;
    try (InputStream in = QuickResources.class.getClassLoader().getResourceAsStream(PACKAGE + type + ".class")) {
      code = in.readAllBytes();
    }
    ClassReader reader = new ClassReader(code);
    ClassWriter writer = new ClassWriter(reader, 0);
    reader.accept(new ClassVisitor(Opcodes.ASM9, writer) {
      @Override
      public MethodVisitor visitMethod(int access, String name, String descriptor, String signature, String[] exceptions) {
        MethodVisitor out = super.visitMethod(access, name, descriptor, signature, exceptions);
        String ours = methods.get(name);
        if (ours == null) return out;
        boolean isStatic = (access & Opcodes.ACC_STATIC) != 0;
        ask(out, ours, isStatic ? descriptor : "(L" + PACKAGE + type + ";" + descriptor.substring(1));
        return null;
      }
    }, 0);
    MethodHandles.privateLookupIn(Entries.class, MethodHandles.lookup()).defineClass(writer.toByteArray());
  }

  private static void ask(MethodVisitor out, String method, String descriptor) {
    out.visitCode();
    int at = 0;
    for (Type argument : Type.getArgumentTypes(descriptor)) {
      out.visitVarInsn(argument.getOpcode(Opcodes.ILOAD), at);
      at += argument.getSize();
    }
    out.visitMethodInsn(Opcodes.INVOKESTATIC, OURS, method, descriptor, false);
    out.visitInsn(Opcodes.IRETURN);
    out.visitMaxs(at, at);
    out.visitEnd();
  }
}
