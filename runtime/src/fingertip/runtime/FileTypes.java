package fingertip.runtime;

import android.content.type.DefaultMimeMapFactory;
import android.os.Build;
import libcore.content.type.MimeMap;

/** The table of types by ending, which a phone's first process reads for all others. */
final class FileTypes {
  private FileTypes() {}

  static void know() {
    if (Build.VERSION.SDK_INT >= 30) Table.use();
  }

  /** Apart, for older frameworks have neither class. */
  private static final class Table {
    static void use() {
      MimeMap.setDefaultSupplier(DefaultMimeMapFactory::create);
    }
  }
}
