package fingertip.runtime;

import android.app.Application;
import java.lang.annotation.Annotation;
import org.robolectric.annotation.Config;

/** A configuration with nothing set. Robolectric's own builder wants an application class of the framework, which is not known out here. */
@SuppressWarnings("BadAnnotationImplementation")
final class NoTest implements Config {
  @Override
  public int[] sdk() {
    return new int[0];
  }

  @Override
  public int minSdk() {
    return -1;
  }

  @Override
  public int maxSdk() {
    return -1;
  }

  @Override
  public String manifest() {
    return "";
  }

  @Override
  public Class<? extends Application> application() {
    return null;
  }

  @Override
  public String packageName() {
    return "";
  }

  @Override
  public String qualifiers() {
    return "";
  }

  @Override
  public String resourceDir() {
    return "";
  }

  @Override
  public String assetDir() {
    return "";
  }

  @Override
  public Class<?>[] shadows() {
    return new Class<?>[0];
  }

  @Override
  public String[] instrumentedPackages() {
    return new String[0];
  }

  @Override
  public String[] libraries() {
    return new String[0];
  }

  @Override
  public float fontScale() {
    return 1;
  }

  @Override
  public Class<? extends Annotation> annotationType() {
    return Config.class;
  }
}
