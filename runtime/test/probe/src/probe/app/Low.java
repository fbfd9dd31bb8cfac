package probe.app;

import android.app.Activity;
import android.os.Bundle;
import android.util.Log;
import android.view.Gravity;
import android.widget.Button;
import android.widget.EditText;
import android.widget.FrameLayout;

/** A field at the bottom, where the keyboard will be. */
public class Low extends Activity {
  @Override
  protected void onCreate(Bundle state) {
    super.onCreate(state);
    FrameLayout all = new FrameLayout(this);
    EditText field = new EditText(this);
    field.setId(android.R.id.edit);
    all.addView(field, new FrameLayout.LayoutParams(-1, -2, Gravity.BOTTOM));
    Button button = new Button(this);
    button.setText("middle");
    button.setOnClickListener(view -> Log.i("probe", "middle pressed"));
    all.addView(button, new FrameLayout.LayoutParams(-2, -2, Gravity.CENTER));
    setContentView(all);
  }

  @Override
  protected void onDestroy() {
    super.onDestroy();
    Log.i("probe", "low ends " + isFinishing());
  }
}
