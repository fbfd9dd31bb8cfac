package fingertip.runtime;

import android.content.ContentProvider;
import android.content.ContentResolver;
import android.content.ContentValues;
import android.database.Cursor;
import android.net.Uri;
import android.os.Build;
import android.os.Bundle;
import fingertip.runtime.wire.Call;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** What somebody outside asks of the app's providers. Values go as the text that `content` prints of them. */
final class Content {
  private Content() {}

  static void answer(Call call, Map<String, Object> answer) {
    Uri uri = Uri.parse(call.text("uri"));
    ContentProvider provider = Providers.of(uri.getAuthority());
    if (provider == null) throw new Refused("no provider of " + uri.getAuthority());
    try {
      ask(provider, uri, call, answer);
    } catch (RuntimeException e) {
      // The caller gets it, as through a binder: the process lives on.
      answer.put("thrown", e.toString());
    }
  }

  private static void ask(ContentProvider provider, Uri uri, Call call, Map<String, Object> answer) {
    Bundle where = Build.VERSION.SDK_INT < 30 ? null : ContentResolver.createSqlQueryBundle(call.text("where", null), null, null);
    switch (call.text("method")) {
      case "query": rows(query(provider, uri, call), answer); break;
      case "insert": answer.put("uri", String.valueOf(insert(provider, uri, call))); break;
      case "update":
        answer.put("count", where == null ? provider.update(uri, values(call), call.text("where", null), null) : provider.update(uri, values(call), where));
        break;
      case "delete": answer.put("count", where == null ? provider.delete(uri, call.text("where", null), null) : provider.delete(uri, where)); break;
      case "type": answer.put("result", String.valueOf(provider.getType(uri))); break;
      case "call": {
        Bundle extras = Intents.bundle(call.list("values"));
        String name = call.text("call");
        String argument = call.text("argument", null);
        Bundle result = Build.VERSION.SDK_INT >= 29 ? provider.call(uri.getAuthority(), name, argument, extras) : provider.call(name, argument, extras);
        if (result != null) result.size(); // Reads it, so that it can be told.
        answer.put("result", String.valueOf(result));
        break;
      }
      default: throw new Refused("no such method: " + call.text("method"));
    }
  }

  private static Uri insert(ContentProvider provider, Uri uri, Call call) {
    return Build.VERSION.SDK_INT >= 30 ? provider.insert(uri, values(call), null) : provider.insert(uri, values(call));
  }

  private static Cursor query(ContentProvider provider, Uri uri, Call call) {
    String[] columns = call.has("projection") ? call.list("projection").toArray(new String[0]) : null;
    Bundle how = new Bundle();
    if (call.has("where")) how.putString(ContentResolver.QUERY_ARG_SQL_SELECTION, call.text("where"));
    if (call.has("sort")) how.putString(ContentResolver.QUERY_ARG_SQL_SORT_ORDER, call.text("sort"));
    return provider.query(uri, columns, how, null);
  }

  private static void rows(Cursor cursor, Map<String, Object> answer) {
    if (cursor == null) return;
    try {
      List<Object> rows = new ArrayList<>();
      while (cursor.moveToNext()) {
        List<Object> row = new ArrayList<>();
        for (int i = 0; i < cursor.getColumnCount(); i++) row.add(text(cursor, i));
        rows.add(row);
      }
      answer.put("columns", Arrays.asList(cursor.getColumnNames()));
      answer.put("rows", rows);
    } finally {
      cursor.close();
    }
  }

  private static String text(Cursor cursor, int column) {
    switch (cursor.getType(column)) {
      case Cursor.FIELD_TYPE_FLOAT: return String.valueOf(cursor.getFloat(column));
      case Cursor.FIELD_TYPE_INTEGER: return String.valueOf(cursor.getLong(column));
      case Cursor.FIELD_TYPE_BLOB: return "BLOB";
      case Cursor.FIELD_TYPE_NULL: return "NULL";
      default: return cursor.getString(column);
    }
  }

  private static ContentValues values(Call call) {
    Bundle from = Intents.bundle(call.list("values"));
    ContentValues values = new ContentValues();
    for (String name : from.keySet()) {
      Object value = from.get(name);
      if (value == null) values.putNull(name);
      else if (value instanceof Integer) values.put(name, (Integer) value);
      else if (value instanceof Long) values.put(name, (Long) value);
      else if (value instanceof Float) values.put(name, (Float) value);
      else if (value instanceof Double) values.put(name, (Double) value);
      else if (value instanceof Boolean) values.put(name, (Boolean) value);
      else values.put(name, value.toString());
    }
    return values;
  }
}
