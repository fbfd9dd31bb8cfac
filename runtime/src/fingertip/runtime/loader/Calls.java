package fingertip.runtime.loader;

import java.nio.charset.StandardCharsets;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Sends the few calls of an app that must not reach the JVM to `Hooks`, and answers one question of Compose's. Most classes have none and stay as they are. */
final class Calls {
  private static final String HOOKS = "fingertip/runtime/loader/Hooks";
  private static final byte[][] NAMES = {name("exit"), name("halt"), name("loadLibrary"), name("load"), name("robolectric")};

  private Calls() {}

  static byte[] redirect(byte[] code) {
    if (!concerned(code)) return code;
    ClassReader reader = new ClassReader(code);
    ClassWriter writer = new ClassWriter(reader, 0);
    boolean compose = reader.getClassName().startsWith("androidx/compose/");
    reader.accept(new ClassVisitor(Opcodes.ASM9, writer) {
      @Override
      public MethodVisitor visitMethod(int access, String name, String descriptor, String signature, String[] exceptions) {
        return new MethodVisitor(Opcodes.ASM9, super.visitMethod(access, name, descriptor, signature, exceptions)) {
          /**
           * Compose asks whether this is Robolectric to know that no GPU draws its layers, and that frames are not of the clock that the
           * JVM has, by which it would prefetch rows: both is so here. Everybody else reads the phone's own fingerprint.
           */
          @Override
          public void visitFieldInsn(int opcode, String owner, String field, String type) {
            if (compose && owner.equals("android/os/Build") && field.equals("FINGERPRINT")) super.visitLdcInsn("robolectric");
            else super.visitFieldInsn(opcode, owner, field, type);
          }

          @Override
          public void visitMethodInsn(int opcode, String owner, String method, String type, boolean isInterface) {
            if (owner.equals("java/lang/System") && opcode == Opcodes.INVOKESTATIC && hooked(method, type)) {
              super.visitMethodInsn(Opcodes.INVOKESTATIC, HOOKS, method, type, false);
            } else if (owner.equals("java/lang/Runtime") && opcode == Opcodes.INVOKEVIRTUAL && hooked(method, type)) {
              super.visitMethodInsn(Opcodes.INVOKESTATIC, HOOKS, method.equals("halt") ? "exit" : method, "(Ljava/lang/Runtime;" + type.substring(1), false);
            } else {
              super.visitMethodInsn(opcode, owner, method, type, isInterface);
            }
          }
        };
      }
    }, 0);
    return writer.toByteArray();
  }

  private static boolean hooked(String method, String type) {
    switch (method) {
      case "exit":
      case "halt":
        return type.equals("(I)V");
      case "load":
      case "loadLibrary":
        return type.equals("(Ljava/lang/String;)V");
      default:
        return false;
    }
  }

  /** Whether one of the names stands in the constant pool, as a whole string. */
  private static boolean concerned(byte[] code) {
    for (byte[] name : NAMES) {
      search:
      for (int i = 8; i + name.length <= code.length; i++) {
        for (int j = 0; j < name.length; j++) if (code[i + j] != name[j]) continue search;
        return true;
      }
    }
    return false;
  }

  /** A UTF-8 constant: tag 1, length, bytes. */
  private static byte[] name(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    byte[] constant = new byte[bytes.length + 3];
    constant[0] = 1;
    constant[2] = (byte) bytes.length;
    System.arraycopy(bytes, 0, constant, 3, bytes.length);
    return constant;
  }
}
