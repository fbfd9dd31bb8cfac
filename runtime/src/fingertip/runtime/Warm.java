package fingertip.runtime;

import android.R;
import android.app.ActivityThread;
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
import org.robolectric.RuntimeEnvironment;

/** What a waiting process can do before it knows its app: a window of the framework's own widgets brings in most of what any screen needs. */
final class Warm {
  private Warm() {}

  static void up() {
    try {
      App.systemContext((ActivityThread) RuntimeEnvironment.getActivityThread());
      Clock.begin(0, 0);
      Context context = new ContextThemeWrapper(RuntimeEnvironment.systemContext, R.style.Theme_Material_Light);
      View window = widgets(context);
      WindowManager manager = context.getSystemService(WindowManager.class);
      manager.addView(window, new WindowManager.LayoutParams(WindowManager.LayoutParams.TYPE_APPLICATION_OVERLAY));
      Clock.advance(200);
      Canvas canvas = new Canvas(Bitmap.createBitmap(Session.screen().width, Session.screen().height, Bitmap.Config.ARGB_8888));
      window.draw(canvas);
      describe(window);
      for (int action : new int[] {MotionEvent.ACTION_DOWN, MotionEvent.ACTION_UP}) {
        window.dispatchTouchEvent(MotionEvent.obtain(200, 200, action, 1, 1, 0));
      }
      manager.removeViewImmediate(window);
      Clock.advance(400);
    } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
      // Only speed is lost.
      Log.w("fingertip", "warming up failed", e);
    }
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
