package fingertip.runtime.shadows;

import android.hardware.biometrics.BiometricPrompt;
import android.os.CancellationSignal;
import java.util.concurrent.Executor;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.shadows.ShadowBiometricManager;

/** A phone without a sensor that knows its user. */
public final class PhoneBiometrics {
  private static final int NO_HARDWARE = 12;

  private PhoneBiometrics() {}

  /** What can be asked. */
  @Implements(className = "android.hardware.biometrics.BiometricManager", minSdk = 29)
  public static class Manager extends ShadowBiometricManager {
    @Override
    @Implementation
    protected int canAuthenticate() {
      return NO_HARDWARE;
    }

    @Override
    @Implementation(minSdk = 30)
    protected int canAuthenticate(int authenticators) {
      return NO_HARDWARE;
    }

    @Override
    @Implementation(minSdk = 30)
    protected int canAuthenticate(int user, int authenticators) {
      return NO_HARDWARE;
    }
  }

  /** Its dialog: never shown. */
  @Implements(className = "android.hardware.biometrics.BiometricPrompt")
  public static class Prompt {
    @Implementation
    protected void authenticate(BiometricPrompt.CryptoObject crypto, CancellationSignal cancel, Executor executor, BiometricPrompt.AuthenticationCallback callback) {
      authenticate(cancel, executor, callback);
    }

    @Implementation
    protected void authenticate(CancellationSignal cancel, Executor executor, BiometricPrompt.AuthenticationCallback callback) {
      executor.execute(() -> callback.onAuthenticationError(NO_HARDWARE, "No biometric hardware on this device"));
    }
  }
}
