package fingertip.runtime.keys;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.StandardCopyOption;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyFactory;
import java.security.KeyStoreException;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.crypto.spec.SecretKeySpec;

/** The keys of one app, in a file that is written whole at each change. */
final class KeyFile {
  private static final int VERSION = 1;

  static final class Entry {
    final Key key;
    final Certificate[] chain;
    final Date made;

    Entry(Key key, Certificate[] chain, Date made) {
      this.key = key;
      this.chain = chain;
      this.made = made;
    }
  }

  private final File file;
  private final Map<String, Entry> entries = new LinkedHashMap<>();

  KeyFile(File file) {
    this.file = file;
    try {
      if (file.isFile()) read(Files.readAllBytes(file.toPath()));
    } catch (IOException | GeneralSecurityException | RuntimeException e) {
      entries.clear(); // As a phone whose keys were lost: apps make new ones.
    }
  }

  synchronized Entry get(String alias) {
    return entries.get(alias);
  }

  synchronized List<String> aliases() {
    return new ArrayList<>(entries.keySet());
  }

  synchronized void put(String alias, Key key, Certificate[] chain) throws KeyStoreException {
    entries.put(alias, new Entry(key, chain, new Date()));
    write();
  }

  synchronized void remove(String alias) throws KeyStoreException {
    if (entries.remove(alias) != null) write();
  }

  private void read(byte[] bytes) throws IOException, GeneralSecurityException {
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
    if (in.readInt() != VERSION) return;
    CertificateFactory certificates = CertificateFactory.getInstance("X.509");
    for (int left = in.readInt(); left > 0; left--) {
      String alias = in.readUTF();
      Date made = new Date(in.readLong());
      String kind = in.readUTF();
      Key key = null;
      if (!kind.equals("certificate")) {
        String algorithm = in.readUTF();
        byte[] encoded = in.readNBytes(in.readInt());
        key = kind.equals("private") ? KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(encoded)) : new SecretKeySpec(encoded, algorithm);
      }
      Certificate[] chain = new Certificate[in.readInt()];
      for (int i = 0; i < chain.length; i++) chain[i] = certificates.generateCertificate(new ByteArrayInputStream(in.readNBytes(in.readInt())));
      entries.put(alias, new Entry(key, chain, made));
    }
  }

  private void write() throws KeyStoreException {
    File next = new File(file.getPath() + ".new");
    file.getParentFile().mkdirs();
    try (DataOutputStream out = new DataOutputStream(new java.io.BufferedOutputStream(new java.io.FileOutputStream(next)))) {
      out.writeInt(VERSION);
      out.writeInt(entries.size());
      for (Map.Entry<String, Entry> one : entries.entrySet()) {
        Entry entry = one.getValue();
        out.writeUTF(one.getKey());
        out.writeLong(entry.made.getTime());
        out.writeUTF(entry.key == null ? "certificate" : entry.key instanceof PrivateKey ? "private" : "secret");
        if (entry.key != null) {
          out.writeUTF(entry.key.getAlgorithm());
          bytes(out, entry.key.getEncoded());
        }
        out.writeInt(entry.chain.length);
        for (Certificate certificate : entry.chain) bytes(out, certificate.getEncoded());
      }
    } catch (IOException | GeneralSecurityException e) {
      throw new KeyStoreException("Failed to keep the keys", e);
    }
    try {
      Files.move(next.toPath(), file.toPath(), StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new KeyStoreException("Failed to keep the keys", e);
    }
  }

  private static void bytes(DataOutputStream out, byte[] bytes) throws IOException {
    out.writeInt(bytes.length);
    out.write(bytes);
  }
}
