package fingertip.runtime;

import android.content.res.AssetFileDescriptor;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;

/** How long a sound is, by its header: nothing here can play it. */
public final class Sound {
  /** Of a stream whose length nobody knows yet. */
  public static final long UNKNOWN = 1000;
  public static final int HEAD = 256 * 1024;
  private static final int[] MP3_KILOBITS = {0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320};
  private static final int[] MP3_KILOBITS_2 = {0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160};

  private Sound() {}

  public static long milliseconds(InputStream in) throws IOException {
    byte[] head = in.readNBytes(HEAD);
    return milliseconds(head, head.length, head.length + (head.length < HEAD ? 0 : in.skip(Long.MAX_VALUE / 2)));
  }

  public static long milliseconds(AssetFileDescriptor file) throws IOException {
    return milliseconds(file.getFileDescriptor(), file.getStartOffset(), file.getLength());
  }

  public static long milliseconds(FileDescriptor file, long offset, long size) throws IOException {
    if (file == null || !file.valid()) return UNKNOWN;
    // Not closed: the descriptor is the app's.
    FileChannel channel = new FileInputStream(file).getChannel();
    long there = Math.max(0, Math.min(size < 0 ? Long.MAX_VALUE : size, channel.size() - offset));
    ByteBuffer head = ByteBuffer.allocate((int) Math.min(HEAD, there));
    while (head.hasRemaining() && channel.read(head, offset + head.position()) > 0) continue;
    return milliseconds(head.array(), head.position(), there);
  }

  public static long milliseconds(byte[] head, int read, long size) {
    ByteBuffer bytes = ByteBuffer.wrap(head, 0, read);
    try {
      if (is(head, 0, "RIFF") && is(head, 8, "WAVE")) return wave(bytes, size);
      int box = find(head, read, "mvhd");
      if (is(head, 4, "ftyp") && box > 0) return movie(bytes, box + 4);
      int frame = is(head, 0, "ID3") ? 10 + ((head[6] & 127) << 21 | (head[7] & 127) << 14 | (head[8] & 127) << 7 | head[9] & 127) : 0;
      return mp3(bytes, frame, size);
    } catch (IndexOutOfBoundsException | ArithmeticException e) {
      return size / 16; // As much as a usual sound of that size.
    }
  }

  private static long wave(ByteBuffer bytes, long size) {
    bytes.order(ByteOrder.LITTLE_ENDIAN);
    long perSecond = bytes.getInt(28) & 0xffffffffL;
    return Math.max(0, size - 44) * 1000 / perSecond;
  }

  private static long movie(ByteBuffer bytes, int at) {
    boolean large = bytes.get(at) == 1;
    long scale = bytes.getInt(at + (large ? 20 : 12)) & 0xffffffffL;
    long duration = large ? bytes.getLong(at + 24) : bytes.getInt(at + 16) & 0xffffffffL;
    return duration * 1000 / scale;
  }

  private static long mp3(ByteBuffer bytes, int from, long size) {
    int header = bytes.getInt(from);
    if (header >>> 21 != 0x7ff) return size / 16;
    int[] table = (header >>> 19 & 3) == 3 ? MP3_KILOBITS : MP3_KILOBITS_2;
    return (size - from) * 8 / table[header >>> 12 & 15];
  }

  private static boolean is(byte[] bytes, int at, String word) {
    return at + word.length() <= bytes.length && new String(bytes, at, word.length(), StandardCharsets.ISO_8859_1).equals(word);
  }

  private static int find(byte[] bytes, int length, String word) {
    for (int i = 0; i + word.length() <= length; i++) if (is(bytes, i, word)) return i;
    return -1;
  }
}
