package probe.app;

import android.app.Activity;
import android.app.AlarmManager;
import android.app.PendingIntent;
import android.content.BroadcastReceiver;
import android.content.Context;
import android.content.Intent;
import android.content.IntentFilter;
import android.os.Bundle;
import android.os.SystemClock;
import android.util.Log;

/** Does what its intent asks for, with receivers and alarms. */
public class Parts extends Activity {
  /** Context.RECEIVER_…, which older levels do not have by name. */
  private static final int EXPORTED = 2;
  private static final int NOT_EXPORTED = 4;

  @Override
  protected void onCreate(Bundle state) {
    super.onCreate(state);
    IntentFilter live = new IntentFilter("probe.app.LIVE");
    live.setPriority(5);
    registerReceiver(new BroadcastReceiver() {
      @Override
      public void onReceive(Context context, Intent intent) {
        say("live " + intent.getStringExtra("what"));
        if (isOrderedBroadcast()) setResultCode(3);
      }
    }, live, EXPORTED);
    registerReceiver(new BroadcastReceiver() {
      @Override
      public void onReceive(Context context, Intent intent) {
        say("secret");
      }
    }, new IntentFilter("probe.app.LIVE"), NOT_EXPORTED);
    AlarmManager alarms = getSystemService(AlarmManager.class);
    alarms.set(AlarmManager.RTC_WAKEUP, System.currentTimeMillis() + 2000, hearer(1, "an alarm"));
    long now = SystemClock.elapsedRealtime();
    alarms.setExact(AlarmManager.ELAPSED_REALTIME, now + 3000, "tag", () -> say("listener " + (SystemClock.elapsedRealtime() - now)), null);
    alarms.setRepeating(AlarmManager.ELAPSED_REALTIME, now + 4000, 1000, hearer(2, "again"));
    alarms.set(AlarmManager.ELAPSED_REALTIME, now + 4000, hearer(3, "never"));
    alarms.cancel(hearer(3, "never"));
    Intent service = new Intent(this, Steady.class).putExtra("what", "by alarm");
    alarms.setExactAndAllowWhileIdle(AlarmManager.ELAPSED_REALTIME_WAKEUP, now + 5000, PendingIntent.getService(this, 4, service, PendingIntent.FLAG_IMMUTABLE));
    Intent second = new Intent(this, Low.class);
    alarms.set(AlarmManager.ELAPSED_REALTIME, now + 60_000, PendingIntent.getActivity(this, 5, second, PendingIntent.FLAG_IMMUTABLE));
  }

  private PendingIntent hearer(int number, String what) {
    Intent intent = new Intent(this, Hearer.class).setAction("alarm" + number).putExtra("what", what);
    return PendingIntent.getBroadcast(this, number, intent, PendingIntent.FLAG_IMMUTABLE);
  }

  @Override
  protected void onNewIntent(Intent intent) {
    String name = "android.permission.CAMERA";
    say("explain " + shouldShowRequestPermissionRationale(name));
  }

  @Override
  public void onTrimMemory(int level) {
    say("trim " + level);
  }

  private void say(String text) {
    Log.i("probe", text);
  }
}
