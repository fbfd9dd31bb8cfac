package fingertip.runtime.keys;

import android.security.keystore.KeyGenParameterSpec;
import java.security.InvalidAlgorithmParameterException;
import java.security.KeyStoreException;
import java.security.ProviderException;
import java.security.SecureRandom;
import java.security.cert.Certificate;
import java.security.spec.AlgorithmParameterSpec;
import javax.crypto.KeyGeneratorSpi;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;

/** Makes secret keys and keeps them. */
public abstract class SecretMaker extends KeyGeneratorSpi {
  private final String algorithm;
  private final int usual;
  private KeyGenParameterSpec spec;

  SecretMaker(String algorithm, int usual) {
    this.algorithm = algorithm;
    this.usual = usual;
  }

  @Override
  protected void engineInit(SecureRandom random) {
    throw new UnsupportedOperationException("Cannot initialize without a " + KeyGenParameterSpec.class.getName() + " parameter");
  }

  @Override
  protected void engineInit(int size, SecureRandom random) {
    engineInit(random);
  }

  @Override
  protected void engineInit(AlgorithmParameterSpec wanted, SecureRandom random) throws InvalidAlgorithmParameterException {
    if (!(wanted instanceof KeyGenParameterSpec)) {
      throw new InvalidAlgorithmParameterException("Cannot initialize without a " + KeyGenParameterSpec.class.getName() + " parameter");
    }
    Unlocking.refuse((KeyGenParameterSpec) wanted);
    spec = (KeyGenParameterSpec) wanted;
  }

  @Override
  protected SecretKey engineGenerateKey() {
    if (spec == null) throw new IllegalStateException("Not initialized");
    byte[] bytes = new byte[(spec.getKeySize() > 0 ? spec.getKeySize() : usual) / 8];
    new SecureRandom().nextBytes(bytes);
    SecretKey key = new SecretKeySpec(bytes, algorithm);
    try {
      PhoneKeys.kept.put(spec.getKeystoreAlias(), key, new Certificate[0]);
    } catch (KeyStoreException e) {
      throw new ProviderException(e);
    }
    return key;
  }

  public static final class Aes extends SecretMaker {
    public Aes() {
      super("AES", 128);
    }
  }

  public static final class HmacSHA1 extends SecretMaker {
    public HmacSHA1() {
      super("HmacSHA1", 160);
    }
  }

  public static final class HmacSHA224 extends SecretMaker {
    public HmacSHA224() {
      super("HmacSHA224", 224);
    }
  }

  public static final class HmacSHA256 extends SecretMaker {
    public HmacSHA256() {
      super("HmacSHA256", 256);
    }
  }

  public static final class HmacSHA384 extends SecretMaker {
    public HmacSHA384() {
      super("HmacSHA384", 384);
    }
  }

  public static final class HmacSHA512 extends SecretMaker {
    public HmacSHA512() {
      super("HmacSHA512", 512);
    }
  }
}
