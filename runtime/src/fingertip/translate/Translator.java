package fingertip.translate;

import com.googlecode.d2j.dex.ExDex2Asm;
import com.googlecode.d2j.dex.LambadaNameSafeClassAdapter;
import com.googlecode.d2j.node.DexClassNode;
import com.googlecode.d2j.node.DexFileNode;
import com.googlecode.d2j.reader.BaseDexFileReader;
import com.googlecode.d2j.reader.DexFileReader;
import com.googlecode.dex2jar.ir.IrMethod;
import com.googlecode.dex2jar.ir.expr.BinopExpr;
import com.googlecode.dex2jar.ir.expr.Constant;
import com.googlecode.dex2jar.ir.expr.Value;
import com.googlecode.dex2jar.ir.stmt.Stmt;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;

/** dex2jar, but for what it gets wrong. */
final class Translator extends ExDex2Asm {
  private Translator(Failures failures) {
    super(failures);
  }

  /** Class files by their internal name. */
  static SortedMap<String, byte[]> classes(BaseDexFileReader dexes, Failures failures) {
    DexFileNode file = new DexFileNode();
    try {
      dexes.accept(file, DexFileReader.KEEP_ALL_METHODS | DexFileReader.DONT_SANITIZE_NAMES);
    } catch (Exception e) {
      failures.handleFileException(e);
    }
    SortedMap<String, byte[]> classes = new TreeMap<>();
    Map<String, String> sources = new HashMap<>();
    for (DexClassNode code : file.clzs) sources.put(code.className, code.source);
    new Translator(failures).convertDex(file, name -> {
      ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
      LambadaNameSafeClassAdapter named = new LambadaNameSafeClassAdapter(writer, true);
      return new ClassVisitor(Opcodes.ASM9, named) {
        /** Without the name of its file, a stack trace shows no line either. */
        @Override
        public void visit(int version, int access, String type, String signature, String above, String[] interfaces) {
          super.visit(version, access, type, signature, above, interfaces);
          String source = sources.get("L" + name + ";");
          if (source != null) super.visitSource(source, null);
        }

        @Override
        public void visitEnd() {
          super.visitEnd();
          try {
            classes.put(named.getClassName(), writer.toByteArray());
          } catch (RuntimeException e) {
            failures.handleFileException(new RuntimeException(named.getClassName() + ": " + e, e)); // A method too large, for one.
          }
        }
      };
    });
    return classes;
  }

  /** 0 > x is written as x > 0: only the right side may be the zero that an instruction has built in. */
  @Override
  public void optimize(IrMethod method) {
    super.optimize(method);
    for (Stmt statement : method.stmts) {
      if (statement.st != Stmt.ST.IF) continue;
      Value compared = statement.getOp();
      Value.VT mirrored = mirrored(compared.vt);
      if (mirrored == null || !isZero(compared.getOp1())) continue;
      BinopExpr turned = new BinopExpr(mirrored, compared.getOp2(), compared.getOp1(), ((BinopExpr) compared).type);
      turned.valueType = compared.valueType;
      statement.setOp(turned);
    }
  }

  private static Value.VT mirrored(Value.VT comparison) {
    switch (comparison) {
      case GT: return Value.VT.LT;
      case LT: return Value.VT.GT;
      case GE: return Value.VT.LE;
      case LE: return Value.VT.GE;
      default: return null;
    }
  }

  private static boolean isZero(Value value) {
    return value.vt == Value.VT.CONSTANT && ((Constant) value).value instanceof Number && ((Number) ((Constant) value).value).longValue() == 0;
  }
}
