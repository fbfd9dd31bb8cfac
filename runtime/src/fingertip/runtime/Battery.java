package fingertip.runtime;

import android.content.Intent;
import android.content.IntentFilter;
import android.os.BatteryManager;
import android.os.Build;

/** The phone's battery, as its `dumpsys battery` has it unless somebody there has set another. */
public final class Battery {
  public static final int LEVEL = 85;
  private static final int MILLIVOLTS = 5000;

  private Battery() {}

  /** What everybody who asks for it gets at once; null where the filter is for something else. */
  public static Intent sticky(IntentFilter filter) {
    if (filter == null || !filter.hasAction(Intent.ACTION_BATTERY_CHANGED)) return null;
    Intent intent = new Intent(Intent.ACTION_BATTERY_CHANGED)
        .addFlags(Intent.FLAG_RECEIVER_REGISTERED_ONLY)
        .putExtra(BatteryManager.EXTRA_STATUS, BatteryManager.BATTERY_STATUS_CHARGING)
        .putExtra(BatteryManager.EXTRA_HEALTH, BatteryManager.BATTERY_HEALTH_GOOD)
        .putExtra(BatteryManager.EXTRA_PRESENT, true)
        .putExtra(BatteryManager.EXTRA_LEVEL, LEVEL)
        .putExtra(BatteryManager.EXTRA_SCALE, 100)
        .putExtra(BatteryManager.EXTRA_ICON_SMALL, 0)
        .putExtra(BatteryManager.EXTRA_PLUGGED, BatteryManager.BATTERY_PLUGGED_USB)
        .putExtra(BatteryManager.EXTRA_VOLTAGE, MILLIVOLTS)
        .putExtra(BatteryManager.EXTRA_TEMPERATURE, 250)
        .putExtra(BatteryManager.EXTRA_TECHNOLOGY, "Li-ion");
    if (Build.VERSION.SDK_INT >= 28) intent.putExtra("battery_low", false);
    return intent;
  }
}
