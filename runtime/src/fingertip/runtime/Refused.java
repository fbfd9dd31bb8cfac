package fingertip.runtime;

/** A call that cannot be done as it stands; the process goes on. */
final class Refused extends RuntimeException {
  Refused(String message) {
    super(message);
  }
}
