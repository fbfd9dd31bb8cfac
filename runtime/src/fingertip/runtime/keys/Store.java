package fingertip.runtime.keys;

import java.io.InputStream;
import java.io.OutputStream;
import java.security.Key;
import java.security.KeyStore;
import java.security.KeyStoreException;
import java.security.KeyStoreSpi;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.util.Arrays;
import java.util.Collections;
import java.util.Date;
import java.util.Enumeration;
import javax.crypto.SecretKey;

/** The key store of the app: no password, no stream, aliases as they are written. */
public final class Store extends KeyStoreSpi {
  @Override
  public Key engineGetKey(String alias, char[] password) {
    KeyFile.Entry entry = PhoneKeys.kept.get(alias);
    return entry == null ? null : entry.key;
  }

  @Override
  public Certificate[] engineGetCertificateChain(String alias) {
    KeyFile.Entry entry = PhoneKeys.kept.get(alias);
    return entry == null || entry.chain.length == 0 ? null : entry.chain.clone();
  }

  @Override
  public Certificate engineGetCertificate(String alias) {
    Certificate[] chain = engineGetCertificateChain(alias);
    return chain == null ? null : chain[0];
  }

  @Override
  public Date engineGetCreationDate(String alias) {
    KeyFile.Entry entry = PhoneKeys.kept.get(alias);
    return entry == null ? null : (Date) entry.made.clone();
  }

  @Override
  public void engineSetKeyEntry(String alias, Key key, char[] password, Certificate[] chain) throws KeyStoreException {
    if (key == null || key.getEncoded() == null) throw new KeyStoreException("Key does not export its material");
    PhoneKeys.kept.put(alias, key, chain == null ? new Certificate[0] : chain.clone());
  }

  @Override
  public void engineSetKeyEntry(String alias, byte[] key, Certificate[] chain) throws KeyStoreException {
    throw new KeyStoreException("Operation not supported because key encoding is unknown");
  }

  @Override
  public void engineSetCertificateEntry(String alias, Certificate certificate) throws KeyStoreException {
    PhoneKeys.kept.put(alias, null, new Certificate[] {certificate});
  }

  @Override
  public void engineDeleteEntry(String alias) throws KeyStoreException {
    PhoneKeys.kept.remove(alias);
  }

  @Override
  public Enumeration<String> engineAliases() {
    return Collections.enumeration(PhoneKeys.kept.aliases());
  }

  @Override
  public boolean engineContainsAlias(String alias) {
    return PhoneKeys.kept.get(alias) != null;
  }

  @Override
  public int engineSize() {
    return PhoneKeys.kept.aliases().size();
  }

  @Override
  public boolean engineIsKeyEntry(String alias) {
    return engineGetKey(alias, null) != null;
  }

  @Override
  public boolean engineIsCertificateEntry(String alias) {
    return engineContainsAlias(alias) && engineGetKey(alias, null) == null;
  }

  @Override
  public String engineGetCertificateAlias(Certificate certificate) {
    for (String alias : PhoneKeys.kept.aliases()) {
      Certificate[] chain = engineGetCertificateChain(alias);
      if (chain != null && chain[0].equals(certificate)) return alias;
    }
    return null;
  }

  @Override
  public KeyStore.Entry engineGetEntry(String alias, KeyStore.ProtectionParameter protection) {
    KeyFile.Entry entry = PhoneKeys.kept.get(alias);
    if (entry == null) return null;
    if (entry.key instanceof PrivateKey) return new KeyStore.PrivateKeyEntry((PrivateKey) entry.key, entry.chain);
    if (entry.key instanceof SecretKey) return new KeyStore.SecretKeyEntry((SecretKey) entry.key);
    return new KeyStore.TrustedCertificateEntry(entry.chain[0]);
  }

  @Override
  public void engineSetEntry(String alias, KeyStore.Entry entry, KeyStore.ProtectionParameter protection) throws KeyStoreException {
    if (entry instanceof KeyStore.PrivateKeyEntry) {
      KeyStore.PrivateKeyEntry pair = (KeyStore.PrivateKeyEntry) entry;
      engineSetKeyEntry(alias, pair.getPrivateKey(), null, pair.getCertificateChain());
    } else if (entry instanceof KeyStore.SecretKeyEntry) {
      engineSetKeyEntry(alias, ((KeyStore.SecretKeyEntry) entry).getSecretKey(), null, null);
    } else if (entry instanceof KeyStore.TrustedCertificateEntry) {
      engineSetCertificateEntry(alias, ((KeyStore.TrustedCertificateEntry) entry).getTrustedCertificate());
    } else {
      throw new KeyStoreException("Entry must be a PrivateKeyEntry, SecretKeyEntry or TrustedCertificateEntry; was " + entry);
    }
  }

  @Override
  public void engineLoad(InputStream stream, char[] password) {
    if (stream != null) throw new IllegalArgumentException("InputStream not supported");
    if (password != null && !Arrays.equals(password, new char[0])) throw new IllegalArgumentException("password not supported");
  }

  @Override
  public void engineLoad(KeyStore.LoadStoreParameter parameter) {}

  @Override
  public void engineStore(OutputStream stream, char[] password) {
    throw new UnsupportedOperationException("Can not serialize AndroidKeyStore to OutputStream");
  }
}
