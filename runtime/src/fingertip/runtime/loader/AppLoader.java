package fingertip.runtime.loader;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;

/**
 * The app's classes. They see the JDK, the framework and each other, as on a phone; the runtime's own libraries do not exist for them,
 * so an app may bring any version of Guava, Kotlin or JUnit.
 */
public final class AppLoader extends ClassLoader {
  static {
    registerAsParallelCapable();
  }

  private final ClassLoader sandbox;
  private final JarFile framework;
  private final List<JarFile> jars = new ArrayList<>();
  private final List<Path> folders = new ArrayList<>();
  /** Holds resources besides the classes: what Java code reads with getResource. */
  private final JarFile apk;

  public AppLoader(ClassLoader sandbox, String frameworkJar, List<String> classes, String apk) throws IOException {
    super("app", ClassLoader.getPlatformClassLoader());
    this.sandbox = sandbox;
    this.framework = new JarFile(frameworkJar);
    for (String place : classes) {
      File file = new File(place);
      if (file.isDirectory()) folders.add(file.toPath());
      else jars.add(new JarFile(file));
    }
    this.apk = new JarFile(apk);
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    synchronized (getClassLoadingLock(name)) {
      Class<?> loaded = findLoadedClass(name);
      if (loaded != null) return loaded;
      if (name.equals(Hooks.class.getName())) return Hooks.class;
      if (belongsToSystem(name)) {
        Class<?> found = fromSystem(name);
        return found != null ? found : findClass(name);
      }
      try {
        return findClass(name);
      } catch (ClassNotFoundException e) {
        Class<?> found = fromSystem(name);
        if (found == null) throw e;
        return found;
      }
    }
  }

  /** Names that a phone's own class path comes first for. */
  private static boolean belongsToSystem(String name) {
    if (name.startsWith("android.")) return !name.startsWith("android.support.") && !name.startsWith("android.arch.");
    return name.startsWith("java.") || name.startsWith("javax.") || name.startsWith("sun.") || name.startsWith("jdk.")
        || name.startsWith("com.android.internal.") || name.startsWith("dalvik.") || name.startsWith("libcore.")
        || name.startsWith("org.json.") || name.startsWith("org.xml.") || name.startsWith("org.w3c.") || name.startsWith("org.xmlpull.");
  }

  private Class<?> fromSystem(String name) {
    try {
      if (framework.getEntry(name.replace('.', '/') + ".class") != null) return sandbox.loadClass(name);
      return getParent().loadClass(name);
    } catch (ClassNotFoundException e) {
      return null;
    }
  }

  @Override
  protected Class<?> findClass(String name) throws ClassNotFoundException {
    byte[] code = bytes(name.replace('.', '/') + ".class");
    if (code == null) throw new ClassNotFoundException("Didn't find class \"" + name + "\" on path: " + path());
    code = Calls.redirect(ofThisJava(code));
    int dot = name.lastIndexOf('.');
    if (dot > 0 && getDefinedPackage(name.substring(0, dot)) == null) {
      try {
        definePackage(name.substring(0, dot), null, null, null, null, null, null, null);
      } catch (IllegalArgumentException e) {
        // Another thread was first.
      }
    }
    return defineClass(name, code, 0, code.length);
  }

  /** A class file for a later Java is taken as one for this: what of it is new fails where it is used. */
  private static byte[] ofThisJava(byte[] code) {
    int newest = Runtime.version().feature() + 44;
    if (code.length > 8 && ((code[6] & 0xff) << 8 | code[7] & 0xff) > newest) {
      code[6] = 0;
      code[7] = (byte) newest;
    }
    return code;
  }

  private byte[] bytes(String path) {
    try {
      for (Path folder : folders) {
        Path file = folder.resolve(path);
        if (Files.isRegularFile(file)) return Files.readAllBytes(file);
      }
      for (JarFile jar : jars) {
        ZipEntry entry = jar.getEntry(path);
        if (entry == null) continue;
        try (InputStream in = jar.getInputStream(entry)) {
          return in.readAllBytes();
        }
      }
    } catch (IOException e) {
      throw new LinkageError("cannot read " + path, e);
    }
    return null;
  }

  @Override
  public URL getResource(String name) {
    URL found = findResource(name);
    return found != null ? found : getParent().getResource(name);
  }

  @Override
  protected URL findResource(String name) {
    List<URL> all = places(name);
    return all.isEmpty() ? null : all.get(0);
  }

  @Override
  protected Enumeration<URL> findResources(String name) {
    return Collections.enumeration(places(name));
  }

  private List<URL> places(String name) {
    List<URL> all = new ArrayList<>();
    try {
      for (Path folder : folders) {
        Path file = folder.resolve(name).normalize();
        if (file.startsWith(folder) && Files.isRegularFile(file)) all.add(file.toUri().toURL());
      }
      for (JarFile jar : jars) if (jar.getEntry(name) != null) all.add(url(jar, name));
      if (!name.endsWith(".dex") && apk.getEntry(name) != null) all.add(url(apk, name));
    } catch (MalformedURLException e) {
      throw new IllegalArgumentException(e);
    }
    return all;
  }

  private static URL url(JarFile jar, String name) throws MalformedURLException {
    return new URL("jar:" + new File(jar.getName()).toURI() + "!/" + name);
  }

  private String path() {
    return "DexPathList[[zip file \"" + apk.getName() + "\"],nativeLibraryDirectories=[/system/lib64, /system_ext/lib64]]";
  }

  @Override
  public String toString() {
    return "dalvik.system.PathClassLoader[" + path() + "]";
  }
}
