package probe.app;

import android.app.Service;
import android.content.Intent;
import android.os.Binder;
import android.os.IBinder;
import android.util.Log;

public class Worker extends Service {
  final class Handle extends Binder {
    String greet() {
      return "hello from the service";
    }
  }

  @Override
  public int onStartCommand(Intent intent, int flags, int startId) {
    Log.i("probe", "service started " + intent.getStringExtra("what"));
    stopSelf(startId);
    return START_NOT_STICKY;
  }

  @Override
  public IBinder onBind(Intent intent) {
    return new Handle();
  }

  @Override
  public void onDestroy() {
    Log.i("probe", "service destroyed");
  }
}
