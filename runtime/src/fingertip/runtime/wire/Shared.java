package fingertip.runtime.wire;

/** What the world outside the sandbox hands to the one inside: this package is loaded once, not once per class loader. */
public final class Shared {
  public static volatile Wire wire;
  /** The jar with the framework's classes and resources. */
  public static volatile String frameworkJar;
  /** The folder whose contents end with the process. */
  public static volatile String temporary;
  /** Wall time when the phone's clock was at zero. */
  public static volatile long wallAtZero;
  /** The phone's clock, in milliseconds. */
  public static volatile long now;
  /** When the JVM began, by System.nanoTime. */
  public static final long began = System.nanoTime();

  private Shared() {}

  public static long wallMillis() {
    return wallAtZero + now;
  }

  public static long uptimeNanos() {
    return now * 1_000_000;
  }
}
