package probe.app;

import android.app.Activity;
import android.content.Intent;
import android.content.res.Configuration;
import android.graphics.Point;
import android.os.Bundle;
import android.util.Log;
import android.widget.TextView;

public class Second extends Activity {
  @Override
  protected void onCreate(Bundle state) {
    super.onCreate(state);
    Point point = getIntent().getParcelableExtra("point");
    TextView text = new TextView(this);
    text.setText("point " + point.x + "," + point.y + " caller " + getCallingPackage());
    setContentView(text);
    setResult(7, new Intent().putExtra("answer", new Point(3, 4)));
  }

  @Override
  public void onConfigurationChanged(Configuration configuration) {
    super.onConfigurationChanged(configuration);
    Log.i("probe", "handles " + configuration.orientation);
  }
}
