package fingertip.runtime;

/** What a waiting process can do before it knows its app, so that the app's first screen comes sooner. */
final class Warm {
  private Warm() {}

  static void up() {}
}
