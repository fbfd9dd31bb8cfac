package fingertip.runtime.shadows;

import android.os.BatteryManager;
import fingertip.runtime.Battery;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;

/** The phone's battery, asked one property at a time. */
@Implements(className = "android.os.BatteryManager")
public class PhoneBatteryManager {
  @Implementation
  protected boolean isCharging() {
    return true;
  }

  @Implementation
  protected int getIntProperty(int property) {
    if (property == BatteryManager.BATTERY_PROPERTY_CAPACITY) return Battery.LEVEL;
    if (property == BatteryManager.BATTERY_PROPERTY_STATUS) return BatteryManager.BATTERY_STATUS_CHARGING;
    if (property == BatteryManager.BATTERY_PROPERTY_CHARGE_COUNTER) return 10_000;
    if (property == BatteryManager.BATTERY_PROPERTY_CURRENT_NOW || property == BatteryManager.BATTERY_PROPERTY_CURRENT_AVERAGE) return 0;
    return Integer.MIN_VALUE;
  }

  @Implementation
  protected long getLongProperty(int property) {
    int value = getIntProperty(property);
    return value == Integer.MIN_VALUE ? Long.MIN_VALUE : value;
  }

  @Implementation
  protected long computeChargeTimeRemaining() {
    return -1;
  }
}
