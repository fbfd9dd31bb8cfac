package fingertip.runtime.wire;

import java.util.List;
import java.util.Map;

/** One call of the phone, with typed access to what it carries. */
public final class Call {
  public final int number;
  private final Map<String, Object> payload;

  public Call(int number, Map<String, Object> payload) {
    this.number = number;
    this.payload = payload;
  }

  public String what() {
    return text("do");
  }

  public long now() {
    Object now = payload.get("now");
    return now instanceof Number ? ((Number) now).longValue() : -1;
  }

  public boolean has(String name) {
    return payload.get(name) != null;
  }

  public String text(String name) {
    Object value = payload.get(name);
    if (!(value instanceof String)) throw new Wrong("`" + name + "` is missing");
    return (String) value;
  }

  public String text(String name, String otherwise) {
    return payload.get(name) instanceof String ? text(name) : otherwise;
  }

  public int number(String name) {
    return (int) real(name);
  }

  public int number(String name, int otherwise) {
    return payload.get(name) instanceof Number ? number(name) : otherwise;
  }

  public double real(String name) {
    Object value = payload.get(name);
    if (!(value instanceof Number)) throw new Wrong("`" + name + "` is missing");
    return ((Number) value).doubleValue();
  }

  public long count(String name) {
    Object value = payload.get(name);
    if (!(value instanceof Number)) throw new Wrong("`" + name + "` is missing");
    return ((Number) value).longValue();
  }

  public boolean yes(String name) {
    return Boolean.TRUE.equals(payload.get(name));
  }

  @SuppressWarnings("unchecked")
  public Map<String, Object> object(String name) {
    Object value = payload.get(name);
    return value instanceof Map ? (Map<String, Object>) value : null;
  }

  @SuppressWarnings("unchecked")
  public List<Object> list(String name) {
    Object value = payload.get(name);
    return value instanceof List ? (List<Object>) value : List.of();
  }

  /** What the call needs is not in it. */
  public static final class Wrong extends RuntimeException {
    Wrong(String message) {
      super(message);
    }
  }
}
