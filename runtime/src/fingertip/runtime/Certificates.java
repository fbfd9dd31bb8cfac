package fingertip.runtime;

import android.content.pm.Signature;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/** Who signed an APK: read, not verified, for the phone did that when it installed it. */
final class Certificates {
  private static final long BLOCK_MAGIC_LOW = 0x20676953204b5041L; // "APK Sig Block 42"
  private static final long BLOCK_MAGIC_HIGH = 0x3234206b636f6c42L;
  /** Schemes of a signature within the signing block, best first. */
  private static final int[] SCHEMES = {0x1b93ad61, 0xf05368c0, 0x7109871a};
  private static final int END_OF_ZIP = 0x06054b50;
  private static final int LONGEST_BLOCK = 64 << 20;

  private Certificates() {}

  static Signature[] of(String apk) {
    try {
      List<Signature> found = fromBlock(apk);
      return (found.isEmpty() ? fromFiles(apk) : found).toArray(new Signature[0]);
    } catch (IOException | CertificateException | BufferUnderflowException | IllegalArgumentException e) {
      Session.wire().event("loader", "kind", "class", "name", "signatures", "reason", e.toString());
      return new Signature[0];
    }
  }

  private static List<Signature> fromBlock(String apk) throws IOException {
    try (RandomAccessFile file = new RandomAccessFile(apk, "r")) {
      byte[] tail = new byte[(int) Math.min(file.length(), 22 + 0xffff)];
      file.seek(file.length() - tail.length);
      file.readFully(tail);
      ByteBuffer end = ByteBuffer.wrap(tail).order(ByteOrder.LITTLE_ENDIAN);
      int at = tail.length - 22;
      while (at >= 0 && end.getInt(at) != END_OF_ZIP) at--;
      if (at < 0) return Collections.emptyList();
      long directory = end.getInt(at + 16) & 0xffffffffL;
      if (directory < 32 || directory > file.length()) return Collections.emptyList();
      ByteBuffer footer = read(file, directory - 24, 24);
      long size = footer.getLong();
      if (footer.getLong() != BLOCK_MAGIC_LOW || footer.getLong() != BLOCK_MAGIC_HIGH) return Collections.emptyList();
      if (size < 24 || size > LONGEST_BLOCK || size + 8 > directory) return Collections.emptyList();
      ByteBuffer block = read(file, directory - size, (int) size - 24);
      ByteBuffer[] schemes = new ByteBuffer[SCHEMES.length];
      while (block.remaining() >= 12) {
        ByteBuffer pair = slice(block, (int) Math.min(block.getLong(), block.remaining()));
        int id = pair.getInt();
        for (int i = 0; i < SCHEMES.length; i++) if (SCHEMES[i] == id) schemes[i] = pair;
      }
      for (ByteBuffer scheme : schemes) if (scheme != null) return signers(scheme);
      return Collections.emptyList();
    }
  }

  /** The first certificate of each signer. */
  private static List<Signature> signers(ByteBuffer scheme) {
    List<Signature> found = new ArrayList<>();
    ByteBuffer all = prefixed(scheme);
    while (all.hasRemaining()) {
      ByteBuffer signed = prefixed(prefixed(all));
      prefixed(signed); // Digests.
      ByteBuffer certificate = prefixed(prefixed(signed));
      byte[] bytes = new byte[certificate.remaining()];
      certificate.get(bytes);
      found.add(new Signature(bytes));
    }
    return found;
  }

  private static ByteBuffer prefixed(ByteBuffer from) {
    return slice(from, from.getInt());
  }

  private static ByteBuffer slice(ByteBuffer from, int length) {
    if (length < 0 || length > from.remaining()) throw new BufferUnderflowException();
    ByteBuffer part = from.slice().order(ByteOrder.LITTLE_ENDIAN);
    part.limit(length);
    from.position(from.position() + length);
    return part;
  }

  private static ByteBuffer read(RandomAccessFile file, long at, int length) throws IOException {
    byte[] bytes = new byte[length];
    file.seek(at);
    file.readFully(bytes);
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  /** The first scheme: signature files among the others. */
  private static List<Signature> fromFiles(String apk) throws IOException, CertificateException {
    List<Signature> found = new ArrayList<>();
    try (ZipFile zip = new ZipFile(apk)) {
      for (ZipEntry entry : Collections.list(zip.entries())) {
        String name = entry.getName().toUpperCase(Locale.ROOT);
        if (!name.startsWith("META-INF/") || !(name.endsWith(".RSA") || name.endsWith(".DSA") || name.endsWith(".EC"))) continue;
        try (InputStream in = zip.getInputStream(entry)) {
          for (Certificate one : CertificateFactory.getInstance("X.509").generateCertificates(new ByteArrayInputStream(in.readAllBytes()))) {
            found.add(new Signature(one.getEncoded()));
            break;
          }
        }
      }
    }
    return found;
  }
}
