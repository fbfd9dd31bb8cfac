package fingertip.runtime.shadows;

import android.bluetooth.BluetoothAdapter;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.shadows.ShadowBluetoothAdapter;

/** There is none. */
@Implements(className = "android.bluetooth.BluetoothAdapter")
public class PhoneBluetoothAdapter extends ShadowBluetoothAdapter {
  @Implementation
  protected static BluetoothAdapter getDefaultAdapter() {
    return null;
  }
}
