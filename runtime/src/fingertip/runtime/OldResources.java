package fingertip.runtime;

import java.lang.reflect.Field;
import sun.misc.Unsafe;

/**
 * Resources as build tools made them up to 2014. The header of a package was four bytes shorter; Robolectric would know by its length, but
 * counts the 128 characters of the package's name as 128 bytes, and reads beyond such a header.
 */
final class OldResources {
  /** Of a header with everything in it. */
  private static final int WHOLE = 288;

  private OldResources() {}

  /** Before the first resources are read. */
  static void readable() throws ReflectiveOperationException {
    Field size = Class.forName("org.robolectric.res.android.ResourceTypes$ResTable_package").getDeclaredField("SIZEOF");
    Field own = Unsafe.class.getDeclaredField("theUnsafe");
    own.setAccessible(true);
    Unsafe unsafe = (Unsafe) own.get(null);
    // It is final: nothing else can set it.
    unsafe.putInt(unsafe.staticFieldBase(size), unsafe.staticFieldOffset(size), WHOLE);
  }
}
