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
    MatrixCursor cursor = new MatrixCursor(new String[] {"value"});
    cursor.addRow(new Object[] {"from the provider"});
    return cursor;
  }

  @Override
  public String getType(Uri uri) {
    return "text/plain";
  }

  @Override
  public Uri insert(Uri uri, ContentValues values) {
    return uri;
  }

  @Override
  public int delete(Uri uri, String where, String[] arguments) {
    return 0;
  }

  @Override
  public int update(Uri uri, ContentValues values, String where, String[] arguments) {
    return 0;
  }
}
