package fingertip.runtime.wire;

import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/** Frames to and from the phone. Any thread may write; whole frames only. */
public final class Wire {
  private static final int CALL = 1;
  private static final int ANSWER = 2;
  private static final int PIXELS = 3;
  private static final int FAILED = 4;
  private static final int EVENT = 5;
  private static final int QUESTION = 6;
  private static final int LONGEST = 64 << 20;
  /** The phone answers at once; an app must not hang where it does not. */
  private static final long PATIENCE_MILLIS = 2000;

  private final DataInputStream in;
  private final DataOutputStream out;
  private final AtomicInteger lastQuestion = new AtomicInteger();
  private final Map<Integer, CompletableFuture<Map<String, Object>>> asked = new ConcurrentHashMap<>();

  public Wire(InputStream in, OutputStream out) {
    this.in = new DataInputStream(in);
    this.out = new DataOutputStream(new BufferedOutputStream(out, 1 << 16));
  }

  /** The next call, or null when the phone has closed its end. */
  public Call read() throws IOException {
    while (true) {
      int length;
      try {
        length = in.readInt();
      } catch (EOFException e) {
        return null;
      }
      if (length < 5 || length > LONGEST) throw new IOException("a frame of " + length + " bytes");
      int kind = in.readUnsignedByte();
      int number = in.readInt();
      byte[] payload = new byte[length - 5];
      in.readFully(payload);
      if (kind != CALL && kind != ANSWER && kind != FAILED) throw new IOException("a frame of kind " + kind + " is not a call");
      Map<String, Object> read;
      try {
        read = Json.object(new String(payload, StandardCharsets.UTF_8));
      } catch (IllegalArgumentException e) {
        if (kind == CALL) fail(number, e.getMessage());
        continue;
      }
      if (kind == CALL) return new Call(number, read);
      CompletableFuture<Map<String, Object>> waits = asked.remove(number);
      if (waits != null) waits.complete(kind == ANSWER ? read : null);
    }
  }

  /** Asks the phone, from any thread but the one that reads; null where it cannot say, or not in time. */
  public Map<String, Object> ask(String what, Object... namesAndValues) {
    int number = lastQuestion.incrementAndGet();
    CompletableFuture<Map<String, Object>> answer = new CompletableFuture<>();
    asked.put(number, answer);
    Map<String, Object> whole = Json.map("ask", what);
    whole.putAll(Json.map(namesAndValues));
    write(QUESTION, number, Json.write(whole));
    try {
      return answer.get(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return null;
    } catch (ExecutionException | TimeoutException e) {
      return null;
    } finally {
      asked.remove(number);
    }
  }

  public void answer(int number, Map<String, Object> payload) {
    write(ANSWER, number, Json.write(payload));
  }

  public void fail(int number, String message) {
    write(FAILED, number, Json.write(Json.map("error", message == null ? "" : message)));
  }

  public void event(String event, Object... namesAndValues) {
    Map<String, Object> payload = Json.map(namesAndValues);
    Map<String, Object> whole = Json.map("event", event);
    whole.putAll(payload);
    write(EVENT, 0, Json.write(whole));
  }

  /** Writes the rows, all `width * height * 4` bytes of them. */
  public interface Rows {
    void to(OutputStream out) throws IOException;
  }

  public synchronized void pixels(int number, int width, int height, Rows rows) {
    try {
      out.writeInt(5 + 8 + width * height * 4);
      out.writeByte(PIXELS);
      out.writeInt(number);
      out.writeInt(width);
      out.writeInt(height);
      rows.to(out);
      out.flush();
    } catch (IOException e) {
      gone();
    }
  }

  private synchronized void write(int kind, int number, String json) {
    byte[] payload = json.getBytes(StandardCharsets.UTF_8);
    try {
      out.writeInt(5 + payload.length);
      out.writeByte(kind);
      out.writeInt(number);
      out.write(payload);
      out.flush();
    } catch (IOException e) {
      gone();
    }
  }

  /** Nobody reads any more: an app process without its phone has no reason to live. */
  private static void gone() {
    Runtime.getRuntime().halt(0);
  }
}
