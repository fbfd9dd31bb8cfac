package fingertip.runtime;

import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.util.Map;
import java.util.function.Function;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.robolectric.res.android.Entries;

/**
 * Robolectric's reader of compiled resources, with the few methods that are asked thousands of times for a screen replaced by ours. Its
 * classes belong to the outer class loader, which nobody can change: the changed ones are put there before it looks for them.
 */
final class QuickResources {
  private static final String PACKAGE = "org/robolectric/res/android/";
  private static final String OURS = PACKAGE + "Entries";
  private static final String THEME = "CppAssetManager2$Theme";

  private QuickResources() {}

  /** Before the first resources are read. */
  static void use() throws IOException, IllegalAccessException {
    asksOurs("LoadedArsc$TypeSpec", Map.of("GetFlagsForEntryIndex", "flags"));
    asksOurs("LoadedArsc$LoadedPackage", Map.of("GetEntryOffset", "offset"));
    asksOurs("ResXMLParser", Map.of("getAttributeCount", "attributes", "getAttributeNameID", "attributeName"));
    change(THEME, out -> new ClassVisitor(Opcodes.ASM9, out) {
      @Override
      public MethodVisitor visitMethod(int access, String name, String descriptor, String signature, String[] exceptions) {
        MethodVisitor method = super.visitMethod(access, name, descriptor, signature, exceptions);
        return name.equals("SetTo") ? new LightCopy(method) : method;
      }
    });
  }

  /** Methods of a type, all of which answer with an `int`, ask ours instead. */
  private static void asksOurs(String type, Map<String, String> methods) throws IOException, IllegalAccessException {
    change(type, out -> new ClassVisitor(Opcodes.ASM9, out) {
      @Override
      public MethodVisitor visitMethod(int access, String name, String descriptor, String signature, String[] exceptions) {
        MethodVisitor method = super.visitMethod(access, name, descriptor, signature, exceptions);
        String ours = methods.get(name);
        if (ours == null) return method;
        boolean isStatic = (access & Opcodes.ACC_STATIC) != 0;
        ask(method, ours, isStatic ? descriptor : "(L" + PACKAGE + type + ";" + descriptor.substring(1));
        return null;
      }
    });
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

  private static void change(String type, Function<ClassWriter, ClassVisitor> change) throws IOException, IllegalAccessException {
    byte[] code;
    try (InputStream in = QuickResources.class.getClassLoader().getResourceAsStream(PACKAGE + type + ".class")) {
      code = in.readAllBytes();
    }
    ClassReader reader = new ClassReader(code);
    ClassWriter writer = new ClassWriter(reader, 0);
    reader.accept(change.apply(writer), 0);
    MethodHandles.privateLookupIn(Entries.class, MethodHandles.lookup()).defineClass(writer.toByteArray());
  }

  /**
   * A theme's copy has nothing where the original has nothing, instead of an empty table for each of the 254 packages that no theme has,
   * and the same values, which never change, instead of copies.
   */
  private static final class LightCopy extends MethodVisitor {
    private static final String TABLE = PACKAGE + THEME + "$ThemePackage";
    /** Whether what is written makes the table for a package that is not there: the first one that the method makes. */
    private boolean empty;
    private boolean done;

    LightCopy(MethodVisitor out) {
      super(Opcodes.ASM9, out);
    }

    @Override
    public void visitTypeInsn(int instruction, String type) {
      if (instruction == Opcodes.NEW && type.equals(TABLE) && !done) empty = done = true;
      else super.visitTypeInsn(instruction, type);
    }

    @Override
    public void visitInsn(int instruction) {
      if (!empty) super.visitInsn(instruction);
    }

    @Override
    public void visitMethodInsn(int instruction, String owner, String name, String descriptor, boolean isInterface) {
      if (empty && name.equals("<init>")) {
        empty = false;
        super.visitInsn(Opcodes.ACONST_NULL);
      } else if (!owner.equals(PACKAGE + "ResourceTypes$Res_value") || !name.equals("copy")) {
        super.visitMethodInsn(instruction, owner, name, descriptor, isInterface);
      }
    }
  }
}
