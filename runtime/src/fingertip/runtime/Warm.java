package fingertip.runtime;

import android.R;
import android.app.ActivityThread;
import android.app.Dialog;
import android.content.Context;
import android.graphics.Bitmap;
import android.graphics.Canvas;
import android.util.Log;
import android.view.ContextThemeWrapper;
import android.view.MotionEvent;
import android.view.View;
import android.view.WindowManager;
import android.widget.ArrayAdapter;
import android.widget.Button;
import android.widget.CheckBox;
import android.widget.EditText;
import android.widget.LinearLayout;
import android.widget.ListView;
import android.widget.ScrollView;
import android.widget.Switch;
import fingertip.runtime.wire.Json;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.Arrays;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.shadows.ShadowDialog;

/** What a waiting process can do before it knows its app: a window of the framework's own widgets brings in most of what any screen needs. */
public final class Warm {
  /** So often that what every window needs is compiled. */
  private static final int WINDOWS = 30;

  private static final int ROWS = 6;
  private static final Tree tree = new Tree();
  private static final Input input = new Input();
  private static boolean underWay;

  private Warm() {}

  /** Whether what is logged is of these windows, and of no app. */
  public static boolean underWay() {
    return underWay;
  }

  static void up() {
    try {
      App.systemContext((ActivityThread) RuntimeEnvironment.getActivityThread());
      Clock.begin(0, 0);
      Context context = new ContextThemeWrapper(RuntimeEnvironment.systemContext, R.style.Theme_Material_Light);
      // What the framework says of these windows is not the app's, in whose log it would stand.
      PrintStream errors = System.err;
      System.setErr(new PrintStream(OutputStream.nullOutputStream()));
      underWay = true;
      try {
        for (int i = 0; i < WINDOWS; i++) window(context, i == 0);
        // Nothing of them stays.
        ShadowDialog.reset();
        System.gc();
      } finally {
        System.setErr(errors);
        underWay = false;
      }
    } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
      // Only speed is lost.
      Log.w("fingertip", "warming up failed", e);
    }
  }

  /** A window with title bar and widgets comes, is told of, touched and goes. */
  private static void window(Context context, boolean first) {
    Dialog dialog = new Dialog(context, R.style.Theme_Material_Light);
    dialog.getWindow().setType(WindowManager.LayoutParams.TYPE_APPLICATION_OVERLAY);
    dialog.setTitle("title");
    ListView list = list(dialog.getContext());
    dialog.setContentView(widgets(dialog.getContext(), list));
    dialog.show();
    frame();
    View window = dialog.getWindow().getDecorView();
    if (first) window.draw(new Canvas(Bitmap.createBitmap(Session.screen().width, Session.screen().height, Bitmap.Config.ARGB_8888)));
    Json.write(tree.nodes(window, 1));
    int[] row = new int[2];
    list.getChildAt(0).getLocationOnScreen(row);
    input.pointer(window, MotionEvent.ACTION_DOWN, row[0] + 1, row[1] + 1);
    frame();
    input.pointer(window, MotionEvent.ACTION_UP, row[0] + 1, row[1] + 1);
    frame();
    list.performItemClick(list.getChildAt(0), 0, 0);
    dialog.dismiss();
    frame();
  }

  /** Now: an app may come at a time that is earlier than what lies ahead of a clock that went on here. */
  private static void frame() {
    Frames.begin(Clock.now());
    Clock.advance(Clock.now());
  }

  private static ListView list(Context context) {
    ListView list = new ListView(context);
    String[] rows = new String[ROWS];
    Arrays.fill(rows, "row");
    list.setAdapter(new ArrayAdapter<>(context, R.layout.simple_list_item_1, rows));
    list.setOnItemClickListener((parent, view, position, id) -> {});
    return list;
  }

  private static View widgets(Context context, ListView list) {
    LinearLayout all = new LinearLayout(context);
    all.setOrientation(LinearLayout.VERTICAL);
    EditText edit = new EditText(context);
    edit.setHint("hint");
    all.addView(edit);
    Button button = new Button(context);
    button.setText("button");
    all.addView(button);
    all.addView(new CheckBox(context));
    all.addView(new Switch(context));
    all.addView(new ScrollView(context));
    all.addView(list);
    return all;
  }
}
