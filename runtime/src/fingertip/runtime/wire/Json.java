package fingertip.runtime.wire;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** JSON as maps, lists, strings, longs, doubles, booleans and null; small, because both class loaders share it. */
public final class Json {
  private static final int DEPTH = 64;
  private final String text;
  private int at;

  private Json(String text) {
    this.text = text;
  }

  public static Object parse(String text) {
    Json json = new Json(text);
    Object value = json.value(0);
    json.space();
    if (json.at != text.length()) throw json.wrong("something follows the value");
    return value;
  }

  @SuppressWarnings("unchecked")
  public static Map<String, Object> object(String text) {
    Object value = parse(text);
    if (!(value instanceof Map)) throw new IllegalArgumentException("not an object");
    return (Map<String, Object>) value;
  }

  public static Map<String, Object> map(Object... namesAndValues) {
    Map<String, Object> map = new LinkedHashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) map.put((String) namesAndValues[i], namesAndValues[i + 1]);
    return map;
  }

  public static String write(Object value) {
    StringBuilder out = new StringBuilder();
    write(value, out);
    return out.toString();
  }

  private static void write(Object value, StringBuilder out) {
    if (value == null || value instanceof Boolean || value instanceof Integer || value instanceof Long) {
      out.append(value);
    } else if (value instanceof Number) {
      double number = ((Number) value).doubleValue();
      // A float is written as itself, not as the double nearest to it.
      out.append(Double.isFinite(number) ? value.toString() : "null");
    } else if (value instanceof Map) {
      String comma = "{";
      for (Map.Entry<?, ?> entry : ((Map<?, ?>) value).entrySet()) {
        out.append(comma);
        string(entry.getKey().toString(), out);
        out.append(':');
        write(entry.getValue(), out);
        comma = ",";
      }
      out.append(comma.equals("{") ? "{}" : "}");
    } else if (value instanceof Iterable) {
      String comma = "[";
      for (Object item : (Iterable<?>) value) {
        out.append(comma);
        write(item, out);
        comma = ",";
      }
      out.append(comma.equals("[") ? "[]" : "]");
    } else if (value instanceof int[]) {
      out.append('[');
      int[] numbers = (int[]) value;
      for (int i = 0; i < numbers.length; i++) out.append(i == 0 ? "" : ",").append(numbers[i]);
      out.append(']');
    } else {
      string(value.toString(), out);
    }
  }

  private static void string(String text, StringBuilder out) {
    out.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        out.append('\\').append(c);
      } else if (c < 0x20) {
        out.append(String.format("\\u%04x", (int) c));
      } else if (Character.isHighSurrogate(c) && i + 1 < text.length() && Character.isLowSurrogate(text.charAt(i + 1))) {
        out.append(c).append(text.charAt(++i));
      } else {
        out.append(Character.isSurrogate(c) ? '\ufffd' : c);
      }
    }
    out.append('"');
  }

  private Object value(int depth) {
    if (depth > DEPTH) throw wrong("too deep");
    space();
    if (at >= text.length()) throw wrong("ends early");
    char c = text.charAt(at);
    switch (c) {
      case '{': {
        Map<String, Object> map = new LinkedHashMap<>();
        at++;
        space();
        if (peek('}')) return map;
        do {
          space();
          String name = string();
          space();
          expect(':');
          map.put(name, value(depth + 1));
          space();
        } while (peek(','));
        expect('}');
        return map;
      }
      case '[': {
        List<Object> list = new ArrayList<>();
        at++;
        space();
        if (peek(']')) return list;
        do {
          list.add(value(depth + 1));
          space();
        } while (peek(','));
        expect(']');
        return list;
      }
      case '"':
        return string();
      case 't':
        return word("true", true);
      case 'f':
        return word("false", false);
      case 'n':
        return word("null", null);
      default:
        return number();
    }
  }

  private Object word(String word, Object value) {
    if (!text.startsWith(word, at)) throw wrong("no value");
    at += word.length();
    return value;
  }

  private Object number() {
    int start = at;
    while (at < text.length() && "+-0123456789.eE".indexOf(text.charAt(at)) >= 0) at++;
    String number = text.substring(start, at);
    try {
      if (number.indexOf('.') < 0 && number.indexOf('e') < 0 && number.indexOf('E') < 0) return Long.parseLong(number);
      return Double.parseDouble(number);
    } catch (NumberFormatException e) {
      throw wrong("no value");
    }
  }

  private String string() {
    expect('"');
    StringBuilder out = new StringBuilder();
    while (true) {
      if (at >= text.length()) throw wrong("a string without end");
      char c = text.charAt(at++);
      if (c == '"') return out.toString();
      if (c != '\\') {
        out.append(c);
        continue;
      }
      if (at >= text.length()) throw wrong("a string without end");
      char escaped = text.charAt(at++);
      int place = "nrtbf".indexOf(escaped);
      if (place >= 0) {
        out.append("\n\r\t\b\f".charAt(place));
      } else if (escaped == 'u') {
        if (at + 4 > text.length()) throw wrong("a string without end");
        out.append((char) Integer.parseInt(text.substring(at, at + 4), 16));
        at += 4;
      } else {
        out.append(escaped);
      }
    }
  }

  private void space() {
    while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) at++;
  }

  private boolean peek(char c) {
    if (at >= text.length() || text.charAt(at) != c) return false;
    at++;
    return true;
  }

  private void expect(char c) {
    if (!peek(c)) throw wrong("'" + c + "' expected");
  }

  private IllegalArgumentException wrong(String what) {
    return new IllegalArgumentException("JSON: " + what + " at " + at);
  }
}
