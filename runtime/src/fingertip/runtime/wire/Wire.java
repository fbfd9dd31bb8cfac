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

/** Frames to and from the phone. Any thread may write; whole frames only. */
public final class Wire {
  private static final int CALL = 1;
  private static final int ANSWER = 2;
  private static final int PIXELS = 3;
  private static final int FAILED = 4;
  private static final int EVENT = 5;
  private static final int LONGEST = 64 << 20;

  private final DataInputStream in;
  private final DataOutputStream out;

  public Wire(InputStream in, OutputStream out) {
    this.in = new DataInputStream(in);
    this.out = new DataOutputStream(new BufferedOutputStream(out, 1 << 16));
  }

  /** The next call, or null when the phone has closed its end. */
  public Call read() throws IOException {
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
    if (kind != CALL) throw new IOException("a frame of kind " + kind + " is not a call");
    try {
      return new Call(number, Json.object(new String(payload, StandardCharsets.UTF_8)));
    } catch (IllegalArgumentException e) {
      fail(number, e.getMessage());
      return read();
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
