package fingertip.runtime.shadows;

import fingertip.runtime.Session;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.shadows.ShadowProcess;

/** An app that kills its own process. */
@Implements(className = "android.os.Process")
public class PhoneProcess extends ShadowProcess {
  @Implementation
  protected static void killProcess(int pid) {
    if (pid == android.os.Process.myPid()) Session.exit(9);
  }

  @Implementation
  protected static void sendSignal(int pid, int signal) {
    if (pid == android.os.Process.myPid() && signal == 9) Session.exit(9);
  }
}
