package fingertip.runtime;

import java.io.IOException;
import java.net.DatagramSocket;

/** Whether this process may reach the network: the phone decides that when it starts it. */
public final class Network {
  private static Boolean up;

  private Network() {}

  public static synchronized boolean isUp() {
    if (up == null) {
      try (DatagramSocket any = new DatagramSocket()) {
        up = any.isBound();
      } catch (IOException | RuntimeException | LinkageError e) {
        up = false;
      }
    }
    return up;
  }
}
