package fingertip.translate;

import com.googlecode.d2j.Method;
import com.googlecode.d2j.dex.DexExceptionHandler;
import com.googlecode.d2j.node.DexMethodNode;
import fingertip.runtime.wire.Json;
import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Methods that could not be translated: the rest of the app may well do without them, so they fail only when they are called. */
final class Failures implements DexExceptionHandler {
  private final List<Object> all = new ArrayList<>();

  List<Object> all() {
    return all;
  }

  @Override
  public void handleFileException(Exception e) {
    all.add(Json.map("class", "", "method", "", "reason", e.toString()));
  }

  @Override
  public void handleMethodTranslateException(Method method, DexMethodNode node, MethodVisitor code, Exception e) {
    all.add(Json.map("class", dotted(method.getOwner()), "method", method.getName(), "reason", e.toString()));
    code.visitTypeInsn(Opcodes.NEW, "java/lang/VerifyError");
    code.visitInsn(Opcodes.DUP);
    code.visitLdcInsn("this method could not be translated: " + e);
    code.visitMethodInsn(Opcodes.INVOKESPECIAL, "java/lang/VerifyError", "<init>", "(Ljava/lang/String;)V", false);
    code.visitInsn(Opcodes.ATHROW);
  }

  private static String dotted(String descriptor) {
    return descriptor.startsWith("L") ? descriptor.substring(1, descriptor.length() - 1).replace('/', '.') : descriptor;
  }
}
