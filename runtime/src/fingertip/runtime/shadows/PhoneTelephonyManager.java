package fingertip.runtime.shadows;

import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.shadows.ShadowTelephonyManager;

/** A phone without service: what would be a name or a country is empty, never missing. */
@Implements(className = "android.telephony.TelephonyManager")
public class PhoneTelephonyManager extends ShadowTelephonyManager {
  @Override
  @Implementation
  protected String getNetworkCountryIso() {
    return orEmpty(super.getNetworkCountryIso());
  }

  @Override
  @Implementation
  protected String getSimCountryIso() {
    return orEmpty(super.getSimCountryIso());
  }

  @Override
  @Implementation
  protected String getNetworkOperator() {
    return orEmpty(super.getNetworkOperator());
  }

  @Override
  @Implementation
  protected String getNetworkOperatorName() {
    return orEmpty(super.getNetworkOperatorName());
  }

  @Override
  @Implementation
  protected String getSimOperator() {
    return orEmpty(super.getSimOperator());
  }

  @Override
  @Implementation
  protected String getSimOperatorName() {
    return orEmpty(super.getSimOperatorName());
  }

  private static String orEmpty(String text) {
    return text == null ? "" : text;
  }
}
