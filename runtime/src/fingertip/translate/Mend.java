package fingertip.translate;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** What a JVM wants otherwise than ART: a class file version with default methods, and calls that know an interface from a class. */
final class Mend {
  private static final int MOST_REPORTED = 20;
  private final Set<String> interfaces = new HashSet<>();
  private final Map<String, Boolean> platform = new HashMap<>();
  private final Set<String> unsupported = new LinkedHashSet<>();
  private int classes;

  int classes() {
    return classes;
  }

  /** One line each: what no JVM will run. */
  List<String> unsupported() {
    return new ArrayList<>(unsupported);
  }

  void jar(SortedMap<String, byte[]> files, Path out) throws IOException {
    try (ZipOutputStream to = new ZipOutputStream(Files.newOutputStream(out))) {
      for (Map.Entry<String, byte[]> file : files.entrySet()) {
        if ((new ClassReader(file.getValue()).getAccess() & Opcodes.ACC_INTERFACE) != 0) interfaces.add(file.getKey());
      }
      to.setLevel(1);
      for (Map.Entry<String, byte[]> file : files.entrySet()) {
        ZipEntry entry = new ZipEntry(file.getKey() + ".class");
        entry.setTime(315532800000L); // The same bytes each time.
        to.putNextEntry(entry);
        to.write(mended(file.getValue()));
        to.closeEntry();
        classes++;
      }
    }
  }

  private byte[] mended(byte[] code) {
    ClassReader reader = new ClassReader(code);
    ClassWriter writer = new ClassWriter(0);
    reader.accept(new ClassVisitor(Opcodes.ASM9, writer) {
      private String owner;

      @Override
      public void visit(int version, int access, String name, String signature, String superName, String[] above) {
        owner = name;
        super.visit(Math.max(version & 0xffff, Opcodes.V1_8), access, name, signature, superName, above);
      }

      @Override
      public MethodVisitor visitMethod(int access, String name, String descriptor, String signature, String[] exceptions) {
        return new MethodVisitor(Opcodes.ASM9, super.visitMethod(access, name, descriptor, signature, exceptions)) {
          @Override
          public void visitMethodInsn(int opcode, String type, String method, String parameters, boolean isInterface) {
            boolean is = opcode == Opcodes.INVOKEINTERFACE || (opcode == Opcodes.INVOKESTATIC || opcode == Opcodes.INVOKESPECIAL) && isInterface(type, isInterface);
            super.visitMethodInsn(opcode, type, method, parameters, is);
          }

          @Override
          public void visitTypeInsn(int opcode, String type) {
            if (opcode == Opcodes.NEW && type.equals("java/lang/Enum")) {
              report("minified: " + owner.replace('/', '.') + "." + name + " makes a bare java.lang.Enum, as R8 writes it; a debug build has none");
            }
            super.visitTypeInsn(opcode, type);
          }
        };
      }
    }, 0);
    return writer.toByteArray();
  }

  private void report(String line) {
    if (unsupported.size() < MOST_REPORTED) unsupported.add(line);
  }

  private boolean isInterface(String type, boolean otherwise) {
    if (interfaces.contains(type)) return true;
    if (!type.startsWith("java/")) return otherwise;
    return platform.computeIfAbsent(type, name -> {
      try {
        return Class.forName(name.replace('/', '.'), false, ClassLoader.getPlatformClassLoader()).isInterface();
      } catch (ClassNotFoundException | LinkageError e) {
        return otherwise;
      }
    });
  }
}
