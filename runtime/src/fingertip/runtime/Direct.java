package fingertip.runtime;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

/**
 * In an instrumented class of the framework every method is a seam: it asks, on its first call, for the shadow's method or its own code.
 * Where no shadow can have such a method the answer is known. Then the seam is made a plain call, in place: an `invokedynamic` is five
 * bytes, the last two of them zero, which behind a call of three bytes do nothing.
 */
final class Direct {
  private static final String SUPPORT = "org/robolectric/internal/bytecode/InvokeDynamicSupport";
  private static final int UTF8 = 1, INTEGER = 3, METHOD = 10, HANDLE = 15, DYNAMIC = 18;
  private static final int INVOKE_SPECIAL = 0xb7, INVOKE_STATIC = 0xb8, INVOKE_DYNAMIC = 0xba;
  /** Bytes of each instruction; 0: depends. */
  private static final byte[] LENGTHS = lengths();

  private final byte[] code;
  private final ByteBuffer in;
  /** Where each constant begins. */
  private int[] constants;
  /** Of each bootstrap method: instruction and constant of the call that may stand in its place, or 0. */
  private int[] calls = {};

  private final Set<String> shadowed;

  private Direct(byte[] code, Set<String> shadowed) {
    this.code = code;
    this.shadowed = shadowed;
    in = ByteBuffer.wrap(code);
  }

  /** All words of a class: whatever its methods are called, or called in an annotation, is among them. */
  static Set<String> words(byte[] code) {
    Direct in = new Direct(code, Set.of());
    in.readConstants(8);
    Set<String> words = new HashSet<>();
    for (int i = 1; i < in.constants.length; i++) if (in.constants[i] > 0 && code[in.constants[i]] == UTF8) words.add(in.text(i));
    return words;
  }

  /** The same array, with calls of methods that are not named so; what is not understood is left as it is. */
  static byte[] calls(byte[] code, Set<String> shadowed) {
    try {
      new Direct(code, shadowed).rewrite();
    } catch (IndexOutOfBoundsException e) {
      // The JVM will say what is wrong with it.
    }
    return code;
  }

  private void rewrite() {
    int at = readConstants(8);
    int interfaces = u2(at + 6);
    int fields = at + 8 + 2 * interfaces;
    int methods = skipMembers(fields);
    readBootstraps(skipMembers(methods));
    if (calls.length == 0) return;
    int m = methods + 2;
    for (int i = u2(methods); i > 0; i--) {
      boolean own = text(u2(m + 2)).startsWith("$$robo$$");
      int attributes = u2(m + 6);
      m += 8;
      for (; attributes > 0; attributes--) {
        if (!own && text(u2(m)).equals("Code")) rewriteCode(m + 14, in.getInt(m + 10));
        m += 6 + in.getInt(m + 2);
      }
    }
  }

  private int readConstants(int at) {
    constants = new int[u2(at)];
    at += 2;
    for (int i = 1; i < constants.length; i++) {
      constants[i] = at;
      int tag = code[at];
      switch (tag) {
        case UTF8: at += 3 + u2(at + 1); break;
        case 5: case 6: at += 9; i++; break;
        case 7: case 8: case 16: case 19: case 20: at += 3; break;
        case HANDLE: at += 4; break;
        default: at += 5;
      }
    }
    return at;
  }

  private int skipMembers(int at) {
    int count = u2(at);
    at += 2;
    for (; count > 0; count--) {
      int attributes = u2(at + 6);
      at += 8;
      for (; attributes > 0; attributes--) at += 6 + in.getInt(at + 2);
    }
    return at;
  }

  private void readBootstraps(int at) {
    int attributes = u2(at);
    at += 2;
    for (; attributes > 0; attributes--, at += 6 + in.getInt(at + 2)) {
      if (!text(u2(at)).equals("BootstrapMethods")) continue;
      calls = new int[u2(at + 6)];
      int entry = at + 8;
      for (int i = 0; i < calls.length; i++) {
        int arguments = u2(entry + 2);
        if (arguments == 2 && ofSupport(u2(entry))) calls[i] = call(constants[u2(entry + 4)], constants[u2(entry + 6)]);
        entry += 4 + 2 * arguments;
      }
    }
  }

  private boolean ofSupport(int handle) {
    int method = constants[u2(constants[handle] + 2)];
    return text(u2(constants[u2(method + 1)] + 1)).equals(SUPPORT);
  }

  /** A method that was native has no code of its own. */
  private int call(int handle, int isNative) {
    if (code[handle] != HANDLE || code[isNative] != INTEGER || in.getInt(isNative + 1) != 0) return 0;
    int method = u2(handle + 2);
    if (code[constants[method]] != METHOD) return 0;
    switch (code[handle + 1]) {
      case 6: return INVOKE_STATIC << 16 | method;
      case 7: return INVOKE_SPECIAL << 16 | method;
      default: return 0;
    }
  }

  private void rewriteCode(int begin, int length) {
    for (int at = begin; at < begin + length; at += length(begin, at)) {
      if ((code[at] & 0xff) != INVOKE_DYNAMIC) continue;
      int constant = constants[u2(at + 1)];
      int call = code[constant] == DYNAMIC ? calls[u2(constant + 1)] : 0;
      if (call == 0 || shadowed.contains(text(u2(constants[u2(constant + 3)] + 1)))) continue;
      code[at] = (byte) (call >> 16);
      code[at + 1] = (byte) (call >> 8);
      code[at + 2] = (byte) call;
    }
  }

  private int length(int begin, int at) {
    int instruction = code[at] & 0xff;
    int padded = at + 4 - (at - begin) % 4;
    switch (instruction) {
      case 0xaa: return padded + 12 + 4 * (in.getInt(padded + 8) - in.getInt(padded + 4) + 1) - at;
      case 0xab: return padded + 8 + 8 * in.getInt(padded + 4) - at;
      case 0xc4: return (code[at + 1] & 0xff) == 0x84 ? 6 : 4;
      default: return LENGTHS[instruction];
    }
  }

  private static byte[] lengths() {
    byte[] lengths = new byte[256];
    Arrays.fill(lengths, (byte) 1);
    for (int[] range : new int[][] {{0x10, 0x10, 2}, {0x11, 0x11, 3}, {0x12, 0x12, 2}, {0x13, 0x14, 3}, {0x15, 0x19, 2}, {0x36, 0x3a, 2},
        {0x84, 0x84, 3}, {0x99, 0xa8, 3}, {0xa9, 0xa9, 2}, {0xb2, 0xb8, 3}, {0xb9, 0xba, 5}, {0xbb, 0xbb, 3}, {0xbc, 0xbc, 2}, {0xbd, 0xbd, 3},
        {0xc0, 0xc1, 3}, {0xc5, 0xc5, 4}, {0xc6, 0xc7, 3}, {0xc8, 0xc9, 5}}) {
      Arrays.fill(lengths, range[0], range[1] + 1, (byte) range[2]);
    }
    return lengths;
  }

  private String text(int constant) {
    int at = constants[constant];
    return new String(code, at + 3, u2(at + 1), StandardCharsets.ISO_8859_1);
  }

  private int u2(int at) {
    return in.getShort(at) & 0xffff;
  }
}
