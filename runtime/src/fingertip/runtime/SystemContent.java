package fingertip.runtime;

import android.Manifest;
import android.content.ContentProvider;
import android.content.ContentUris;
import android.content.ContentValues;
import android.content.pm.PackageManager;
import android.content.pm.ProviderInfo;
import android.database.Cursor;
import android.database.MatrixCursor;
import android.net.Uri;
import android.os.ParcelFileDescriptor;
import android.provider.BaseColumns;
import android.provider.CalendarContract;
import android.provider.CallLog;
import android.provider.ContactsContract;
import android.provider.MediaStore;
import android.provider.Settings;
import android.provider.Telephony;
import android.provider.UserDictionary;
import java.io.File;
import java.io.FileNotFoundException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.robolectric.shadows.ShadowContentResolver;

/** The system's own providers: they hold nothing but what the app puts there while it runs, in tables that have all their columns. */
public final class SystemContent extends ContentProvider {
  /** Authorities, and what reading and changing them takes; null: nothing. */
  private static final Map<String, String[]> PERMISSIONS = Map.ofEntries(
      Map.entry("com.android.contacts", new String[] {Manifest.permission.READ_CONTACTS, Manifest.permission.WRITE_CONTACTS}),
      Map.entry("contacts", new String[] {Manifest.permission.READ_CONTACTS, Manifest.permission.WRITE_CONTACTS}),
      Map.entry("com.android.calendar", new String[] {Manifest.permission.READ_CALENDAR, Manifest.permission.WRITE_CALENDAR}),
      Map.entry("call_log", new String[] {Manifest.permission.READ_CALL_LOG, Manifest.permission.WRITE_CALL_LOG}),
      Map.entry("sms", new String[] {Manifest.permission.READ_SMS, null}),
      Map.entry("mms", new String[] {Manifest.permission.READ_SMS, null}),
      Map.entry("mms-sms", new String[] {Manifest.permission.READ_SMS, null}),
      Map.entry("media", new String[2]),
      Map.entry("settings", new String[2]),
      Map.entry("user_dictionary", new String[2]),
      Map.entry("downloads", new String[2]),
      Map.entry("telephony", new String[2]),
      Map.entry("com.android.externalstorage.documents", new String[2]),
      Map.entry("com.android.providers.downloads.documents", new String[2]),
      Map.entry("com.android.providers.media.documents", new String[2]));

  private final Map<Uri, ContentValues> rows = Collections.synchronizedMap(new LinkedHashMap<>());
  private long last;

  private SystemContent() {}

  /** Stands for every provider of the system that the app does not bring itself. */
  static void install(App app) {
    SystemContent content = new SystemContent();
    ProviderInfo info = new ProviderInfo();
    info.name = SystemContent.class.getName();
    info.packageName = "android";
    info.applicationInfo = app.info;
    info.authority = String.join(";", PERMISSIONS.keySet());
    info.exported = true;
    content.attachInfo(app.application, info);
    for (String authority : PERMISSIONS.keySet()) ShadowContentResolver.registerProviderInternal(authority, content);
  }

  @Override
  public boolean onCreate() {
    return true;
  }

  /** One row by its own address, or all of a table where nothing is looked for. */
  @Override
  public Cursor query(Uri uri, String[] wanted, String where, String[] values, String order) {
    check(uri, false);
    String[] names = wanted != null && wanted.length > 0 ? wanted : columns(uri);
    MatrixCursor found = new MatrixCursor(names);
    synchronized (rows) {
      rows.forEach((address, row) -> {
        if (address.equals(uri) || (where == null && address.toString().equals(uri + "/" + address.getLastPathSegment()))) add(found, names, row);
      });
    }
    found.setNotificationUri(getContext().getContentResolver(), uri);
    return found;
  }

  private static void add(MatrixCursor found, String[] names, ContentValues row) {
    Object[] line = new Object[names.length];
    for (int i = 0; i < names.length; i++) line[i] = row.get(names[i]);
    found.addRow(line);
  }

  @Override
  public String getType(Uri uri) {
    return null;
  }

  @Override
  public Uri insert(Uri uri, ContentValues values) {
    check(uri, true);
    ContentValues row = values == null ? new ContentValues() : new ContentValues(values);
    synchronized (rows) {
      row.put(BaseColumns._ID, ++last);
      Uri address = ContentUris.withAppendedId(uri, last);
      rows.put(address, row);
      return address;
    }
  }

  @Override
  public int update(Uri uri, ContentValues values, String where, String[] more) {
    check(uri, true);
    ContentValues row = rows.get(uri);
    if (row == null) return 0;
    if (values != null) row.putAll(values);
    return 1;
  }

  @Override
  public int delete(Uri uri, String where, String[] values) {
    check(uri, true);
    return rows.remove(uri) == null ? 0 : 1;
  }

  /** What the app itself has put there. */
  @Override
  public ParcelFileDescriptor openFile(Uri uri, String mode) throws FileNotFoundException {
    check(uri, !mode.equals("r"));
    if (!rows.containsKey(uri)) throw new FileNotFoundException("No item at " + uri);
    File folder = new File(getContext().getApplicationInfo().dataDir, "device/media");
    folder.mkdirs();
    return ParcelFileDescriptor.open(new File(folder, uri.getLastPathSegment()), ParcelFileDescriptor.parseMode(mode));
  }

  private static void check(Uri uri, boolean change) {
    String[] needed = PERMISSIONS.get(uri.getAuthority());
    App app = Session.app();
    if (needed == null || app == null || needed[change ? 1 : 0] == null) return;
    if (app.application.checkSelfPermission(needed[change ? 1 : 0]) == PackageManager.PERMISSION_GRANTED) return;
    String either = needed[1] == null ? needed[0] : needed[0] + " or " + needed[1];
    throw new SecurityException("Permission Denial: opening provider " + uri.getAuthority() + " from ProcessRecord{" + app.processName + "} requires " + either);
  }

  private static String[] columns(Uri uri) {
    Set<String> found = new LinkedHashSet<>();
    found.add(BaseColumns._ID);
    Class<?> table = table(uri);
    if (table != null) {
      for (Field field : table.getFields()) {
        if (field.getType() != String.class || !Modifier.isStatic(field.getModifiers())) continue;
        try {
          String value = (String) field.get(null);
          if (value != null && value.matches("[a-z_][a-z0-9_]*")) found.add(value);
        } catch (IllegalAccessException e) {
          // Not one that an app could name.
        }
      }
    }
    return found.toArray(new String[0]);
  }

  /** The longest name that fits; volumes of the media store have no part in it, nor have numbers. */
  private static Class<?> table(Uri uri) {
    List<String> path = new ArrayList<>(uri.getPathSegments());
    if ("media".equals(uri.getAuthority()) && !path.isEmpty()) path.remove(0);
    for (int end = path.size(); end >= 0; end--) {
      String name = uri.getAuthority() + (end == 0 ? "" : "/" + String.join("/", path.subList(0, end)));
      if (Tables.ALL.containsKey(name)) return Tables.ALL.get(name);
    }
    return null;
  }

  /** Who names the columns of a table; apart, for these are many classes that most apps never need. */
  private static final class Tables {
    static final Map<String, Class<?>> ALL = Map.ofEntries(
        Map.entry("com.android.contacts/contacts", ContactsContract.Contacts.class),
        Map.entry("com.android.contacts/raw_contacts", ContactsContract.RawContacts.class),
        Map.entry("com.android.contacts/groups", ContactsContract.Groups.class),
        Map.entry("com.android.contacts/phone_lookup", ContactsContract.PhoneLookup.class),
        Map.entry("com.android.contacts/data", ContactsContract.Data.class),
        Map.entry("com.android.contacts/data/phones", ContactsContract.CommonDataKinds.Phone.class),
        Map.entry("com.android.contacts/data/emails", ContactsContract.CommonDataKinds.Email.class),
        Map.entry("com.android.contacts/data/postals", ContactsContract.CommonDataKinds.StructuredPostal.class),
        Map.entry("com.android.calendar/calendars", CalendarContract.Calendars.class),
        Map.entry("com.android.calendar/events", CalendarContract.Events.class),
        Map.entry("com.android.calendar/instances", CalendarContract.Instances.class),
        Map.entry("com.android.calendar/attendees", CalendarContract.Attendees.class),
        Map.entry("com.android.calendar/reminders", CalendarContract.Reminders.class),
        Map.entry("call_log/calls", CallLog.Calls.class),
        Map.entry("sms", Telephony.Sms.class),
        Map.entry("mms", Telephony.Mms.class),
        Map.entry("media/images/media", MediaStore.Images.Media.class),
        Map.entry("media/images/thumbnails", MediaStore.Images.Thumbnails.class),
        Map.entry("media/video/media", MediaStore.Video.Media.class),
        Map.entry("media/audio/media", MediaStore.Audio.Media.class),
        Map.entry("media/audio/albums", MediaStore.Audio.Albums.class),
        Map.entry("media/audio/artists", MediaStore.Audio.Artists.class),
        Map.entry("media/audio/genres", MediaStore.Audio.Genres.class),
        Map.entry("media/audio/playlists", MediaStore.Audio.Playlists.class),
        Map.entry("media/file", MediaStore.Files.FileColumns.class),
        Map.entry("media/downloads", MediaStore.MediaColumns.class),
        Map.entry("settings", Settings.NameValueTable.class),
        Map.entry("user_dictionary/words", UserDictionary.Words.class));
  }
}
