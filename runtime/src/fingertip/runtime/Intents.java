package fingertip.runtime;

import android.content.ClipData;
import android.content.ComponentName;
import android.content.Intent;
import android.net.Uri;
import android.os.Bundle;
import android.os.Parcel;
import android.os.Parcelable;
import android.util.Base64;
import fingertip.runtime.wire.Json;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Intents as JSON and back. What only the app can read goes as the bytes of a bundle and comes back unchanged. */
public final class Intents {
  /** As many intents inside each other; an intent may even hold itself. */
  private static final int DEEPEST = 8;

  private Intents() {}

  public static Map<String, Object> write(Intent intent) {
    return write(intent, 0);
  }

  private static Map<String, Object> write(Intent intent, int depth) {
    if (intent == null) return null;
    Map<String, Object> out = Json.map();
    put(out, "action", intent.getAction());
    put(out, "data", intent.getDataString());
    put(out, "type", intent.getType());
    put(out, "package", intent.getPackage());
    if (intent.getComponent() != null) {
      put(out, "class", intent.getComponent().getClassName());
      put(out, "package", intent.getComponent().getPackageName());
    }
    if (intent.getFlags() != 0) put(out, "flags", intent.getFlags());
    if (intent.getCategories() != null) put(out, "categories", new ArrayList<>(intent.getCategories()));
    List<Object> extras = extras(intent, depth);
    if (!extras.isEmpty()) put(out, "extras", extras);
    if (intent.getClipData() != null) {
      Bundle clip = new Bundle();
      clip.putParcelable("clip", intent.getClipData());
      put(out, "clip", parcel("clip", clip));
    }
    return out;
  }

  private static List<Object> extras(Intent intent, int depth) {
    List<Object> out = new ArrayList<>();
    Bundle bundle = intent.getExtras();
    if (bundle == null) return out;
    bundle.setClassLoader(Session.loader());
    for (String name : bundle.keySet()) {
      Object value;
      try {
        value = bundle.get(name);
      } catch (RuntimeException e) {
        continue; // A parcel that its own app cannot read: nobody can.
      }
      Map<String, Object> extra = Json.map("name", name);
      describe(extra, name, value, bundle, depth);
      out.add(extra);
    }
    return out;
  }

  private static void describe(Map<String, Object> extra, String name, Object value, Bundle bundle, int depth) {
    if (value == null) {
      set(extra, "null", null);
    } else if (value instanceof String) {
      set(extra, "string", value);
    } else if (value instanceof Integer) {
      set(extra, "int", value);
    } else if (value instanceof Long) {
      set(extra, "long", value);
    } else if (value instanceof Float) {
      set(extra, "float", value);
    } else if (value instanceof Double) {
      set(extra, "double", value);
    } else if (value instanceof Boolean) {
      set(extra, "boolean", value);
    } else if (value instanceof Uri) {
      set(extra, "uri", value.toString());
    } else if (value instanceof Intent) {
      if (depth < DEEPEST) set(extra, "intent", write((Intent) value, depth + 1));
      else set(extra, "null", null);
    } else if (intents(value) != null && depth < DEEPEST) {
      List<Object> all = new ArrayList<>();
      for (Intent one : intents(value)) all.add(write(one, depth + 1));
      set(extra, "intents", all);
    } else if (value instanceof String[] && !Arrays.asList((String[]) value).contains(null)) {
      set(extra, "strings", Arrays.asList((String[]) value));
    } else if (value instanceof int[]) {
      set(extra, "ints", value);
    } else if (value instanceof long[]) {
      List<Long> longs = new ArrayList<>();
      for (long number : (long[]) value) longs.add(number);
      set(extra, "longs", longs);
    } else {
      set(extra, "parcel", parcel(name, bundle));
    }
  }

  /** An array that holds intents and nothing else, or null. */
  private static List<Intent> intents(Object value) {
    if (!(value instanceof Parcelable[]) || ((Parcelable[]) value).length == 0) return null;
    List<Intent> all = new ArrayList<>();
    for (Parcelable one : (Parcelable[]) value) {
      if (!(one instanceof Intent)) return null;
      all.add((Intent) one);
    }
    return all;
  }

  private static String parcel(String name, Bundle all) {
    Bundle one = new Bundle(all);
    for (String other : all.keySet()) if (!other.equals(name)) one.remove(other);
    Parcel parcel = Parcel.obtain();
    try {
      parcel.writeBundle(one);
      return Base64.encodeToString(parcel.marshall(), Base64.NO_WRAP);
    } catch (RuntimeException e) {
      return ""; // Binders and file descriptors live in this process only.
    } finally {
      parcel.recycle();
    }
  }

  public static Intent read(Map<String, Object> from) {
    if (from == null) return null;
    try {
      return intent(from);
    } catch (ClassCastException | NullPointerException | IllegalArgumentException e) {
      throw new Refused("an intent that cannot be read: " + e.getMessage());
    }
  }

  private static Intent intent(Map<String, Object> from) {
    Intent intent = new Intent();
    intent.setAction((String) from.get("action"));
    String data = (String) from.get("data");
    String type = (String) from.get("type");
    if (data != null && type != null) intent.setDataAndType(Uri.parse(data), type);
    else if (data != null) intent.setData(Uri.parse(data));
    else if (type != null) intent.setType(type);
    String pack = (String) from.get("package");
    if (from.get("class") != null) {
      intent.setComponent(new ComponentName(pack == null ? Session.app().packageName : pack, (String) from.get("class")));
    } else {
      intent.setPackage(pack);
    }
    if (from.get("flags") instanceof Number) intent.setFlags(((Number) from.get("flags")).intValue());
    if (from.get("categories") instanceof List) for (Object category : (List<?>) from.get("categories")) intent.addCategory((String) category);
    intent.setExtrasClassLoader(Session.loader());
    if (from.get("extras") instanceof List) {
      intent.putExtras(bundle((List<?>) from.get("extras")));
      intent.setExtrasClassLoader(Session.loader());
    }
    if (from.get("clip") instanceof String) {
      Bundle clip = new Bundle(Session.loader());
      unparcel((String) from.get("clip"), clip);
      Parcelable read = clip.getParcelable("clip");
      if (read instanceof ClipData) intent.setClipData((ClipData) read);
    }
    return intent;
  }

  static Bundle bundle(List<?> extras) {
    Bundle bundle = new Bundle(Session.loader());
    for (Object extra : extras) read((Map<?, ?>) extra, bundle);
    return bundle;
  }

  private static void read(Map<?, ?> extra, Bundle into) {
    String name = (String) extra.get("name");
    Object value = extra.get("value");
    String type = String.valueOf(extra.get("type"));
    switch (type) {
      case "null": into.putString(name, null); break;
      case "string": into.putString(name, (String) value); break;
      case "int": into.putInt(name, ((Number) value).intValue()); break;
      case "long": into.putLong(name, ((Number) value).longValue()); break;
      case "float": into.putFloat(name, ((Number) value).floatValue()); break;
      case "double": into.putDouble(name, ((Number) value).doubleValue()); break;
      case "boolean": into.putBoolean(name, (Boolean) value); break;
      case "uri": into.putParcelable(name, Uri.parse((String) value)); break;
      case "strings": into.putStringArray(name, ((List<?>) value).toArray(new String[0])); break;
      case "ints": into.putIntArray(name, ((List<?>) value).stream().mapToInt(n -> ((Number) n).intValue()).toArray()); break;
      case "longs": into.putLongArray(name, ((List<?>) value).stream().mapToLong(n -> ((Number) n).longValue()).toArray()); break;
      case "intent": into.putParcelable(name, nested(value)); break;
      case "intents": into.putParcelableArray(name, ((List<?>) value).stream().map(Intents::nested).toArray(Parcelable[]::new)); break;
      case "parcel": unparcel((String) value, into); break;
      default: throw new IllegalArgumentException("an extra of type " + type);
    }
  }

  @SuppressWarnings("unchecked")
  private static Intent nested(Object value) {
    return intent((Map<String, Object>) value);
  }

  private static void unparcel(String base64, Bundle into) {
    byte[] bytes = Base64.decode(base64, Base64.DEFAULT);
    if (bytes.length == 0) return;
    Parcel parcel = Parcel.obtain();
    try {
      parcel.unmarshall(bytes, 0, bytes.length);
      parcel.setDataPosition(0);
      Bundle one = parcel.readBundle(Session.loader());
      if (one != null) {
        one.keySet(); // Reads it now, while the parcel is there.
        into.putAll(one);
      }
    } finally {
      parcel.recycle();
    }
  }

  private static void set(Map<String, Object> extra, String type, Object value) {
    extra.put("type", type);
    extra.put("value", value);
  }

  private static void put(Map<String, Object> out, String name, Object value) {
    if (value != null) out.put(name, value);
  }
}
