package fingertip.runtime.shadows;

import android.content.ContentProviderOperation;
import android.content.ContentProviderResult;
import android.content.ContentResolver;
import android.content.ContentValues;
import android.content.OperationApplicationException;
import android.net.Uri;
import android.os.Bundle;
import java.io.FileNotFoundException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.shadows.ShadowContentResolver;

/** Content that nobody provides is not there: Robolectric would take everything and pretend. */
@Implements(className = "android.content.ContentResolver")
public class PhoneContentResolver extends ShadowContentResolver {
  @Override
  @Implementation
  protected Uri insert(Uri uri, ContentValues values) {
    known(uri);
    return super.insert(uri, values);
  }

  @Override
  @Implementation
  protected int update(Uri uri, ContentValues values, String where, String[] more) {
    known(uri);
    return super.update(uri, values, where, more);
  }

  @Override
  @Implementation
  protected int delete(Uri uri, String where, String[] values) {
    known(uri);
    return super.delete(uri, where, values);
  }

  @Override
  @Implementation
  protected int bulkInsert(Uri uri, ContentValues[] values) {
    known(uri);
    return super.bulkInsert(uri, values);
  }

  @Override
  @Implementation
  protected Bundle call(Uri uri, String method, String argument, Bundle extras) {
    if (nobodys(uri)) throw new IllegalArgumentException("Unknown authority " + uri.getAuthority());
    return super.call(uri, method, argument, extras);
  }

  @Override
  @Implementation
  protected ContentProviderResult[] applyBatch(String authority, ArrayList<ContentProviderOperation> operations) throws OperationApplicationException {
    if (nobodys(Uri.parse("content://" + authority))) throw new IllegalArgumentException("Unknown authority " + authority);
    return super.applyBatch(authority, operations);
  }

  @Override
  @Implementation
  protected InputStream openInputStream(Uri uri) throws FileNotFoundException {
    if (nobodys(uri)) throw new FileNotFoundException("No content provider: " + uri);
    return super.openInputStream(uri);
  }

  @Override
  @Implementation
  protected OutputStream openOutputStream(Uri uri) throws FileNotFoundException {
    return openOutputStream(uri, "w");
  }

  @Override
  @Implementation
  protected OutputStream openOutputStream(Uri uri, String mode) throws FileNotFoundException {
    if (nobodys(uri)) throw new FileNotFoundException("No content provider: " + uri);
    return super.openOutputStream(uri, mode);
  }

  private static void known(Uri uri) {
    if (nobodys(uri)) throw new IllegalArgumentException("Unknown URL " + uri);
  }

  private static boolean nobodys(Uri uri) {
    return uri != null && ContentResolver.SCHEME_CONTENT.equals(uri.getScheme()) && getProvider(uri) == null;
  }
}
