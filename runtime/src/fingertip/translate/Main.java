package fingertip.translate;

import com.googlecode.d2j.reader.DexFileReader;
import com.googlecode.d2j.reader.MultiDexFileReader;
import fingertip.runtime.wire.Json;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/** An APK's dex code as class files that a JVM takes: Main IN.apk OUT.jar. Says on standard output, as JSON, what became of it. */
public final class Main {
  private Main() {}

  public static void main(String[] args) throws Exception {
    if (args.length != 2) {
      System.err.println("usage: fingertip.translate.Main IN.apk OUT.jar");
      System.exit(2);
    }
    // The translator speaks on both; standard output is for the summary alone.
    java.io.PrintStream answer = System.out;
    System.setOut(System.err);
    try {
      answer.println(Json.write(translate(Paths.get(args[0]), Paths.get(args[1]))));
    } catch (Exception | StackOverflowError e) {
      System.err.println("cannot translate " + args[0] + ": " + e);
      System.exit(1);
    }
  }

  static Map<String, Object> translate(Path apk, Path out) throws IOException {
    Path folder = out.toAbsolutePath().getParent();
    Files.createDirectories(folder);
    Path mended = Files.createTempFile(folder, "translate", ".jar");
    Failures failures = new Failures();
    try {
      List<DexFileReader> dexes = dexes(apk);
      Mend mend = new Mend();
      if (dexes.isEmpty()) {
        try (ZipOutputStream empty = new ZipOutputStream(Files.newOutputStream(mended))) {
          empty.putNextEntry(new ZipEntry("META-INF/"));
        }
      } else {
        mend.jar(Translator.classes(new MultiDexFileReader(dexes), failures), mended);
      }
      Files.move(mended, out, StandardCopyOption.REPLACE_EXISTING);
      return Json.map("classes", mend.classes(), "failed", failures.all(), "unsupported", mend.unsupported());
    } finally {
      Files.deleteIfExists(mended);
    }
  }

  /** classes.dex, classes2.dex and so on, in the order in which a phone looks into them. */
  private static List<DexFileReader> dexes(Path apk) throws IOException {
    List<DexFileReader> dexes = new ArrayList<>();
    try (ZipFile zip = new ZipFile(apk.toFile())) {
      List<String> names = new ArrayList<>();
      for (ZipEntry entry : Collections.list(zip.entries())) if (entry.getName().matches("classes\\d*\\.dex")) names.add(entry.getName());
      names.sort((a, b) -> a.length() != b.length() ? a.length() - b.length() : a.compareTo(b));
      for (String name : names) {
        try (InputStream in = zip.getInputStream(zip.getEntry(name))) {
          dexes.add(new DexFileReader(in.readAllBytes()));
        }
      }
    }
    return dexes;
  }
}
