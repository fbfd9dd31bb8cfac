package fingertip.runtime.keys;

import java.io.File;
import java.security.Provider;
import java.security.Security;

/** The security provider "AndroidKeyStore": it makes and keeps keys, and Java's own providers use them. */
public final class PhoneKeys extends Provider {
  private static final long serialVersionUID = 1;
  private static final String[] MACS = {"HmacSHA1", "HmacSHA224", "HmacSHA256", "HmacSHA384", "HmacSHA512"};
  private static final String HERE = PhoneKeys.class.getPackageName() + ".";
  static KeyFile kept;

  private PhoneKeys() {
    super("AndroidKeyStore", "1.0", "Android KeyStore security provider");
    put("KeyStore.AndroidKeyStore", HERE + "Store");
    put("KeyGenerator.AES", HERE + "SecretMaker$Aes");
    for (String mac : MACS) put("KeyGenerator." + mac, HERE + "SecretMaker$" + mac);
    put("KeyPairGenerator.RSA", HERE + "PairMaker$Rsa");
    put("KeyPairGenerator.EC", HERE + "PairMaker$Ec");
  }

  /** Keys are kept in the app's data, so that they end with it. */
  public static void install(File data) {
    kept = new KeyFile(new File(data, "device/keystore"));
    Security.addProvider(new PhoneKeys());
    Security.addProvider(new Named("AndroidOpenSSL"));
    Security.addProvider(new Named("AndroidKeyStoreBCWorkaround"));
  }

  /** A provider that apps name: what it is asked for, the others have. */
  private static final class Named extends Provider {
    private static final long serialVersionUID = 1;

    Named(String name) {
      super(name, "1.0", name);
    }

    @Override
    public Service getService(String type, String algorithm) {
      for (Provider other : Security.getProviders()) {
        Service found = other instanceof Named || other instanceof PhoneKeys ? null : other.getService(type, algorithm);
        if (found != null) return found;
      }
      return null;
    }
  }
}
