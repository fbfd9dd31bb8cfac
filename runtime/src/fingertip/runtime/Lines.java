package fingertip.runtime;

import fingertip.runtime.wire.Shared;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** What the app prints, as lines of the log. */
final class Lines extends OutputStream {
  private static final int LONGEST = 4000;
  private final String level;
  private final String tag;
  private final ByteArrayOutputStream line = new ByteArrayOutputStream();

  Lines(String level, String tag) {
    this.level = level;
    this.tag = tag;
  }

  @Override
  public synchronized void write(int b) {
    if (b == '\n' || line.size() >= LONGEST) tell();
    if (b != '\n') line.write(b);
  }

  private void tell() {
    Shared.wire.event("log", "level", level, "tag", tag, "text", line.toString(StandardCharsets.UTF_8), "thread", Thread.currentThread().getName());
    line.reset();
  }
}
