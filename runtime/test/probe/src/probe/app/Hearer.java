package probe.app;

import android.content.BroadcastReceiver;
import android.content.Context;
import android.content.Intent;
import android.util.Log;

public class Hearer extends BroadcastReceiver {
  @Override
  public void onReceive(Context context, Intent intent) {
    Log.i("probe", "heard " + intent.getStringExtra("what"));
  }
}
