package probe.app;

import android.app.Application;
import android.util.Log;

public class ProbeApplication extends Application {
  @Override
  public void onCreate() {
    super.onCreate();
    Log.i("probe", "application " + getPackageName() + " " + Store.created);
  }
}
