package probe.app;

import android.content.ContentProvider;
import android.content.ContentValues;
import android.database.Cursor;
import android.database.MatrixCursor;
import android.net.Uri;

public class Store extends ContentProvider {
  static boolean created;

  @Override
  public boolean onCreate() {
    created = true;
    return true;
  }

  @Override
  public Cursor query(Uri uri, String[] columns, String where, String[] arguments, String order) {
    if ("/typed".equals(uri.getPath())) {
      MatrixCursor cursor = new MatrixCursor(new String[] {"i", "f", "n", "b", "how"});
      String how = java.util.Arrays.toString(columns) + " " + where + " " + order;
      cursor.addRow(new Object[] {7, 1.5, null, new byte[1], how});
      return cursor;
    }
    MatrixCursor cursor = new MatrixCursor(new String[] {"value"});
    cursor.addRow(new Object[] {"from the provider"});
    return cursor;
  }

  @Override
  public android.os.Bundle call(String method, String argument, android.os.Bundle extras) {
    android.os.Bundle result = new android.os.Bundle();
    result.putString(method, argument + " " + extras.get("n"));
    return result;
  }

  @Override
  public String getType(Uri uri) {
    return "text/plain";
  }

  @Override
  public Uri insert(Uri uri, ContentValues values) {
    android.util.Log.i("probe", "insert " + values.get("x") + " " + values.get("s") + " " + values.containsKey("z"));
    return uri;
  }

  @Override
  public int delete(Uri uri, String where, String[] arguments) {
    throw new IllegalArgumentException("nothing goes from " + uri);
  }

  @Override
  public int update(Uri uri, ContentValues values, String where, String[] arguments) {
    return 0;
  }
}
