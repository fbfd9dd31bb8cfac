package fingertip.runtime;

import fingertip.runtime.wire.Call;
import fingertip.runtime.wire.Shared;
import fingertip.runtime.wire.Wire;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;

/** An app process: reads the first call, then becomes a Robolectric environment that answers all the others. */
public final class Main {
  private Main() {}

  public static void main(String[] args) throws Exception {
    InputStream in = System.in;
    OutputStream out = frames();
    System.setIn(InputStream.nullInputStream());
    Wire wire = new Wire(in, out);
    Shared.wire = wire;
    System.setOut(new PrintStream(new Lines("I", "System.out"), true, "UTF-8"));
    System.setErr(new PrintStream(new Lines("W", "System.err"), true, "UTF-8"));
    Call first = wire.read();
    if (first == null) return;
    try {
      if (!first.what().equals("boot") && !first.what().equals("load")) {
        throw new IllegalArgumentException("the first call is boot or load, not " + first.what());
      }
      Boot.run(first);
    } catch (Throwable e) {
      wire.fail(first.number, Traces.of(e));
      Runtime.getRuntime().halt(1);
    }
    Runtime.getRuntime().halt(0);
  }

  /**
   * Descriptor 3 where it is a pipe, or standard output. It has to be looked at first: where nobody handed one over, the JVM has opened a
   * file of its own there, which must not be written to.
   */
  private static OutputStream frames() {
    try {
      Path third = Paths.get("/proc/self/fd/3");
      boolean pipe = Files.isDirectory(third.getParent())
          ? Files.isSymbolicLink(third) && Files.readSymbolicLink(third).toString().startsWith("pipe:")
          : System.getProperty("fingertip.frames", "").equals("3");
      return pipe ? new FileOutputStream("/dev/fd/3") : System.out;
    } catch (IOException | UnsupportedOperationException e) {
      return System.out;
    }
  }
}
