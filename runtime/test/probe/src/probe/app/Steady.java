package probe.app;

import android.app.Service;
import android.content.Intent;
import android.os.IBinder;
import android.util.Log;

/** Runs until it is stopped. */
public class Steady extends Service {
  @Override
  public int onStartCommand(Intent intent, int flags, int startId) {
    Log.i("probe", "steady " + startId + " " + intent.getStringExtra("what"));
    return START_STICKY;
  }

  @Override
  public IBinder onBind(Intent intent) {
    return null;
  }

  @Override
  public void onDestroy() {
    Log.i("probe", "steady is over");
  }
}
