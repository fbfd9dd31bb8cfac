package fingertip.runtime.loader;

import fingertip.runtime.Session;

/** Where the app's calls to end the process or load native code arrive instead. */
public final class Hooks {
  private Hooks() {}

  public static void exit(int code) {
    Session.exit(code);
  }

  public static void exit(Runtime runtime, int code) {
    Session.exit(code);
  }

  public static void loadLibrary(String name) {
    missing("lib" + name + ".so");
  }

  public static void loadLibrary(Runtime runtime, String name) {
    missing("lib" + name + ".so");
  }

  public static void load(String path) {
    missing(path);
  }

  public static void load(Runtime runtime, String path) {
    missing(path);
  }

  private static void missing(String library) {
    Session.wire().event("loader", "kind", "library", "name", library, "reason", "native libraries do not run here");
    throw new UnsatisfiedLinkError("dlopen failed: library \"" + library + "\" not found");
  }
}
