package fingertip.runtime.keys;

import android.security.keystore.KeyGenParameterSpec;
import java.security.InvalidAlgorithmParameterException;

/** Keys that want their user's finger or pattern: this phone has no lock to ask for it. */
final class Unlocking {
  private Unlocking() {}

  static void refuse(KeyGenParameterSpec spec) throws InvalidAlgorithmParameterException {
    if (!spec.isUserAuthenticationRequired()) return;
    throw new InvalidAlgorithmParameterException(
        new IllegalStateException("Secure lock screen must be enabled to create keys requiring user authentication"));
  }
}
