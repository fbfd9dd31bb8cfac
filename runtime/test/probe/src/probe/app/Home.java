package probe.app;

import android.app.Activity;
import android.app.AlertDialog;
import android.app.Notification;
import android.app.NotificationChannel;
import android.app.NotificationManager;
import android.content.ClipData;
import android.content.ClipboardManager;
import android.content.ComponentName;
import android.content.Context;
import android.content.Intent;
import android.content.ServiceConnection;
import android.content.pm.PackageManager;
import android.database.Cursor;
import android.database.sqlite.SQLiteDatabase;
import android.graphics.Point;
import android.net.Uri;
import android.os.Bundle;
import android.os.Environment;
import android.os.Handler;
import android.os.HandlerThread;
import android.os.IBinder;
import android.os.SystemClock;
import android.provider.Settings;
import android.util.Log;
import android.view.Choreographer;
import android.view.Gravity;
import android.view.Menu;
import android.view.MenuItem;
import android.view.inputmethod.EditorInfo;
import android.widget.Button;
import android.widget.EditText;
import android.widget.LinearLayout;
import android.widget.PopupMenu;
import android.widget.ScrollView;
import android.widget.TextView;
import android.widget.Toast;
import java.io.File;
import java.io.FileOutputStream;

public class Home extends Activity {
  private LinearLayout all;
  private TextView said;

  @Override
  protected void onCreate(Bundle state) {
    super.onCreate(state);
    all = new LinearLayout(this);
    all.setOrientation(LinearLayout.VERTICAL);
    said = new TextView(this);
    said.setText(state == null ? "fresh" : "restored " + state.getString("kept"));
    all.addView(said);
    EditText name = new EditText(this);
    name.setId(android.R.id.edit);
    name.setSingleLine();
    name.setImeOptions(EditorInfo.IME_ACTION_GO);
    name.setOnEditorActionListener((view, action, event) -> say("action " + action));
    all.addView(name);
    button("classes", () -> say("guava " + com.google.common.base.Preconditions.version() + ", junit " + there("org.junit.Test")
        + ", robolectric " + there("org.robolectric.Robolectric") + ", kotlin " + there("kotlin.Unit") + ", loader " + (getClassLoader() == Home.class.getClassLoader())));
    button("prefs", () -> {
      getSharedPreferences("kept", MODE_PRIVATE).edit().putString("name", "Ada").commit();
      say("prefs " + getSharedPreferences("kept", MODE_PRIVATE).getString("name", ""));
    });
    button("database", () -> {
      SQLiteDatabase database = openOrCreateDatabase("shop.db", MODE_PRIVATE, null);
      database.execSQL("create table if not exists item (name text)");
      database.execSQL("insert into item values (?)", new Object[] {"tea"});
      Cursor cursor = database.rawQuery("select name from item", null);
      cursor.moveToFirst();
      say("database " + cursor.getString(0));
      cursor.close();
      database.close();
    });
    button("files", () -> {
      try (FileOutputStream out = openFileOutput("note.txt", MODE_PRIVATE)) {
        out.write("noted".getBytes());
        say("files " + getFilesDir().getName() + " " + getCacheDir().getName());
      } catch (java.io.IOException e) {
        throw new IllegalStateException(e);
      }
    });
    button("storage", () -> {
      File pictures = Environment.getExternalStoragePublicDirectory(Environment.DIRECTORY_PICTURES);
      for (File folder : new File[] {getExternalFilesDir("maps"), getExternalCacheDir(), pictures, new File(getApplicationInfo().dataDir, "own")}) {
        folder.mkdirs();
        try (FileOutputStream out = new FileOutputStream(new File(folder, "kept"))) {
          out.write("kept".getBytes());
        } catch (java.io.IOException e) {
          throw new IllegalStateException(e);
        }
      }
      say("storage " + Environment.getExternalStorageState() + " " + android.os.Process.myPid() + " " + android.os.Process.myUid()
          + " " + getApplicationInfo().uid);
    });
    button("provider", () -> {
      Cursor cursor = getContentResolver().query(Uri.parse("content://probe.app.store/x"), null, null, null, null);
      cursor.moveToFirst();
      say(cursor.getString(0));
    });
    button("service", () -> startService(new Intent(this, Worker.class).putExtra("what", "work")));
    button("bind", () -> bindService(new Intent(this, Worker.class), new ServiceConnection() {
      @Override
      public void onServiceConnected(ComponentName component, IBinder binder) {
        say(((Worker.Handle) binder).greet());
        unbindService(this);
      }

      @Override
      public void onServiceDisconnected(ComponentName component) {}
    }, Context.BIND_AUTO_CREATE));
    button("broadcast", () -> {
      sendBroadcast(new Intent("probe.app.HEAR").setPackage(getPackageName()).putExtra("what", "an action"));
      sendBroadcast(new Intent(this, Hearer.class).putExtra("what", "a name"));
    });
    button("second", () -> startActivityForResult(new Intent(this, Second.class).putExtra("point", new Point(1, 2)), 5));
    button("thread", () -> new Thread(() -> {
      String text = "from " + Thread.currentThread().getName();
      runOnUiThread(() -> say(text));
    }, "helper").start());
    button("later", () -> {
      long began = SystemClock.uptimeMillis();
      new Handler().postDelayed(() -> say("later " + (SystemClock.uptimeMillis() - began)), 5000);
    });
    button("frames", () -> new Handler().postDelayed(() -> frames(SystemClock.uptimeMillis(), new StringBuilder("frames"), 3), 1003));
    button("looper", () -> {
      HandlerThread thread = new HandlerThread("background");
      thread.start();
      long began = SystemClock.uptimeMillis();
      new Handler(thread.getLooper()).postDelayed(() -> {
        long took = SystemClock.uptimeMillis() - began;
        runOnUiThread(() -> say("looper " + took));
      }, 3000);
    });
    button("toast", () -> Toast.makeText(this, "a toast", Toast.LENGTH_LONG).show());
    button("notify", () -> {
      NotificationManager manager = getSystemService(NotificationManager.class);
      manager.createNotificationChannel(new NotificationChannel("news", "News", NotificationManager.IMPORTANCE_DEFAULT));
      manager.notify(4, new Notification.Builder(this, "news").setContentTitle("Title").setContentText("Text").setSmallIcon(android.R.drawable.ic_dialog_info).build());
      manager.cancel(4);
    });
    button("clipboard", () -> getSystemService(ClipboardManager.class).setPrimaryClip(ClipData.newPlainText("", "copied")));
    button("setting", () -> Settings.System.putInt(getContentResolver(), Settings.System.SCREEN_BRIGHTNESS, 77));
    button("permission", () -> requestPermissions(new String[] {android.Manifest.permission.CAMERA}, 9));
    button("camera", () -> say("camera " + (checkSelfPermission(android.Manifest.permission.CAMERA) == PackageManager.PERMISSION_GRANTED)));
    button("paste", () -> {
      ClipboardManager clipboard = getSystemService(ClipboardManager.class);
      say("paste " + (clipboard.hasPrimaryClip() ? clipboard.getPrimaryClip().getItemAt(0).getText() : "nothing"));
    });
    button("device", () -> say("device " + android.os.Build.MANUFACTURER + " " + android.os.Build.MODEL + " " + android.os.Build.VERSION.RELEASE
        + " " + android.os.Build.VERSION.SDK_INT));
    button("meta", () -> say("meta " + meta(PackageManager.GET_META_DATA).getInt("probe.level") + " " + meta(PackageManager.GET_META_DATA).getString("probe.greeting")
        + " " + meta(0)));
    button("resources", () -> say("resources " + getString(getResources().getIdentifier("greeting", "string", getPackageName()))));
    button("dialog", () -> new AlertDialog.Builder(this).setTitle("Sure?").setPositiveButton("Yes", (dialog, which) -> say("yes")).show());
    button("menu", () -> {
      PopupMenu menu = new PopupMenu(this, said);
      menu.getMenu().add("Entry");
      menu.setOnMenuItemClickListener(item -> say("chose " + item.getTitle()));
      menu.show();
    });
    button("bottom", () -> {
      AlertDialog dialog = new AlertDialog.Builder(this).setMessage("at the bottom").create();
      dialog.getWindow().setGravity(Gravity.BOTTOM);
      dialog.show();
    });
    button("print", () -> System.out.println("printed"));
    button("library", () -> {
      try {
        System.loadLibrary("nothing");
      } catch (UnsatisfiedLinkError e) {
        say(e.getMessage());
      }
    });
    button("portrait", () -> setRequestedOrientation(1));
    button("nowhere", () -> {
      try {
        startActivity(new Intent().setClassName(this, "probe.app.Nowhere"));
      } catch (android.content.ActivityNotFoundException e) {
        say("not found");
      }
    });
    button("nobody", () -> {
      try {
        startActivityForResult(new Intent("probe.app.NOBODY").putExtra("more", 1), 11);
      } catch (android.content.ActivityNotFoundException e) {
        say(e.getMessage());
      }
    });
    button("others", () -> {
      Intent somebody = new Intent("probe.app.SOMEBODY");
      say("others " + getPackageManager().queryIntentActivities(somebody, 0).get(0).loadLabel(getPackageManager())
          + " " + somebody.resolveActivity(getPackageManager()).flattenToShortString()
          + " " + new Intent("probe.app.NOBODY").resolveActivity(getPackageManager()));
      startActivity(somebody);
    });
    button("crash", () -> {
      throw new IllegalStateException("on purpose", new RuntimeException("because"));
    });
    button("background crash", () -> new Thread(() -> {
      throw new IllegalStateException("in the background");
    }, "worker-1").start());
    button("exit", () -> System.exit(3));
    button("hang", () -> {
      while (true) {
        try {
          Thread.sleep(1000);
        } catch (InterruptedException e) {
          return;
        }
      }
    });
    ScrollView scroll = new ScrollView(this);
    scroll.addView(all);
    setContentView(scroll);
  }

  private Bundle meta(int flags) {
    try {
      return getPackageManager().getApplicationInfo(getPackageName(), flags).metaData;
    } catch (PackageManager.NameNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }

  private boolean there(String name) {
    try {
      Class.forName(name);
      return true;
    } catch (ClassNotFoundException e) {
      return false;
    }
  }

  private void button(String label, Runnable action) {
    Button button = new Button(this);
    button.setAllCaps(false);
    button.setText(label);
    button.setOnClickListener(view -> action.run());
    all.addView(button);
  }

  private boolean say(String text) {
    said.setText(text);
    Log.i("probe", text);
    return true;
  }

  @Override
  public boolean onCreateOptionsMenu(Menu menu) {
    menu.add("Option");
    return true;
  }

  @Override
  public boolean onOptionsItemSelected(MenuItem item) {
    return say("option " + item.getTitle());
  }

  @Override
  protected void onSaveInstanceState(Bundle state) {
    super.onSaveInstanceState(state);
    state.putString("kept", said.getText().toString());
  }

  @Override
  protected void onActivityResult(int request, int code, Intent data) {
    Point answer = data.getParcelableExtra("answer");
    say("result " + request + " " + code + " " + answer.x);
  }

  @Override
  public void onRequestPermissionsResult(int request, String[] names, int[] grants) {
    say("permitted " + request + " " + (checkSelfPermission(android.Manifest.permission.CAMERA) == PackageManager.PERMISSION_GRANTED));
  }

  /** Says after how long each of so many frames came. */
  private void frames(long since, StringBuilder said, int left) {
    if (left == 0) {
      say(said.toString());
      return;
    }
    Choreographer.getInstance().postFrameCallback(time -> {
      long now = SystemClock.uptimeMillis();
      frames(now, said.append(' ').append(now - since), left - 1);
    });
  }
}
