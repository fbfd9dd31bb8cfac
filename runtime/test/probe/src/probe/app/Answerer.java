package probe.app;

import android.content.BroadcastReceiver;
import android.content.Context;
import android.content.Intent;
import android.os.Bundle;
import android.util.Log;

/** Says what came before it, and answers; from another thread where it is asked to. */
public class Answerer extends BroadcastReceiver {
  @Override
  public void onReceive(Context context, Intent intent) {
    String what = intent.getStringExtra("what");
    Log.i("probe", "answerer " + intent.getAction() + " " + what + " " + intent.getIntExtra("n", 0) + " after " + getResultCode() + " " + getResultData());
    if (!"later".equals(what)) {
      Bundle extras = new Bundle();
      extras.putString("a", "b");
      setResult(5, "data of " + what, extras);
      return;
    }
    PendingResult result = goAsync();
    new Thread(() -> {
      result.setResultCode(6);
      result.finish();
    }).start();
  }
}
