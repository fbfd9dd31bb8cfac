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
import android.view.ViewGroup;
import android.view.WindowManager;
import android.view.accessibility.AccessibilityNodeInfo;
import android.widget.ArrayAdapter;
import android.widget.Button;
import android.widget.CheckBox;
import android.widget.EditText;
import android.widget.LinearLayout;
import android.widget.ListView;
import android.widget.ScrollView;
import android.widget.Switch;
import java.io.OutputStream;
import java.io.PrintStream;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.shadows.ShadowDialog;

/** What a waiting process can do before it knows its app: a window of the framework's own widgets brings in most of what any screen needs. */
public final class Warm {
  /** So often that what every window needs is compiled. */
  private static final int WINDOWS = 30;

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
  private static void window(Context context, boolean drawn) {
    Dialog dialog = new Dialog(context, R.style.Theme_Material_Light);
    dialog.getWindow().setType(WindowManager.LayoutParams.TYPE_APPLICATION_OVERLAY);
    dialog.setTitle("title");
    dialog.setContentView(widgets(dialog.getContext()));
    dialog.show();
    frame();
    View window = dialog.getWindow().getDecorView();
    if (drawn) window.draw(new Canvas(Bitmap.createBitmap(Session.screen().width, Session.screen().height, Bitmap.Config.ARGB_8888)));
    describe(window);
    for (int action : new int[] {MotionEvent.ACTION_DOWN, MotionEvent.ACTION_UP}) {
      window.dispatchTouchEvent(MotionEvent.obtain(Clock.now(), Clock.now(), action, 1, 1, 0));
    }
    dialog.dismiss();
    frame();
  }

  /** Now: an app may come at a time that is earlier than what lies ahead of a clock that went on here. */
  private static void frame() {
    Frames.begin(Clock.now());
    Clock.advance(Clock.now());
  }

  private static View widgets(Context context) {
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
    ListView list = new ListView(context);
    list.setAdapter(new ArrayAdapter<>(context, R.layout.simple_list_item_1, new String[] {"one", "two", "three"}));
    all.addView(list);
    return all;
  }

  private static void describe(View view) {
    AccessibilityNodeInfo info = view.createAccessibilityNodeInfo();
    info.getBoundsInScreen(new android.graphics.Rect());
    if (!(view instanceof ViewGroup)) return;
    for (int i = 0; i < ((ViewGroup) view).getChildCount(); i++) describe(((ViewGroup) view).getChildAt(i));
  }
}
